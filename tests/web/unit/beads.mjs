// A game of four places and a few rows, enough for every pure module.

import { readCatalogue } from "../../../src/smalti/web/static/table/catalogue.js";
import { readHappenings } from "../../../src/smalti/web/static/table/rows.js";

export const [LAYS, PUTS, MAKES, TAKES, COUNTS, TURNS, PROMISES, ROLLS, TURNS_OVER, COMES_UP, LIGHTS, EARNS] = Array.from({ length: 12 }, (_, n) => n);
const box = (x, more) => ({ panel: 0, x, y: 0, width: 10, height: 10, name: `p${x / 10}`, ...more });

export const catalogue = readCatalogue({
  game: "beads", language: "en", label: "Beads", defs: "", style: "", names: {}, emblems: [], scores: [90, 91], words: { empty: "empty", seat: "Seat {seat}" },
  panels: [
    { number: 0, key: "board", label: "Board", purpose: "board", width: 100, height: 20, ground: "<g/>" },
    { number: 1, key: "hand", label: "Hand", purpose: "hand", width: 300, height: 120 },
    { number: 2, key: "other", label: "Other", purpose: "seat", width: 300, height: 300, ground: "<g/>" },
  ],
  places: { 0: box(0), 1: box(10), 2: box(20), 3: box(30, { name: "" }), 4: { panel: 1, x: 0, y: 0, width: 40, height: 40 } },
  looks: { 0: { symbol: "bead", name: "bead" }, 1: { text: "{number:number}" } },
  kinds: {
    [LAYS]: { name: "LAYS", head: true, sentence: "lays {PUTS...}" },
    [PUTS]: { name: "PUTS", effect: "moves", sentence: "a {look:look} on {target:place}" },
    [MAKES]: { name: "MAKES", effect: "makes" },
    [TAKES]: { name: "TAKES", effect: "takes" },
    [COUNTS]: { name: "COUNTS", effect: "counts" },
    [TURNS]: { name: "TURNS", effect: "moves", motion: "arc", around: 0 },
    [PROMISES]: { name: "PROMISES", gain: true },
    [ROLLS]: { name: "ROLLS", effect: "moves", motion: "roll", faces: [0, 1] },
    [TURNS_OVER]: { name: "TURNS_OVER", effect: "moves", motion: "flip" },
    [COMES_UP]: { name: "COMES_UP", effect: "makes", motion: "grow" },
    [LIGHTS]: { name: "LIGHTS", motion: "glow" },
    [EARNS]: { name: "EARNS", head: true, sentence: "{amount:number} for a {look:look}", category: "{look:look}s" },
  },
  arrangements: { "seat-0": { width: 500, height: 400, panels: [[0, 0, 0, 1], [1, 0, 50, 1], [2, 0, 200, 0.5]] }, spectator: { width: 500, height: 400, panels: [[0, 0, 0, 1]] } },
});

const USUAL = { seat: 0, piece: -1, source: -1, target: -1, look: 0, turn: 0, amount: 0, of: -1, clause: -1 };
const COLUMNS = ["kind", "seat", "piece", "source", "target", "look", "turn", "amount", "of", "clause"];
/** Rows from what is not usual about them. */
export const rows = (...some) => readHappenings(some.flatMap((one) => COLUMNS.map((name) => ({ ...USUAL, ...one })[name])));
