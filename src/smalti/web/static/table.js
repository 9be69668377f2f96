// The table page: binds the state, the drawing, the events and the line to the server.

import { at, drawLook, drawMarks, drawPicture, drawPreview, highlight, idsOf, narrow, offered, part, reveal, zoom } from "./draw.js";
import { entropy } from "./ask.js";
import { focusOn, listen, nearestTo } from "./events.js";
import { newHints } from "./hints.js";
import { fly, pieces, shake } from "./motion.js";
import { button, drawAfter, drawAsk, drawHandOver, drawInvitations, drawLesson, drawLog, drawNotice, drawSeats, fillIn, link, resultOf } from "./rail.js";
import { newReplay } from "./replay.js";
import { showRules } from "./rules.js";
import { invitations, isOn, keepCommitment, keepInvitations, taught, teach } from "./settings.js";
import { Line } from "./socket.js";
import { choicePanels, complete, isDraggable, isMyTurn, isOpen, keepHint, newModel, nextClause, nextIds, pathWith, unpack } from "./state.js";
import { announce, copy, listenToTabs, listenToSwitches, say, watchSheet } from "./page.js";

const place = part("table");
const id = /** @type {string} */ (place.dataset.table);
/** @type {import("./rail.js").Words} */
const words = JSON.parse(part("words").textContent ?? "{}");
const model = newModel();
/** The path of the move that was sent last, for its flight. @type {string[]} */
let sent = [];
/** Whether the keyboard is at work on the picture. */
let byKey = false;
/** Where the keyboard was before the picture changed. @type {{id: string, box: DOMRect|undefined}} */
let lastFocus = { id: "", box: undefined };
/** Whether this browser has added to chance. */
let added = false;
/** What was asked about last. @type {Element|null} */
let asked = null;
/** The table that came last, shown or not yet. @type {import("./state.js").Table|null} */
let received = null;

const look = fetch(`/api/games/${place.dataset.game}/look`).then((answer) => answer.json()).then(drawLook);
const replay = newReplay(id, () => model.table?.log.length ?? 0, showPast);
const line = new Line(id, receive, (online) => {
  model.online = online;
  document.body.classList.toggle("offline", !online);
  part("connection").textContent = online ? "" : words.offline;
});

/** @param {any} message */
function receive(message) {
  if (message.type === "table") {
    if (message.may_add) addToChance();
    received = unpack(message, received);
    return void show(received);
  }
  if (message.type === "where") return places.set(message.ply, message.places), highlight(message.places);
  if (message.type === "hint") return hints.show(message);
  if (message.type === "preparing") return showProgress(message.preparing);
  if (message.type === "people") return showPeople(message);
  if (message.type === "refused") refused(message);
}

/** This browser's own part of chance, once: the secret was drawn before, and its fingerprint came with the table. */
function addToChance() {
  if (added) return;
  added = true;
  line.ask({ type: "add", text: entropy() });
}

/** @param {{id: string|null, words: string, clause: string|null}} message */
function refused(message) {
  if (model.sending !== null && model.sending === message.id) {
    model.sending = null;
    model.picked = [];
    redraw();
  }
  drawNotice(message.words, message.clause, place.dataset.game ?? "");
  shake(asked ?? part("ask"));
  asked = null;
  hints.stop();
}

/** @param {import("./state.js").Table} table */
async function show(table) {
  await look;
  const old = model.table;
  const fresh = !old || table.number !== old.number || table.seat !== old.seat || table.started !== old.started;
  const answered = model.sending === null || !line.unanswered.has(model.sending);
  model.table = table;
  const asBefore = model.sending === null && JSON.stringify(table.choices) === JSON.stringify(old?.choices);
  if (fresh || answered) model.sending = null;
  if (fresh && !asBefore) {
    model.picked = []; // what others choose at the same time does not take the own path away
    model.confirm = false;
  }
  if (fresh) {
    if (old && asBefore) keepHint(model, old.number);
    if (old) tell(old, table);
    if (table.cover && isMyTurn(table) && old?.seat !== table.seat) cover(table);
  }
  replay.grow(model.past === null);
  if (!fresh) return drawRail();
  drawNotice(table.log.slice(old?.log.length ?? Infinity).findLast((entry) => entry.note)?.note ?? "", null, table.game);
  if (model.past) return drawRail();
  draw(sent);
  sent = [];
}

/** The whole page as it stands now. @param {string[]} path what was clicked for it */
function draw(path) {
  const { table, past } = model;
  if (!table) return;
  const active = document.activeElement;
  const [focused, where] = active?.closest(".panel") ? [active.id, active.getBoundingClientRect()] : [lastFocus.id, lastFocus.box];
  const before = model.covered ? null : pieces(); // nobody sees what moves behind the cover
  drawPicture(past ?? table, choicePanels(table, idsOf), !past && (table.over || !table.started));
  drawRail();
  redraw();
  fly(before, path);
  if (byKey) keepFocus(focused, where);
}

/** What can be done on the picture. */
function redraw() {
  drawMarks(model, words.choose);
  drawPreview(model, null);
  part("send").hidden = !model.confirm;
  reveal();
}

