// What the page knows: the table as it stands, and the path of places that has been clicked so far. Pure functions.

import { NONE } from "./catalogue.js";
import { readAsks, readHappenings, readPaths, readPieces } from "./rows.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./rows.js").Pieces} Pieces
 * @typedef {import("./rows.js").Path} Path
 * @typedef {{
 *   seat: number, name: string, mine: boolean, bot: string|null, away?: string|null, invited: boolean, here: boolean, score: number,
 *   facts: Record<string, unknown>
 * }} Seat
 * @typedef {{by: number, told: Happening[], note: string}} Event
 * @typedef {{done: number, of: number}} Progress
 * @typedef {{
 *   table: string, number: number, catalogue: string, game: string, seat: number, mine: number[], cover: boolean, started: boolean,
 *   over: boolean, acting: number[], can_undo: boolean, undo_seat: number|null, aids: Record<string, boolean>, may_add: boolean, may_prepare: boolean,
 *   commitment: string, seats: Seat[], rematch: {table: string, by: number}|null, declined: number[], winners: number[], ending: Record<string, unknown>, watching: number, preparing: Progress|null,
 *   waiting: string, stuck: number|null, challenge: boolean, talk: boolean, pieces: Pieces, offers: Pieces, paths: Path[], asks: import("./rows.js").Ask[],
 *   earns: Record<string, Happening[]>, log: Event[], pace: import("./clocks.js").Pace|null, clocks?: import("./clocks.js").Clock[], ended?: boolean, study?: import("./study.js").Told, course?: number
 * }} Table
 * @typedef {{label: string, places: number[], difference: number, words: string}} Advised
 * @typedef {{number: number, stage: number, places: number[], move?: number, label?: string, best?: Advised[]}} Hint
 * @typedef {{ply: number, pieces: Pieces, totals: number[], earns: Record<string, Happening[]>}} Past
 * @typedef {{
 *   table: Table|null, picked: number[], online: boolean, sending: string|null, confirm: boolean,
 *   past: Past|null, hint: Hint|null, asking: number|null, covered: boolean
 * }} Model
 */

/** @returns {Model} */
export function newModel() {
  return { table: null, picked: [], online: false, sending: null, confirm: false, past: null, hint: null, asking: null, covered: false };
}

/**
 * A table as it came over the connection; one that tells only what changed is put onto the one before it. Null if that one is not here.
 * @param {any} message @param {Table|null} before @param {(pieces: Pieces, told: Happening[]) => Pieces} carryOut @returns {Table|null}
 */
export function unpack(message, before, carryOut) {
  if (!message.whole && (!before || before.number !== message.from || before.log.length !== message.log_from)) return null;
  const known = message.whole || !before ? { log: [], earns: {}, pieces: new Map() } : before;
  /** @type {Event[]} */
  const news = message.log.map((/** @type {any} */ event) => ({ by: event.by, note: event.note ?? "", told: readHappenings(event.rows) }));
  const told = news.flatMap((event) => event.told);
  return {
    ...message,
    pieces: message.whole ? readPieces(message.pieces) : carryOut(known.pieces, told),
    offers: readPieces(message.offers),
    paths: readPaths(message.paths),
    asks: readAsks(message.asks),
    earns: { ...known.earns, ...earned(message.earns) },
    log: [...known.log, ...news],
  };
}

/** @param {any} message @returns {Past} */
export function unpackPast(message) {
  return { ...message, pieces: readPieces(message.pieces), earns: earned(message.earns) };
}

/** @param {Record<string, number[]>} sent @returns {Record<string, Happening[]>} */
const earned = (sent) => Object.fromEntries(Object.entries(sent).map(([seat, flat]) => [seat, readHappenings(flat)]));

