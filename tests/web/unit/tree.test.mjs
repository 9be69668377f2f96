import assert from "node:assert/strict";
import { test } from "node:test";
import { NoTree, add, all, cut, fromRecord, lineThrough, lineTo, makeMain, newTree, read, toRecord, write } from "../../../src/smalti/web/static/local/tree.js";

/** 1 (2 3) 4 (5 (6)), with something said here and there. */
function grown() {
  const root = newTree();
  const one = add(root, -1, 1);
  add(add(root, -1, 2), 0, 3).comment = "tried";
  add(one, 0, 4);
  add(add(one, 1, 5), 0, 6);
  root.comment = "our game";
  return { root, one };
}

const LINE = {
  log: [[-1, 1], [0, 4]], comments: { 0: "our game" },
  variations: [{ at: 0, log: [[-1, 2], [0, 3]], comments: { 2: "tried" } }, { at: 1, log: [[1, 5], [0, 6]] }],
};

test("a tree is written as lines, and read again", () => {
  const { root } = grown();
  assert.deepEqual(write(root), LINE);
  assert.deepEqual(write(read(LINE)), LINE);
  assert.deepEqual(fromRecord(toRecord(LINE)), LINE);
  assert.deepEqual(toRecord(LINE).variations[0].log[0], { by: "chance", do: 2 });
});

test("the same way is not made twice", () => {
  const { root, one } = grown();
  assert.equal(add(root, -1, 1), one);
  assert.equal(all(root).length, 7);
});

test("a line runs through a node to its end", () => {
  const { root, one } = grown();
  const five = one.ways[1];
  assert.deepEqual(lineTo(five).map((node) => node.move), [1, 5]);
  assert.deepEqual(lineThrough(five).map((node) => node.move), [1, 5, 6]);
  assert.deepEqual(lineThrough(root).map((node) => node.move), [1, 4]);
});

test("another line becomes the main one, with all that hangs on it", () => {
  const { root, one } = grown();
  makeMain(one.ways[1].ways[0]);
  assert.deepEqual(write(root).log, [[-1, 1], [1, 5], [0, 6]]);
  assert.equal(all(root).length, 7);
});

test("what is cut is gone with all that follows, and one stands before it", () => {
  const { root, one } = grown();
  assert.equal(cut(one.ways[1]), one);
  assert.equal(all(root).length, 5);
  assert.equal(cut(root), root);
});

test("what is no tree is refused", () => {
  let deep = { log: [[0, 1]] };
  for (let n = 0; n < 70; n += 1) deep = { log: [[0, 1]], variations: [{ at: 0, ...deep }] };
  for (const bad of [null, {}, { log: 5 }, { log: [["x", 1]] }, { log: [], comments: { 4: "x" } }, { log: [], variations: [{ at: 3, log: [[0, 1]] }] }, { log: [], variations: [{ at: 0, log: [] }] }, deep]) {
    assert.throws(() => read(bad), NoTree);
  }
});
