// Draws what stands beside the picture: players, question, log, and what can be done after the game.

import { part, svg } from "./draw.js";
import { count } from "./motion.js";
import { invitations } from "./settings.js";
import { hintNow, isMyTurn, standings } from "./state.js";

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
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
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
  link.href = `/rules/${game}#clause-${clause}`;
  link.target = "_blank";
  return link;
}

// Players

/** Players, with their points and how they come about. @param {import("./state.js").Model} model @param {Words} words */
export function drawSeats(model, words) {
  const { table, past } = model;
  if (!table) return;
  const holder = part("seats");
  while (holder.children.length > table.seats.length) holder.lastElementChild?.remove();
  for (const seat of past || !table.over ? table.seats : standings(table)) {
    let item = holder.querySelector(`.seat-${seat.seat}`);
    if (!item) {
      item = newSeat(seat.seat);
      holder.append(item);
    } else if (table.over && !past) holder.append(item);
    drawSeat(/** @type {HTMLElement} */ (item), seat, model, words);
  }
}

/** @param {number} seat */
function newSeat(seat) {
  const head = element("summary", "", element("span", "emblem"), element("span", "who"), element("span", "state"), element("span", "score"));
  return element("li", `seat seat-${seat}`, element("details", "", head, element("div", "derivation")));
}

/** @param {HTMLElement} item @param {import("./state.js").Seat} seat @param {import("./state.js").Model} model @param {Words} words */
function drawSeat(item, seat, model, words) {
  const table = /** @type {import("./state.js").Table} */ (model.table);
  const acting = table.acting.includes(seat.seat) && !table.over && !model.past;
  item.classList.toggle("acting", acting);
  item.classList.toggle("waiting", acting && (seat.bot !== null || !seat.mine));
  item.classList.toggle("winner", table.winners.includes(seat.seat) && !model.past);
  item.classList.toggle("mine", seat.mine);
  item.classList.toggle("away", !seat.bot && !seat.here && !seat.invited);
  const inside = /** @type {(name: string) => HTMLElement} */ ((name) => /** @type {HTMLElement} */ (item.querySelector(name)));
  drawEmblem(inside(".emblem"), seat);
  inside(".who").textContent = seat.name;
  inside(".state").textContent = stateOf(table, seat, acting, words);
  count(inside(".score"), model.past ? model.past.totals[seat.seat] : seat.score);
  drawDerivation(inside(".derivation"), (model.past ?? table).scores[seat.seat], table.game, words);
}

/** The pieces a seat plays with, if the picture has them; else a sign of its own. @param {HTMLElement} holder @param {import("./state.js").Seat} seat */
function drawEmblem(holder, seat) {
  if (holder.childElementCount > 0) return;
  const pieces = Object.values(seat.facts).flat().map((value) => `figure-${value}`);
  const known = pieces.filter((id) => document.querySelector(`.symbols [id="${CSS.escape(id)}"]`));
  if (known.length === 0) return void holder.append(element("i", `sign sign-${seat.seat}`));
  holder.append(...known.map((id) => svg("svg", { class: "smalti figure", "aria-hidden": "true" }, svg("use", { href: `#${id}`, width: "100%", height: "100%" }))));
}

/** @param {import("./state.js").Table} table @param {import("./state.js").Seat} seat @param {boolean} acting @param {Words} words */
function stateOf(table, seat, acting, words) {
  if (table.winners.includes(seat.seat)) return words.winner;
  if (seat.invited) return words.invited;
  if (acting && seat.bot && table.preparing) return fillIn(words.preparing, progressOf(table.preparing));
  if (acting) return seat.bot ? words.thinking : seat.mine && table.mine.length === 1 ? words.your_turn : words.turn;
  if (seat.bot) return words.bot;
  return seat.here ? "" : words.away;
}

