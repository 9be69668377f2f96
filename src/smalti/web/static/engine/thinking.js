// Bots that think here. What is weighed is worked out by the module; what is done with it is the twin of `bots/levels.py`,
// `tree_search.py` and `lookahead.py`: the same moves for the same seed and simulations (tests/wasm/test_thinking.py).
//
// A thought may be shared by several workers (thinker.js): each makes the `parts` of some cores, one of them weighs all.

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {{simulations?: number | null, milliseconds?: number | null, cores?: number}} Budget
 * @typedef {{blur: number, budget: Budget | null, beyond: number, faith: number, plan: Record<string, number>}} Strength
 * @typedef {{file: string, at: number}} Weights Gzipped: a unit and whole numbers of 16 bits; or 0 and real ones of 32.
 * @typedef {{levels: Record<string, Record<string, Strength>>, weights: {length: number, thumb: number, files: Record<string, Weights>}}} ThinkingInfo By level and seats; by seats.
 * @typedef {{move: number, visits: number, expected: number[], worth: number}} Candidate
 * @typedef {{move: number, candidates: Candidate[], simulations: number}} Thought The best first; none if there is one move only.
 * @typedef {{moves: number[], visits: number[], totals: Float64Array, first: Float64Array, seconds?: number[]}} Part Can be sent to another worker.
 */

/** Points of seats lie in rows of so many. */
const MOST_SEATS = 4;
/** Simulations between two looks at the clock, at first. */
const SLICE = 16;
/** So many simulations say that a tree knows all there is to know, as in bots/search/room.py. */
const SOLVED = 2 ** 30;
/** As in bots/levels.py. */
const [GLANCE, FINE] = [3, 1024];

const now = () => performance.now();

/** The points of a seat, less a share of the best other's. @param {number[]} points @param {number} seat @param {number} denial */
export function worthOf(points, seat, denial) {
  if (points.length === 1) return points[seat];
  return points[seat] - denial * Math.max(-1e9, ...points.filter((_, other) => other !== seat));
}

/** @param {Candidate} a @param {Candidate} b */
const byVisits = (a, b) => b.visits - a.visits || b.worth - a.worth || a.move - b.move;

export class Thinker {
  /** @param {Engine} engine @param {(name: string) => Promise<Uint8Array>} fetchFile */
  constructor(engine, fetchFile) {
    this.engine = engine;
    this.fetchFile = fetchFile;
    this.desk = 0;
    /** Where the weights are, by how far they are trusted. @type {Record<number, number>} */
    this.weights = {};
    /** What was loaded, or is being loaded. @type {Record<string, Promise<void>>} */
    this.loaded = {};
  }

  /** How a level plays with so many seats. @param {string} level @param {number} seats */
  strength(level, seats) {
    const found = this.engine.info.thinking.levels[level]?.[seats];
    if (!found) throw new RangeError(`there is no level ${level} with ${seats} seats`);
    return found;
  }

  /** How many parts a thought has. @param {string} level @param {number} seats @param {Budget} [budget] */
  cores(level, seats, budget) {
    const given = this.strength(level, seats).budget && (budget ?? this.strength(level, seats).budget);
    const { cores = 1, simulations } = given ?? {};
    return Math.min(cores, simulations ?? cores);
  }

  /** Loads what a level has learned. @param {string} level @param {number} seats */
  async prepare(level, seats) {
    const { weights } = this.engine.info.thinking;
    const file = weights.files[seats];
    const { faith } = this.strength(level, seats);
    if (!file || !(faith || weights.thumb)) return;
    const { module } = this.engine;
    const key = `${file.file} ${faith}`;
    this.weights[faith] ||= module.room(4 * weights.length);
    this.loaded[key] ??= this.fetchFile(file.file).then(unpacked).then((bytes) => {
      const unit = new DataView(bytes).getFloat64(0, true);
      const numbers = unit ? new Int16Array(bytes, 8) : new Float32Array(bytes, 8);
      const there = new Float32Array(module.memory.buffer, this.weights[faith] + 4 * file.at, numbers.length);
      for (let n = 0; n < numbers.length; n += 1) there[n] = unit ? numbers[n] * unit : numbers[n];
      if (faith < 1) for (let n = Math.max(0, weights.thumb - file.at); n < numbers.length; n += 1) there[n] *= faith;
    });
    await this.loaded[key].catch((error) => {
      delete this.loaded[key];
      throw error;
    });
  }

