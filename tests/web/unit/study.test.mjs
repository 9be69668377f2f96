import assert from "node:assert/strict";
import { test } from "node:test";
import { readOutlook } from "../../../src/smalti/web/static/local/study.js";
import { rowsOf, waysOf } from "../../../src/smalti/web/static/table/study_order.js";

const told = (id, parent) => ({ id, parent, by: 0, words: String(id), comment: "" });
const ids = (rows) => rows.map((row) => (Array.isArray(row) ? ids(row) : row.id));

test("other ways stand under the entry that they stand against, each a line of its own", () => {
  const nodes = [told(1, 0), told(2, 1), told(3, 1), told(4, 2), told(5, 3), told(6, 2), told(7, 3)];
  assert.deepEqual(ids(rowsOf(waysOf(nodes), 1)), [2, [3, 5, [7]], 4, [6]]);
  assert.deepEqual(rowsOf(waysOf([told(1, 0)]), 1), []);
});

test("what is expected is read as a review reads it", () => {
  const close = (a, b) => assert.ok(a.every((one, n) => Math.abs(one - b[n]) < 1e-8), `${a} ${b}`);
  const outlook = (length, scales, correction) => ({ length, scales, correction });
  close(readOutlook(outlook(270, [2.87, 3], [0, 0]), [1, 1.5], 13), [0.45660348, 0.54339652]);
  close(readOutlook(outlook(159, [10, 10], [7.667, -0.1207]), [20], 30), [24.26186792]);
  close(readOutlook(outlook(10, [4, 1], [0, 0]), [5, 3, 1], 40), [0.86681333, 0.11731043, 0.01587624]);
});