/** @param {HTMLElement} holder @param {import("./state.js").ScoreLine[]} lines @param {string} game @param {Words} words */
function drawDerivation(holder, lines, game, words) {
  const written = JSON.stringify(lines);
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  if (lines.length === 0) return holder.replaceChildren(element("p", "fine", words.no_points));
  const rows = lines.map((line) => {
    const row = button("", "line", () => {});
    row.append(element("span", "what", line.words), element("b", "", String(line.points)));
    row.dataset.places = line.places.join(" ");
    return element("li", "", row, clauseLink(game, line.clause, line.clause));
  });
  holder.replaceChildren(element("ul", "", ...rows));
}

// The question

/** @param {import("./state.js").Model} model @param {Words} words */
export function drawAsk(model, words) {
  const { table, past } = model;
  if (!table) return;
  const shared = table.mine.length > 1 && isMyTurn(table);
  const asked = shared ? `${table.seats[table.seat]?.name}: ${table.ask}` : (waitingFor(table, words) ?? table.ask);
  const ask = table.over ? resultOf(table, words) : asked;
  part("ask").textContent = past ? fillIn(words.replaying, { ply: past.ply, all: table.log.length }) : ask;
  part("decision").classList.toggle("yours", isMyTurn(table) && !past);
  part("decision").classList.toggle("over", table.over && !past);
  part("decision").classList.toggle("playing", table.started && !table.over && table.mine.length > 0);
  part("decision").classList.toggle("waiting", table.started && !table.over && !isMyTurn(table) && !past);
  part("undo").hidden = !table.can_undo || past !== null;
  const stage = hintNow(model)?.stage ?? 0;
  part("hint").hidden = !(table.aids.hints && table.choices.length && !past && !model.sending && stage < 3);
  part("hint").textContent = [words.hint, words.hint_move, words.hint_why][Math.min(2, stage)];
  part("present").hidden = past === null;
}

/** Which bot is still being compiled, and how far that is, if nobody here is to choose. @param {import("./state.js").Table} table @param {Words} words */
function waitingFor(table, words) {
  const bot = table.seats.find((seat) => seat.bot && table.acting.includes(seat.seat));
  if (!bot || !table.preparing || isMyTurn(table)) return null;
  return `${bot.name} ${fillIn(words.preparing, progressOf(table.preparing))}`;
}

/** A sentence that was refused, its clause a link. @param {string} said @param {string|null} clause @param {string} game */
export function drawNotice(said, clause, game) {
  const notice = part("notice");
  const found = clause ? said.match(/^(.*)\(([^()]*)\)$/s) : null;
  if (!found || !clause || !found[2].includes(clause)) return notice.replaceChildren(said);
  notice.replaceChildren(found[1], clauseLink(game, clause, found[2]));
}

