// Draws what stands beside the board: players, question, and what can be done after the game.

import { rulesPage } from "../places.js";
import { invitations } from "../settings.js";
import { count } from "./motion.js";
import { resultOf } from "./verdict.js";
import { clauseOf, hintNow, isMyTurn, questionOf, standings } from "./state.js";
import { narrow, part, svg } from "./svg.js";
import { elided } from "./words.js";

/** @typedef {Record<string, string>} Words */

/** @param {string} name @param {string} style @param {...(string|Node)} inside @returns {HTMLElement} */
export function element(name, style, ...inside) {
  const made = document.createElement(name);
  if (style) made.className = style;
  made.append(...inside);
  return made;
}

/** @param {string} text @param {Record<string, string|number>} facts */
export function fillIn(text, facts) {
  return text.replace(/(\b(?:de|que) )?\{(\w+)\}/gi, (whole, word, name) => (name in facts ? elided(word ?? "", String(facts[name])) : whole));
}

/** How far the compiler is, in steps and percent. @param {import("./state.js").Progress} progress */
export function progressOf({ done, of }) {
  return { done, of, percent: Math.round((100 * done) / of) };
}

/** @param {string} text @param {string} style @param {() => void} run */
export function button(text, style, run) {
  const made = /** @type {HTMLButtonElement} */ (element("button", style, text));
  made.type = "button";
  made.addEventListener("click", run);
  return made;
}

/** A clause of the rules. @param {string} game @param {string} clause @param {string} text */
export function clauseLink(game, clause, text) {
  const link = /** @type {HTMLAnchorElement} */ (element("a", "clause", text));
  link.href = `${rulesPage(game)}#clause-${clause}`;
  link.target = "_blank";
  return link;
}

// Players

/**
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./state.js").Seat} Seat
 * @typedef {import("./words.js").Telling} Telling
 */

/** Players, with their points and how they come about. @param {Model} model @param {Telling} telling @param {Words} words @param {number[]} scores as far as they were shown to come about */
export function drawSeats(model, telling, words, scores) {
  const { table, past } = model;
  if (!table) return;
  const holder = part("seats");
  while (holder.children.length > table.seats.length) holder.lastElementChild?.remove();
  for (const seat of past || !table.over ? table.seats : standings(table)) {
    let item = /** @type {HTMLElement|null} */ (holder.querySelector(`.seat-${seat.seat}`));
    if (!item) holder.append((item = newSeat(seat.seat, telling.catalogue.emblems[seat.seat] ?? [])));
    else if (table.over && !past) holder.append(item);
    drawSeat(item, seat, model, words);
    count(/** @type {HTMLElement} */ (item.querySelector(".score")), scores[seat.seat]);
    drawDerivation(/** @type {HTMLElement} */ (item.querySelector(".derivation")), (past ?? table).earns[seat.seat] ?? [], telling, words);
  }
}

/** @param {number} seat @param {string[]} emblem the symbols it plays with; without any it has a sign of its own */
function newSeat(seat, emblem) {
  const figures = emblem.map((id) => svg("svg", { class: "smalti figure", "aria-hidden": "true" }, svg("use", { href: `#${id}`, width: "100%", height: "100%" })));
  const sign = figures.length ? figures : [element("i", `sign sign-${seat}`)];
  const head = element("summary", "", element("span", "emblem", ...sign), element("span", "who"), element("span", "state"), element("span", "clock"), element("span", "score"));
  return element("li", `seat seat-${seat}`, element("details", "", head, element("div", "derivation")));
}

/** @param {HTMLElement} item @param {Seat} seat @param {Model} model @param {Words} words */
function drawSeat(item, seat, model, words) {
  const table = /** @type {Table} */ (model.table);
  const acting = table.acting.includes(seat.seat) && !table.over && !model.past;
  item.classList.toggle("acting", acting);
  item.classList.toggle("waiting", acting && (seat.bot !== null || !seat.mine));
  const isWinner = table.winners.includes(seat.seat) && !model.past;
  item.classList.toggle("winner", isWinner);
  item.classList.toggle("mine", seat.mine);
  item.classList.toggle("away", !seat.bot && !seat.here && !seat.invited);
  write(item.querySelector(".who"), seat.name);
  write(item.querySelector(".state"), stateOf(table, seat, acting, isWinner, words));
}

