import assert from "node:assert/strict";
import { test } from "node:test";
import { Foresight, alike, prospectOf, rangeOf } from "../../../src/smalti/web/static/table/foresight.js";
import { Telling } from "../../../src/smalti/web/static/table/words.js";
import { COUNTS, LAYS, PROMISES, PUTS, catalogue, rows } from "./beads.mjs";

const told = rows({ kind: LAYS }, { kind: PUTS, piece: 1, source: 0, target: 2 }, { kind: COUNTS, piece: 90, amount: 2 }, { kind: COUNTS, piece: 91, amount: 5 }, { kind: PROMISES, amount: 1 });

test("a move in prospect has its words, its ghost and what it brings to its seat", () => {
  const one = prospectOf(4, told, 0, catalogue, new Telling(catalogue));
  assert.deepEqual([one.label, one.gain, one.ghost.map((piece) => [piece.place, piece.look])], ["lays a bead on p2", 3, [[2, 0]]]);
});

test("the words of a move in prospect go on with what follows for its seat, and end where others are next", () => {
  const lays = (seat, target) => [{ kind: LAYS, seat }, { kind: PUTS, seat, piece: target, source: 0, target }];
  const one = prospectOf(4, rows(...lays(0, 2), ...lays(0, 1), ...lays(1, 1), ...lays(0, 1)), 0, catalogue, new Telling(catalogue));
  assert.equal(one.label, "lays a bead on p2; lays a bead on p1");
});

test("several moves show what they have in common", () => {
  const way = (gain, place) => ({ move: 0, label: "", gain, ghost: [{ piece: 1, place, look: 0, turn: 0, number: 0 }] });
  assert.deepEqual([rangeOf([way(1, 2), way(5, 2)]), rangeOf([way(2, 2)]), rangeOf([way(null, 2)]), rangeOf([way(-2, 2), way(0, 2)])], ["+1 … +5", "+2", "", "-2 … +0"]);
  assert.deepEqual([alike([way(1, 2), way(2, 2)]), alike([way(1, 2), way(1, 3)]), alike([])], [true, false, false]);
});

test("what is known is not asked for again, and a new position forgets", () => {
  const sent = [];
  const foresight = new Foresight((message) => sent.push(message.moves));
  foresight.want({ number: 1, seat: 0 }, [1, 2]);
  foresight.want({ number: 1, seat: 0 }, [2, 3]);
  foresight.take({ number: 1, moves: [[1, []]] });
  assert.deepEqual([sent, foresight.known.has(1)], [[[1, 2], [3]], true]);
  foresight.want({ number: 2, seat: 0 }, [1]);
  foresight.take({ number: 1, moves: [[2, []]] });
  assert.deepEqual([sent.at(-1), foresight.known.size], [[1], 0]);
});