/** A clause for a first game; nothing hides the card. @param {import("./state.js").Clause|null} clause @param {string} game @param {Words} words */
export function drawLesson(clause, game, words) {
  const card = part("lesson");
  card.hidden = clause === null;
  if (!clause) return;
  const plain = clause.words.replace(/\*\*|`/g, "");
  part("lesson-words").replaceChildren(plain, " ", clauseLink(game, clause.clause, fillIn(words.rule, { clause: clause.clause })));
}

// Log

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

/** @param {import("./state.js").Table} table @param {number|null} shown the point of the game on the board @param {Words} words */
export function drawLog(table, shown, words) {
  const log = part("log");
  while (log.children.length > table.log.length) log.lastElementChild?.remove();
  table.log.forEach((line, n) => {
    const who = line.by >= 0 ? table.seats[line.by].name : "";
    const written = `${who}\n${line.words}\n${line.note}`;
    const old = /** @type {HTMLElement|undefined} */ (log.children[n]);
    if (old?.dataset.written === written) return;
    const row = button("", "line", () => {});
    row.dataset.ply = String(line.ply);
    if (who) row.append(element("b", "", who), " ");
    row.append(line.words);
    if (line.note) row.append(" ", element("i", "note", line.note));
    const item = element("li", line.by < 0 ? "chance" : `by-${line.by}`, row);
    item.dataset.written = written;
    if (old) old.replaceWith(item);
    else log.append(item);
  });
  [...log.children].forEach((item, n) => item.classList.toggle("shown", n + 1 === shown));
  if (follows && shown === null) log.scrollTop = log.scrollHeight;
  else if (shown) {
    const row = /** @type {HTMLElement} */ (log.children[shown - 1]);
    if (row) log.scrollTop = row.offsetTop - log.offsetTop - log.clientHeight / 2;
  }
  part("log-empty").hidden = table.log.length > 0;
  part("log-empty").textContent = words.log_empty;
}

// Invitations, seats, and after the game

/** The free seats with their links; who sits at the table gets a new one for a link that was lost. @param {import("./state.js").Table} table @param {Words} words @param {(text: string, button: HTMLElement) => void} copy @param {(seat: number) => void} renew */
export function drawInvitations(table, words, copy, renew) {
  const holder = part("invitations");
  const free = table.seats.filter((seat) => seat.invited);
  const links = invitations(table.table);
  const written = JSON.stringify([free.map((seat) => seat.seat), links]);
  holder.hidden = free.length === 0;
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  const rows = free.map((seat) => {
    const link = links[String(seat.seat)];
    const again = button(words.new_link, "", () => renew(seat.seat));
    again.title = fillIn(words.new_link_why, { name: seat.name });
    again.setAttribute("aria-label", again.title);
    if (!link) {
      const elsewhere = element("span", "", fillIn(words.link_elsewhere, { name: seat.name }));
      return element("div", "invite", elsewhere, ...(table.mine.length ? [element("div", "row", again)] : []));
    }
    const field = /** @type {HTMLInputElement} */ (element("input", ""));
    Object.assign(field, { readOnly: true, value: new URL(link, location.href).href });
    field.setAttribute("aria-label", fillIn(words.link_for, { name: seat.name }));
    const one = button(words.copy, "", () => copy(field.value, one));
    return element("div", "invite", element("span", "", fillIn(words.link_for, { name: seat.name })), element("div", "row", field, one, again));
  });
  holder.replaceChildren(...rows);
}

/** A button for each own seat to hand it over or take it back. @param {import("./state.js").Table} table @param {Words} words @param {(seat: number, bot: string|null) => void} hand */
export function drawHandOver(table, words, hand) {
  const own = table.over ? [] : table.seats.filter((seat) => seat.mine);
  const rows = own.map((seat) => {
    const text = seat.bot ? words.take_back_seat : words.hand_over;
    const named = own.length > 1 ? `${text} (${seat.name})` : text;
    return button(named, "hand-over", () => hand(seat.seat, seat.bot ? null : (words.bot_name ?? "random")));
  });
  const holder = part("hand-overs");
  const same = rows.length === holder.childElementCount && rows.every((row, n) => row.textContent === holder.children[n].textContent);
  if (!same) holder.replaceChildren(...rows); // a button that is being clicked stays while bots move on
}

/** Who won, in a sentence. @param {import("./state.js").Table} table @param {Words} words */
export function resultOf(table, words) {
  const best = standings(table)[0];
  if (table.seats.length === 1) {
    const rank = Object.values(table.ending).filter((value) => typeof value === "string").join(", ");
    return [fillIn(words.solo_result, { points: best.score }), rank].filter(Boolean).join(" ");
  }
  const names = table.winners.map((seat) => table.seats[seat].name).join(", ");
  return fillIn(table.winners.length > 1 ? words.shared_win : words.wins_with, { names, points: best.score });
}

/** @param {import("./state.js").Table} table @param {Words} words @param {Node[]} deeds */
export function drawAfter(table, words, deeds) {
  const holder = part("after");
  holder.hidden = !table.over;
  if (!table.over || holder.childElementCount > 0) return;
  holder.append(element("div", "deeds", ...deeds));
  for (const details of part("seats").querySelectorAll("details")) details.open = table.seats.length < 3 && innerWidth > 820;
}

/** @param {string} text @param {string} href @param {string} [name] */
export function link(text, href, name) {
  const anchor = /** @type {HTMLAnchorElement} */ (element("a", "button", text));
  anchor.href = href;
  if (name) anchor.download = name;
  return anchor;
}
