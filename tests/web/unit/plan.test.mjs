import assert from "node:assert/strict";
import { test } from "node:test";
import { between, planOf, slideOf, turning } from "../../../src/smalti/web/static/table/plan.js";
import { COMES_UP, COUNTS, LAYS, LIGHTS, MAKES, PUTS, ROLLS, TAKES, TURNS, TURNS_OVER, catalogue, rows } from "./beads.mjs";

const plan = (...some) => planOf(rows(...some), catalogue.kinds);
const flights = (step) => step.flights.map((one) => [one.kind, one.piece, one.from, one.to]);

test("what stands under one head flies together, head after head", () => {
  const steps = plan({ kind: LAYS }, { kind: PUTS, piece: 1, source: 0, target: 1 }, { kind: TAKES, piece: 2, source: 1, target: 2 }, { kind: LAYS }, { kind: MAKES, piece: 3, source: 0, target: 1 });
  assert.deepEqual(steps.map(flights), [[["fly", 1, 0, 1], ["fly", 2, 1, 2]], [["fly", 3, 0, 1]]]);
  assert.deepEqual(steps.map((step) => [step.ms, step.head?.kind]), [[285, LAYS], [240, LAYS]]);
});

test("what only changes where it lies takes no time", () => {
  const steps = plan({ kind: LAYS }, { kind: PUTS, piece: 1, source: 0, target: 0, look: 1 }, { kind: MAKES, piece: 2, target: 1 }, { kind: COUNTS, piece: 90, amount: 2 });
  assert.deepEqual(steps.map((step) => [step.ms, step.rows.length]), [[0, 4]]);
});

test("a piece that goes on does so in a step of its own, also under another name", () => {
  const steps = plan({ kind: LAYS }, { kind: PUTS, piece: 1, source: 0, target: 1 }, { kind: PUTS, piece: 5, of: 1, source: 1, target: 2 });
  assert.deepEqual(steps.map(flights), [[["fly", 1, 0, 1]], [["fly", 5, 1, 2]]]);
});

test("what is counted flies as a number, what turns takes longer", () => {
  assert.deepEqual(plan({ kind: LAYS }, { kind: COUNTS, piece: 90, source: 1, amount: 3 }).map(flights), [[["chip", 90, 1, -1]]]);
  const [step] = plan({ kind: LAYS }, { kind: TURNS, piece: 1, source: 0, target: 0, turn: 1 }, { kind: TURNS, piece: 2, source: 1, target: 2 });
  assert.deepEqual([step.ms, flights(step).map(([kind]) => kind)], [420, ["arc", "arc"]]);
});

test("pieces that lie elsewhere slide there, unless it is everything", () => {
  const walk = (piece) => ({ piece, place: 1, look: 0, turn: 0, number: 0, from: 0 });
  assert.deepEqual(slideOf([walk(3)]).map(flights), [[["fly", 3, 0, 1]]]);
  assert.deepEqual(slideOf([]), []);
  assert.deepEqual(slideOf(Array.from({ length: 60 }, (_, n) => walk(n))), []);
});

test("what comes of an arrival is seen after it, where it lies", () => {
  const steps = plan({ kind: LAYS }, { kind: PUTS, piece: 1, source: 0, target: 1 }, { kind: COUNTS, piece: 90, source: 1, amount: 3 }, { kind: COMES_UP, piece: 4, target: 2 }, { kind: TURNS_OVER, piece: 5, source: 2, target: 2 });
  assert.deepEqual(steps.map((step) => step.flights.map((one) => one.kind)), [["fly"], ["chip", "grow", "flip"]]);
  assert.deepEqual(steps.map((step) => step.head?.kind ?? null), [LAYS, null], "a head begins once");
});

test("a die rolls with its faces, a light needs a place, and each sets off a little later within its step", () => {
  const [step] = plan({ kind: LAYS }, { kind: ROLLS, piece: 1, source: 0, target: 1 }, { kind: ROLLS, piece: 2, source: 0, target: 2 }, { kind: LIGHTS });
  assert.deepEqual(step.flights.map((one) => [one.kind, one.faces]), [["roll", [0, 1]], ["roll", [0, 1]]]);
  assert.equal(step.flights[0].start, 0);
  assert.ok(step.flights[1].start > 0 && Math.abs(step.flights[1].start + step.flights[1].span - 1) < 1e-9);
  assert.deepEqual(plan({ kind: LIGHTS, target: 2 }).map(flights), [[["glow", -1, -1, 2]]]);
});

test("place and size go from box to box, around a middle clockwise", () => {
  const [from, to] = [{ x: 0, y: 0, width: 10, height: 10 }, { x: 100, y: 50, width: 20, height: 30 }];
  assert.deepEqual(between(from, to, 0.5), { x: 50, y: 25, width: 15, height: 20 });
  const around = { x: -50, y: -50, width: 100, height: 100 };
  const [east, south] = [{ x: 35, y: -5, width: 10, height: 10 }, { x: -5, y: 35, width: 10, height: 10 }];
  const half = turning(east, south, around, 0.5);
  assert.ok(Math.abs(half.x + 5 - 40 * Math.SQRT1_2) < 1e-9 && Math.abs(half.y + 5 - 40 * Math.SQRT1_2) < 1e-9);
  assert.ok(Math.abs(turning(south, east, around, 1 / 3).x + 5 + 40) < 1e-9, "three quarters the other way round pass the west");
});