/** Focus stays on the picture while the keyboard plays: on the same element, else on the nearest that may be chosen. @param {string} was @param {DOMRect} [where] */
function keepFocus(was, where = at(was)?.getBoundingClientRect()) {
  const active = document.activeElement;
  if (active && active !== document.body && active !== part("board") && !active.closest(".panel")) return;
  const there = at(was);
  const target = there?.classList.contains("can") ? there : nearestTo(offered(), where);
  if (target) focusOn(target);
  else part("board").focus({ preventScroll: true });
}

function drawRail() {
  const { table, past } = model;
  if (!table) return;
  drawAsk(model, words);
  hints.draw();
  drawSeats(model, words);
  drawLog(table, past ? past.ply : null, words);
  drawInvitations(table, words, copy, renew);
  drawHandOver(table, words, handOver);
  drawAfter(table, words, deeds(table));
  drawLessonNow();
  part("continue").hidden = !table.mine.length && !table.over;
  part("watching").textContent = table.watching ? fillIn(words.watching, { count: table.watching }) : "";
  part("commitment").textContent = table.commitment;
  keepCommitment(id, table.commitment);
  document.title = `${isMyTurn(table) ? `● ${words.your_turn} · ` : ""}${words.title} · Smalti`;
}

/** What happened, for ears and for those who look elsewhere. @param {import("./state.js").Table} old @param {import("./state.js").Table} table */
function tell(old, table) {
  const news = table.log.slice(old.log.length).slice(-3).map((entry) => `${entry.by >= 0 ? `${table.seats[entry.by].name} ` : ""}${entry.words} ${entry.note}`.trim());
  if (table.over && !old.over) news.push(resultOf(table, words));
  else if (isMyTurn(table)) news.push(table.ask);
  say(news.join(" · "));
  if (isMyTurn(table) && !isMyTurn(old)) announce(words.your_turn, `${words.title}: ${table.ask}`);
  if (table.number !== old.number && isOn("help")) teach(table.game, lesson ? [lesson] : []);
}

// Choosing

/** One more click on the path of a move. @param {string} id */
function pick(id) {
  drawNotice("", null, "");
  const path = pathWith(model, id);
  if (!path) return refuse(id);
  model.picked = path;
  const choice = complete(model);
  model.confirm = choice !== null && isOn("confirm");
  if (choice && !model.confirm) send(choice);
  lastFocus = { id, box: at(id)?.getBoundingClientRect() };
  const key = byKey && document.activeElement?.closest(".panel, #choices, #board");
  redraw();
  drawAsk(model, words);
  if (model.confirm) part("send").focus();
  else if (key) keepFocus(id);
}

/** @param {import("./state.js").Choice} choice */
function send(choice) {
  if (!model.table) return;
  const { number, seat } = model.table;
  sent = model.picked;
  model.confirm = false;
  model.hint = null;
  model.sending = line.ask({ type: "move", number, seat, move: choice.move });
}

/** @param {string} id */
function refuse(id) {
  if (!isOpen(model) || !model.table) return;
  asked = at(id);
  line.tell({ type: "why", seat: model.table.seat, path: [...model.picked, id] });
}

function stepBack() {
  if (model.sending || model.picked.length === 0) return;
  const was = model.picked.at(-1) ?? "";
  model.picked = model.picked.slice(0, -1);
  model.confirm = false;
  redraw();
  const there = at(was);
  if (byKey && there?.classList.contains("can")) focusOn(there);
}

listen({
  next: () => nextIds(model),
  canDrag: (id) => isDraggable(model, id),
  pick,
  drop: (id) => (id && nextIds(model).has(id) ? pick(id) : stepBack()),
  preview: (id) => (model.past ? undefined : drawPreview(model, id)),
  back: () => (model.past ? replay.jump(Infinity) : stepBack()),
});
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);
part("back").addEventListener("click", stepBack);
part("send").addEventListener("click", () => {
  const choice = complete(model);
  if (!choice || !isOpen(model)) return;
  send(choice);
  redraw();
});
part("undo").addEventListener("click", () => {
  const table = model.table;
  if (table && table.undo_seat !== null) line.ask({ type: "undo", seat: table.undo_seat, number: table.number });
});
narrow.addEventListener("change", () => {
  for (const details of part("seats").querySelectorAll("details")) details.open &&= !narrow.matches;
  draw([]);
});
addEventListener("resize", () => drawMarks(model, words.choose));
part("zoom").addEventListener("click", zoom);

// Hints and lessons

const hints = newHints(model, words, (message) => line.tell(message), () => {
  redraw();
  drawAsk(model, words);
});

/** The clause on the card. */
let lesson = "";

function drawLessonNow() {
  const { table, past } = model;
  if (!table) return;
  const clause = isOn("help") && !past && isMyTurn(table) ? nextClause(table, taught(table.game)) : null;
  lesson = clause?.clause ?? "";
  drawLesson(clause, table.game, words);
}