/** What a new table has to tell that the one before did not: the events after those that both know. @param {Table|null} before @param {Table} now @returns {Event[]|null} null if it is another course of the game */
export function newsOf(before, now) {
  if (!before || before.log.length > now.log.length || before.catalogue !== now.catalogue || before.course !== now.course) return null;
  const at = before.log.length - 1;
  if (at >= 0 && before.log[at].by !== now.log[at].by) return null;
  return now.log.slice(before.log.length);
}

// The path of clicks

/** Whether the table shown is the present one and something may be chosen on it. @param {Model} model */
export function isOpen(model) {
  return model.table !== null && model.table.paths.length > 0 && !model.sending && !model.past && !model.covered;
}

/** The ways of clicks that begin with some. @param {Model} model @param {number[]} [picked] @returns {Path[]} */
export function possible(model, picked = model.picked) {
  return (model.table?.paths ?? []).filter((path) => startsWith(path.places, picked));
}

/** The moves that some clicks allow, each once. @param {Model} model @param {number[]} [picked] @returns {number[]} */
export const movesAfter = (model, picked = model.picked) => [...new Set(possible(model, picked).map((path) => path.move))];

/** The places that may be clicked next. @param {Model} model @param {number[]} [picked] @returns {Set<number>} */
export function nextPlaces(model, picked = model.picked) {
  if (!isOpen(model)) return new Set();
  return new Set(possible(model, picked).filter((path) => path.places.length > picked.length).map((path) => path.places[picked.length]));
}

/** The one move that some clicks spell out, if they do. @param {Model} model @param {number[]} [picked] @returns {number|null} */
export function complete(model, picked = model.picked) {
  if (picked.length === 0) return null;
  return possible(model, picked).find((path) => path.places.length === picked.length)?.move ?? null;
}

/**
 * The path after a click: one step further, or back to the last step where this place was on offer, or one step
 * back from the place that was picked last; null if the click leads nowhere.
 * @param {Model} model @param {number} place @returns {number[]|null}
 */
export function pathWith(model, place) {
  if (nextPlaces(model).has(place)) return [...model.picked, place];
  if (model.picked.at(-1) === place) return model.picked.slice(0, -1);
  for (let kept = model.picked.length - 1; kept >= 0; kept--) {
    const shorter = model.picked.slice(0, kept);
    if (nextPlaces(model, shorter).has(place)) return [...shorter, place];
  }
  return null;
}

/** Whether a place can be dragged from: picking it leaves something to aim at. @param {Model} model @param {number} place */
export function isDraggable(model, place) {
  const picked = [...model.picked, place];
  return nextPlaces(model).has(place) && complete(model, picked) === null && nextPlaces(model, picked).size > 0;
}

/** @param {number[]} path @param {number[]} beginning */
const startsWith = (path, beginning) => beginning.every((place, n) => path[n] === place);

// What is asked

/** The question after so many clicks. @param {Table} table @param {number} clicks @returns {import("./rows.js").Ask|null} */
export function questionOf(table, clicks) {
  return table.asks.filter((ask) => ask.kind !== NONE && ask.step <= clicks).sort((a, b) => b.step - a.step)[0] ?? null;
}

/** The panels that matter for it, the first one most. @param {Table} table @param {number} clicks @returns {number[]} */
export function focusOf(table, clicks) {
  const first = questionOf(table, clicks);
  const more = table.asks.filter((ask) => ask.kind === NONE && ask.step <= clicks);
  return [...new Set([...(first ? [first] : []), ...more].map((ask) => ask.focus).filter((panel) => panel !== NONE))];
}

/**
 * What the whole decision needs, and what the next click of it: panels and places. Null if nothing is asked.
 * @param {Model} model @param {import("./catalogue.js").Catalogue} catalogue @returns {{whole: import("./layout.js").Need, now: import("./layout.js").Need}|null}
 */
