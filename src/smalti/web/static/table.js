// The table page: binds what the page knows, the board, the rail and the connection to the server.

import { nextAt } from "./next.js";
import { isOn, keepCommitment } from "./settings.js";
import { drawAway } from "./table/away.js";
import { Board, catalogueOf } from "./table/board.js";
import { NONE } from "./table/catalogue.js";
import { newCover } from "./table/cover.js";
import { focusOn, listen } from "./table/events.js";
import { newGuard } from "./table/guard.js";
import { newFollowing } from "./table/following.js";
import { newHints } from "./table/hints.js";
import { newKeyboard } from "./table/keyboard.js";
import { late } from "./table/late.js";
import { drawLog, forgetLog, listenToLines } from "./table/log.js";
import { shake } from "./table/motion.js";
import { Notes } from "./table/notes.js";
import { spoken } from "./table/news.js";
import { newOrders } from "./table/orders.js";
import { announce, copy, listenToSwitches, listenToTabs, say } from "./table/page.js";
import { keepControls } from "./table/phone.js";
import { askOf, button, drawAfter, drawAsk, drawInvitations, drawNotice, drawSeats, fillIn } from "./table/rail.js";
import { newReplay } from "./table/replay.js";
import { drawRematch } from "./table/rematch.js";
import { change } from "./table/rows.js";
import { listenToClauses, showRules } from "./table/rules.js";
import { sure } from "./sure.js";
import { Connection } from "./table/socket.js";
import { complete, isBetweenPeople, isDraggable, isMyTurn, isOpen, keepHint, newModel, newsOf, nextPlaces, pathWith, unpack } from "./table/state.js";
import { isFitted, narrow, part } from "./table/svg.js";
import { newThinking } from "./table/thinking.js";
import { newTips } from "./table/tips.js";
import { tieOf } from "./table/verdict.js";

/** @typedef {import("./table/state.js").Table} Table */

const place = part("table");
/** Whether this table is in this browser alone. */
const isHere = place.dataset.plays !== undefined;
/** What only tables without a server need. */
const alone = isHere ? await import("./table/local.js") : null;
const studied = place.dataset.study === undefined ? null : await import("./table/study.js");
const id = alone ? alone.addressed().id : /** @type {string} */ (place.dataset.table);
const game = place.dataset.game ?? "";
const next = isHere || !id ? null : nextAt(id);
/** @type {import("./table/rail.js").Words} */
const words = JSON.parse(part("words").textContent ?? "{}");
const model = newModel();
/** A catalogue that did not come is asked for again after this time. */
const CATALOGUE_MS = 1000;
/** What was asked about last. @type {Element|null} */
let asked = null;
/** The table that came last, shown or not yet. @type {Table|null} */
let received = null;

const guard = newGuard(() => model.picked);
const shown = () => model.table?.log.length ?? 0;
const replay = newReplay((ply) => study?.go(ply) ?? connection.past(ply), () => model.table?.study?.all ?? shown(), showPast, shown);
/** A guided first game or a puzzle stands in the place of the connection. */
const lesson = id || isHere ? null : await taught();

/** Whoever teaches here. */
async function taught() {
  const { puzzle } = place.dataset;
  if (puzzle !== undefined) {
    const { Puzzle, ServedQuestion } = await import("./table/puzzle.js");
    return new Puzzle(puzzle ? new ServedQuestion(puzzle) : new (await import("./local/puzzles.js")).LocalQuestion(game, words), game, words, receive);
  }
  return new (await import("./table/lesson.js")).Lesson(game, words, receive);
}