  /** The whole thought, core by core. @param {Uint8Array} view @param {number} seat @param {string} level @param {bigint} generator @param {Budget} [budget] @returns {Thought} */
  think(view, seat, level, generator, budget) {
    const moves = this.engine.legalMoves(view, seat);
    if (moves.length === 1) return { move: moves[0], candidates: [], simulations: 0 };
    const cores = [...Array(this.cores(level, this.engine.seats(view), budget)).keys()];
    return this.weigh(view, seat, level, generator, this.parts(view, seat, level, generator, budget, cores));
  }

  /** What some cores find out, one after the other: they share the time. @param {Uint8Array} view @param {number} seat @param {string} level @param {bigint} generator @param {Budget | undefined} budget @param {number[]} cores @returns {Part[]} */
  parts(view, seat, level, generator, budget, cores) {
    const end = endOf(this.strength(level, this.engine.seats(view)), budget);
    return cores.map((core, n) => finished(this.part(view, seat, level, generator, budget, core, sliceOfTime(end, n, cores.length))));
  }

  /**
   * What one core finds out, in slices: between two of them it yields, so that whoever waits may look up or give up.
   * @param {Uint8Array} view @param {number} seat @param {string} level @param {bigint} generator @param {Budget} [budget] @param {number} [core]
   * @param {number | null} [end] when to stop, by `performance.now()`
   * @returns {Generator<undefined, Part>}
   */
  *part(view, seat, level, generator, budget, core = 0, end = undefined) {
    const seats = this.engine.seats(view);
    const strength = this.strength(level, seats);
    const stop = end === undefined ? endOf(strength, budget) : end;
    const cores = this.cores(level, seats, budget);
    const simulations = (strength.budget && (budget ?? strength.budget).simulations) ?? null;
    this.#lay(view, strength);
    if (!strength.budget) return this.#branch(this.#run("look_likely", [BigInt(seat)], strength));
    if (strength.beyond) return yield* this.#beyond(seat, generator, strength, simulations, core, cores, stop);
    const share = simulations === null ? null : Math.floor((simulations + core) / cores);
    return yield* this.#tree(seat, core ? this.scattered(generator, core) : generator, strength, share, stop);
  }

  /** The thought that parts make together. @param {Uint8Array} view @param {number} seat @param {string} level @param {bigint} generator @param {Part[]} parts @returns {Thought} */
  weigh(view, seat, level, generator, parts) {
    const seats = this.engine.seats(view);
    const strength = this.strength(level, seats);
    if (strength.beyond && strength.budget) return weighed(parts, seats, seat, strength.plan.denial);
    const found = merged(parts, seats, seat, strength);
    if (strength.budget) {
      found.sort(byVisits);
      return { move: found[0].move, candidates: found, simulations: found.reduce((sum, one) => sum + one.visits, 0) };
    }
    const ordered = this.#judged(found, strength.blur);
    return { move: ordered[0].move, candidates: ordered, simulations: ordered.length };
  }

  /** How the parts of what a seat expects change by a move and the rest of its turn; no number (NaN) where one does not count any more. @param {Uint8Array} view @param {number} seat @param {string} level @param {number} move */
  gains(view, seat, level, move) {
    const strength = this.strength(level, this.engine.seats(view));
    this.#lay(view, strength);
    const n = this.#run("give_reasons", [BigInt(seat), BigInt(move)], strength);
    const found = this.#reals("terms", 2 * n);
    return Array.from({ length: n }, (_, term) => found[n + term] - found[term]);
  }

  /** A first look at every move. @param {Uint8Array} view @param {number} seat @returns {{move: number, points: number[]}[]} */
  looks(view, seat) {
    const seats = this.engine.seats(view);
    const strength = this.strength("legend", seats);
    this.#lay(view, strength);
    const { moves, first } = this.#branch(this.#run("look_around", [BigInt(seat)], strength));
    return moves.map((move, row) => ({ move, points: rowOf(first, row, seats) }));
  }

