// A finished game looked at again, event by event: the twin of `reviewing/weighing.py`, `marks.py` and `reviewing.py`, with the same
// numbers to the last bit (tests/web/test_engine.py). Walks are the module's; what is done with them is here.

import { REVIEWERS, newThinker } from "./asking.js";
import { CHANCE } from "./engine.js";
import { deciding, partsOf } from "./hints.js";
import { lostBySearch } from "./judging.js";
import { worthOf } from "./thinking.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Position} Position
 * @typedef {{by: number, move: number, before: Position}} Event
 * @typedef {{turns: number, most: number, effort: number, denial: number, candidates: number, trials: number, walks: number, outcomes: number, search: number}} Depth
 * @typedef {{
 *   seats: Record<string, {unit: number, spread: number, taken: number, reading: number[], depths: Record<string, Depth>}>, costs: [number, string][], find: number, luck: number,
 *   sure: number, obvious: number, worst: number, fewest: number, indifferent: number, least_walks: number, grain: number, grading: {walks: number, seed: number}
 * }} Measures
 * @typedef {{before: number[], after: number[], errors: number[], choices: number, best: number, quick: number, quickLoss: number, quickError: number, lead: number, stake: number, lost: number, lostError: number, gap: number}} Weighed
 * @typedef {{worths: number[][], leads: number[][]}} Walked
 * @typedef {{ply: number, by: number, expected: number[], change: number[], errors: number[], mark: string, counts: boolean, choices: number, best: number|null, why: [number, number][], lost: number, lost_error: number, decides: boolean|null, quick: number|null, after?: number[]}} Reviewed
 *   `why`: numbers of terms (`OTHERS` too), and by how many points the best move is ahead; `quick`: of a good find, the favourite of a first look.
 * @typedef {{why: [number, number][], decides: boolean|null}} Why
 * @typedef {{start: number, luck: number, own: number, others: number, end: number, drift: number, luck_error: number, decisions: number, performance: number|null, performance_error: number|null, taken: number}} SeatReview
 */

const NO_MOVE = -1;
/** As in bots/hints.py, bots/search/turn.py and reviewing/reasons.py. */
const [LEAST, REASONS, LONGEST_TURN, TIED] = [0.05, 2, 24, 1e-6];
const FOUND = "find";
/** @type {Why} */
const NO_REASON = { why: [], decides: null };

/** The nearest whole number, the even one of two. @param {number} value */
function rounded(value) {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 ? low + 1 : low;
}

/** The result less a share of the luck. @param {SeatReview} seat @param {number} grain */
export const withoutLuck = ({ end, luck, taken }, grain) => end - rounded(taken * luck * grain) / grain;

/** A number with so many decimals as Python writes it: of two that are as near, the even one. @param {number} value @param {number} digits */
export function fixed(value, digits) {
  const parts = value * 2 ** (digits + 1); // only these lie between two such decimals
  const isTie = Number.isInteger(parts) && parts % 2 !== 0;
  return (isTie ? rounded(value * 10 ** digits) / 10 ** digits : value).toFixed(digits);
}

/** @param {number} value */
const hundredths = (value) => Number(fixed(value, 2));

/** The mean of each column, added up one row after the other. @param {number[][]} rows */
export const meanOf = (rows) => rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length);

/** The standard error of these means. @param {number[][]} rows */
export function errorOf(rows) {
  const n = rows.length;
  if (n === 1) return rows[0].map(() => 0);
  const means = meanOf(rows);
  return means.map((mean, column) => Math.sqrt(rows.reduce((sum, row) => sum + (row[column] - mean) * (row[column] - mean), 0) / (n - 1)) / Math.sqrt(n));
}

/** @param {number[][]} ours @param {number[][]} theirs */
const less = (ours, theirs) => ours.map((row, n) => row.map((one, column) => one - theirs[n][column]));

