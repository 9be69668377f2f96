// What the page knows: the table as it was last sent, and the path that has been clicked so far. Pure functions.

/**
 * @typedef {{move: number, label: string, paths: string[][], ghost: string[][], gain: string}} Choice
 * @typedef {{id: string, label: string, width: number, height: number, body: string}} Panel
 * @typedef {{points: number, words: string, clause: string, places: string[]}} ScoreLine
 * @typedef {{seat: number, name: string, mine: boolean, bot: string|null, invited: boolean, score: number}} Seat
 * @typedef {{ply: number, by: number, words: string}} LogLine
 * @typedef {{
 *   table: string, number: number, game: string, seat: number, mine: number[], cover: boolean, started: boolean,
 *   over: boolean, ask: string, acting: number[], can_undo: boolean, aids: Record<string, boolean>, commitment: string,
 *   seats: Seat[], scores: ScoreLine[][], winners: number[], ending: Record<string, string>, log: LogLine[],
 *   label: string, panels: Panel[], choices: Choice[]
 * }} Table
 * @typedef {{table: Table|null, picked: string[], online: boolean, sending: string|null, confirm: boolean, shown: number|null}} Model
 */

/** @returns {Model} */
export function newModel() {
  return { table: null, picked: [], online: false, sending: null, confirm: false, shown: null };
}

/** The choices that the clicks so far still allow. @param {Model} model @returns {Choice[]} */
export function possible(model) {
  const choices = model.table?.choices ?? [];
  return choices.filter((choice) => choice.paths.some((path) => startsWith(path, model.picked)));
}

/** The elements that may be clicked next. @param {Model} model @returns {Set<string>} */
export function nextIds(model) {
  const ids = new Set();
  if (model.sending) return ids;
  for (const choice of possible(model)) {
    for (const path of choice.paths) {
      if (path.length > model.picked.length && startsWith(path, model.picked)) ids.add(path[model.picked.length]);
    }
  }
  return ids;
}

/** The one move that the clicks so far spell out, if they do. @param {Model} model @returns {Choice|null} */
export function complete(model) {
  if (model.picked.length === 0) return null;
  return possible(model).find((choice) => choice.paths.some((path) => same(path, model.picked))) ?? null;
}

/** What would be possible after one more click. @param {Model} model @param {string} id @returns {Choice[]} */
export function after(model, id) {
  return possible({ ...model, picked: [...model.picked, id] });
}

/** @param {string[]} path @param {string[]} beginning */
function startsWith(path, beginning) {
  return beginning.every((id, n) => path[n] === id);
}

/** @param {string[]} a @param {string[]} b */
function same(a, b) {
  return a.length === b.length && startsWith(a, b);
}
