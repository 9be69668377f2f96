// What a seat is advised to do, and what for: the twin of `bots/hints.py`. In words: `local/table.js`.

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./thinking.js").Thought} Thought
 * @typedef {import("./thinking.js").Candidate} Candidate
 * @typedef {{term: number, gain: number}} Reason the number of a term (OTHERS behind them all), and how many points a move gains by it
 * @typedef {{move: number, difference: number, reasons: Reason[], isOnly: boolean, decides: boolean|null}} Hint `decides`: of the best, whether without its reason another move would be chosen
 */

const [HINTS, REASONS, COMPARED, LEAST] = [3, 2, 6, 0.05];
const PATIENCE = { simulations: 2000, milliseconds: 2000 };
/** Less for the others: no term of the evaluation. */
export const OTHERS = -1;

/**
 * The best moves of a seat as the strongest level sees them, with the expected difference and why.
 * @param {Engine} engine @param {Uint8Array} position @param {number} seat @param {bigint} generator @param {import("./thinking.js").Budget} [budget] @returns {Promise<Hint[]>}
 */
export async function hint(engine, position, seat, generator, budget = PATIENCE) {
  const thought = await engine.think(position, seat, "legend", generator, budget);
  if (!thought.candidates.length) return [{ move: thought.move, difference: 0, reasons: [], isOnly: true, decides: null }];
  const view = engine.view(position, seat);
  const best = thought.candidates.slice(0, HINTS);
  /** @type {Hint[]} */
  const found = best.map((one) => ({ move: one.move, difference: Math.min(0, one.worth - best[0].worth), reasons: reasons(engine, view, seat, one, thought), isOnly: false, decides: null }));
  const deciding = whatDecides(engine, view, seat, thought.candidates.slice(0, COMPARED));
  found[0].decides = deciding !== null;
  if (deciding) found[0].reasons = [deciding];
  return found;
}

/** The term without which the first of some moves would not be chosen, and by how much it is ahead in it of the one that would be. @param {Engine} engine @param {Uint8Array} view @param {number} seat @param {Candidate[]} candidates @returns {Reason|null} */
function whatDecides(engine, view, seat, candidates) {
  return deciding(candidates, candidates.map((one) => partsOf(engine, view, seat, one)));
}

/** The same of moves whose parts are known; `tied` points behind is as good. @param {{worth: number}[]} candidates @param {Map<number, number>[]} parts @param {number} [tied] @returns {Reason|null} */
export function deciding(candidates, parts, tied = 0) {
  /** @type {Reason|null} */
  let most = null;
  for (const [term, own] of parts[0]) {
    const left = candidates.map((one, n) => one.worth - (parts[n].get(term) ?? 0));
    const rival = Math.max(left.indexOf(Math.max(...left.slice(1)), 1), 0); // there may be no other
    const gain = own - (parts[rival].get(term) ?? 0);
    if (left[rival] > left[0] - tied && (!most || gain > most.gain)) most = { term, gain };
  }
  return most;
}

/** What a move is worth, in parts: how the terms of its seat change, and what the others expect. @param {Engine} engine @param {Uint8Array} view @param {number} seat @param {Pick<Candidate, "move"|"expected">} candidate @returns {Map<number, number>} */
export function partsOf(engine, view, seat, { move, expected }) {
  const { denial } = engine.thinker.strength("legend", engine.seats(view)).plan;
  const parts = new Map([...engine.thinker.gains(view, seat, "legend", move).entries()].filter(([, gain]) => !Number.isNaN(gain)));
  if (expected.length > 1) parts.set(OTHERS, -denial * Math.max(...expected.filter((_, other) => other !== seat)));
  return parts;
}

/** The terms that a move gains most by. @param {Engine} engine @param {Uint8Array} view @param {number} seat @param {Candidate} candidate @param {Thought} thought @returns {Reason[]} */
function reasons(engine, view, seat, candidate, thought) {
  const gains = engine.thinker.gains(view, seat, "legend", candidate.move).map((gain, term) => ({ term, gain }));
  const found = [...gains, { term: OTHERS, gain: denied(candidate, thought, seat) }].filter(({ gain }) => gain > LEAST);
  return found.sort((a, b) => b.gain - a.gain).slice(0, REASONS);
}

/** How many points fewer the best other seat expects than after the other candidates. @param {Candidate} candidate @param {Thought} thought @param {number} seat */
function denied(candidate, thought, seat) {
  const others = (/** @type {Candidate} */ one) => Math.max(...one.expected.filter((_, other) => other !== seat));
  const rest = thought.candidates.slice(0, 2 * HINTS).filter((one) => one.move !== candidate.move);
  if (candidate.expected.length < 2 || !rest.length) return 0;
  return rest.map(others).reduce((sum, one) => sum + one, 0) / rest.length - others(candidate);
}
