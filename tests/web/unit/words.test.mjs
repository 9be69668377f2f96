import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { readCatalogue } from "../../../src/smalti/web/static/table/catalogue.js";
import { readHappenings } from "../../../src/smalti/web/static/table/rows.js";
import { Telling, joined, wrapped } from "../../../src/smalti/web/static/table/words.js";
import { LAYS, PUTS, catalogue, rows } from "./beads.mjs";

const folder = new URL("../../golden/telling/", import.meta.url);
const golden = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));

test("rows of every game say what they say in Python", () => {
  let cases = 0;
  for (const block of golden) {
    const telling = new Telling(readCatalogue({ panels: [], ...block.catalogue }), block.names, 0);
    for (const { row, under, says } of block.cases) {
      assert.equal(telling.sentence(readHappenings(row)[0], readHappenings(under.flat())), says);
      cases++;
    }
  }
  assert.ok(cases > 50);
});

test("a line for each head, with its places", () => {
  const told = rows({ kind: LAYS }, { kind: PUTS, source: 0, target: 1 }, { kind: PUTS, source: 0, target: 2 }, { kind: LAYS });
  const lines = new Telling(catalogue).lines(told);
  assert.deepEqual(lines.map(({ words, places }) => [words, places]), [["lays a bead on p1, a bead on p2", [1, 2]], ["lays ", []]]);
});

test("a piece is called by its name and the text on it; whoever looks may be called otherwise", () => {
  const looks = new Map([...catalogue.looks, [2, { ...catalogue.looks.get(1), name: "owner", text: "{number:seat}", own: "you" }]]);
  const piece = { piece: 1, place: 0, look: 2, turn: 0, number: 1 };
  assert.equal(new Telling({ ...catalogue, looks }, ["Ann", "Bob"], 0).called(piece), "owner, Bob");
  assert.equal(new Telling({ ...catalogue, looks }, ["Ann", "Bob"], 1).called(piece), "owner, you");
  assert.equal(new Telling({ ...catalogue, looks }).called(piece), "owner, Seat 2");
});

test("a long text is wrapped between words", () => {
  assert.deepEqual(wrapped("One tile, and move my designs", 20), ["One tile, and move", "my designs"]);
  assert.deepEqual(wrapped("Stop", 20), ["Stop"]);
});

test("French shortens a word before a name that begins with a vowel", async () => {
  const { elided } = await import("../../../src/smalti/web/static/table/words.js");
  assert.equal(elided("de ", "Apprenti"), "d’Apprenti");
  assert.equal(elided("de ", "Bea"), "de Bea");
  assert.equal(elided("que ", "Élodie"), "qu’Élodie");
  assert.equal(elided("", "Anne"), "Anne");
});

test("parts of a sentence have the space before their sign that French has", () => {
  assert.equal(joined(["takes red", "puts it down"], "en"), "takes red; puts it down");
  assert.equal(joined(["prend rouge", "la pose"], "fr"), "prend rouge\u202f; la pose");
});