part("lesson-ok").addEventListener("click", () => {
  teach(place.dataset.game ?? "", [lesson]);
  drawLessonNow();
  if (part("lesson").hidden) keepFocus("");
});

// Several people

/** Hides the table until the next person holds the screen. @param {import("./state.js").Table} table */
function cover(table) {
  const dialog = /** @type {HTMLDialogElement} */ (part("cover"));
  model.covered = true;
  part("cover-words").textContent = fillIn(words.hand_screen, { name: table.seats[table.seat].name });
  part("cover-ok").textContent = fillIn(words.i_am, { name: table.seats[table.seat].name });
  if (!dialog.open) dialog.showModal();
}
part("cover").addEventListener("cancel", (event) => event.preventDefault());
part("cover-ok").addEventListener("click", () => {
  /** @type {HTMLDialogElement} */ (part("cover")).close();
  model.covered = false;
  redraw();
});

/** How far the compiler is with the bots. @param {import("./state.js").Progress|null} progress */
function showProgress(progress) {
  if (!model.table || JSON.stringify(model.table.preparing) === JSON.stringify(progress)) return;
  model.table.preparing = progress;
  drawRail();
}

/** @param {{here: number[], watching: number}} people */
function showPeople(people) {
  if (!model.table) return;
  for (const seat of model.table.seats) seat.here = people.here.includes(seat.seat);
  model.table.watching = people.watching;
  drawRail();
}

/** @param {number} seat @param {string|null} bot */
function handOver(seat, bot) {
  post(`/api/tables/${id}/seat`, { seat, bot });
}

/** A new link for a seat whose link was lost. @param {number} seat */
async function renew(seat) {
  const made = await post(`/api/tables/${id}/invitation`, { seat });
  if (!made) return;
  keepInvitations(id, { ...invitations(id), [seat]: made.link });
  drawRail();
}

// Log, scores and replay

/** The places of the lines that were looked at. @type {Map<number, string[]>} */
const places = new Map();

/** @param {Event} event */
function lookAt(event) {
  const row = event.target instanceof Element ? event.target.closest(".line") : null;
  if (!(row instanceof HTMLElement)) return;
  if (row.dataset.places !== undefined) return highlight(row.dataset.places.split(" ").filter(Boolean));
  const ply = Number(row.dataset.ply);
  const known = places.get(ply);
  if (known && ply < (model.table?.log.length ?? 0) - 4) highlight(known);
  else line.tell({ type: "where", ply });
}
for (const holder of [part("log"), part("seats"), part("advice")]) {
  holder.addEventListener("pointerover", lookAt);
  holder.addEventListener("focusin", lookAt);
  for (const leaving of ["pointerleave", "focusout"]) holder.addEventListener(leaving, () => highlight([]));
}
part("log").addEventListener("click", (event) => {
  const row = event.target instanceof Element ? event.target.closest(".line") : null;
  if (row instanceof HTMLElement) replay.jump(Number(row.dataset.ply));
});

/** @param {import("./state.js").Past|null} past */
function showPast(past) {
  if (past === null && model.past === null) return;
  model.past = past;
  model.picked = [];
  document.body.classList.toggle("replaying", past !== null);
  draw([]);
}

for (const [name, bots] of /** @type {[string, string|null][]} */ ([["branch", null], ["branch-bots", words.bot_name]])) {
  part(name).addEventListener("click", () => post(`/api/tables/${id}/branch`, { ply: replay.ply(), bots }).then(go));
}

/** What can be done after the game. @param {import("./state.js").Table} table @returns {Node[]} */
function deeds(table) {
  if (!table.over) return [];
  const name = `${table.game}-${table.table}`;
  const address = button(words.copy_link, "", () => copy(location.href, address));
  return [
    button(words.again, "primary", () => post(`/api/tables/${id}/again`, {}).then(go)),
    button(words.same_deal, "", () => post(`/api/tables/${id}/again?same_deal=true`, {}).then(go)),
    address,
    link(words.record, `/api/tables/${id}/record`, `${name}.json`),
    link(words.check, `/chance?table=${id}`),
    link(words.picture, `/api/tables/${id}/picture.svg`, `${name}.svg`),
  ];
}

/** @param {any} made */
function go(made) {
  if (!made) return;
  if (made.invitations && Object.keys(made.invitations).length) keepInvitations(made.table, made.invitations);
  location.href = `/table/${made.table}`;
}

/** @param {string} address @param {any} body */
async function post(address, body) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const said = await answer.json();
    if (answer.ok) return said;
    drawNotice(said.words ?? words.failed, null, "");
  } catch {
    drawNotice(words.failed, null, "");
  }
  return null;
}

watchSheet();
const openDrawer = listenToTabs((name) => name === "rules" && showRules(place.dataset.game ?? ""));
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.clause, .beside a[href^='#']") : null;
  const clause = link?.getAttribute("href")?.split("#clause-")[1];
  if (!clause || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openDrawer("rules");
  showRules(place.dataset.game ?? "", clause);
});
listenToSwitches(() => {
  drawLessonNow();
  if (!isOn("confirm") && model.confirm) stepBack();
});
