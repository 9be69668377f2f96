// What a game looks like and says, as it was exported: panels, places, looks, kinds, words. Fills in what goes without saying.

/**
 * @typedef {{number: number, key: string, label: string, purpose: "board"|"seat"|"hand"|"side", width: number, height: number, ground: string, seat: number, title: string}} Panel
 * @typedef {{panel: number, x: number, y: number, width: number, height: number, name: string, speaks: boolean, under: number, turn: number, note: string, hit: number[]}} Place
 * @typedef {{
 *   symbol: string, parts: [string, number, number, number, number][], text: Sentence, own: string, name: string, css: string,
 *   anchor: string, size: number, at: [number, number], wrap: number, layer: number, button: boolean, click: boolean, least: number, largest: number, most: number, sure: string, then: string
 * }} Look
 * @typedef {string|Record<string, string>} Sentence
 * @typedef {{
 *   name: string, effect: "says"|"moves"|"makes"|"takes"|"counts", sentence: Sentence, head: boolean, motion: ""|"arc"|"still"|"roll"|"flip"|"grow"|"glow",
 *   around: number, faces: number[], sound: import("./sound.js").Sound|"", category: string, outline: boolean, gain: boolean, small: boolean, round: boolean
 * }} Kind
 * @typedef {{of: "look"|"place"|"panel", first: number, last: number, words: string, clause: number}} Note
 * @typedef {{width: number, height: number, panels: [number, number, number, number][]}} Arrangement
 * @typedef {{
 *   game: string, language: string, label: string, panels: Map<number, Panel>, places: Map<number, Place>, looks: Map<number, Look>,
 *   kinds: Map<number, Kind>, numbers: Map<string, number>, arrangements: Record<string, Arrangement>, defs: string, style: string,
 *   names: Record<string, string[]>, scores: number[], emblems: string[][], notes: Note[], tips: Record<string, string>, words: Record<string, string>
 * }} Catalogue
 */

export const NONE = -1;

const PANEL = { ground: "", seat: NONE, title: "" };
const PLACE = { name: "", speaks: false, under: NONE, turn: 0, note: "", hit: [] };
const LOOK = {
  symbol: "", parts: [], text: "", own: "", name: "", css: "", anchor: "middle", size: 0.6, at: [0.5, 0.72], wrap: 0, layer: 0, button: false,
  click: true, least: -Infinity, largest: 0, most: 0, sure: "", then: "",
};
const KIND = { effect: "says", sentence: "", head: false, motion: "", around: NONE, faces: [], sound: "", category: "", outline: false, gain: false, small: false, round: false };

/** The part of a place that a piece takes: all of it, or its middle. @param {Place} place @param {Look|undefined} look @returns {Place} */
export function taken(place, look) {
  const most = look?.largest || Infinity;
  const [width, height] = [Math.min(place.width, most), Math.min(place.height, most)];
  return { ...place, x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}

/** @param {any} sent @returns {Catalogue} */
export function readCatalogue(sent) {
  const kinds = numbered(sent.kinds, KIND);
  return {
    ...sent,
    panels: new Map(sent.panels.map((/** @type {Panel} */ one) => [one.number, { ...PANEL, ...one }])),
    places: numbered(sent.places, PLACE),
    looks: numbered(sent.looks, LOOK),
    kinds,
    numbers: new Map([...kinds].map(([number, kind]) => [kind.name, number])),
  };
}

/** @param {Record<string, any>} table @param {object} usual @returns {Map<number, any>} */
function numbered(table, usual) {
  return new Map(Object.entries(table).map(([number, one]) => [Number(number), { ...usual, ...one }]));
}

/** Where the panels lie for a pair of eyes. @param {Catalogue} catalogue @param {number} eyes @returns {Arrangement} */
export function arrangementOf(catalogue, eyes) {
  return catalogue.arrangements[eyes < 0 ? "spectator" : `seat-${eyes}`];
}

/** The first note about a thing. @param {Note[]} notes @param {Note["of"]} of @param {number} number */
export const noteOn = (notes, of, number) => notes.find((one) => one.of === of && one.first <= number && number <= one.last);
