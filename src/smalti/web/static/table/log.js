// The log: rounds, turns with what each brought in total, and a line for each head; the lines of one event stand together.

import { NONE } from "./catalogue.js";
import { gainsOf } from "./pacing.js";
import { button, element, fillIn } from "./rail.js";
import { actsOf, grouped } from "./rows.js";
import { part } from "./svg.js";

/** Whether the log follows what happens: until somebody scrolls back in it. */
let follows = true;
new ResizeObserver(() => {
  if (follows && !document.body.classList.contains("replaying")) part("log").scrollTop = part("log").scrollHeight;
}).observe(part("log"));
for (const kind of ["wheel", "touchmove", "keyup"]) {
  part("log").addEventListener(kind, () => {
    const log = part("log");
    follows = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  }, { passive: true });
}

/**
 * @typedef {import("./state.js").Event} Event
 * @typedef {import("./words.js").Telling} Telling
 */

/** The events that stand in the log, as they were written. @type {Event[]} */
let written = [];
/** Whose turn the log is in, what it has brought, and where that stands. @type {{seat: number, gain: number, total: HTMLElement|null}} */
let turn = { seat: NONE, gain: 0, total: null };
let rounds = 0;

/** @param {import("./state.js").Table} table @param {number|null} shown the point of the game on the board @param {Telling} telling @param {Record<string, string>} words */
export function drawLog(table, shown, telling, words) {
  const log = part("log");
  if (written.some((event, n) => event !== table.log[n])) forgetLog(); // something was taken back
  const first = written.length;
  log.append(...table.log.slice(first).map((event, n) => itemOf(event, first + n + 1, telling, words)));
  written = [...table.log];
  for (const old of log.querySelectorAll(":scope > .shown")) old.classList.remove("shown");
  const item = shown ? /** @type {HTMLElement|undefined} */ (log.children[shown - 1]) : undefined;
  item?.classList.add("shown");
  requestAnimationFrame(() => {
    if (item) log.scrollTop = item.offsetTop - log.offsetTop - log.clientHeight / 2;
    else if (follows && shown === null) log.scrollTop = log.scrollHeight;
  });
  part("log-empty").hidden = table.log.length > 0;
  part("log-empty").textContent = words.log_empty;
}

/** Everything is written anew, in other words. */
export function forgetLog() {
  [written, rounds, turn] = [[], 0, { seat: NONE, gain: 0, total: null }];
  part("log").replaceChildren();
}

/** An event: its lines, each under the turn and the round it belongs to. @param {Event} event @param {number} ply @param {Telling} telling @param {Record<string, string>} words */
function itemOf(event, ply, telling, words) {
  const item = element("li", event.by < 0 ? "chance" : `by-${event.by}`);
  for (const group of grouped(event.told, telling.catalogue.kinds)) {
    const [line] = telling.lines(actsOf(group));
    if (!line) continue;
    item.append(...headingsOf(line.head, telling, words), rowOf(line, ply));
    count(group, telling);
  }
  if (event.note) item.lastElementChild?.append(" ", element("i", "note", event.note));
  return item;
}

/** What stands above a line with which a round or somebody's turn begins. @param {import("./rows.js").Happening} head @param {Telling} telling @param {Record<string, string>} words @returns {HTMLElement[]} */
function headingsOf(head, telling, words) {
  const isRound = telling.catalogue.kinds.get(head.kind)?.round ?? false;
  if (isRound) turn = { seat: NONE, gain: 0, total: null };
  const found = isRound ? [element("h3", "round", fillIn(words.round, { number: ++rounds }))] : [];
  if (head.seat < 0 || head.seat === turn.seat) return found;
  const total = element("span", "total");
  turn = { seat: head.seat, gain: 0, total };
  return [...found, element("h3", `turn turn-${head.seat}`, element("span", "", telling.seat(head.seat)), " ", total)];
}

/** Adds what a line brought to what its turn did. @param {import("./rows.js").Group} group @param {Telling} telling */
function count(group, telling) {
  turn.gain += gainsOf(actsOf(group), telling.catalogue)[turn.seat] ?? 0;
  if (turn.total) turn.total.textContent = turn.gain > 0 ? `+${turn.gain}` : turn.gain < 0 ? `−${-turn.gain}` : "";
}

/** @param {import("./words.js").Line} line @param {number} ply */
function rowOf(line, ply) {
  const row = button("", "line", () => {});
  row.dataset.ply = String(ply);
  row.dataset.places = line.places.join(" ");
  row.append(line.words, ...line.notes.map((note) => element("span", "small", note)));
  return row;
}

/** The lines of an event: who, and what. @param {Event} event @param {Telling} telling */
export function linesOf(event, telling) {
  return telling.lines(event.told).map((line) => ({ ...line, who: line.head.seat >= 0 ? telling.seat(line.head.seat) : "" }));
}

/** Lines light up what they tell of, and those of the log lead to their point of the game. @param {(places: number[]) => void} highlight @param {(ply: number) => void} jump */
export function listenToLines(highlight, jump) {
  /** @param {UIEvent} event */
  const lineOf = (event) => {
    const row = event.target instanceof Element ? event.target.closest(".line") : null;
    return row instanceof HTMLElement ? row : null;
  };
  /** @param {UIEvent} event */
  const lookAt = (event) => {
    const row = lineOf(event);
    if (row) highlight((row.dataset.places ?? "").split(" ").filter(Boolean).map(Number));
  };
  for (const holder of [part("log"), part("seats"), part("advice"), part("since"), part("ceremony")]) {
    holder.addEventListener("pointerover", lookAt);
    holder.addEventListener("focusin", lookAt);
    for (const leaving of ["pointerleave", "focusout"]) holder.addEventListener(leaving, () => highlight([]));
  }
  part("log").addEventListener("click", (event) => {
    const row = lineOf(event);
    if (row) jump(Number(row.dataset.ply));
  });
}
