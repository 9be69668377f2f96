// What the others did since one's own last move: a strip of their turns, each of which can be shown again from the rows that came.

import { gainsOf, turnsOf } from "./pacing.js";
import { planOf } from "./plan.js";
import { button, element, fillIn } from "./rail.js";
import { change, placesOf } from "./rows.js";
import { part } from "./svg.js";

/**
 * @typedef {import("./rows.js").Pieces} Pieces
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./pacing.js").Turn} Turn
 */

/**
 * @param {Record<string, string>} words
 * @param {() => import("./words.js").Telling|null} telling
 * @param {(ply: number) => Promise<Pieces|null>} at how the table was after so many events
 * @param {(before: Pieces, told: Happening[]) => void} again shows on the board what happened
 */
export function newSince(words, telling, at, again) {
  /** The own event that it begins with, and the table before it, if this page has seen that. @type {{ply: number, before: Pieces|null}} */
  let start = { ply: -1, before: null };
  /** @type {Happening[]} */
  let told = [];
  /** @type {Turn[]} */
  let turns = [];

  /** @param {number} from @param {number} to */
  async function show(from, to) {
    const kinds = telling()?.catalogue.kinds;
    start.before ??= await at(start.ply);
    if (!start.before || !kinds) return;
    const before = new Map(start.before);
    for (const row of told.slice(0, from)) change(before, row, kinds.get(row.kind)?.effect);
    again(before, told.slice(from, to));
  }

  /** @param {Turn} turn */
  function rowOf(turn) {
    const [speaker, rows] = [telling(), told.slice(turn.from, turn.to)];
    const said = (speaker?.lines(rows) ?? []).filter((line) => line.head.seat === turn.seat).map((line) => line.words).join(" · ");
    const gain = speaker ? (gainsOf(rows, speaker.catalogue)[turn.seat] ?? 0) : 0;
    const name = speaker?.seat(turn.seat) ?? "";
    const row = button("", "line", () => show(turn.from, turn.to));
    row.dataset.places = placesOf(rows).join(" ");
    row.title = fillIn(words.show_again, { name });
    row.append(element("b", "", name), element("span", "what", said), element("b", "gain", gain ? `${gain > 0 ? "+" : ""}${gain}` : ""));
    return element("li", "", row);
  }

  part("since-all").addEventListener("click", () => show(turns[0]?.from ?? 0, told.length));
  return {
    /** The game went on: draws the turns of others since the last own move. @param {Table} table @param {Table|null} old */
    grow(table, old) {
      const own = (/** @type {import("./state.js").Event} */ event) => table.mine.includes(event.by);
      const ply = table.log.findLastIndex(own);
      if (ply !== start.ply || !old) start = { ply, before: null };
      const kinds = telling()?.catalogue.kinds;
      if (old && kinds && start.before === null && ply >= old.log.length) {
        start.before = new Map(old.pieces);
        for (const event of table.log.slice(old.log.length, ply)) for (const row of event.told) change(start.before, row, kinds.get(row.kind)?.effect);
      }
      told = ply < 0 ? [] : table.log.slice(ply).flatMap((event) => event.told);
      const isSeen = (/** @type {Turn} */ turn) => kinds && planOf(told.slice(turn.from, turn.to), kinds).some((step) => step.ms > 0);
      turns = kinds ? turnsOf(told, kinds, table.mine).filter(isSeen) : [];
      part("since").hidden = turns.length === 0;
      document.querySelector("[data-drawer=history]")?.classList.toggle("has-news", turns.length > 0);
      part("since-turns").replaceChildren(...turns.map(rowOf));
    },
    /** What is being shown. @param {Happening|null} head */
    point(head) {
      const at = head ? told.indexOf(head) : -1;
      turns.forEach((turn, n) => part("since-turns").children[n]?.classList.toggle("shown", at >= turn.from && at < turn.to));
    },
  };
}
