import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMoment, categoriesOf } from "../../../src/smalti/web/static/table/counting.js";
import { gainsOf, hurried, isMuch, isOthersTurn, stilled, turnsOf } from "../../../src/smalti/web/static/table/pacing.js";
import { planOf } from "../../../src/smalti/web/static/table/plan.js";
import { Telling } from "../../../src/smalti/web/static/table/words.js";
import { COUNTS, EARNS, LAYS, PROMISES, PUTS, TURNS, catalogue, rows } from "./beads.mjs";

const one = { kind: PUTS, piece: 1, source: 0, target: 1 };
const plan = (...some) => planOf(rows(...some), catalogue.kinds);

test("many steps hurry, what turns keeps its time", () => {
  const many = plan(...Array.from({ length: 60 }, () => [{ kind: LAYS }, one]).flat(), { kind: LAYS }, { kind: TURNS, piece: 2, source: 1, target: 2 });
  const times = hurried(many).map((step) => step.ms);
  assert.ok(times.slice(0, -1).reduce((sum, ms) => sum + ms) <= 7001);
  assert.equal(times.at(-1), 420);
});

test("without movement each step is there for a while, and nothing flies", () => {
  const steps = stilled(plan({ kind: LAYS }, one));
  assert.deepEqual(steps.map((step) => [step.flights.length, step.ms > 0, step.rows.length]), [[0, true, 2]]);
});

test("a breath is taken between two players, not within a turn nor for what nobody does", () => {
  const [mine, theirs, nobodys] = plan({ kind: LAYS, seat: 0 }, one, { kind: LAYS, seat: 1 }, one, { kind: LAYS, seat: -1 }, one);
  assert.deepEqual([mine, theirs, nobodys].map((step) => isOthersTurn(step, 0)), [false, true, false]);
  assert.equal(isOthersTurn(theirs, -1), false, "nothing was shown before it");
});

test("a question waits for a cascade and for what others do, not for one own move", () => {
  const own = plan({ kind: LAYS, seat: 0 }, one);
  assert.equal(isMuch(own, [0]), false);
  assert.equal(isMuch(own, [1]), true, "it is the move of somebody else");
  assert.equal(isMuch(plan({ kind: LAYS, seat: 0 }, one, { kind: LAYS, seat: -1 }, one), [0]), true, "something comes of it");
  assert.equal(isMuch(plan({ kind: LAYS, seat: 1 }), [0]), false, "nothing of it moves");
});

test("the turns of others, in order; what nobody did belongs to the turn before it", () => {
  const told = rows({ kind: LAYS, seat: 0 }, one, { kind: LAYS, seat: 1 }, one, { kind: LAYS, seat: -1 }, { kind: LAYS, seat: 1 }, one, { kind: LAYS, seat: 2 }, one);
  assert.deepEqual(turnsOf(told, catalogue.kinds, [0]), [{ seat: 1, from: 2, to: 7 }, { seat: 2, from: 7, to: 9 }]);
  assert.deepEqual(turnsOf(rows({ kind: LAYS, seat: -1 }, one), catalogue.kinds, [0]), []);
});

test("what rows bring is what is counted on the pieces of the points, not what is promised", () => {
  const told = rows({ kind: COUNTS, piece: 91, amount: 3 }, { kind: COUNTS, piece: 91, amount: -1 }, { kind: COUNTS, piece: 5, amount: 9 }, { kind: PROMISES, piece: 91, amount: 6 });
  assert.deepEqual(gainsOf(told, catalogue), [0, 2]);
});

test("points are counted by category, in the order they come up", () => {
  const earns = { 0: rows({ kind: EARNS, look: 0, amount: 4 }, { kind: EARNS, look: 0, amount: 2 }), 1: rows({ kind: LAYS, amount: 5 }, { kind: EARNS, look: 0, amount: 1 }) };
  assert.deepEqual(categoriesOf(earns, 2, new Telling(catalogue), "points"), [{ label: "beads", points: [6, 1] }, { label: "points", points: [0, 5] }]);
});

test("the best moment is the event that brought one seat most, told by the head that did", () => {
  const gain = (seat, amount) => ({ kind: COUNTS, piece: 90 + seat, amount });
  const log = [[{ kind: LAYS }, gain(0, 3), gain(1, 4)], [{ kind: LAYS }, gain(0, 2), { kind: EARNS, look: 0, amount: 7 }, gain(0, 7)], [{ kind: LAYS }, gain(0, -20)]];
  const events = log.map((some) => ({ by: 0, note: "", told: rows(...some) }));
  assert.deepEqual(bestMoment(events, new Telling(catalogue)), { ply: 2, seat: 0, gain: 9, words: "7 for a bead" });
  assert.equal(bestMoment(events.slice(2), new Telling(catalogue)), null);
});
