import assert from "node:assert/strict";
import { test } from "node:test";
import { toldWith } from "../../../src/smalti/web/static/table/tools.js";
import { readPaths } from "../../../src/smalti/web/static/table/rows.js";

test("while pieces are placed, the places of the tool are what may be clicked, and nothing else is asked", () => {
  const message = { type: "table", paths: [1, 2, 3, 4], offers: [9], asks: [8], acting: [0], over: true, waiting: "", study: { at: 1, chance: [] } };
  const told = toldWith(message, { words: "", look: 1, at: 5, number: 0, places: [5, 7] }, "Choose.");
  assert.deepEqual(readPaths(told.paths), [{ move: 5, places: [5] }, { move: 7, places: [7] }]);
  assert.deepEqual([told.offers, told.asks, told.acting, told.over, told.waiting, told.study], [[], [], [], false, "Choose.", { at: 1, chance: null }]);
  assert.deepEqual(toldWith(message, undefined, "").paths, []);
});
