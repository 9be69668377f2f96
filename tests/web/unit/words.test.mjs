import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readCatalogue } from "../../../src/smalti/web/static/table/catalogue.js";
import { readHappenings, readPieces } from "../../../src/smalti/web/static/table/rows.js";
import { Telling } from "../../../src/smalti/web/static/table/words.js";

const golden = JSON.parse(readFileSync(new URL("../../golden/telling.json", import.meta.url), "utf8"));
const telling = (one) => new Telling(readCatalogue(golden.catalogues[one.language]), one.names, one.eyes ?? -1);

test("rows are told as the golden sentences say", () => {
  for (const one of golden.told) {
    const lines = telling(one).lines(readHappenings(one.rows.flat()));
    assert.deepEqual(lines.map(({ words, notes, places }) => ({ words, notes, places })), one.lines);
  }
});

test("pieces are called as the golden sentences say", () => {
  for (const one of golden.called) {
    const [piece] = readPieces(one.piece).values();
    assert.deepEqual([telling(one).written(piece), telling(one).called(piece)], [one.written, one.called]);
  }
});