/** @param {Element|null} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {Table} table @param {Seat} seat @param {boolean} acting @param {boolean} isWinner @param {Words} words */
function stateOf(table, seat, acting, isWinner, words) {
  if (isWinner) return words.winner;
  if (seat.invited) return words.invited;
  if (acting && seat.bot && table.preparing) return fillIn(words.preparing, progressOf(table.preparing));
  if (acting) return seat.bot ? words.thinking : seat.mine && table.mine.length === 1 ? words.your_turn : words.turn;
  if (seat.bot) return seat.away ? words.stands_in : words.bot;
  return seat.here ? "" : words.away;
}

/** What was derived last beside each seat: most moves change it for one. @type {WeakMap<HTMLElement, {earned: import("./rows.js").Happening[], people: string}>} */
const derived = new WeakMap();

/** @param {HTMLElement} holder @param {import("./rows.js").Happening[]} earned @param {Telling} telling @param {Words} words */
function drawDerivation(holder, earned, telling, words) {
  const [before, people] = [derived.get(holder), telling.people.join()];
  if (before?.earned === earned && before.people === people) return;
  derived.set(holder, { earned, people });
  const lines = telling.lines(earned);
  const written = JSON.stringify(lines.map((line) => [line.words, line.head.amount, line.places]));
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  holder.replaceChildren(derivationOf(earned, telling, words));
}

/** The lines of a score, each with its clause. @param {import("./rows.js").Happening[]} earned @param {Telling} telling @param {Words} words */
export function derivationOf(earned, telling, words) {
  const lines = telling.lines(earned);
  if (lines.length === 0) return element("p", "fine", words.no_points);
  const rows = lines.map((line) => {
    const row = button("", "line", () => {});
    row.append(element("span", "what", line.words), element("b", "", String(line.head.amount)));
    row.dataset.places = line.places.join(" ");
    const clause = clauseOf(line.head.clause);
    return element("li", "", row, ...(clause ? [clauseLink(telling.catalogue.game, clause, clause)] : []));
  });
  return element("ul", "derived", ...rows);
}

// The question

/** The question as it stands, after these clicks. @param {Table} table @param {number[]} picked @param {Telling} telling */
export function askOf(table, picked, telling) {
  const question = questionOf(table, picked.length);
  const clicked = [...table.offers.values()].filter((offer) => offer.place === picked.at(-1));
  const then = clicked.map((offer) => telling.catalogue.looks.get(offer.look)?.then).find(Boolean);
  return then ?? (question ? telling.sentence(question) : table.waiting);
}

/** @param {Model} model @param {Telling} telling @param {Words} words */
export function drawAsk(model, telling, words) {
  const { table, past } = model;
  if (!table) return;
  const shared = table.mine.length > 1 && isMyTurn(table);
  const now = askOf(table, model.picked, telling);
  const asked = shared ? fillIn(words.asked, { name: table.seats[table.seat]?.name, question: now }) : (waitingFor(table, words) ?? now);
  const ask = table.over ? resultOf(table, words) : asked;
  write(part("ask"), past ? fillIn(words.replaying, { ply: past.ply, all: table.log.length }) : ask);
  const states = {
    yours: isMyTurn(table) && !past,
    over: table.over && !past,
    playing: table.started && !table.over && table.mine.length > 0,
    waiting: table.started && !table.over && !isMyTurn(table) && !past,
  };
  for (const [name, on] of Object.entries(states)) part("decision").classList.toggle(name, on);
  part("undo").hidden = !table.can_undo || past !== null || model.picked.length > 0; // one way back at a time
  const stage = hintNow(model)?.stage ?? 0;
  part("hint").hidden = !(table.aids.hints && table.paths.length && !past && !model.sending && stage < 3);
  write(part("hint"), [words.hint, words.hint_move, words.hint_why][Math.min(2, stage)]);
  part("present").hidden = past === null;
}

/** Which bot is still being compiled, and how far that is, if nobody here is to choose. @param {Table} table @param {Words} words */
function waitingFor(table, words) {
  const bot = table.seats.find((seat) => seat.bot && table.acting.includes(seat.seat));
  if (!bot || !table.preparing || isMyTurn(table)) return null;
  return `${bot.name} ${fillIn(words.preparing, progressOf(table.preparing))}`;
}

