// The review of a game that this browser keeps, worked out here once and kept: the page of a server's review, from the same numbers.

import { CHANCE, Engine } from "../engine/engine.js";
import { OTHERS } from "../engine/hints.js";
import { fixed, lookAgain, seenAt, withoutLuck } from "../engine/reviewing.js";
import { showGrowing } from "../growing.js";
import { files, localTable, studyPage } from "../places.js";
import { readCatalogue } from "../table/catalogue.js";
import { element, fillIn } from "../table/rail.js";
import "../unfold.js";
import { branchOf, keyOf } from "./games.js";
import { graph } from "./graph.js";
import { settled } from "./starting.js";
import { find, transactionOn } from "./store.js";
import { LocalTable } from "./table.js";

/**
 * @typedef {import("../engine/reviewing.js").Reviewed} Reviewed
 * @typedef {Awaited<ReturnType<typeof lookAgain>>} Review
 * @typedef {{ply: number, who: string, mark: string, change: string, made: string, label: string, better: string, why: string}} Told one event in words
 */

/** So many key moments are told, the weightiest. */
const MOMENTS = 12;
const MINUS = "−";
/** Those that are counted, in their order. */
const MARKS = ["blunder", "mistake", "inaccuracy", "find"];
const reviews = transactionOn("smalti-reviews", "reviews");
/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const { lang } = document.documentElement;
const id = new URLSearchParams(location.hash.slice(1)).get("g") ?? "";

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

