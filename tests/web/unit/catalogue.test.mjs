// What a piece takes of its place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { taken } from "../../../src/smalti/web/static/table/catalogue.js";

const place = (x, y, width, height) => ({ panel: 1, x, y, width, height });

test("a piece takes all of its place", () => {
  assert.deepEqual(taken(place(10, 20, 144, 111), { largest: 0 }), place(10, 20, 144, 111));
  assert.deepEqual(taken(place(10, 20, 144, 111), undefined), place(10, 20, 144, 111));
});

test("one that only passes through takes the middle of a larger place", () => {
  assert.deepEqual(taken(place(10, 20, 144, 112), { largest: 40 }), place(62, 56, 40, 40));
  assert.deepEqual(taken(place(0, 0, 32, 32), { largest: 40 }), place(0, 0, 32, 32));
});