/** A sentence that was refused, its clause a link. @param {string} said @param {string|null} clause @param {string} game */
export function drawNotice(said, clause, game) {
  const notice = part("notice");
  if (!clause && notice.textContent === said) return;
  const found = clause ? said.match(/^(.*)\(([^()]*)\)$/s) : null;
  if (!found || !clause || !found[2].includes(clause)) return notice.replaceChildren(said);
  notice.replaceChildren(found[1], clauseLink(game, clause, found[2]));
}

// Invitations, seats, and after the game

/** The free seats with their links; who sits at the table gets a new one for a link that was lost. @param {string} id @param {Table} table @param {Words} words @param {(text: string, button: HTMLElement) => void} copy @param {(seat: number) => void} renew @param {(seat: number) => void} fill a bot takes the seat */
export function drawInvitations(id, table, words, copy, renew, fill) {
  const holder = part("invitations");
  const free = table.seats.filter((seat) => seat.invited);
  const links = invitations(id);
  const written = JSON.stringify([free.map((seat) => seat.seat), links, table.declined]);
  holder.hidden = free.length === 0;
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  const rows = free.map((seat) => {
    const link = links[String(seat.seat)];
    const again = button(words.new_link, "", () => renew(seat.seat));
    again.title = fillIn(words.new_link_why, { name: seat.name });
    again.setAttribute("aria-label", again.title);
    const bot = button(words.fill, "fill", () => fill(seat.seat));
    const refused = table.declined.includes(seat.seat) ? [element("p", "declined", fillIn(words.rematch_not, { name: seat.name }))] : [];
    if (!link) {
      const elsewhere = element("span", "", fillIn(words.link_elsewhere, { name: seat.name }));
      return element("div", "invite", ...refused, elsewhere, ...(table.mine.length ? [element("div", "row", again, bot)] : []));
    }
    const field = /** @type {HTMLInputElement} */ (element("input", ""));
    Object.assign(field, { readOnly: true, value: new URL(link, location.href).href });
    field.setAttribute("aria-label", fillIn(words.link_for, { name: seat.name }));
    const one = button(words.copy, "", () => copy(field.value, one));
    const row = element("div", "row", field, one, ...shareButton(words, field.value), again, bot);
    return element("div", "invite", ...refused, element("span", "", fillIn(words.link_for, { name: seat.name })), row, codeOf(link, fillIn(words.code_for, { name: seat.name }), words));
  });
  holder.replaceChildren(...rows);
}

/** Where the system can share, a button that hands the link to it. @param {Words} words @param {string} url @returns {HTMLElement[]} */
const shareButton = (words, url) => ("share" in navigator ? [button(words.share, "", () => void navigator.share({ title: words.title, url }).catch(() => {}))] : []);

/** The code of an invitation, for the camera of whoever sits opposite; drawn when it is wanted. @param {string} link @param {string} label @param {Words} words */
function codeOf(link, label, words) {
  const picture = /** @type {HTMLImageElement} */ (element("img", "code"));
  Object.assign(picture, { alt: label, width: 200, height: 200, loading: "lazy", src: `${link}/code.svg?scheme=${location.protocol.slice(0, -1)}` });
  return element("details", "fine", element("summary", "", words.code), picture);
}

/** What can be done after the game; where there is little room, all but the first two when it is asked for. @param {Table} table @param {() => Node[]} deeds @param {Words} words */
export function drawAfter(table, deeds, words) {
  const holder = part("after");
  holder.hidden = !table.over;
  if (!table.over || holder.childElementCount > 0) return;
  const all = deeds();
  const rest = /** @type {HTMLDetailsElement} */ (element("details", "", element("summary", "", words.more), element("div", "deeds", ...all.slice(2))));
  rest.open = !narrow.matches;
  holder.append(element("div", "deeds", ...all.slice(0, 2)), rest);
  const seats = part("seats");
  const unfold = (/** @type {boolean} */ isOpen) => seats.querySelectorAll("details").forEach((details) => (details.open = isOpen));
  unfold(!narrow.matches);
  if (seats.scrollHeight > seats.clientHeight) unfold(false); // nobody's lines push those of another out of view
}

/** @param {string} text @param {string} href @param {string} [name] */
export function link(text, href, name) {
  const anchor = /** @type {HTMLAnchorElement} */ (element("a", "button", text));
  anchor.href = href;
  if (name) anchor.download = name;
  return anchor;
}
