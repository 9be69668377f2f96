// The log: one line for each head, those of one event together.

import { button, element } from "./rail.js";
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

/** The events that stand in the log, as they were written. @type {import("./state.js").Event[]} */
let written = [];

/** @param {import("./state.js").Table} table @param {number|null} shown the point of the game on the board @param {import("./words.js").Telling} telling @param {string} empty */
export function drawLog(table, shown, telling, empty) {
  const log = part("log");
  let same = 0;
  while (same < written.length && written[same] === table.log[same]) same++;
  while (log.children.length > same) log.lastElementChild?.remove();
  log.append(...table.log.slice(same).map((event, n) => itemOf(event, same + n + 1, telling)));
  written = [...table.log];
  for (const old of log.querySelectorAll(":scope > .shown")) old.classList.remove("shown");
  const item = shown ? /** @type {HTMLElement|undefined} */ (log.children[shown - 1]) : undefined;
  item?.classList.add("shown");
  requestAnimationFrame(() => {
    if (item) log.scrollTop = item.offsetTop - log.offsetTop - log.clientHeight / 2;
    else if (follows && shown === null) log.scrollTop = log.scrollHeight;
  });
  part("log-empty").hidden = table.log.length > 0;
  part("log-empty").textContent = empty;
}

/** Everything is written anew, in other words. */
export function forgetLog() {
  written = [];
  part("log").replaceChildren();
}

/** @param {import("./state.js").Event} event @param {number} ply @param {import("./words.js").Telling} telling */
function itemOf(event, ply, telling) {
  const lines = linesOf(event, telling);
  const item = element("li", event.by < 0 ? "chance" : `by-${event.by}`, ...lines.map((line) => {
    const row = button("", "line", () => {});
    row.dataset.ply = String(ply);
    row.dataset.places = line.places.join(" ");
    if (line.who) row.append(element("b", "", line.who), " ");
    row.append(line.words, ...line.notes.map((note) => element("span", "small", note)));
    return row;
  }));
  if (event.note) item.lastElementChild?.append(" ", element("i", "note", event.note));
  return item;
}

/** The lines of an event: who, and what. @param {import("./state.js").Event} event @param {import("./words.js").Telling} telling */
export function linesOf(event, telling) {
  return telling.lines(event.told).map((line) => ({ ...line, who: line.head.seat >= 0 ? telling.seat(line.head.seat) : "" }));
}
