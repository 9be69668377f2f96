// What is said of clicks that a lesson does not expect, without a server: the twin of `server/wire/lessons.py`.

import { Engine } from "../engine/engine.js";
import { catalogueOf } from "../table/board.js";
import { readHappenings, readPaths } from "../table/rows.js";
import { clauseOf } from "../table/state.js";
import { Telling } from "../table/words.js";
import { files } from "../places.js";

/** @type {Promise<Engine>|null} */
let loaded = null;

/** The reason if there is one, and to follow the arrow. @param {string} game @param {import("../table/lesson.js").Step|undefined} step @param {number[]} clicks @param {Record<string, string>} says */
export async function whyNotThere(game, step, clicks, says) {
  const refused = (/** @type {string} */ words, /** @type {string|null} */ clause = null) => ({ type: "refused", id: null, words, clause });
  if (!step?.view) return refused(says.follow);
  loaded ??= Engine.load(new URL(`engine/${game}.json`, files));
  const [engine, catalogue] = await Promise.all([loaded, catalogueOf(step.table.catalogue)]);
  const { seat, seats } = step.table;
  const view = Uint8Array.from(atob(step.view), (letter) => letter.charCodeAt(0));
  const ways = readPaths(engine.paths(view, seat));
  if (ways.some(({ places }) => clicks.every((place, n) => places[n] === place))) return refused(says.also);
  const [row] = readHappenings(engine.refuses(view, seat, clicks.slice(0, 3)));
  if (!row) return refused(says.follow);
  return refused(new Telling(catalogue, seats.map((/** @type {{name: string}} */ one) => one.name)).refusal(row), clauseOf(row.clause));
}
