// Rows as they travel: flat lists of numbers; what they do to the pieces. Pure functions.

import { NONE } from "./catalogue.js";

/**
 * @typedef {{piece: number, place: number, look: number, turn: number, number: number}} Piece
 * @typedef {{move: number, places: number[]}} Path
 * @typedef {{kind: number, seat: number, piece: number, source: number, target: number, look: number, turn: number, amount: number, of: number, clause: number}} Happening
 * @typedef {{kind: number, step: number, amount: number, focus: number, clause: number}} Ask
 * @typedef {{head: Happening|null, under: Happening[]}} Group a head and the rows under it
 * @typedef {Map<number, Piece>} Pieces
 * @typedef {import("./catalogue.js").Kind} Kind
 */

const PIECE = ["piece", "place", "look", "turn", "number"];
const HAPPENING = ["kind", "seat", "piece", "source", "target", "look", "turn", "amount", "of", "clause"];
const ASK = ["kind", "step", "amount", "focus", "clause"];
const PATH = 4;

/** @param {number[]} flat @param {string[]} columns @returns {any[]} */
function rows(flat, columns) {
  const found = [];
  for (let at = 0; at < flat.length; at += columns.length) {
    found.push(Object.fromEntries(columns.map((name, n) => [name, flat[at + n]])));
  }
  return found;
}

/** @param {number[]} flat @returns {Pieces} */
export const readPieces = (flat) => new Map(rows(flat, PIECE).map((row) => [row.piece, row]));
/** @param {number[]} flat @returns {Happening[]} */
export const readHappenings = (flat) => rows(flat, HAPPENING);
/** @param {number[]} flat @returns {Ask[]} */
export const readAsks = (flat) => rows(flat, ASK);
/** @param {number[]} flat @returns {Path[]} */
export function readPaths(flat) {
  const found = [];
  for (let at = 0; at < flat.length; at += PATH) {
    found.push({ move: flat[at], places: flat.slice(at + 1, at + PATH).filter((place) => place !== NONE) });
  }
  return found;
}

/** The rows under their heads. @param {Happening[]} told @param {Map<number, Kind>} kinds @returns {Group[]} */
export function grouped(told, kinds) {
  /** @type {Group[]} */
  const groups = [];
  for (const row of told) {
    if (kinds.get(row.kind)?.head) groups.push({ head: row, under: [] });
    else if (groups.length) groups[groups.length - 1].under.push(row);
    else groups.push({ head: null, under: [row] });
  }
  return groups;
}

/** What a group does, in order; a head may act too. @param {Group} group @returns {Happening[]} */
export const actsOf = (group) => (group.head ? [group.head, ...group.under] : group.under);

/** Carries one row out on the pieces. @param {Pieces} pieces @param {Happening} row @param {Kind["effect"]|undefined} effect */
export function change(pieces, row, effect) {
  const { piece, target: place, look, turn } = row;
  if (effect === "makes") pieces.set(piece, { piece, place, look, turn, number: row.amount });
  else if (effect === "takes") pieces.delete(piece);
  else if (effect === "counts") {
    const counted = pieces.get(piece);
    if (counted) pieces.set(piece, { ...counted, number: counted.number + row.amount });
  } else if (effect === "moves") {
    const was = row.of === NONE ? piece : row.of;
    const number = pieces.get(was)?.number ?? 0;
    pieces.delete(was);
    pieces.set(piece, { piece, place, look, turn, number });
  }
}

/** Which pieces differ between two tables. @param {Pieces} before @param {Pieces} after */
export function difference(before, after) {
  const same = (/** @type {Piece} */ a, /** @type {Piece|undefined} */ b) =>
    b !== undefined && a.place === b.place && a.look === b.look && a.turn === b.turn && a.number === b.number;
  return {
    gone: [...before.keys()].filter((piece) => !after.has(piece)),
    changed: [...after.values()].filter((piece) => !same(piece, before.get(piece.piece))),
  };
}

/** The rows that would explain a difference: for a move that is taken back, or a point of the game that is jumped to. @param {Pieces} before @param {Pieces} after */
export function walks(before, after) {
  return difference(before, after).changed.flatMap((piece) => {
    const was = before.get(piece.piece);
    return was && was.place !== piece.place ? [{ ...piece, from: was.place }] : [];
  });
}

/** The places that some rows tell of. @param {Happening[]} told @returns {number[]} */
export const placesOf = (told) => [...new Set(told.map((row) => row.target))].filter((place) => place !== NONE);