/** The terms in which a move is ahead of another, the most first. @param {Map<number, number>} ours @param {Map<number, number>} theirs @returns {[number, number][]} */
function aheadIn(ours, theirs) {
  const gains = [...ours].map(([term, gain]) => /** @type {[number, number]} */ ([term, gain - (theirs.get(term) ?? 0)])).filter(([, gain]) => gain > LEAST);
  return gains.map(([term, gain]) => /** @type {[number, number]} */ ([term, hundredths(gain)])).sort((a, b) => b[1] - a[1]).slice(0, REASONS);
}

/** The seed of a game's review: `seed_of` in reviewing/evaluator.py. @param {string} game @param {number} seats @param {[number, number][]} log */
export async function seedOf(game, seats, log) {
  const text = `review ${game} ${seats}${log.map(([by, move]) => `${by} ${move} `).join("")}`;
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new DataView(sum).getBigUint64(0) >> 2n;
}

/** All of a finished game, by some workers at a time. @param {Engine} engine @param {string} address of the engine's description @param {{start: Position, log: [number, number][], depth?: string}} game @param {(done: number, of: number, expected: number[][]) => void} tell how far it is, and what was expected by event and seat as far as it is known */
export async function lookAgain(engine, address, { start, log, depth = "usual" }, tell) {
  const seats = engine.seats(start);
  const [reviewer, events] = [new Reviewer(engine, seats, depth), eventsOf(engine, start, log)];
  const seed = await seedOf(engine.info.layout.game, seats, log);
  const ends = reviewer.result(log.length ? engine.after(events[log.length - 1].before, ...log[log.length - 1]) : start);
  /** @type {(Reviewed|null|undefined)[]} nothing where there was no choice */
  const found = Array(log.length).fill(undefined);
  let [next, done] = [0, 0];
  const beginning = () => {
    const open = found.indexOf(undefined);
    return /** @type {(Reviewed|null)[]} */ (open < 0 ? found : found.slice(0, open));
  };
  const work = async (/** @type {ReturnType<typeof newThinker>} */ ask) => {
    for (let ply = next++; ply < log.length; ply = next++) {
      found[ply] = (await ask({ address, event: { start, log, ply, depth, seed } })).event;
      tell((done += 1), log.length, reviewer.whole(events, beginning(), ends).map(({ expected }) => expected));
    }
  };
  const askers = Array.from({ length: Math.min(REVIEWERS, log.length) }, () => newThinker());
  try {
    await Promise.all(askers.map(work));
  } finally {
    for (const ask of askers) ask.end();
  }
  const told = reviewer.whole(events, beginning(), ends);
  return { value: seats === 1 ? "points" : "share", unit: reviewer.unit, spread: reviewer.spread, events: told, seats: ends.map((end, seat) => reviewer.seat(seat, told, end)) };
}

/** The entries of a log, each with the position before it; what is not allowed ends in an error. @param {Engine} engine @param {Position} start @param {[number, number][]} log @returns {Event[]} */
export function eventsOf(engine, start, log) {
  let position = start;
  return log.map(([by, move]) => {
    const before = position;
    position = engine.after(before, by, move);
    return { by, move, before };
  });
}

/** What a seat saw when it decided: of choices made at the same time none, whoever was written down first. @param {Engine} engine @param {Event[]} events @param {number} ply */
export function seenAt(engine, events, ply) {
  const { by } = events[ply];
  let first = ply;
  while (first && ![CHANCE, by].includes(events[first - 1].by) && engine.actors(events[first - 1].before).includes(by)) first -= 1;
  return engine.view(events[first].before, by);
}

export class Reviewer {
  /** @param {Engine} engine @param {number} seats @param {string} [depth] */
  constructor(engine, seats, depth = "usual") {
    this.engine = engine;
    this.seats = seats;
    this.measures = engine.info.reviewing;
    const { unit, spread, taken, reading, depths } = this.measures.seats[seats];
    this.unit = unit;
    this.spread = spread;
    this.taken = taken;
    this.reading = reading;
    this.depth = depths[depth];
  }