/** @param {boolean} online */
const showState = (online) => {
  model.online = online;
  board.foresight.forget(); // what was asked may never be answered
  document.body.classList.toggle("offline", !online);
  if (online) talk.now?.open(); // whoever comes back has missed what was said
  showConnection();
};
const local = alone && new (studied?.StudyConnection ?? alone.LocalConnection)(game, words, receive, showState);
const connection = lesson ?? local ?? new Connection(id, receive, showState, newThinking(game));
const study = studied && local instanceof studied.StudyConnection ? studied.newStudy(game, words, local, () => board) : null;
const orders = study?.orders ?? (alone && local ? alone.newLocalOrders(game, words, local) : newOrders(id, words));
const following = newFollowing(model, words, (ply) => connection.past(ply), () => {
  if (model.past) showPast(null);
  if (narrow.matches) openDrawer(null);
}, (ply) => replay.watch(ply));
/** Between people one may decide early; what that needs is loaded where they sit. @type {ReturnType<typeof import("./table/ahead.js").newAhead>|null} */
let ahead = null;
const openAhead = () => import("./table/ahead.js").then(({ newAhead }) => {
  ahead ??= newAhead(id, model, words, () => {
    board.foresight.forget(); // the same moves may do something else now
    if (received) model.table = ahead?.over(received) ?? received;
    draw(null, true);
  });
  if (received) ahead.follow(received);
  drawRail();
});
/** What is asked while a turn is prepared is asked about that. @param {any} message */
const ask = (message) => connection.tell(ahead?.asked(message) ?? message);
const board = new Board(model, words, ask, { ...following, counted: () => {
  drawScores();
  lesson?.draw(model, board.stage); // what is meant lies where it belongs now
} });
following.of(board);
/** A game is looked at together when it is over. */
const together = late(() => import("./table/together.js").then(({ newTogether }) =>
  newTogether(model, words, (message) => connection.tell(message), (ply) => replay.jump(ply), board)));
/** How the game changed ratings, and whom one may follow: asked for once, when it is over. */
const company = late(() => import("./table/company.js").then(({ openCompany }) => openCompany(id, showConnection)));
/** Several people talk. */
const talk = late(() => import("./table/talk.js").then(({ newTalk }) =>
  newTalk(model, id, (message) => connection.tell(message), (message) => connection.ask(message))));

/** @param {any} message */
function receive(message) {
  if (message.type === "table") return void take(message);
  if (message.type === "foreseen") return board.foreseen(message);
  if (message.type === "hint") return hints.show(message);
  if (message.type === "lines") return study?.show(message);
  if (message.type === "preparing") return showProgress(message.preparing);
  if (message.type === "people") return showPeople(message);
  if (message.type === "together") return void together.open().then((one) => one.show(message));
  if (message.type === "talk") return talk.now?.show(message);
  if (talk.now?.answered(message)) return;
  if (message.type === "trouble") return showConnection(message.words);
  if (message.id) showConnection(message.type === "unknown" ? message.words : "");
  if (message.type === "refused") refused(message);
}

/** What keeps a move from being answered, if something does. @param {string} unknown why nobody knows yet whether it is stored */
function showConnection(unknown = "") {
  part("connection").textContent = model.online || local ? unknown : words.offline;
}

/** @param {any} message */
async function take(message) {
  const catalogue = await catalogueOf(message.catalogue).catch(() => null);
  if (!catalogue) return void setTimeout(() => connection.tell({ type: "whole" }), CATALOGUE_MS);
  const table = unpack(message, received, (pieces, told) => {
    const after = new Map(pieces);
    for (const row of told) change(after, row, catalogue.kinds.get(row.kind)?.effect);
    return after;
  });
  if (!table) return connection.tell({ type: "whole" });
  received = table;
  show(table, catalogue);
}

/** @param {{id: string|null, words: string, clause: string|null}} message */
function refused(message) {
  if (model.sending !== null && model.sending === message.id) {
    model.sending = null;
    model.picked = [];
    board.mark();
  }
  drawNotice(message.words, message.clause, game);
  shake(asked ?? part("ask"));
  asked = null;
  following.notice("no");
  hints.stop();
}