/** @param {string} path */
async function got(path) {
  const answer = await fetch(new URL(path, files));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Says events of one game, as `Teller` in server/http/reviews.py does. */
class Teller {
  /** @param {LocalTable} table @param {Review} review */
  constructor(table, review) {
    this.table = table;
    this.review = review;
    this.names = table.game.seats.map(({ name }) => name);
    this.factor = review.value === "points" ? 1 : 100;
  }

  /** One decimal, as the language writes it. @param {number} value @param {boolean} [isSigned] */
  number(value, isSigned = false) {
    const text = fixed(value, 1).replace("-0.0", "0.0");
    const signed = (isSigned && !text.startsWith("-") ? `+${text}` : text).replace("-", MINUS);
    return lang === "fr" ? signed.replace(".", ",") : signed;
  }

  /** What an event changed for a seat. @param {Reviewed} event @param {number} seat */
  amount({ change, errors }, seat) {
    return `${this.number(this.factor * change[seat], true)} ± ${this.number(this.factor * errors[seat])}${this.review.value === "points" ? "" : " %"}`;
  }

  /** The numbers of a seat, and how many marks of each kind it has; the others' line takes what rounding leaves. @param {number} seat */
  row(seat) {
    const { start, luck, own, end, performance, performance_error: error } = this.review.seats[seat];
    const marks = MARKS.map((name) => `${this.review.events.filter(({ by, mark }) => by === seat && mark === name).length}`);
    const { grain, fewest } = this.table.engine.info.reviewing;
    const [first, lucky, mine, last, without] = [start, luck, own, end, withoutLuck(this.review.seats[seat], grain)].map((value) => Number(fixed(this.factor * 10 * value, 0)));
    const cells = [this.number(first / 10), ...[lucky, mine, last - first - lucky - mine].map((one) => this.number(one / 10, true)), this.number(last / 10), this.number(without / 10)];
    return [...cells, performance === null ? fillIn(words.fewer, { few: fewest }) : `${this.number(performance)} ± ${this.number(error ?? 0)}`, ...marks];
  }

  /** @param {Reviewed} event @returns {Told} */
  tell(event) {
    const { table, names } = this;
    const { by, move, before } = table.match.events[event.ply];
    const told = { ply: event.ply, mark: event.mark && words[event.mark], made: table.label(before, by, by, move), label: "", better: "", why: "" };
    if (by === CHANCE) {
      const lucks = names.map((name, seat) => (names.length === 1 ? "" : `${name} `) + this.amount(event, seat));
      return { ...told, who: words.chance, change: lucks.join(", "), why: event.mark && this.#luck(event) };
    }
    const said = { ...told, who: names[by], change: event.mark === "find" ? "" : this.amount(event, by), made: `${names[by]} ${told.made}` };
    const isCostly = table.engine.info.reviewing.costs.some(([, name]) => name === event.mark);
    const other = isCostly ? event.best : event.quick;
    if (other === null) return said;
    const better = table.label(seenAt(table.engine, table.match.events, event.ply), by, by, other);
    return { ...said, label: isCostly ? words.better : words.first, better, why: this.#why(event, isCostly) };
  }

  /** What was expected over all that could come, and since; alone. @param {Reviewed} event */
  #luck({ expected: [before], change: [luck] }) {
    return fillIn(words.luck, { before: this.number(before), after: this.number(before + luck) });
  }

  /** @param {Reviewed} event @param {boolean} isCostly */
  #why({ why, decides }, isCostly) {
    const { terms } = this.table.box;
    const told = why.map(([term, gain]) => `${term === OTHERS ? words.others : terms[term]} (${(gain < 0 ? "" : "+") + fixed(gain, 1).replace(".", lang === "fr" ? "," : ".")})`);
    const surely = decides === null ? words.ahead : decides ? words.decides : words.among;
    return why.length ? fillIn(isCostly ? surely : words.at_first, { reasons: told.join(", ") }) : words.later;
  }
}

/** The events with a mark, the weightiest of them in the order of the game; those of people before those of bots. @param {Review} review @param {LocalTable} table */
function keyMoments({ events }, { game }) {
  const weight = (/** @type {Reviewed} */ { change }) => Math.max(...change.map(Math.abs));
  const isMine = (/** @type {Reviewed} */ { by }) => Number(by !== CHANCE && game.seats[by].kind !== "bot");
  const marked = events.filter(({ mark }) => mark).sort((a, b) => isMine(b) - isMine(a) || weight(b) - weight(a));
  return marked.slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
}

/** The game as it was played, with its rules. */
async function opened() {
  const game = await find(id).catch(() => undefined);
  if (!game || game.study) throw new Error(words.not_kept);
  const address = new URL(`engine/${game.game}.json`, files).href;
  const [engine, box] = await Promise.all([Engine.load(address), got(`boxes/${game.game}.${lang}.json`)]);
  const setup = box.setups[keyOf(engine.info, game.seats.length, game.options)];
  const table = new LocalTable(engine, box, game, setup, readCatalogue(await got(`catalogues/${setup.catalogue}.json`)));
  table.isShown = true;
  await table.open();
  if (!table.match.isOver) throw new Error(words.not_over);
  return { table, address };
}

/** The review that is kept, or a new one; it is kept under the program that made it. @param {LocalTable} table @param {string} address @param {string} depth @param {HTMLProgressElement} far @returns {Promise<Review & {depth: string}>} */
async function reviewed(table, address, depth, far) {
  const { engine, game } = table;
  const known = await reviews("readonly", (kept) => kept.get(id)).catch(() => undefined);
  if (known?.mark === engine.info.mark && (depth === "usual" || known.depth === depth)) return known;
  const start = table.match.events[0]?.before ?? table.match.position;
  const made = await lookAgain(engine, address, { start, log: game.log, depth }, (done, of, expected) => showGrowing(far, { done, of, value: game.seats.length === 1 ? "points" : "share", expected }));
  const kept = { ...made, id, mark: engine.info.mark, depth };
  await reviews("readwrite", (all) => all.put(kept)).catch(() => {}); // without room it is worked out again
  return kept;
}

/** @param {LocalTable} table @param {Review & {depth: string}} review */
function draw(table, review) {
  const teller = new Teller(table, review);
  const told = new Map(review.events.filter(({ choices }) => choices > 1).map((event) => [event.ply, teller.tell(event)]));
  const moments = keyMoments(review, table).map(({ ply }) => /** @type {Told} */ (told.get(ply)));
  const key = new Set(moments.map(({ ply }) => ply));
  const links = [...told.values()].filter(({ mark }) => mark).map((one) => {
    const name = [fillIn(words.headed, { name: one.who, value: one.mark }), one.change].filter(Boolean).join(", ");
    return /** @type {[number, import("./graph.js").Link]} */ ([one.ply, { href: `#${key.has(one.ply) ? "moment" : "event"}-${one.ply}`, words: name }]);
  });
  part("graph").outerHTML = graph(review, new Map(links), words.course);
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-value]"))) note.hidden = note.dataset.value !== review.value;
  document.querySelector("#reviewed .legend")?.prepend(...teller.names.map((name, seat) => line(name, seat)));
  review.seats.forEach((_, seat) => addSums(teller.names[seat], teller.row(seat)));
  part("nothing").hidden = moments.length > 0;
  document.querySelector(".moments")?.append(...moments.map((one) => moment(one, table)));
  document.querySelector("ol.all")?.append(...[...told.values()].map((one) => entry(one, table)));
  const { name, version, hash } = table.box.judge;
  part("evaluator").textContent = fillIn(words.evaluator, { name: `${name} ${version}`, depth: review.depth, hash });
  part("taken").textContent = fillIn(words.without, { share: fixed(100 * review.seats[0].taken, 0) });
  part("closer").hidden = review.depth === "deep";
  [part("waiting").hidden, part("reviewed").hidden] = [true, false];
}

