// What a decision lost by the search of the best level: the twin of `reviewing/judging.py`, with the same numbers to the last bit.

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Position} Position
 * @typedef {{seen: Position, seat: number, made: number, seed: bigint}} Decision
 */

const [BEST, SECOND, HALVES, JUDGES, SEEDS, EXACT] = ["legend", "master", 2, 2, 5, 200_000];
/** What is lost by whoever does as advised. */
const NOTHING = [[0]];

/** By how many points a seat leads the mean of the others; alone its points. @param {number[]} points @param {number} seat */
function leadOf(points, seat) {
  if (points.length === 1) return points[0];
  return points[seat] - (points.reduce((sum, one) => sum + one, 0) - points[seat]) / (points.length - 1);
}

/** By how many points the lead after what a search advises is more than after what was made; who judges is never who advised. @param {Engine} engine @param {number} simulations @param {Decision} decision @returns {number[][]} a row for each judgement */
export function lostBySearch(engine, simulations, decision) {
  const seats = engine.seats(decision.seen);
  if (seats === 1) return byEachOther(engine, simulations, decision);
  const isLooking = engine.thinker.strength(BEST, seats).beyond;
  return isLooking ? byLooks(engine, simulations, decision) : byTrees(engine, simulations, decision);
}

/** Two searches that judge each other's advice; a look beyond chance alone draws nothing by lot: one is enough. @param {Engine} engine @param {number} simulations @param {Decision} decision */
function byEachOther({ thinker }, simulations, { seen, seat, made, seed }) {
  const number = thinker.strength(BEST, 1).beyond ? 1 : HALVES;
  const budget = { simulations: Math.floor(simulations / number), cores: 1 };
  const thoughts = Array.from({ length: number }, (_, n) => thinker.think(seen, seat, BEST, thinker.scattered(seed, SEEDS + n), budget));
  const leads = thoughts.map(({ candidates }) => leadsOf(candidates, seat)).reverse();
  return thoughts.map(({ move }, n) => [leads[n](move) - leads[n](made)]);
}

/** A look beyond chance after the best turns advises one; closer looks judge it and the best one that was begun. @param {Engine} engine @param {number} number @param {Decision} decision */
function byLooks(engine, number, { seen, seat, made, seed }) {
  const { thinker } = engine;
  const [best, second] = [BEST, SECOND].map((level) => thinker.strength(level, engine.seats(seen)).beyond);
  const { moves, look } = thinker.turns(seen, seat, BEST);
  const lead = (/** @type {number} */ turn, /** @type {number} */ reach, /** @type {bigint} */ own) => leadOf(look(turn, reach, own), seat);
  const advising = thinker.scattered(seed, SEEDS);
  const leads = moves.slice(0, number).map((_, turn) => lead(turn, second || best, thinker.scattered(advising, turn)));
  const better = (/** @type {number} */ one, /** @type {number} */ other) => (leads[other] > leads[one] ? other : one);
  const advised = [...leads.keys()].reduce(better);
  if (moves[advised] === made) return NOTHING;
  const begun = [...leads.keys()].filter((turn) => moves[turn] === made);
  const own = begun.length ? begun.reduce(better) : moves.indexOf(made);
  return judges(thinker, seed).map((judge) => {
    const chances = thinker.scattered(judge, 0);
    return [lead(advised, best, chances) - lead(own, best, chances)];
  });
}

/** A tree advises a move; trees that begin after it judge it, and others, with the same seeds, the one made. An ending that the first tree has tried to the last move is known. @param {Engine} engine @param {number} simulations @param {Decision} decision */
function byTrees(engine, simulations, { seen, seat, made, seed }) {
  const { thinker } = engine;
  const { candidates, isKnown } = thinker.grown(seen, seat, BEST, thinker.scattered(seed, SEEDS), simulations, EXACT);
  const [{ move }] = candidates;
  if (isKnown) {
    const lead = leadsOf(candidates, seat);
    return [[lead(move) - lead(made)]];
  }
  if (move === made) return NOTHING;
  const after = (/** @type {number} */ one, /** @type {bigint} */ own) => leadOf(thinker.grown(engine.after(seen, seat, one), seat, BEST, own, simulations, 0).root, seat);
  return judges(thinker, seed).map((judge) => [after(move, judge) - after(made, judge)]);
}

/** The seeds of those who judge. @param {Engine["thinker"]} thinker @param {bigint} seed */
const judges = (thinker, seed) => Array.from({ length: JUDGES }, (_, n) => thinker.scattered(seed, SEEDS + 1 + n));

/** @param {import("./thinking.js").Candidate[]} candidates @param {number} seat */
function leadsOf(candidates, seat) {
  const found = new Map(candidates.map(({ move, expected }) => [move, leadOf(expected, seat)]));
  return (/** @type {number} */ move) => Number(found.get(move));
}