export function needsOf(model, { places, panels }) {
  const { table, picked } = model;
  if (!table || table.paths.length === 0) return null;
  const all = [...new Set(table.paths.flatMap((path) => path.places))];
  const next = [...new Set(possible(model).flatMap((path) => path.places.slice(picked.length, picked.length + 1)))];
  const panelsOf = (/** @type {number[]} */ some) => some.map((place) => places.get(place)?.panel ?? NONE);
  const [focus, later] = [focusOf(table, picked.length), [0, 1, 2].flatMap((clicks) => focusOf(table, clicks))];
  const hands = [...panels.values()].filter((panel) => panel.purpose === "hand").map((panel) => panel.number);
  return {
    whole: { panels: [...later, ...panelsOf(all), ...hands], targets: all, first: later[0] ?? NONE },
    now: { panels: [...focus, ...panelsOf([...next, ...picked])], targets: next, first: focus[0] ?? NONE },
  };
}

/** A clause as people write it: 402 is 4.2. @param {number} clause */
export const clauseOf = (clause) => (clause > 0 ? `${Math.floor(clause / 100)}.${clause % 100}` : "");

/** The clause of the first tip about the decision at hand that was not read before, 0 if there is none. @param {Table} table @param {Record<string, string>} tips @param {string[]} read @returns {number} */
export function nextTip(table, tips, read) {
  const found = table.asks.find((ask) => ask.kind === NONE && tips[ask.clause] && !read.includes(clauseOf(ask.clause)));
  return found?.clause ?? 0;
}

/** The hint, if it is still about this position. @param {Model} model @returns {Hint|null} */
export function hintNow(model) {
  return model.hint && model.hint.number === model.table?.number && !model.past ? model.hint : null;
}

/** What others choose at the same time leaves a hint as it is. @param {Model} model @param {number} before the number of the table until now */
export function keepHint(model, before) {
  const number = model.table?.number ?? before;
  if (model.hint?.number === before) model.hint.number = number;
  if (model.asking === before) model.asking = number;
}

/** Whether somebody else sits there whose turn one may wait for. @param {Table} table */
export const isBetweenPeople = (table) => table.mine.length > 0 && table.seats.some((seat) => !seat.mine && !seat.bot && !seat.invited);

/** Whether one of the own seats is to choose. @param {Table} table */
export function isMyTurn(table) {
  return !table.over && table.started && table.acting.some((seat) => table.mine.includes(seat) && !table.seats[seat].bot);
}

/** The seats from best to worst. @param {Table} table @returns {Seat[]} */
export function standings(table) {
  const won = (/** @type {Seat} */ seat) => (table.winners.includes(seat.seat) ? 1 : 0);
  return [...table.seats].sort((a, b) => won(b) - won(a) || b.score - a.score || a.seat - b.seat);
}

const MOST_LAST = 24;

/** Where what was put in the last turn lies now: by one seat since chance had its say. @param {Event[]} log @param {import("./catalogue.js").Catalogue} catalogue @returns {number[]} */
export function lastPlaces(log, catalogue) {
  /** @type {Map<number, number>} */
  const lies = new Map();
  for (const row of lastTurn(log, catalogue)) {
    const effect = catalogue.kinds.get(row.kind)?.effect;
    lies.delete(row.of);
    if (effect === "takes") lies.delete(row.piece);
    else if ((effect === "moves" || effect === "makes") && row.source !== row.target) lies.set(row.piece, row.target);
  }
  return [...new Set(lies.values())].filter((place) => catalogue.places.get(place)?.name).slice(0, MOST_LAST);
}

/** What happened since somebody else put something. @param {Event[]} log @param {import("./catalogue.js").Catalogue} catalogue @returns {Happening[]} */
function lastTurn(log, catalogue) {
  const isPut = (/** @type {Happening} */ row) => ["moves", "makes"].includes(catalogue.kinds.get(row.kind)?.effect ?? "") && row.source !== row.target;
  let first = log.length - 1;
  while (first >= 0 && (log[first].by < 0 || !log[first].told.some(isPut))) first--;
  const end = first + 1;
  while (first > 0 && log[first - 1].by === log[first]?.by) first--;
  return log.slice(Math.max(0, first), end).flatMap((event) => event.told);
}
