// Which panels are shown, and where: on one sheet at a desk, stacked on a phone with the choices beside the question. Pure functions.

import { arrangementOf, NONE } from "./catalogue.js";

/**
 * @typedef {{panel: number, x: number, y: number, scale: number, aside: boolean, small: boolean}} Spot
 * @typedef {{width: number, height: number, spots: Spot[]}} Layout
 */

/** Panels of this width on the sheet stand two in a row on a phone. */
const SMALL = 260;
const FLAT = 100;

/** The panels in which something lies. @param {import("./catalogue.js").Catalogue} catalogue @param {Iterable<import("./rows.js").Piece>} pieces @returns {Set<number>} */
export function panelsWith(catalogue, pieces) {
  return new Set([...pieces].map((piece) => catalogue.places.get(piece.place)?.panel ?? NONE));
}

/** @param {import("./catalogue.js").Catalogue} catalogue @param {number} eyes @param {Set<number>} held the panels in which something lies @param {boolean} narrow @returns {Layout} */
export function layoutOf(catalogue, eyes, held, narrow) {
  const sheet = arrangementOf(catalogue, eyes);
  const spots = sheet.panels.flatMap(([number, x, y, scale]) => {
    const panel = catalogue.panels.get(number);
    if (!panel || (!panel.ground && !held.has(number))) return [];
    const small = panel.width * scale < SMALL && panel.height * scale > FLAT;
    return [{ panel: number, x, y, scale, aside: narrow && panel.purpose === "hand", small }];
  });
  return { width: sheet.width, height: sheet.height, spots };
}
