// The engine of a game in Node: node engine.mjs FOLDER GAME < {games, thoughts}, prints their sums, thoughts and seconds.
import { readFileSync } from "node:fs";
import { Engine } from "../../src/smalti/web/static/engine/engine.js";
import { sumsOf, thoughtsOf } from "./sums.mjs";

const [folder, game] = process.argv.slice(2);
const info = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
const compiled = new WebAssembly.Module(readFileSync(`${folder}/${info.module}`));
const engine = new Engine(compiled, info, async (name) => new Uint8Array(readFileSync(`${folder}/${name}`)));
const { games = [], thoughts = [] } = JSON.parse(readFileSync(0, "utf8"));
const sums = sumsOf(engine, games);
if (thoughts.length) await thoughtsOf(engine, thoughts.slice(0, 1));
const begun = performance.now();
const found = await thoughtsOf(engine, thoughts);
process.stdout.write(JSON.stringify({ sums, thoughts: found, seconds: (performance.now() - begun) / 1000 }));
