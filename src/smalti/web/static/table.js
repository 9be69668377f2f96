// The table page: binds the state, the drawing and the line to the server.

import { drawChoices, drawLog, drawLook, drawPanels, drawPreview, drawSeats, part } from "./draw.js";
import { Line } from "./socket.js";
import { after, complete, newModel, nextIds } from "./state.js";

const place = part("table");
const words = JSON.parse(part("words").textContent ?? "{}");
const model = newModel();
const still = matchMedia("(prefers-reduced-motion: reduce)");

const look = fetch(`/api/games/${place.dataset.game}/look`).then((answer) => answer.json()).then(drawLook);
const line = new Line(/** @type {string} */ (place.dataset.table), receive, (online) => {
  model.online = online;
  document.body.classList.toggle("offline", !online);
  if (!online) notice(words.offline);
  else if (part("notice").textContent === words.offline) notice("");
});

/** @param {any} message */
function receive(message) {
  if (message.type === "table") return show(message);
  if (message.type === "refused") {
    model.sending = null;
    model.picked = [];
    notice(message.words);
    drawChoices(model);
    shake();
  }
}

/** @param {import("./state.js").Table} table */
async function show(table) {
  await look;
  const fresh = model.table === null || table.number !== model.table.number || table.seat !== model.table.seat;
  if (fresh) {
    model.picked = [];
    model.sending = null;
  }
  model.table = table;
  if (model.shown !== null) return drawRail(table);
  const draw = () => {
    drawPanels(table.panels);
    drawRail(table);
  };
  if (fresh && document.startViewTransition && !still.matches) {
    document.startViewTransition(draw).ready.catch(() => {}); // a newer picture came first
  }
  else draw();
}

/** @param {import("./state.js").Table} table */
function drawRail(table) {
  part("ask").textContent = table.ask;
  part("undo").hidden = !table.can_undo;
  drawSeats(table, words);
  drawLog(table);
  drawAfter(table);
  drawChoices(model);
  drawPreview(model, null);
  const slider = /** @type {HTMLInputElement} */ (part("slider"));
  slider.max = String(table.log.length);
  if (model.shown === null) slider.value = slider.max;
  const mine = table.acting.some((seat) => table.mine.includes(seat)) && !table.over;
  document.title = `${mine ? `${words.your_turn} · ` : ""}${words.title} · Smalti`;
}

/** One more click on the path of a move. @param {string} id */
function pick(id) {
  notice("");
  if (!nextIds(model).has(id)) return refuse(id);
  model.picked = [...model.picked, id];
  const choice = complete(model);
  if (choice) send(choice);
  drawChoices(model);
  drawPreview(model, null);
}

/** @param {import("./state.js").Choice} choice */
function send(choice) {
  if (!model.table) return;
  const { number, seat } = model.table;
  model.sending = line.ask({ type: "move", number, seat, move: choice.move });
}

/** @param {string} id */
function refuse(id) {
  if (model.table?.choices.length && !model.sending) {
    line.ask({ type: "why", seat: model.table.seat, path: [...model.picked, id] });
  }
}

function stepBack() {
  model.picked = model.picked.slice(0, -1);
  drawChoices(model);
  drawPreview(model, null);
}

/** @param {string} text */
function notice(text) {
  part("notice").textContent = text;
}

function shake() {
  if (!still.matches) part("board").animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], 180);
}

/** @param {EventTarget|null} target @returns {string|null} the id of the element of the picture that was meant */
function idAt(target) {
  const next = nextIds(model);
  let element = target instanceof Element ? target : null;
  let named = null;
  while (element && element.id !== "board") {
    if (next.has(element.id)) return element.id;
    if (!named && element.id && !element.id.startsWith("panel-of-")) named = element.id;
    element = element.parentElement;
  }
  return named;
}

const board = part("board");
let pressed = "";
board.addEventListener("pointerdown", (event) => {
  pressed = idAt(event.target) ?? "";
});
board.addEventListener("pointerup", (event) => {
  // A drag is a path of two: press on one element, let go on another.
  const released = idAt(document.elementFromPoint(event.clientX, event.clientY));
  if (pressed && released && released !== pressed && nextIds(model).has(pressed)) {
    pick(pressed);
    if (nextIds(model).has(released)) pick(released);
    pressed = "dragged";
  }
});
board.addEventListener("click", (event) => {
  if (pressed === "dragged") return;
  const id = idAt(event.target);
  if (id) pick(id);
});
board.addEventListener("pointerover", (event) => preview(event.target));
board.addEventListener("focusin", (event) => preview(event.target));
board.addEventListener("pointerleave", () => drawPreview(model, null));

