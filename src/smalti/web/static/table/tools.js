// What a table tells while a position is set up by hand. Pure.

import { NONE } from "./catalogue.js";

/** @typedef {{words: string, look: number, at: number, number: number, places: number[]}} Tool what a click on one of its places does */

/** What the page is told while pieces are placed: the places of the tool are what may be clicked, and nothing is to be decided. @param {any} message @param {Tool|undefined} tool @param {string} ask @returns {any} */
export function toldWith(message, tool, ask) {
  const places = tool?.places ?? [];
  const paths = places.flatMap((place) => [place, place, NONE, NONE]);
  return { ...message, paths, offers: [], asks: [], acting: [], over: false, winners: [], waiting: ask, study: { ...message.study, chance: null } };
}