/** @param {string} name @param {number} seat */
function line(name, seat) {
  const one = element("li", "");
  one.innerHTML = `<svg viewBox="0 0 40 12" aria-hidden="true"><path class="line seat-${seat}" d="M0 6H40"/></svg>`;
  one.append(name);
  return one;
}

/** A column of the sums. @param {string} name @param {string[]} cells */
function addSums(name, cells) {
  const head = element("th", "", name);
  head.setAttribute("scope", "col");
  document.querySelector(".sums thead tr")?.append(head);
  document.querySelectorAll(".sums tbody tr").forEach((row, n) => row.append(element("td", "", cells[n])));
}

/** @param {Told} told @param {LocalTable} table */
function entry(told, table) {
  const { ply, made, change, mark } = told;
  const more = mark ? [" ", element("details", "", element("summary", "", mark), ...better(told), tryAgain(ply, table))] : [];
  const one = /** @type {HTMLLIElement} */ (element("li", "", element("span", "", made), " ", element("span", "change", change), ...more));
  Object.assign(one, { value: ply, id: `event-${ply}`, tabIndex: -1 });
  return one;
}

/** The better move, or what a good find is compared with, and why; why chance was kind or not. @param {Told} told */
const better = ({ label, better: move, why }) => (why ? [element("p", "", ...(move ? [element("strong", "", label), ` ${move}. `] : []), why)] : []);

/** @param {number} ply @param {LocalTable} table */
function tryAgain(ply, { game }) {
  const again = element("button", "", words.again);
  again.setAttribute("type", "button");
  again.addEventListener("click", async () => {
    location.href = await settled(branchOf(game, ply, game.seats.length > 1 ? (part("reviewed").dataset.bot ?? null) : null));
  });
  const study = /** @type {HTMLAnchorElement} */ (element("a", "button", words.study));
  study.href = studyPage(game.game, `local=${id}&at=${ply}`);
  return element("p", "row", again, study);
}

/** @param {Told} told @param {LocalTable} table */
function moment(told, table) {
  const { ply, who, mark, change, made } = told;
  const head = element("h3", "", fillIn(words.headed, { name: who, value: mark }), ...(change ? [" ", element("span", "change", change)] : []));
  const one = element("li", "card", head, element("p", "", `${made.replace(/\.+$/, "")}.`), ...better(told), tryAgain(ply, table));
  one.id = `moment-${ply}`;
  one.tabIndex = -1;
  return one;
}

async function show() {
  const { table, address } = await opened();
  /** @type {HTMLAnchorElement} */ (part("back")).href = localTable(table.game.game, id);
  /** @type {HTMLAnchorElement} */ (part("study")).href = studyPage(table.game.game, `local=${id}`);
  document.querySelector("#waiting .legend")?.append(...table.game.seats.map(({ name }, seat) => line(name, seat)));
  draw(table, await reviewed(table, address, "usual", /** @type {HTMLProgressElement} */ (part("far"))));
  part("closer").addEventListener("click", async () => {
    const far = /** @type {HTMLProgressElement} */ (part("closer-far"));
    [/** @type {HTMLButtonElement} */ (part("closer")).disabled, far.hidden] = [true, false];
    await reviewed(table, address, "deep", far);
    location.reload();
  });
}

show().catch((error) => (part("problem").textContent = error.message));
