// How what happened is shown: which pieces fly from where to where, head after head, and how long it takes. Pure functions.

import { NONE } from "./catalogue.js";
import { actsOf, grouped } from "./rows.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./catalogue.js").Kind} Kind
 * @typedef {{
 *   kind: "fly"|"arc"|"chip"|"roll"|"flip"|"grow"|"glow", piece: number, was: number, from: number, to: number, look: number, turn: number,
 *   amount: number, seat: number, around: number, faces: number[], lights: boolean, stays: boolean, start: number, span: number
 * }} Flight from which part of its step on it is seen, and for how much of it
 * @typedef {{ms: number, rows: Happening[], flights: Flight[], head: Happening|null, under?: Happening[]}} Step rows that are carried out together, what is seen of them, and the head that begins with them, with all that stands under it
 */

/** How long each is seen, if nothing else is. @type {Record<Flight["kind"], number>} */
const TIMES = { fly: 240, arc: 420, chip: 280, roll: 640, flip: 280, grow: 260, glow: 420 };
/** What flies together sets off one after the other, all of it within this time. */
const [STAGGER_MS, MOST_STAGGER_MS] = [45, 200];
const MOST_SLIDES = 24;
const TRAVELS = new Set(["fly", "roll"]);

/** @param {Happening[]} told @param {Map<number, Kind>} kinds @returns {Step[]} */
export function planOf(told, kinds) {
  return grouped(told, kinds).flatMap((group) => {
    const steps = stepsOf(actsOf(group), kinds).map(staggered);
    if (steps.length) Object.assign(steps[0], { head: group.head, under: group.under });
    return steps;
  });
}

/** The acts under one head are seen together; what goes on from where it has just arrived, and what only comes of an arrival, in a step of its own. @param {Happening[]} rows @param {Map<number, Kind>} kinds @returns {Step[]} */
function stepsOf(rows, kinds) {
  /** @type {Step[]} */
  const steps = [];
  let flown = new Set();
  for (const row of rows) {
    const kind = kinds.get(row.kind);
    const flight = kind ? flightOf(row, kind) : null;
    const was = row.of === NONE ? row.piece : row.of;
    const travels = flight !== null && TRAVELS.has(flight.kind);
    const follows = flight !== null && flight.kind !== "arc" && !travels && steps.at(-1)?.flights.some((one) => TRAVELS.has(one.kind));
    const isFurther = flight !== null && flight.kind !== "chip" && flown.has(was);
    if (steps.length === 0 || isFurther || follows) {
      steps.push({ ms: 0, rows: [], flights: [], head: null });
      flown = new Set();
    }
    const step = steps[steps.length - 1];
    step.rows.push(row);
    if (!flight) continue;
    if (flight.kind !== "chip") flown.add(row.piece);
    step.flights.push(flight);
  }
  return steps;
}

/** Gives a step its time: what is there together sets off one after the other. @param {Step} step @returns {Step} */
function staggered(step) {
  const alone = step.flights.filter((flight) => flight.kind === "arc").length;
  const gap = Math.min(STAGGER_MS, MOST_STAGGER_MS / Math.max(1, step.flights.length - alone));
  let n = 0;
  const times = step.flights.map((flight) => ({ at: flight.kind === "arc" ? 0 : gap * n++, ms: TIMES[flight.kind] }));
  const ms = Math.max(0, ...times.map((time) => time.at + time.ms));
  const flights = step.flights.map((flight, i) => ({ ...flight, start: times[i].at / ms, span: times[i].ms / ms }));
  return { ...step, ms, flights };
}

/** Pieces that lie elsewhere than before go there, all at once. @param {(import("./rows.js").Piece & {from: number})[]} walks @returns {Step[]} */
export function slideOf(walks) {
  if (walks.length === 0 || walks.length > MOST_SLIDES) return [];
  const flights = walks.map((piece) => ({
    kind: /** @type {const} */ ("fly"), piece: piece.piece, was: piece.piece, from: piece.from, to: piece.place, look: piece.look, turn: piece.turn,
    amount: 0, seat: NONE, around: NONE, faces: [], lights: false, stays: true, start: 0, span: 1,
  }));
  return [{ ms: TIMES.fly, rows: [], flights, head: null }];
}

/** @param {Happening} row @param {Kind} kind @returns {Flight|null} */
function flightOf(row, kind) {
  const { piece, source: from, target: to, look, turn, amount, seat } = row;
  const was = row.of === NONE ? piece : row.of;
  const all = { piece, was, from, to, look, turn, amount, seat, around: kind.around, faces: kind.faces, lights: kind.motion === "glow", stays: kind.effect !== "takes", start: 0, span: 1 };
  if (all.lights && kind.effect === "says") return to === NONE ? null : { ...all, kind: "glow" };
  if (kind.effect === "says" || kind.motion === "still") return null;
  if (kind.motion === "grow") return to === NONE ? null : { ...all, kind: "grow" };
  if (from === NONE) return null;
  if (kind.effect === "counts") return amount === 0 ? null : { ...all, kind: "chip" };
  if (kind.motion === "arc") return { ...all, kind: "arc" };
  if (kind.motion === "flip" && from === to) return { ...all, kind: "flip" };
  if (to === NONE || from === to) return null;
  return { ...all, kind: kind.motion === "roll" ? "roll" : "fly" };
}

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

/** A box on the way from one to another: place and size, nothing else. @param {Box} from @param {Box} to @param {number} part @returns {Box} */
export function between(from, to, part) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width), height: mix(from.height, to.height) };
}

/** A box on its way clockwise around the middle of another one, upright. @param {Box} from @param {Box} to @param {Box} around @param {number} part @returns {Box} */
export function turning(from, to, around, part) {
  const [x, y] = [around.x + around.width / 2, around.y + around.height / 2];
  const polar = (/** @type {Box} */ box) => {
    const [dx, dy] = [box.x + box.width / 2 - x, box.y + box.height / 2 - y];
    return { radius: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) };
  };
  const [start, end] = [polar(from), polar(to)];
  const sweep = (end.angle - start.angle + 4 * Math.PI) % (2 * Math.PI); // on a screen y grows downwards: this is clockwise
  const angle = start.angle + sweep * part;
  const radius = start.radius + (end.radius - start.radius) * part;
  const size = between(from, to, part);
  return { x: x + radius * Math.cos(angle) - size.width / 2, y: y + radius * Math.sin(angle) - size.height / 2, width: size.width, height: size.height };
}
