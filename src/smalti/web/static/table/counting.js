// What the end of a game is told by: points by category, and the best moment. Pure functions.

import { gainsOf } from "./pacing.js";
import { actsOf, grouped } from "./rows.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./words.js").Telling} Telling
 * @typedef {{label: string, points: number[]}} Category the points of each seat
 * @typedef {{ply: number, seat: number, gain: number, words: string}} Moment the event after which it is there, and its head in words
 */

/** The points of each seat, category by category in the order they first come up; lines without one are counted under the last word. @param {Record<string, Happening[]>} earns @param {number} seats @param {Telling} telling @param {string} rest @returns {Category[]} */
export function categoriesOf(earns, seats, telling, rest) {
  /** @type {Map<string, Category>} */
  const found = new Map();
  for (let seat = 0; seat < seats; seat++) {
    for (const { head } of telling.lines(earns[seat] ?? [])) {
      const label = telling.category(head) || rest;
      if (!found.has(label)) found.set(label, { label, points: Array(seats).fill(0) });
      const category = /** @type {Category} */ (found.get(label));
      category.points[seat] += head.amount;
    }
  }
  return [...found.values()];
}

/** The event that brought one seat most, and by which of its heads; null if nobody gained anything. @param {import("./state.js").Event[]} log @param {Telling} telling @returns {Moment|null} */
export function bestMoment(log, telling) {
  const { catalogue } = telling;
  /** @type {Moment|null} */
  let best = null;
  log.forEach(({ told }, n) => {
    gainsOf(told, catalogue).forEach((gain, seat) => {
      if (gain <= (best?.gain ?? 0)) return;
      const group = grouped(told, catalogue.kinds).reduce((most, one) => (gainsOf(actsOf(one), catalogue)[seat] > gainsOf(actsOf(most), catalogue)[seat] ? one : most));
      best = { ply: n + 1, seat, gain, words: group.head ? telling.sentence(group.head, group.under) : "" };
    });
  });
  return best;
}
