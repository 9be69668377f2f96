import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clauseOf, complete, focusOf, isDraggable, lastPlaces, movesAfter, newModel, newsOf, nextPlaces, nextTip, pathWith, questionOf, unpack,
} from "../../../src/smalti/web/static/table/state.js";
import { MAKES, PUTS, catalogue, rows } from "./beads.mjs";

const PATHS = [[5, 1, 2], [6, 1, 3], [7, 4]];
function model(picked = []) {
  const paths = PATHS.map(([move, ...places]) => ({ move, places }));
  return { ...newModel(), table: { paths, asks: [], number: 3 }, picked };
}

test("a path of clicks leads on, and back", () => {
  assert.deepEqual([...nextPlaces(model())], [1, 4]);
  assert.deepEqual([...nextPlaces(model([1]))], [2, 3]);
  assert.deepEqual([complete(model([1])), complete(model([1, 3])), complete(model([4]))], [null, 6, 7]);
  assert.deepEqual(pathWith(model([1]), 3), [1, 3]);
  assert.deepEqual(pathWith(model([1]), 1), []);
  assert.deepEqual(pathWith(model([1]), 4), [4]);
  assert.equal(pathWith(model([1]), 9), null);
  assert.deepEqual(movesAfter(model([1])), [5, 6]);
});

test("only what leaves something to aim at is dragged", () => {
  assert.deepEqual([isDraggable(model(), 1), isDraggable(model(), 4), isDraggable(model(), 2)], [true, false, false]);
});

test("nothing is offered while a move is under way or the past is shown", () => {
  assert.equal(nextPlaces({ ...model(), sending: "x" }).size, 0);
  assert.equal(nextPlaces({ ...model(), past: {} }).size, 0);
});

test("the question moves on with the clicks, and names where to look", () => {
  const ask = (kind, step, focus, clause = -1) => ({ kind, step, amount: 0, focus, clause });
  const table = { asks: [ask(1, 0, 3), ask(2, 1, 4), ask(-1, 0, 5), ask(-1, 0, -1, 402), ask(-1, 0, -1, 1013)] };
  assert.deepEqual([questionOf(table, 0).kind, questionOf(table, 1).kind, questionOf(table, 2).kind], [1, 2, 2]);
  assert.deepEqual([focusOf(table, 0), focusOf(table, 1)], [[3, 5], [4, 5]]);
  const tips = { 402: "free of charge", 1013: "in the end" };
  assert.deepEqual([nextTip(table, tips, []), nextTip(table, tips, ["4.2"]), nextTip(table, tips, ["4.2", "10.13"]), nextTip(table, {}, [])], [402, 1013, 0, 0]);
  assert.equal(clauseOf(-1), "");
});

const whole = { whole: true, number: 1, catalogue: "c", pieces: [1, 0, 0, 0, 0], offers: [], paths: [], asks: [], earns: { 0: [] }, log_from: 0, log: [{ by: 0, rows: [], note: "" }] };
const further = { whole: false, from: 1, number: 2, catalogue: "c", offers: [], paths: [], asks: [], earns: { 1: [] }, log_from: 1, log: [{ by: 1, rows: [], note: "so" }] };

test("a table that tells what changed is put onto the one before", () => {
  const before = unpack(whole, null, (pieces) => pieces);
  const after = unpack(further, before, (pieces) => new Map([...pieces, [2, {}]]));
  assert.deepEqual([[...after.pieces.keys()], after.log.length, Object.keys(after.earns)], [[1, 2], 2, ["0", "1"]]);
  assert.deepEqual(newsOf(before, after).map((event) => event.note), ["so"]);
  assert.equal(newsOf(after, before), null);
});

test("a table that goes on from another one is not shown", () => {
  assert.equal(unpack(further, null, (pieces) => pieces), null);
  assert.equal(unpack({ ...further, from: 0 }, unpack(whole, null, (pieces) => pieces), (pieces) => pieces), null);
});

test("the last move is what one seat put since chance had its say, where it lies now", () => {
  const put = (by, ...some) => ({ by, told: rows(...some), note: "" });
  const first = put(0, { kind: PUTS, piece: 1, source: 3, target: 0 }, { kind: PUTS, piece: 4, source: 3, target: 2 });
  const further = put(0, { kind: PUTS, piece: 2, of: 1, source: 0, target: 1 });
  const log = [put(1, { kind: MAKES, piece: 9, target: 0 }), first, further, put(-1, { kind: MAKES, piece: 8, target: 0 })];
  assert.deepEqual(lastPlaces(log, catalogue).sort(), [1, 2]);
  assert.deepEqual(lastPlaces([put(0, { kind: PUTS, piece: 1, source: 0, target: 3 })], catalogue), []);
  assert.deepEqual(lastPlaces([], catalogue), []);
});
