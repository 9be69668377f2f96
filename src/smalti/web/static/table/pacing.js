// How fast what happened is shown, and whose turn it is meanwhile. Pure functions.

import { NONE } from "./catalogue.js";
import { actsOf, grouped } from "./rows.js";

/**
 * @typedef {import("./plan.js").Step} Step
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {"slow"|"normal"|"fast"|"none"} Speed
 * @typedef {{seat: number, from: number, to: number}} Turn the rows of one player's turn among all of them
 */

/** How much longer everything takes. @type {Record<Speed, number>} */
export const TEMPO = { slow: 1.8, normal: 1, fast: 0.5, none: 0 };
/** All that waits is shown in about this time, however much it is. */
const MOST_MS = 7000;
const LEAST_MS = 45;
/** A breath between the turns of two players. */
export const BREATH_MS = 280;
/** How long each step is shown where nothing moves. */
const STILL_MS = 900;

/** Makes what waits shorter if it would take too long; what turns keeps its time. @param {Step[]} steps @returns {Step[]} */
export function hurried(steps) {
  const isArc = (/** @type {Step} */ step) => step.flights.some((flight) => flight.kind === "arc");
  const total = steps.reduce((sum, step) => sum + (isArc(step) ? 0 : step.ms), 0);
  if (total <= MOST_MS) return steps;
  return steps.map((step) => (isArc(step) || step.ms === 0 ? step : { ...step, ms: Math.max(LEAST_MS, (step.ms * MOST_MS) / total) }));
}

/** The same steps without movement: each is there for a while, then the next. @param {Step[]} steps @returns {Step[]} */
export function stilled(steps) {
  return steps.map((step) => ({ ...step, flights: [], ms: step.ms > 0 || step.head ? STILL_MS : 0 }));
}

/** Whether a step begins the turn of another player than the one shown until now. @param {Step} step @param {number} shown */
export function isOthersTurn(step, shown) {
  return shown !== NONE && step.head !== null && step.head.seat !== NONE && step.head.seat !== shown;
}

/** Whether more is going to be seen than one own move, which is over at once. @param {Step[]} steps @param {number[]} mine */
export function isMuch(steps, mine) {
  const heads = steps.flatMap((step) => (step.head && step.ms > 0 ? [step.head.seat] : []));
  return heads.length > 1 || heads.some((seat) => seat !== NONE && !mine.includes(seat));
}

/** The turns of others in what happened, in order; what nobody did belongs to the turn before it. @param {Happening[]} told @param {Map<number, import("./catalogue.js").Kind>} kinds @param {number[]} mine @returns {Turn[]} */
export function turnsOf(told, kinds, mine) {
  /** @type {Turn[]} */
  const turns = [];
  let at = 0;
  for (const group of grouped(told, kinds)) {
    const [last, seat, end] = [turns.at(-1), group.head?.seat ?? NONE, at + actsOf(group).length];
    if (last && (seat === NONE || seat === last.seat)) last.to = end;
    else turns.push({ seat, from: at, to: end });
    at = end;
  }
  return turns.filter((turn) => turn.seat !== NONE && !mine.includes(turn.seat));
}

/** What some rows bring to each seat; what is only promised comes later. @param {Happening[]} told @param {Pick<import("./catalogue.js").Catalogue, "scores"|"kinds">} catalogue @returns {number[]} */
export function gainsOf(told, { scores, kinds }) {
  const counted = told.filter((row) => kinds.get(row.kind)?.effect === "counts");
  return scores.map((piece) => counted.reduce((sum, row) => sum + (row.piece === piece ? row.amount : 0), 0));
}
