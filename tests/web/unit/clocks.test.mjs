import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOf, inFigures, inWords, leftOf, reached, serverTime, setTime, standing } from "../../../src/smalti/web/static/table/clocks.js";

const words = { time_over: "over", days_left: "{n} days", days_left_one: "{n} day", hours_left: "{n} hours", hours_left_one: "{n} hour", minutes_left: "{n} minutes", minutes_left_one: "{n} minute" };
const clock = { seat: 0, since: 100, due: 400, left_s: 300, late: false, away_from: 220, votes: {}, voters: 1 };
const pace = { kind: "clock", time_s: 300, more_s: 0, over: "bot", bot: "x" };

test("a running clock counts down, another one stands", () => {
  assert.equal(leftOf(clock, 150), 250);
  assert.equal(leftOf(clock, 999), 0);
  assert.equal(leftOf({ ...clock, since: null, due: null, left_s: 42 }, 999), 42);
});

test("a clock in figures and in words", () => {
  assert.deepEqual([4.2, 65, 3725].map(inFigures), ["0:05", "1:05", "1:02:05"]);
  assert.deepEqual([200_000, 86_400, 7300, 3600, 200, 20].map((s) => inWords(s, words)), ["2 days", "1 day", "2 hours", "1 hour", "3 minutes", "1 minute"]);
});

test("what is shown says whether it runs and whether it is short", () => {
  assert.deepEqual(faceOf(clock, pace, 150, words), { text: "4:10", runs: true, low: false });
  assert.deepEqual(faceOf(clock, pace, 380, words), { text: "0:20", runs: true, low: true });
  assert.deepEqual(faceOf({ ...clock, since: null, due: null }, pace, 150, words), { text: "5:00", runs: false, low: false });
  assert.equal(faceOf({ ...clock, since: null, due: null }, { ...pace, kind: "turn" }, 150, words).text, "");
  assert.equal(faceOf({ ...clock, due: null, left_s: null }, null, 150, words).text, "");
  assert.equal(faceOf({ ...clock, due: null, left_s: 0, late: true }, pace, 150, words).text, "over");
  assert.equal(faceOf({ ...clock, due: 172_900 }, { ...pace, kind: "days" }, 100, words).text, "2 days");
});

test("a third and a tenth are told once each", () => {
  assert.equal(reached(101, 100, 300), 1 / 3);
  assert.equal(reached(100, 99, 300), null);
  assert.equal(reached(31, 30, 300), 1 / 10);
});

test("a seat is late when the server says so, and away after a while", () => {
  assert.equal(standing(clock, 150), null);
  assert.equal(standing(clock, 220), "away");
  assert.equal(standing({ ...clock, late: true }, 150), "late");
  assert.equal(standing({ ...clock, since: null }, 999), null);
});

test("the time is the server's, half of the way there and back allowed for", () => {
  const now = Date.now();
  setTime(now / 1000 + 60, now - 100, now + 100);
  assert.ok(Math.abs(serverTime() - now / 1000 - 60) < 5);
});
