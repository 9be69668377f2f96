// A press reaches what lay under the pointer when it came to rest; what has just appeared there is inert.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Guard } from "../../../src/smalti/web/static/table/guard.js";

const at = (timeStamp, x = 100, pointerType = "mouse") => ({ clientX: x, clientY: 50, timeStamp, pointerType });

test("the second click of a double click reaches nothing new", () => {
  const guard = new Guard();
  assert.equal(guard.press(at(0), "end the turn"), true);
  guard.change(20);
  assert.equal(guard.press(at(150), "refresh"), false);
  assert.equal(guard.press(at(300), "refresh"), false);
});

test("a button pressed twice is pressed twice", () => {
  const guard = new Guard();
  guard.press(at(0), "one step on");
  assert.equal(guard.press(at(100), "one step on"), true);
});

test("a button that takes the place of another under a resting pointer is inert for a moment", () => {
  const guard = new Guard();
  guard.move(at(0), "end the turn");
  guard.change(5000);
  guard.move(at(5010, 102), "refresh");
  assert.equal(guard.press(at(5100, 102), "refresh"), false);
  assert.equal(guard.press(at(6000, 102), "refresh"), true);
});

test("a pointer that moves away and back means what is there now", () => {
  const guard = new Guard();
  guard.press(at(0), "end the turn");
  guard.change(20);
  guard.move(at(60, 300), "");
  guard.move(at(90), "refresh");
  assert.equal(guard.press(at(100), "refresh"), true);
});

test("a slow hand that crosses an edge is not held up", () => {
  const guard = new Guard();
  guard.move(at(0), "");
  guard.move(at(10, 104), "lay");
  assert.equal(guard.press(at(20, 104), "lay"), true);
});

test("two taps of a finger are never quite at the same spot", () => {
  const guard = new Guard();
  guard.press(at(0, 100, "touch"), "a");
  assert.equal(guard.press(at(200, 118, "touch"), "b"), false);
  assert.equal(guard.press(at(300, 160, "touch"), "c"), true);
});
