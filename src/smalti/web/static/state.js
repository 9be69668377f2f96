// What the page knows: the table as it was last sent, and the path that has been clicked so far. Pure functions.

/**
 * @typedef {{move: number, label: string, paths: string[][], ghost: string[][], gain: string}} Choice
 * @typedef {{id: string, label: string, width: number, height: number, x: number, y: number, scale: number, body: string}} Panel
 * @typedef {{points: number, words: string, clause: string, places: string[]}} ScoreLine
 * @typedef {{
 *   seat: number, name: string, mine: boolean, bot: string|null, invited: boolean, here: boolean, score: number,
 *   facts: Record<string, unknown>
 * }} Seat
 * @typedef {{ply: number, by: number, words: string, note: string}} LogLine
 * @typedef {{clause: string, words: string}} Clause
 * @typedef {{width: number, height: number, label: string, panels: Panel[]}} Picture
 * @typedef {Picture & {
 *   table: string, number: number, game: string, seat: number, mine: number[], cover: boolean, started: boolean,
 *   over: boolean, ask: string, teaches: Clause[], acting: number[], can_undo: boolean, undo_seat: number|null,
 *   aids: Record<string, boolean>, commitment: string, seats: Seat[], scores: ScoreLine[][], winners: number[],
 *   ending: Record<string, unknown>, log: LogLine[], last: string[], aside: string[], watching: number, preparing: Progress|null, choices: Choice[]
 * }} Table
 * @typedef {{done: number, of: number}} Progress
 * @typedef {{label: string, places: string[], difference: number, words: string}} Advised
 * @typedef {{number: number, stage: number, places: string[], move?: number, label?: string, best?: Advised[]}} Hint
 * @typedef {Picture & {ply: number, totals: number[], scores: ScoreLine[][]}} Past
 * @typedef {{
 *   table: Table|null, picked: string[], online: boolean, sending: string|null, confirm: boolean,
 *   past: Past|null, hint: Hint|null, asking: number|null, covered: boolean
 * }} Model
 */

/** @returns {Model} */
export function newModel() {
  return { table: null, picked: [], online: false, sending: null, confirm: false, past: null, hint: null, asking: null, covered: false };
}

/**
 * A table as it came over the line, with the ids put back into paths and ghosts, and the drawings that are as before.
 * @param {any} message @param {Table|null} before the one that came before it @returns {Table}
 */
export function unpack(message, before) {
  const drawn = new Map(before?.panels.map((panel) => [panel.id, panel.body]));
  const panels = message.panels.map((/** @type {any} */ panel) => ({ ...panel, body: panel.body ?? drawn.get(panel.id) }));
  /** @param {(number|string)[]} path */
  const named = (path) => path.map((id) => (typeof id === "number" ? message.ids[id] : id));
  const choices = message.choices.map((/** @type {any} */ choice) => ({
    ...choice, paths: choice.paths.map(named), ghost: choice.ghost.map(named),
  }));
  return { ...message, panels, choices };
}

/** Whether the picture shown is the present one and something may be chosen on it. @param {Model} model */
export function isOpen(model) {
  return model.table !== null && model.table.choices.length > 0 && !model.sending && !model.past && !model.covered;
}

/** The choices that some clicks allow. @param {Model} model @param {string[]} [picked] @returns {Choice[]} */
export function possible(model, picked = model.picked) {
  const choices = model.table?.choices ?? [];
  return choices.filter((choice) => choice.paths.some((path) => startsWith(path, picked)));
}

/** The elements that may be clicked next. @param {Model} model @param {string[]} [picked] @returns {Set<string>} */
export function nextIds(model, picked = model.picked) {
  /** @type {Set<string>} */
  const ids = new Set();
  if (!isOpen(model)) return ids;
  for (const choice of possible(model, picked)) {
    for (const path of choice.paths) {
      if (path.length > picked.length && startsWith(path, picked)) ids.add(path[picked.length]);
    }
  }
  return ids;
}

/** The one move that some clicks spell out, if they do. @param {Model} model @param {string[]} [picked] @returns {Choice|null} */
export function complete(model, picked = model.picked) {
  if (picked.length === 0) return null;
  return possible(model, picked).find((choice) => choice.paths.some((path) => same(path, picked))) ?? null;
}

/** What would be possible after one more click. @param {Model} model @param {string} id @returns {Choice[]} */
export function after(model, id) {
  return possible(model, [...model.picked, id]);
}

/**
 * The path after a click: one step further, or back to the last step where this element was on offer, or one step
 * back from the element that was picked last; null if the click leads nowhere.
 * @param {Model} model @param {string} id @returns {string[]|null}
 */
export function pathWith(model, id) {
  if (nextIds(model).has(id)) return [...model.picked, id];
  if (model.picked.at(-1) === id) return model.picked.slice(0, -1);
  for (let kept = model.picked.length - 1; kept >= 0; kept--) {
    const shorter = model.picked.slice(0, kept);
    if (nextIds(model, shorter).has(id)) return [...shorter, id];
  }
  return null;
}

/** Whether an element can be dragged: picking it up leaves something to aim at. @param {Model} model @param {string} id */
export function isDraggable(model, id) {
  const picked = [...model.picked, id];
  return nextIds(model).has(id) && !complete(model, picked) && nextIds(model, picked).size > 0;
}

/** The elements of a hinted move, if it is still about this position. @param {Model} model @returns {Hint|null} */
export function hintNow(model) {
  return model.hint && model.hint.number === model.table?.number && !model.past ? model.hint : null;
}

/** What others choose at the same time leaves a hint as it is. @param {Model} model @param {number} before the number of the table until now */
export function keepHint(model, before) {
  const number = model.table?.number ?? before;
  if (model.hint?.number === before) model.hint.number = number;
  if (model.asking === before) model.asking = number;
}

/** Whether one of the own seats is to choose. @param {Table} table */
export function isMyTurn(table) {
  return !table.over && table.started && table.acting.some((seat) => table.mine.includes(seat) && !table.seats[seat].bot);
}

/** The seats from best to worst. @param {Table} table @returns {Seat[]} */
export function standings(table) {
  const won = (/** @type {Seat} */ seat) => (table.winners.includes(seat.seat) ? 1 : 0);
  return [...table.seats].sort((a, b) => won(b) - won(a) || b.score - a.score || a.seat - b.seat);
}

/** The first clause of the decision at hand that was not explained before. @param {Table} table @param {string[]} known */
export function nextClause(table, known) {
  return table.teaches.find((one) => !known.includes(one.clause)) ?? null;
}

/** Panels that hold nothing but the own choices: on a phone they stand beside the question. @param {Table} table @param {(panel: Panel) => string[]} idsOf @returns {Set<string>} */
export function choicePanels(table, idsOf) {
  const offered = new Set(table.choices.flatMap((choice) => choice.paths.flat()));
  const found = table.panels.filter((panel) => table.aside.includes(panel.id) && idsOf(panel).some((id) => offered.has(id)));
  return new Set(found.map((panel) => panel.id));
}

/** @param {string[]} path @param {string[]} beginning */
function startsWith(path, beginning) {
  return beginning.every((id, n) => path[n] === id);
}

/** @param {string[]} a @param {string[]} b */
function same(a, b) {
  return a.length === b.length && startsWith(a, b);
}
