// What each move would do, as rows that the server foresaw: labels, ghosts and gains. Asked for once per position. Pure but for the asking.

import { NONE } from "./catalogue.js";
import { grouped, readHappenings } from "./rows.js";
import { joined } from "./words.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./rows.js").Piece} Piece
 * @typedef {{move: number, label: string, ghost: Piece[], instead: Piece[], gain: number|null}} Prospect `instead` stands for all that has its look now
 */

/** The server foresees no more at once. */
export const MOST_MOVES = 512;

/** What a move would do, from its rows. @param {number} move @param {Happening[]} told @param {number} seat @param {import("./catalogue.js").Catalogue} catalogue @param {import("./words.js").Telling} telling @returns {Prospect} */
export function prospectOf(move, told, seat, catalogue, telling) {
  const effect = (/** @type {Happening} */ row) => catalogue.kinds.get(row.kind)?.effect;
  const [first] = grouped(told, catalogue.kinds);
  const puts = (first?.under ?? []).filter((row) => (effect(row) === "moves" && row.source !== row.target) || effect(row) === "makes");
  const put = (/** @type {Happening} */ row) => ({ piece: row.piece, place: row.target, look: row.look, turn: row.turn, number: row.amount });
  /** @type {Map<number, Piece>} */
  const ghost = new Map(puts.map((row) => [row.piece, put(row)]));
  const gains = told.filter((row) => isGain(row, seat, catalogue));
  return {
    move,
    label: labelOf(told, seat, catalogue, telling),
    ghost: [...ghost.values()].filter((piece) => catalogue.places.get(piece.place)?.name),
    instead: told.filter((row) => catalogue.kinds.get(row.kind)?.small && effect(row) === "makes").map(put),
    gain: gains.length ? gains.reduce((sum, row) => sum + row.amount, 0) : null,
  };
}

/** What a move does in words: the first line, what follows for the same seat, and remarks on what may come. @param {Happening[]} told @param {number} seat @param {import("./catalogue.js").Catalogue} catalogue @param {import("./words.js").Telling} telling */
function labelOf(told, seat, catalogue, telling) {
  const lines = telling.lines(told);
  const others = lines.findIndex((line, n) => n > 0 && line.head.seat !== seat);
  const remarks = told.filter((row) => isRemark(catalogue.kinds.get(row.kind))).map((row) => telling.sentence(row));
  return joined([...lines.slice(0, others < 0 ? lines.length : others).map((line) => line.words), ...remarks], catalogue.language);
}

/** @param {import("./catalogue.js").Kind|undefined} kind */
const isRemark = (kind) => kind?.small === true && kind.effect === "says" && !kind.gain;

/** Whether a row changes the own score, or promises to. @param {Happening} row @param {number} seat @param {import("./catalogue.js").Catalogue} catalogue */
function isGain(row, seat, catalogue) {
  const kind = catalogue.kinds.get(row.kind);
  return kind?.effect === "counts" ? row.piece === catalogue.scores[seat] : kind?.gain === true && (row.seat === seat || row.seat === NONE);
}

/** What several moves bring, from least to most; nothing if they bring nothing. @param {Prospect[]} ways */
export function rangeOf(ways) {
  const gains = [...new Set(ways.map((way) => way.gain ?? 0))].sort((a, b) => a - b);
  if (gains.every((gain) => gain === 0)) return "";
  return gains.length > 1 ? `${signed(gains[0])} \u2026 ${signed(gains[gains.length - 1])}` : signed(gains[0]);
}

/** @param {number} number */
const signed = (number) => (number < 0 ? String(number) : `+${number}`);

/** Whether several moves would put something on the same places. @param {Prospect[]} ways */
export function alike(ways) {
  const places = (/** @type {Prospect} */ way) => way.ghost.map((piece) => piece.place).join();
  return ways.length > 0 && ways[0].ghost.length > 0 && ways.every((way) => places(way) === places(ways[0]));
}

/** Keeps what was foreseen for one position, and asks for what is missing. */
export class Foresight {
  /** @param {(message: any) => void} send */
  constructor(send) {
    this.send = send;
    this.number = NONE;
    /** @type {Map<number, Happening[]>} */
    this.known = new Map();
    /** @type {Set<number>} */
    this.asked = new Set();
  }

  /** Asks for moves of a position that are not known yet. @param {{number: number, seat: number}} table @param {number[]} moves */
  want(table, moves) {
    if (table.number !== this.number) this.forget(table.number);
    const missing = moves.filter((move) => !this.asked.has(move)).slice(0, MOST_MOVES);
    if (missing.length === 0) return;
    for (const move of missing) this.asked.add(move);
    this.send({ type: "foresee", seat: table.seat, number: table.number, moves: missing, packed: true });
  }

  /** The position is another one, or the connection was down. @param {number} [number] */
  forget(number = NONE) {
    this.number = number;
    this.known.clear();
    this.asked.clear();
  }

  /** @param {{number: number, moves: [number, number[]][]}} message */
  take(message) {
    if (message.number !== this.number) return;
    for (const [move, rows] of message.moves) this.known.set(move, readHappenings(rows));
  }
}
