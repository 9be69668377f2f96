import assert from "node:assert/strict";
import { test } from "node:test";
import { change, difference, grouped, readAsks, readPaths, readPieces, walks } from "../../../src/smalti/web/static/table/rows.js";
import { COUNTS, LAYS, MAKES, PUTS, TAKES, catalogue, rows } from "./beads.mjs";

const carryOut = (pieces, ...told) => {
  for (const row of rows(...told)) change(pieces, row, catalogue.kinds.get(row.kind).effect);
  return pieces;
};

test("flat lists become rows", () => {
  assert.deepEqual([...readPieces([7, 1, 2, 3, 4]).values()], [{ piece: 7, place: 1, look: 2, turn: 3, number: 4 }]);
  assert.deepEqual(readPaths([9, 1, 2, -1, 8, 3, -1, -1]), [{ move: 9, places: [1, 2] }, { move: 8, places: [3] }]);
  assert.deepEqual(readAsks([1, 0, 5, 2, -1]), [{ kind: 1, step: 0, amount: 5, focus: 2, clause: -1 }]);
});

test("each effect changes the pieces as the kernel does", () => {
  const pieces = readPieces([1, 0, 0, 0, 5, 2, 1, 0, 0, 0]);
  carryOut(pieces, { kind: PUTS, piece: 1, source: 0, target: 2, look: 1, turn: 1 });
  assert.deepEqual(pieces.get(1), { piece: 1, place: 2, look: 1, turn: 1, number: 5 });
  carryOut(pieces, { kind: PUTS, piece: 3, of: 1, source: 2, target: 0 });
  assert.deepEqual([pieces.has(1), pieces.get(3)], [false, { piece: 3, place: 0, look: 0, turn: 0, number: 5 }]);
  carryOut(pieces, { kind: COUNTS, piece: 3, amount: -2 }, { kind: MAKES, piece: 4, target: 1, amount: 9 }, { kind: TAKES, piece: 2, source: 1 });
  assert.deepEqual([pieces.get(3).number, pieces.get(4).number, pieces.has(2)], [3, 9, false]);
});

test("rows stand under their heads", () => {
  const groups = grouped(rows({ kind: LAYS }, { kind: PUTS, piece: 1 }, { kind: LAYS }, { kind: PUTS, piece: 2 }, { kind: PUTS, piece: 3 }), catalogue.kinds);
  assert.deepEqual(groups.map((one) => one.under.map((row) => row.piece)), [[1], [2, 3]]);
});

test("a difference says what moved, came and went", () => {
  const before = readPieces([1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 3, 2, 0, 0, 0]);
  const after = readPieces([1, 2, 0, 0, 0, 3, 2, 0, 0, 0, 4, 1, 0, 0, 0]);
  const { gone, changed } = difference(before, after);
  assert.deepEqual([gone, changed.map((one) => one.piece)], [[2], [1, 4]]);
  assert.deepEqual(walks(before, after).map(({ piece, from, place }) => [piece, from, place]), [[1, 0, 2]]);
});