  /** What a position is worth to every seat in each of some walks, and its lead. @param {Uint8Array} position @param {number} seat @param {number[]} reading how points are read @param {bigint[]} order as the module takes it @param {number} walks */
  walks(position, seat, reading, order, walks) {
    const seats = this.engine.seats(position);
    const strength = this.strength("legend", seats);
    const { module } = this.engine;
    this.#lay(position, strength);
    new Float64Array(module.memory.buffer, this.desk + /** @type {any} */ (module.layout.desk).fields.reading.at, reading.length).set(reading);
    this.#run("walk_on", [BigInt(seat), ...order], strength);
    const [worths, leads] = ["worths", "leads"].map((name) => {
      const found = this.#reals(name, walks * MOST_SEATS);
      return Array.from({ length: walks }, (_, row) => rowOf(found, row, seats));
    });
    return { worths, leads };
  }

  /** A tree of so many simulations from a position on: what it advises, what the root leads to on average, and whether all lines were tried to the end. @param {Uint8Array} view @param {number} seat @param {string} level @param {bigint} seed @param {number} simulations @param {number} exact steps of such lines at most */
  grown(view, seat, level, seed, simulations, exact) {
    const seats = this.engine.seats(view);
    const own = this.strength(level, seats);
    const strength = { ...own, plan: { ...own.plan, exact: Math.min(own.plan.exact, exact) } };
    this.#lay(view, strength);
    const part = finished(this.#tree(seat, seed, strength, simulations, null));
    const [[visits], [done]] = [this.#wholes("visits", 1), this.#wholes("counts", 1)];
    const root = rowOf(this.#reals("totals", MOST_SEATS), 0, seats).map((one) => one / visits);
    return { candidates: merged([part], seats, seat, strength).sort(byVisits), root, isKnown: done >= SOLVED };
  }

  /** The turns of a seat, the best at a first look first, and how to look beyond chance after one of them: with so many evaluations for a move. @param {Uint8Array} view @param {number} seat @param {string} level */
  turns(view, seat, level) {
    const seats = this.engine.seats(view);
    const own = this.strength(level, seats);
    this.#lay(view, own);
    const { order, turns } = this.#turns(seat, own);
    const look = (/** @type {number} */ turn, /** @type {number} */ reach, /** @type {bigint} */ seed) => {
      const strength = { ...own, plan: { ...own.plan, reach } };
      this.#lay(view, strength);
      this.#run("weigh_turn", [BigInt(seat), BigInt(order[turn]), seed], strength);
      return rowOf(this.#reals("weighed", MOST_SEATS), 0, seats);
    };
    return { moves: order.map((turn) => turns[2 * turn]), look };
  }

  /** How walks finish the turn of a seat: its next move. @param {Uint8Array} position @param {number} seat */
  step(position, seat) {
    const strength = this.strength("legend", this.engine.seats(position));
    this.#lay(position, strength);
    return this.#run("next_step", [BigInt(seat)], strength);
  }

  // The module's part

  /** Lays the position and the plan on the desk. @param {Uint8Array} view @param {Strength} strength */
  #lay(view, strength) {
    const { module } = this.engine;
    const desk = module.layout.desk;
    if (!desk) throw new Error("the module has no thinking");
    this.desk ||= module.room(desk.bytes);
    module.position = view;
    for (const [name, value] of Object.entries(strength.plan)) {
      const { at, kind } = desk.fields[name];
      if (kind === "real") module.view.setFloat64(this.desk + at, value, true);
      else module.view.setBigInt64(this.desk + at, BigInt(value), true);
    }
  }

  /** Calls a function that thinks of the position; what it returns. @param {string} name @param {bigint[]} numbers @param {Strength} strength */
  #run(name, numbers, strength) {
    const { module, info } = this.engine;
    const { length: all, thumb } = info.thinking.weights;
    const length = BigInt(strength.faith ? all : thumb);
    module.run(name, [module.state, this.desk, 0, 0, length, 4n, this.weights[strength.faith] ?? 0, length, 4n, ...numbers]);
    return Number(module.view.getBigInt64(module.result, true));
  }

  /** @param {string} name @param {number} length */
  #reals(name, length) {
    const { module } = this.engine;
    return new Float64Array(module.memory.buffer, this.desk + /** @type {any} */ (module.layout.desk).fields[name].at, length).slice();
  }

  /** @param {string} name @param {number} length */
  #wholes(name, length) {
    const { module } = this.engine;
    return Array.from(new BigInt64Array(module.memory.buffer, this.desk + /** @type {any} */ (module.layout.desk).fields[name].at, length), Number);
  }