  /** Loads what the evaluation has learned. */
  prepare() {
    return this.engine.prepare("legend", this.seats);
  }

  /** The index-th seed of many. @param {bigint} seed @param {number} index */
  #spread(seed, index) {
    return this.engine.thinker.scattered(seed, index);
  }

  /** What a position, or a move in it, is worth in each of some walks. @param {Position} position @param {number} seat @param {number} move @param {bigint} seed @param {number} walks @param {number} ply @returns {number[][]} */
  values(position, seat, move, seed, walks, ply) {
    return this.walked(position, seat, move, seed, walks, ply).worths;
  }

  /** Some walks from a position, or from a move in it. @param {Position} position @param {number} seat @param {number} move @param {bigint} seed @param {number} walks @param {number} ply @returns {Walked} */
  walked(position, seat, move, seed, walks, ply) {
    const more = move === NO_MOVE ? 1 : 0;
    const { turns, most, effort } = this.depth;
    return this.engine.thinker.walks(position, seat, this.reading, [BigInt(move), seed, ...[walks, ply, turns + more, most + more, effort].map(BigInt)], walks);
  }

  /** What an event changed; nothing where nothing else was possible. @param {Event[]} events @param {number} ply @param {bigint} seed @returns {Weighed|null} */
  weigh(events, ply, seed) {
    const { by, move, before } = events[ply];
    const own = this.#spread(seed, ply);
    if (by === CHANCE) return this.engine.outcomes(before).length === 1 ? null : this.#chance(before, move, own, ply);
    const seen = seenAt(this.engine, events, ply);
    return this.engine.legalMoves(seen, by).length === 1 ? null : this.#decision(seen, by, move, own, ply);
  }

  /** What the best move was, and how much more it was worth than the one that was made. @param {Position} seen @param {number} seat @param {number} made @param {bigint} seed @param {number} ply @returns {Weighed} */
  #decision(seen, seat, made, seed, ply) {
    const { candidates, trials, walks, denial, search } = this.depth;
    const first = this.engine.thinker.looks(seen, seat).map(({ move, points }) => ({ move, worth: worthOf(points, seat, denial) })).sort((a, b) => b.worth - a.worth);
    const quick = first[0].move;
    const tried = [...new Set([...first.slice(0, candidates).map(({ move }) => move), made])];
    const tries = new Map(tried.map((move) => [move, this.walked(seen, seat, move, this.#spread(seed, 1), trials, ply)]));
    const mean = (/** @type {keyof Walked} */ what) => new Map([...tries].map(([move, walked]) => [move, meanOf(walked[what])[seat]]));
    const [worths, leads] = [mean("worths"), mean("leads")];
    const worth = (/** @type {number} */ move) => /** @type {number} */ (worths.get(move));
    const order = tried.toSorted((a, b) => worth(b) - worth(a));
    const ahead = tried.reduce((one, other) => (Number(leads.get(other)) > Number(leads.get(one)) ? other : one));
    const rivals = [...new Set([order[0], made, quick])];
    const finals = new Map([...new Set([...rivals, ahead])].map((move) => [move, this.walked(seen, seat, move, this.#spread(seed, 2), walks, ply)]));
    const final = (/** @type {number} */ move) => /** @type {Walked} */ (finals.get(move));
    const rows = (/** @type {number} */ move) => final(move).worths;
    const best = rivals.reduce((one, other) => {
      const [ours, theirs] = [meanOf(rows(one))[seat], meanOf(rows(other))[seat]];
      return theirs > ours || (theirs === ours && other === made) ? other : one;
    });
    const missed = less(rows(best), rows(quick));
    const lost = search ? lostBySearch(this.engine, search, { seen, seat, made, seed }) : less(final(ahead).leads, final(made).leads).map((row) => [row[seat]]);
    return {
      before: meanOf(rows(best)), after: meanOf(rows(made)), errors: errorOf(less(rows(made), rows(best))), best, choices: first.length, quick,
      quickLoss: meanOf(missed)[seat], quickError: errorOf(missed)[seat], lead: worth(order[0]) - worth(order[1]), stake: first[0].worth - first[first.length - 1].worth,
      lost: meanOf(lost)[0], lostError: errorOf(lost)[0], gap: meanOf(less(final(best).leads, final(made).leads))[seat],
    };
  }

  /** How much better what came is than what might have come: all of it, or a sample where that is long. @param {Position} before @param {number} came @param {bigint} seed @param {number} ply @returns {Weighed} */
  #chance(before, came, seed, ply) {
    const listed = this.engine.outcomes(before);
    const pair = (/** @type {number} */ outcome, /** @type {bigint} */ own, /** @type {number} */ walks) =>
      [came, outcome].map((one) => this.values(this.engine.after(before, CHANCE, one), CHANCE, NO_MOVE, own, walks, ply));
    return {
      ...(listed.length ? this.#listed(listed, came, seed, pair) : this.#drawn(before, seed, pair)),
      best: NO_MOVE, quick: NO_MOVE, quickLoss: 0, quickError: 0, lead: 0, stake: Infinity, lost: 0, lostError: 0, gap: 0,
    };
  }

  /** All outcomes; any two of them go on with chances of their own. @param {[number, number][]} listed @param {number} came @param {bigint} seed @param {(outcome: number, seed: bigint, walks: number) => number[][][]} pair */
  #listed(listed, came, seed, pair) {
    const walks = Math.max(this.measures.least_walks, Math.floor(this.depth.outcomes / (2 * listed.length)));
    const all = listed.reduce((sum, [, weight]) => sum + weight, 0);
    const [before, after, squares] = Array.from({ length: 3 }, () => Array(this.seats).fill(0));
    for (const [outcome, weight] of listed) {
      const [ours, theirs] = pair(outcome, this.#spread(seed, came + outcome), walks);
      const [real, other, error] = [meanOf(ours), meanOf(theirs), errorOf(less(ours, theirs))];
      for (let seat = 0; seat < this.seats; seat++) {
        before[seat] += (weight / all) * other[seat];
        after[seat] += (weight / all) * real[seat];
        squares[seat] += (weight / all) * error[seat] * ((weight / all) * error[seat]);
      }
    }
    return { before, after, errors: squares.map(Math.sqrt), choices: listed.length };
  }

  /** A sample, drawn by the review and not by what came. @param {Position} before @param {bigint} seed @param {(outcome: number, seed: bigint, walks: number) => number[][][]} pair */
  #drawn(before, seed, pair) {
    const choices = Math.max(this.measures.least_walks, Math.floor(this.depth.outcomes / 2));
    const pairs = Array.from({ length: choices }, (_, n) => pair(this.engine.sample(before, this.#spread(this.#spread(seed, 3), n)), this.#spread(seed, 4 + n), 1));
    const [ours, theirs] = [0, 1].map((one) => pairs.map((rows) => rows[one][0]));
    return { before: meanOf(theirs), after: meanOf(ours), errors: errorOf(less(ours, theirs)), choices };
  }

  // What is said of it

  /** @param {number} value */
  exact(value) {
    return rounded(value * this.measures.grain) / this.measures.grain;
  }

  /** What was found about an event, in numbers that add up; null where there was no choice. @param {Event[]} events @param {number} ply @param {bigint} seed @returns {Reviewed|null} */
  event(events, ply, seed) {
    const weighed = this.weigh(events, ply, seed);
    if (!weighed) return null;
    const { by, move } = events[ply];
    const exact = (/** @type {number[]} */ row) => row.map((one) => this.exact(one));
    const change = exact(weighed.after.map((one, seat) => one - weighed.before[seat]));
    const told = { ply, by, expected: exact(weighed.before), change, errors: exact(weighed.errors), choices: weighed.choices, after: exact(weighed.after) };
    if (by === CHANCE) return { ...told, mark: this.#markChance(change, told.errors), counts: false, best: null, ...NO_REASON, quick: null, lost: 0, lost_error: 0 };
    const mark = this.#markDecision(weighed, move, by);
    const why = mark ? this.#reason(seenAt(this.engine, events, ply), by, move, weighed, mark) : NO_REASON;
    return { ...told, mark, counts: this.#counts(weighed, move), best: weighed.best, ...why, quick: mark === FOUND ? weighed.quick : null, lost: this.exact(weighed.lost), lost_error: this.exact(weighed.lostError) };
  }

  /** @param {Weighed} weighed @param {number} made @param {number} seat */
  #markDecision(weighed, made, seat) {
    const { sure, find } = this.measures;
    const [cost, error] = [weighed.before[seat] - weighed.after[seat], weighed.errors[seat]];
    if (cost > sure * error) return this.markCost(cost, error);
    const isFound = made === weighed.best && weighed.best !== weighed.quick;
    return isFound && weighed.quickLoss >= Math.max(find * this.unit, sure * weighed.quickError) ? FOUND : "";
  }

  /** What something that cost so much is called; nothing if it is little, or if nobody can be sure. @param {number} cost @param {number} error */
  markCost(cost, error) {
    const { costs, sure } = this.measures;
    return cost > sure * error ? (costs.find(([least]) => cost >= least * this.unit)?.[1] ?? "") : "";
  }

  /** @param {number[]} luck @param {number[]} errors */
  #markChance(luck, errors) {
    const { luck: least, sure } = this.measures;
    if (luck.length > 1 || Math.abs(luck[0]) < Math.max(least * this.unit, sure * errors[0])) return "";
    return luck[0] > 0 ? "lucky" : "unlucky";
  }

  /** @param {Weighed} weighed @param {number} made */
  #counts(weighed, made) {
    if (weighed.choices < 2 || weighed.stake < this.measures.indifferent) return false;
    const isObvious = weighed.best === weighed.quick && weighed.lead >= this.measures.obvious * this.unit;
    return !isObvious || made !== weighed.best;
  }

  // Why: the twin of `reviewing/reasons.py`

  /** @param {Position} seen @param {number} seat @param {number} made @param {Weighed} weighed @param {string} mark @returns {Why} */
  #reason(seen, seat, made, weighed, mark) {
    if (mark !== FOUND) return this.whyBetter(seen, seat, weighed.best, made, weighed.gap);
    const [ours, theirs] = this.#firstLooks(seen, seat, [made, weighed.quick]).map((one) => partsOf(this.engine, seen, seat, one));
    return { why: aheadIn(ours, theirs), decides: null };
  }

  /** Why one move is better than another: what decides, else what it is ahead by; nothing if it is not ahead yet. @param {Position} seen @param {number} seat @param {number} best @param {number} made @param {number} gap by how many points of the lead it is better by the walks @returns {Why} */
  whyBetter(seen, seat, best, made, gap) {
    const pair = this.#firstLooks(seen, seat, [best, made]);
    if (pair[0].worth <= pair[1].worth) return NO_REASON;
    const parts = pair.map((one) => partsOf(this.engine, seen, seat, one));
    const found = deciding(pair, parts, TIED);
    if (found && found.gain > LEAST && gap > 0 && gap <= found.gain + TIED) return { why: [[found.term, hundredths(found.gain)]], decides: true };
    const why = aheadIn(parts[0], parts[1]);
    return why.length ? { why, decides: false } : NO_REASON;
  }

  /** What a first look finds about some moves. @param {Position} seen @param {number} seat @param {number[]} moves */
  #firstLooks(seen, seat, moves) {
    const found = new Map(this.engine.thinker.looks(seen, seat).map(({ move, points }) => [move, points]));
    return moves.map((move) => {
      const expected = /** @type {number[]} */ (found.get(move));
      return { move, expected, worth: worthOf(expected, seat, this.depth.denial) };
    });
  }

  // What it adds up to

  /** The first events in their order, those without a choice too: alone the first open one tells what was expected before, else the end. @param {Event[]} events @param {(Reviewed|null)[]} found @param {number[]} ends @returns {Reviewed[]} */
  whole(events, found, ends) {
    let before = this.seats === 1 ? (found.find((one) => one)?.expected ?? ends) : Array(this.seats).fill(this.exact(1 / this.seats));
    return found.map((one, ply) => {
      const nothing = Array(this.seats).fill(0);
      const told = one ?? { ply, by: events[ply].by, expected: before, change: nothing, errors: nothing, mark: "", counts: false, choices: 1, best: null, ...NO_REASON, quick: null, lost: 0, lost_error: 0 };
      before = one?.after ?? before;
      return told;
    });
  }

  /** What a finished game was worth to every seat. @param {Position} position */
  result(position) {
    const { points, winners } = this.engine.tally(position);
    if (this.seats === 1) return points;
    return points.map((_, seat) => this.exact(winners.length ? (winners.includes(seat) ? 1 / winners.length : 0) : 1 / this.seats));
  }

  /** One seat: start, luck, own and others make the end, exactly. @param {number} seat @param {Reviewed[]} events @param {number} end @returns {SeatReview} */
  seat(seat, events, end) {
    const sum = (/** @type {Reviewed[]} */ some) => some.reduce((total, one) => total + one.change[seat], 0);
    const chances = events.filter(({ by }) => by === CHANCE);
    const start = events.length ? events[0].expected[seat] : end;
    const [luck, own, done] = [sum(chances), sum(events.filter(({ by }) => by === seat)), sum(events.filter(({ by }) => by !== seat && by !== CHANCE))];
    const others = end - start - luck - own;
    const { worst, fewest } = this.measures;
    const rates = events.filter(({ by, counts }) => by === seat && counts).map(({ lost }) => [1000 * Math.max(-worst, Math.min(lost / this.spread, worst))]);
    const enough = rates.length >= fewest;
    const error = this.exact(Math.sqrt(chances.reduce((total, one) => total + one.errors[seat] * one.errors[seat], 0)));
    return {
      start, luck, own, others, end, drift: others - done, luck_error: error, decisions: rates.length,
      performance: enough ? hundredths(meanOf(rates)[0]) + 0 : null, performance_error: enough ? hundredths(errorOf(rates)[0]) : null, taken: this.taken,
    };
  }

  // Puzzles

  /** What an answer costs: the twin of `puzzles/grading.py`. @param {Position} seen @param {number} seat @param {number} ply @param {number} best @param {number} made */
  grade(seen, seat, ply, best, made) {
    const { walks, seed } = this.measures.grading;
    const [ours, theirs] = [best, made].map((move) => this.walked(seen, seat, move, BigInt(seed), walks, ply));
    const [worths, leads] = [less(ours.worths, theirs.worths), less(ours.leads, theirs.leads)];
    const [cost, error] = [Math.max(0, meanOf(worths)[seat]), errorOf(worths)[seat]];
    return {
      cost, error, mark: this.markCost(cost, error), score: this.#score(cost, error), ...(cost ? this.whyBetter(seen, seat, best, made, meanOf(leads)[seat]) : NO_REASON),
      yours: this.#line(seen, seat, made), best: this.#line(seen, seat, best),
    };
  }

  /** 1 for nothing lost, 0 for a blunder, and between them by what it costs. @param {number} cost @param {number} error */
  #score(cost, error) {
    return cost <= this.measures.sure * error ? 1 : Math.max(0, 1 - cost / (this.measures.costs[0][0] * this.unit));
  }

  /** A move and the rest of the turn as the walks finish it, step by step. @param {Position} seen @param {number} seat @param {number} move */
  #line(seen, seat, move) {
    const moves = [move];
    let position = this.engine.after(seen, seat, move);
    while (this.engine.actors(position).includes(seat) && moves.length < LONGEST_TURN) {
      moves.push(this.engine.thinker.step(position, seat));
      position = this.engine.after(position, seat, moves[moves.length - 1]);
    }
    return moves;
  }
}