/** @param {Table} now @param {import("./table/catalogue.js").Catalogue} catalogue */
function show(now, catalogue) {
  const old = model.table;
  next?.follow(now);
  if (ahead) ahead.follow(now);
  else if (next && isBetweenPeople(now)) void openAhead();
  const table = ahead?.over(now) ?? now;
  const fresh = !old || table.number !== old.number || table.seat !== old.seat || table.started !== old.started || table.catalogue !== old.catalogue;
  const answered = model.sending === null || !connection.unanswered.has(model.sending);
  const asBefore = model.sending === null && JSON.stringify(table.paths) === JSON.stringify(old?.paths);
  model.table = table;
  if (board.tellBy(catalogue, table)) forgetLog();
  if (fresh || answered) model.sending = null;
  if (fresh && !asBefore) {
    guard.change(performance.now());
    model.picked = []; // what others choose at the same time does not take the own path away
    model.confirm = false;
  }
  const news = newsOf(old, table);
  if (fresh) {
    if (old && asBefore) keepHint(model, old.number);
    if (old) tell(old, table, news ?? []);
    model.covered ||= table.cover && isMyTurn(table) && old?.seat !== table.seat;
  }
  replay.grow(model.past === null);
  following.grow(table, old, news);
  if (fresh) drawNotice((old && news?.findLast((event) => event.note)?.note) ?? "", null, game);
  if (fresh && !model.past && !model.covered) draw(ahead?.isOpen ? null : (news?.flatMap((event) => event.told) ?? null), old !== null);
  else drawRail();
  if (!old && !local && /^#\d+$/.test(location.hash)) replay.jump(Number(location.hash.slice(1))); // a link to a point of the game
  if (model.covered) cover(table, fresh); // last: opening a dialog lays the page out
}

/** The whole page as it stands now. @param {import("./table/rows.js").Happening[]|null} told what happened, if that is known @param {boolean} slides whether pieces that lie elsewhere than before are seen to go there */
function draw(told, slides) {
  if (!model.table) return;
  const focus = keyboard.now();
  drawRail();
  board.draw(told, slides);
  board.highlight((!model.past && ahead?.places) || [], "prepared");
  if (keyboard.isUsed) keyboard.keep(focus.place, focus.box);
}

/** @param {number|null} place @returns {SVGGraphicsElement|null} */
const at = (place) => (place === null ? null : (board.stage?.spots.get(place) ?? null));
const keyboard = newKeyboard(at);

function drawScores() {
  if (board.telling) drawSeats(model, board.telling, words, board.scores);
}

function drawQuestion() {
  if (board.telling) drawAsk(model, board.telling, words);
  lesson?.draw(model, board.stage);
}

function drawRail() {
  const { table, past } = model;
  if (!table || !board.telling) return;
  drawQuestion();
  ahead?.draw();
  hints.draw();
  drawScores();
  drawLog(table, past ? past.ply : null, board.telling, words);
  study?.draw(table);
  drawInvitations(id, table, words, copy, (seat) => orders.renew(seat).then(drawRail), (seat) => void orders.fill(seat));
  drawAway(table, words, orders);
  drawAfter(table, () => [...orders.after(table), button(words.ceremony, "", () => void following.end(true))], words);
  drawRematch(table, words, orders.again, orders.decline);
  if (table.over && !local && !lesson) void together.open().then((one) => one.draw());
  if (table.over && place.dataset.company) void company.open();
  if (table.talk && place.dataset.talks) void talk.open().then((one) => one.at(table.over || Boolean(table.ended)));
  if (table.over && !part("verdict").childElementCount) part("verdict").append(...tieOf(table, board.telling, words));
  if (!lesson && !study) tips.draw(board.telling.catalogue);
  part("continue").hidden = table.challenge || (!table.mine.length && !table.over && !local);
  part("watching").textContent = table.watching ? fillIn(words.watching, { count: table.watching }) : "";
  part("commitment").textContent = table.commitment;
  keepCommitment(id, table.commitment);
  document.title = `${isMyTurn(table) ? `● ${words.your_turn} · ` : ""}${words.title} · Smalti`;
}

/** What happened, for ears and for those who look elsewhere. @param {Table} old @param {Table} table @param {import("./table/state.js").Event[]} events */
function tell(old, table, events) {
  if (!board.telling) return;
  say(spoken(old, table, events, board.telling, words));
  if (isMyTurn(table) && !isMyTurn(old)) announce(words.your_turn, `${words.title}: ${askOf(table, [], board.telling)}`);
  if (table.number !== old.number) tips.passed();
}

// Choosing

/** One more click on the path of a move. @param {number} place @param {boolean} [isDropped] nobody lets go by accident */
function pick(place, isDropped = false) {
  if (together.now?.point(place)) return;
  drawNotice("", null, "");
  board.motion.settle();
  const path = pathWith(model, place);
  if (!path) return refuse(place);
  model.picked = path;
  const move = complete(model);
  model.confirm = move !== null && isOn("confirm") && !isDropped && !lesson && !study?.isPlacing && !board.stage?.graveAt(place);
  keyboard.chose(place);
  if (move !== null && !model.confirm) send(move);
  board.pointed = null;
  if (model.sending) return board.hold(place, drawQuestion);
  const key = keyboard.isUsed && document.activeElement?.closest(".panel, #board");
  board.mark();
  drawQuestion();
  if (model.confirm && keyboard.isUsed) part("send").focus();
  else if (key) keyboard.keep(place);
}

/** A move, after a nod if it cannot be taken back. @param {number} move */
async function send(move) {
  if (ahead?.isOpen) return ahead.add(move);
  const grave = board.stage?.graveAt(model.picked.at(-1) ?? NONE);
  if (grave && !(await sure(grave.question, grave.deed))) return stepBack();
  if (!model.table || complete(model) !== move || model.sending) return;
  const { number, seat } = model.table;
  model.confirm = false;
  model.hint = null;
  model.sending = connection.ask({ type: "move", number, seat, move });
  if (grave) board.mark();
}

/** @param {number} place */
function refuse(place) {
  if (!isOpen(model) || !model.table) return;
  asked = board.stage?.at(place).at(-1)?.element ?? at(place);
  ask({ type: "why", seat: model.table.seat, path: [...model.picked, place] });
}

function stepBack() {
  const was = model.picked.at(-1);
  if (model.sending || was === undefined) return;
  model.picked = model.picked.slice(0, -1);
  model.confirm = false;
  board.pointed = null;
  board.mark();
  drawQuestion();
  const there = at(was);
  if (keyboard.isUsed && there?.classList.contains("can")) focusOn(there);
}

listen({
  next: () => nextPlaces(model),
  canDrag: (place) => isDraggable(model, place),
  carry: (place) => (board.stage?.at(place) ?? []).flatMap((one) => one.element ?? []),
  pick,
  drop: (place) => (place !== null && nextPlaces(model).has(place) ? pick(place, true) : stepBack()),
  preview: (place) => place !== board.pointed && board.preview(place),
  enlarge: (event) => board.enlarge(event),
  back: () => (model.past ? replay.jump(Infinity) : stepBack()),
});
addEventListener("pointerdown", () => board.motion.settle(), true);
part("back").addEventListener("click", stepBack);
part("send").addEventListener("click", () => {
  const move = complete(model);
  if (move === null || !isOpen(model)) return;
  send(move);
  board.mark();
});
part("undo").addEventListener("click", () => {
  const table = model.table;
  if (table && table.undo_seat !== null) connection.ask({ type: "undo", seat: table.undo_seat, number: table.number });
});
narrow.addEventListener("change", () => {
  for (const details of part("seats").querySelectorAll("details")) details.open &&= !narrow.matches;
  draw(null, false);
});
addEventListener("resize", () => isFitted() || board.mark());
part("zoom").addEventListener("click", () => board.zoom());

const hints = newHints(model, words, (message) => connection.tell(message), () => {
  board.mark();
  drawQuestion();
});

const tips = newTips(model, game, words, () => keyboard.keep(null));

// Several people

const cover = newCover(words, () => draw(null, false), () => {
  model.covered = false;
  board.mark();
});

/** How far the compiler is with the bots. @param {import("./table/state.js").Progress|null} progress */
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

// Log, scores and replay

listenToLines((places) => board.highlight(places), (ply) => replay.jump(ply));

/** A point of the game; one step on is seen to happen. @param {import("./table/state.js").Past|null} past */
function showPast(past) {
  const { table } = model;
  if (!table || (past === null && model.past === null)) return;
  const [from, to] = [model.past?.ply ?? table.log.length, past?.ply ?? table.log.length];
  model.past = past;
  model.picked = [];
  document.body.classList.toggle("replaying", past !== null);
  draw(to === from + 1 ? table.log[from].told : null, true);
  together.now?.moved(to);
}

for (const [name, bots] of /** @type {[string, string|null][]} */ ([["branch", null], ["branch-bots", words.bot_name]])) {
  part(name).addEventListener("click", () => orders.branch(replay.ply(), bots));
}

keepControls();
board.watch(() => lesson?.draw(model, board.stage)); // its arrow follows
new Notes(() => board.stage, words);
const openDrawer = listenToTabs((name) => name === "rules" && showRules(game));
listenToClauses(game, openDrawer);
listenToSwitches(() => {
  drawRail();
  if (!isOn("confirm") && model.confirm) stepBack();
});