  /** What was found of so many moves. @param {number} n @returns {Part} */
  #branch(n) {
    const [totals, first] = [this.#reals("totals_found", n * MOST_SEATS), this.#reals("first_found", n * MOST_SEATS)];
    return { moves: this.#wholes("moves_found", n), visits: this.#wholes("visits_found", n), totals, first };
  }

  /** The generator of the index-th of many. @param {bigint} seed @param {number} index */
  scattered(seed, index) {
    const { module } = this.engine;
    module.run("scattered", [seed, BigInt(index)]);
    return module.view.getBigInt64(module.result, true);
  }

  /**
   * The candidates in the order of one who overlooks a loss of about `blur` points; `judged` in bots/levels.py says how.
   * @param {Candidate[]} found @param {number} blur @returns {Candidate[]}
   */
  #judged(found, blur) {
    const ordered = found.toSorted((a, b) => b.worth - a.worth);
    if (!blur) return ordered;
    const losses = ordered.map((one) => ordered[0].worth - one.worth);
    const easy = losses.find((loss) => loss > 0) ?? 0;
    const overlooked = blur * Math.exp(-Math.min(easy / blur, GLANCE));
    const seen = ordered.filter((_, place) => losses[place] <= GLANCE * blur);
    const appeals = new Map(seen.map((one, place) => [one, this.#error(BigInt.asUintN(62, BigInt(Math.floor(FINE * one.worth + 0.5))), 0) - losses[place] / overlooked - Math.log(1 + place) / 2]));
    return [...seen.sort((a, b) => (appeals.get(b) ?? 0) - (appeals.get(a) ?? 0)), ...ordered.slice(seen.length)];
  }

  /** How far off the first look at a move is. @param {bigint} generator @param {number} move */
  #error(generator, move) {
    const { module } = this.engine;
    module.run("misjudged", [generator, BigInt(move)]);
    return module.view.getFloat64(module.result, true);
  }

  /** @param {number} seat @param {bigint} seed @param {Strength} strength @param {number | null} share @param {number | null} end @returns {Generator<undefined, Part>} */
  *#tree(seat, seed, strength, share, end) {
    const grow = (/** @type {number} */ n) => this.#run("grow_tree", [BigInt(seat), BigInt(n), seed], strength);
    this.#run("plant_tree", [], strength);
    if (end === null) grow(share || 1);
    else {
      const began = now();
      let done = grow(1);
      for (let at = now(); at < end && done < (share ?? SOLVED); at = now()) {
        yield;
        const rate = done / Math.max(at - began, 1e-3);
        const number = Math.max(1, Math.min(Math.floor((rate * (end - at)) / 4) + 1, SLICE * done));
        done = grow(share === null ? number : Math.min(number, share - done));
      }
    }
    return this.#branch(this.#run("read_tree", [], strength));
  }

  /** @param {number} seat @param {bigint} generator @param {Strength} strength @param {number | null} most @param {number} core @param {number} cores @param {number | null} end @returns {Generator<undefined, Part>} */
  *#beyond(seat, generator, strength, most, core, cores, end) {
    const { order, turns, values } = this.#turns(seat, strength);
    const n = order.length;
    const [visits, totals] = [Array(n).fill(0), new Float64Array(n * MOST_SEATS)];
    const first = Float64Array.from({ length: n * MOST_SEATS }, (_, at) => values[order[Math.floor(at / MOST_SEATS)] * MOST_SEATS + (at % MOST_SEATS)]);
    for (let turn = core; turn < Math.min(n, most ?? n); turn += cores) {
      if (turn && end !== null && now() > end) break;
      this.#run("weigh_turn", [BigInt(seat), BigInt(order[turn]), this.scattered(generator, turn)], strength);
      totals.set(this.#reals("weighed", MOST_SEATS), turn * MOST_SEATS);
      visits[turn] = 1;
      yield;
    }
    return { moves: order.map((turn) => turns[2 * turn]), seconds: order.map((turn) => turns[2 * turn + 1]), visits, totals, first };
  }

  /** All turns of a seat as they are on the desk, and their order, the best at a first look first. @param {number} seat @param {Strength} strength */
  #turns(seat, strength) {
    const seats = this.engine.seats(this.engine.module.position);
    const n = this.#run("find_turns", [BigInt(seat)], strength);
    const [turns, values] = [this.#wholes("turns", 2 * n), this.#reals("turn_values", n * MOST_SEATS)];
    const worths = Array.from({ length: n }, (_, turn) => worthOf(rowOf(values, turn, seats), seat, strength.plan.denial));
    return { order: [...worths.keys()].sort((a, b) => worths[b] - worths[a]), turns, values };
  }
}

/** When a thought ends, or null. @param {Strength} strength @param {Budget} [budget] */
function endOf(strength, budget) {
  const milliseconds = strength.budget && (budget ?? strength.budget).milliseconds;
  return milliseconds == null ? null : now() + milliseconds;
}

/** Until when the n-th of some thinks that do so one after the other: they share the time that is left. @param {number | null} end @param {number} n @param {number} sharing */
function sliceOfTime(end, n, sharing) {
  return end === null ? null : now() + Math.max(0, end - now()) / (sharing - n);
}

/** @param {Generator<undefined, Part>} part */
function finished(part) {
  let step = part.next();
  while (!step.done) step = part.next();
  return step.value;
}

/** @param {Float64Array} points @param {number} row @param {number} seats */
const rowOf = (points, row, seats) => Array.from(points.subarray(row * MOST_SEATS, row * MOST_SEATS + seats));

/** What trees from the same position say together. @param {Part[]} parts @param {number} seats @param {number} seat @param {Strength} strength @returns {Candidate[]} */
function merged(parts, seats, seat, { plan, budget }) {
  const places = parts.map((part) => new Map(part.moves.map((move, row) => [move, row])));
  return parts[0].moves.map((move, row) => {
    const rows = places.map((known) => /** @type {number} */ (known.get(move)));
    const visits = parts.reduce((sum, part, n) => sum + part.visits[rows[n]], 0);
    const first = rowOf(parts[0].first, row, seats);
    const totals = first.map((_, other) => parts.reduce((sum, part, n) => sum + part.totals[rows[n] * MOST_SEATS + other], 0));
    const expected = budget ? first.map((one, other) => (plan.trust * one + totals[other]) / (plan.trust + visits)) : first;
    return { move, visits, expected, worth: worthOf(expected, seat, plan.denial) };
  });
}

/** The move that begins the best turn; turns that were not looked beyond count by their first look. @param {Part[]} parts @param {number} seats @param {number} seat @param {number} denial @returns {Thought} */
function weighed(parts, seats, seat, denial) {
  const [{ moves, first }] = parts;
  const by = (/** @type {number} */ turn) => parts.find((part) => part.visits[turn]);
  const end = moves.findIndex((_, turn) => !by(turn));
  const done = end < 0 ? moves.length : end;
  const shift = rowOf(/** @type {Part} */ (by(0)).totals, 0, seats).map((one, other) => one - first[other]);
  /** @type {Map<number, Candidate>} */
  const found = new Map();
  moves.forEach((move, turn) => {
    const part = turn < done ? by(turn) : undefined;
    const expected = part ? rowOf(part.totals, turn, seats) : rowOf(first, turn, seats).map((one, other) => one + shift[other]);
    const one = { move, visits: part ? 1 : 0, expected, worth: worthOf(expected, seat, denial) };
    const known = found.get(move);
    if (!known || one.visits > known.visits || (one.visits === known.visits && one.worth > known.worth)) found.set(move, one);
  });
  const candidates = [...found.values()].sort(byVisits);
  return { move: candidates[0].move, candidates, simulations: done };
}

/** The bytes of a gzipped file. @param {Uint8Array} packed */
function unpacked(packed) {
  const body = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(body).arrayBuffer();
}
