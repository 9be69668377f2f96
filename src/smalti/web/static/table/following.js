// Follows what is being shown: it is heard and felt, whose turn it is stands out with a line that says what they do; afterwards it can be shown again, and after the last move the points are counted.

import { NONE } from "./catalogue.js";
import { isMuch } from "./pacing.js";
import { newSince } from "./since.js";
import { buzz, hear } from "./sound.js";
import { isMyTurn, unpackPast } from "./state.js";
import { part } from "./svg.js";

/**
 * @typedef {import("./sound.js").Sound} Sound
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./plan.js").Step} Step
 */

const MOST_SOUNDS = 3;

/**
 * @param {import("./state.js").Model} model @param {Record<string, string>} words @param {(ply: number) => Promise<any>} past the table at a point of the game, as it comes
 * @param {() => void} present brings the board to the present
 * @param {(ply: number) => void} watch shows the event after which so many are made
 */
export function newFollowing(model, words, past, present, watch) {
  /** @type {import("./board.js").Board} */
  let board;
  /** Whether the game has just ended before these eyes. */
  let hasEnded = false;
  /** Whether it has become the turn of somebody here, who does not know it yet. */
  let isCalled = false;
  const since = newSince(words, () => board.telling, piecesAt, (before, told) => {
    present();
    board.again(before, told);
  });
  /** What the end needs is loaded at the end. @type {ReturnType<typeof import("./ceremony.js").newCeremony>|null} */
  let ceremony = null;

  /** How the table was after so many events; null if the server is out of reach. @param {number} ply */
  async function piecesAt(ply) {
    const answer = await past(ply).catch(() => null);
    return answer ? unpackPast(answer).pieces : null;
  }

  const isOwn = (/** @type {number} */ one) => model.table?.mine.includes(one) ?? false;

  /** @param {Step} step @param {number} ms */
  function listen(step, ms) {
    const kinds = board.telling?.catalogue.kinds;
    /** @type {Map<Sound, {times: number, lands: boolean}>} */
    const heard = new Map();
    for (const row of step.rows) {
      const sound = kinds?.get(row.kind)?.sound;
      if (!sound) continue;
      const lands = step.flights.some((flight) => flight.kind === "fly" && flight.piece === row.piece);
      heard.set(sound, { times: (heard.get(sound)?.times ?? 0) + 1, lands });
    }
    for (const [sound, { times, lands }] of [...heard].slice(0, MOST_SOUNDS)) hear(sound, lands ? ms * 0.6 : 0, times);
    const [first] = heard.keys();
    if (first && step.rows.some((row) => isOwn(row.seat))) buzz(first);
  }

  /** @param {import("./rows.js").Happening} head @param {import("./rows.js").Happening[]} under */
  function point(head, under) {
    const isOthers = head.seat !== NONE && !isOwn(head.seat);
    hush(isOthers || board.motion.queue.some((step) => step.head && step.ms > 0));
    if (!document.body.classList.contains("following")) return;
    turnTo(head.seat);
    if (isOthers) since.point(head);
    const who = head.seat === NONE ? "" : `${board.telling?.seat(head.seat)} `;
    part("caption").textContent = `${who}${board.telling?.sentence(head, under)}`;
  }

  /** Until all has been seen nothing is asked, and what happens stands where the question stands. @param {boolean} isWorth an own move is over at once, and is not */
  function hush(isWorth) {
    if (isWorth) document.body.classList.add("following");
  }

  /** Something that concerns whoever sits here. @param {Sound} sound */
  function notice(sound) {
    hear(sound);
    buzz(sound);
  }

  /** @param {number} next whose turn is seen */
  function turnTo(next) {
    part("caption").textContent = "";
    for (const item of part("seats").children) item.classList.toggle("shown", item.classList.contains(`seat-${next}`));
    since.point(null);
  }

  return {
    /** @param {import("./board.js").Board} shown the board that is followed */
    of: (shown) => (board = shown),
    /** Something more is going to be seen. */
    queued() {
      hush(isMuch(board.motion.queue, model.table?.mine ?? []));
    },
    /** A step begins to be seen, in so many milliseconds. @param {Step} step @param {number} ms */
    began(step, ms) {
      if (step.head && ms > 0) point(step.head, step.under ?? []);
      listen(step, ms);
    },
    /** Everything lies where it belongs; after the last move the points are counted. */
    ended() {
      turnTo(NONE);
      document.body.classList.remove("following");
      if (isCalled) notice("yours");
      isCalled = false;
      if (hasEnded && !model.past) void this.end(false);
    },
    /** Counts the points. @param {boolean} asked whether somebody asked for it once more */
    async end(asked) {
      hasEnded = false;
      const { newCeremony } = await import("./ceremony.js");
      ceremony ??= newCeremony(words, watch);
      if (model.table?.over && board.telling) ceremony.open(model.table, board.telling, asked);
    },
    /** The game went on. @param {Table} table @param {Table|null} old @param {import("./state.js").Event[]|null} news */
    grow(table, old, news) {
      since.grow(table, news && old);
      hasEnded = table.over && (hasEnded || (old !== null && !old.over));
      isCalled = isMyTurn(table) && (isCalled || (old !== null && !isMyTurn(old)));
      if (!table.over) ceremony?.close();
    },
    notice,
  };
}
