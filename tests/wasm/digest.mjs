// Plays games in V8 by a module and prints the sum of each, and how long it took: node digest.mjs FOLDER < order
import { readFileSync } from "node:fs";
import { Module } from "../../src/smalti/web/static/engine/module.js";

const folder = process.argv[2];
const { layout, start, generators, rows, sheets } = JSON.parse(readFileSync(0, "utf8"));
const module = new Module(new WebAssembly.Module(readFileSync(`${folder}/digest.wasm`)), layout);
const { functions, memory, result, state } = module;
const size = BigInt(layout.state);
const spare = module.room(layout.state);
const addresses = sheets.map((name) => module.sheets[name]);
const bytes = Uint8Array.from(Buffer.from(start, "hex"));

/** The sum of one game. @param {string} generator */
function digest(generator) {
  module.position = bytes;
  const array = (at) => [0, 0, size, 1n, at, size, 1n];
  const failed = functions.digest(result, result + 8, ...array(state), ...array(spare), BigInt(generator), BigInt(rows), ...addresses);
  if (failed) throw new Error(`digest failed with ${failed}`);
  return Number(new DataView(memory.buffer).getBigInt64(result, true));
}

digest(generators[0]);
const begun = performance.now();
const sums = generators.map(digest);
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(JSON.stringify({ sums, seconds }));
