// How what happened is shown: which pieces fly from where to where, head after head, and how long it takes. Pure functions.

import { NONE } from "./catalogue.js";
import { actsOf, grouped } from "./rows.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./catalogue.js").Kind} Kind
 * @typedef {{kind: "fly"|"arc"|"chip", piece: number, was: number, from: number, to: number, look: number, turn: number, amount: number, seat: number, around: number, stays: boolean}} Flight
 * @typedef {{ms: number, rows: Happening[], flights: Flight[]}} Step rows that are carried out together, and what is seen to fly
 */

const FLY_MS = 220;
const ARC_MS = 400;
/** All that waits is shown in about this time, however much it is. */
const MOST_MS = 2500;
const LEAST_MS = 45;
const MOST_SLIDES = 24;

/** @param {Happening[]} told @param {Map<number, Kind>} kinds @returns {Step[]} */
export function planOf(told, kinds) {
  return grouped(told, kinds).flatMap((group) => stepsOf(actsOf(group), kinds));
}

/** The acts under one head fly together; a piece that goes on from where it has just arrived does so in a step of its own. @param {Happening[]} rows @param {Map<number, Kind>} kinds @returns {Step[]} */
function stepsOf(rows, kinds) {
  /** @type {Step[]} */
  const steps = [];
  let flown = new Set();
  for (const row of rows) {
    const kind = kinds.get(row.kind);
    const flight = kind ? flightOf(row, kind) : null;
    const was = row.of === NONE ? row.piece : row.of;
    const isFurther = flight !== null && flight.kind !== "chip" && flown.has(was);
    if (steps.length === 0 || isFurther) {
      steps.push({ ms: 0, rows: [], flights: [] });
      flown = new Set();
    }
    const step = steps[steps.length - 1];
    step.rows.push(row);
    if (!flight) continue;
    if (flight.kind !== "chip") flown.add(row.piece);
    step.flights.push(flight);
    step.ms = Math.max(step.ms, flight.kind === "arc" ? ARC_MS : FLY_MS);
  }
  return steps;
}

/** Pieces that lie elsewhere than before go there, all at once. @param {(import("./rows.js").Piece & {from: number})[]} walks @returns {Step[]} */
export function slideOf(walks) {
  if (walks.length === 0 || walks.length > MOST_SLIDES) return [];
  const flights = walks.map((piece) => ({
    kind: /** @type {const} */ ("fly"), piece: piece.piece, was: piece.piece, from: piece.from, to: piece.place, look: piece.look, turn: piece.turn,
    amount: 0, seat: NONE, around: NONE, stays: true,
  }));
  return [{ ms: FLY_MS, rows: [], flights }];
}

/** @param {Happening} row @param {Kind} kind @returns {Flight|null} */
function flightOf(row, kind) {
  const { piece, source: from, target: to, look, turn, amount, seat } = row;
  const all = { piece, was: row.of === NONE ? piece : row.of, from, to, look, turn, amount, seat, around: kind.around, stays: kind.effect !== "takes" };
  if (kind.effect === "says" || kind.motion === "still" || from === NONE) return null;
  if (kind.effect === "counts") return amount === 0 ? null : { ...all, kind: "chip" };
  if (kind.motion === "arc") return { ...all, kind: "arc" };
  return to === NONE || from === to ? null : { ...all, kind: "fly" };
}

/** Makes what waits shorter if it would take too long; what turns keeps its time. @param {Step[]} steps @returns {Step[]} */
export function hurried(steps) {
  const isArc = (/** @type {Step} */ step) => step.flights.some((flight) => flight.kind === "arc");
  const total = steps.reduce((sum, step) => sum + (isArc(step) ? 0 : step.ms), 0);
  if (total <= MOST_MS) return steps;
  return steps.map((step) => (isArc(step) || step.ms === 0 ? step : { ...step, ms: Math.max(LEAST_MS, (step.ms * MOST_MS) / total) }));
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