/** @param {EventTarget|null} target */
function preview(target) {
  const id = idAt(target);
  if (id && nextIds(model).has(id) && after(model, id).length) drawPreview(model, id);
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") stepBack();
  const focused = document.activeElement;
  if (!(focused instanceof SVGElement) || !focused.classList.contains("can")) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const id = focused.id;
    pick(id);
    refocus();
  }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way) {
    event.preventDefault();
    nearest(focused, way[0], way[1])?.focus();
  }
});

/** The nearest element that may be clicked in a direction. @param {SVGElement} from @param {number} dx @param {number} dy */
function nearest(from, dx, dy) {
  const middle = centre(from);
  let best = null;
  let least = Infinity;
  for (const one of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(".can"))) {
    const [x, y] = centre(one);
    const along = (x - middle[0]) * dx + (y - middle[1]) * dy;
    const aside = Math.abs((x - middle[0]) * dy) + Math.abs((y - middle[1]) * dx);
    if (along > 2 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = one;
    }
  }
  return best;
}

/** @param {Element} element @returns {[number, number]} */
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function refocus() {
  /** @type {SVGElement|null} */ (board.querySelector(".can"))?.focus();
}

part("back").addEventListener("click", stepBack);
part("undo").addEventListener("click", () => {
  const seat = model.table?.mine[0];
  if (seat !== undefined) line.ask({ type: "undo", seat: model.table?.seat ?? seat });
});
part("seats").addEventListener("click", async (event) => {
  const button = event.target instanceof HTMLElement ? event.target.closest(".hand-over") : null;
  if (!(button instanceof HTMLElement)) return;
  await post(`/api/tables/${place.dataset.table}/seat`, { seat: Number(button.dataset.seat), bot: button.dataset.bot || null });
});

const slider = /** @type {HTMLInputElement} */ (part("slider"));
slider.addEventListener("input", () => replay(Number(slider.value)));
part("branch").addEventListener("click", async () => {
  const made = await post(`/api/tables/${place.dataset.table}/branch`, { ply: Number(slider.value) });
  if (made) location.href = `/table/${made.table}`;
});

/** @param {number} ply */
async function replay(ply) {
  if (!model.table) return;
  if (ply === model.table.log.length) {
    model.shown = null;
    drawPanels(model.table.panels);
    drawChoices(model);
    return;
  }
  model.shown = ply;
  const answer = await fetch(`/api/tables/${place.dataset.table}/at/${ply}`);
  const picture = await answer.json();
  if (model.shown === ply) drawPanels(picture.panels);
}

/** @param {import("./state.js").Table} table */
function drawAfter(table) {
  const after = part("after");
  if (!table.over || !after.hidden) return;
  after.hidden = false;
  after.append(
    action(words.again, () => post(`/api/tables/${table.table}/again`, {}).then(go)),
    action(words.same_deal, () => post(`/api/tables/${table.table}/again?same_deal=true`, {}).then(go)),
    link(words.record, `/api/tables/${table.table}/record`, `${table.game}-${table.table}.json`),
    link(words.picture, `/api/tables/${table.table}/picture.svg`, `${table.game}-${table.table}.svg`),
  );
}

/** @param {any} made */
function go(made) {
  if (made) location.href = `/table/${made.table}`;
}

/** @param {string} text @param {() => void} run */
function action(text, run) {
  const button = document.createElement("button");
  button.textContent = text;
  button.addEventListener("click", run);
  return button;
}

/** @param {string} text @param {string} href @param {string} name */
function link(text, href, name) {
  const anchor = document.createElement("a");
  anchor.textContent = text;
  anchor.href = href;
  anchor.download = name;
  return anchor;
}

/** @param {string} address @param {any} body */
async function post(address, body) {
  const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (answer.ok) return said;
  notice(said.words ?? words.failed);
  return null;
}
