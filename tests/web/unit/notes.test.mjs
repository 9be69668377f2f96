import assert from "node:assert/strict";
import { test } from "node:test";
import { noteOn } from "../../../src/smalti/web/static/table/catalogue.js";

test("the first note about a thing holds, and only for its kind", () => {
  const notes = [
    { of: "look", first: 0, last: 3, words: "a bead", clause: 101 },
    { of: "place", first: 2, last: 2, words: "a hole", clause: 102 },
    { of: "look", first: 2, last: 9, words: "anything", clause: 103 },
  ];
  assert.equal(noteOn(notes, "look", 3)?.words, "a bead");
  assert.equal(noteOn(notes, "look", 4)?.words, "anything");
  assert.equal(noteOn(notes, "place", 2)?.words, "a hole");
  assert.equal(noteOn(notes, "panel", 2), undefined);
});
