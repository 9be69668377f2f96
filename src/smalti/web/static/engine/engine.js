// A game that runs here: rules, rows and bots of its module, as the server would answer.
//
// A position is a Uint8Array, a value: no function changes the one it is given. `by` and `eyes` are a seat, or CHANCE
// (chance; a spectator). Rows come as the server sends them: flat lists of numbers, row after row. Rules trust what they
// are given: ask `isLegal` about what comes from outside.
import { Module } from "./module.js";
import { Thinker } from "./thinking.js";

/**
 * @typedef {Uint8Array} Position
 * @typedef {{name: string, values: string[], several: boolean}} OptionInfo
 * @typedef {import("./module.js").Layout} Layout
 * @typedef {import("./thinking.js").ThinkingInfo} ThinkingInfo
 * @typedef {{mark: string, module: string, layout: Layout, seats: number[], options: OptionInfo[], ranks: string[], starts: Record<string, string>, thinking: ThinkingInfo, reviewing: import("./reviewing.js").Measures}} Info
 *   What `/engine/GAME.json` says: a hash of all of it, the address of the module (relative to its own), and all that is not in it.
 */

export const CHANCE = -1;
/** The first bytes of a position are its generator, which is no part of the game. */
const GENERATOR_BYTES = 8;

/** The seats of a set. @param {number} set */
const members = (set) => [...Array(8).keys()].filter((seat) => (set >> seat) & 1);

export class Engine {
  /**
   * The engine of a game, by the address of its description; refuses where there is none (or none that is up to date).
   * @param {string | URL} address e.g. "/engine/mosaix.json"
   */
  static async load(address) {
    const url = new URL(address, globalThis.location?.href);
    const info = /** @type {Info} */ (await (await got(url)).json());
    const module = await WebAssembly.compile(await (await got(new URL(info.module, url))).arrayBuffer());
    return Engine.of(module, info, url);
  }

  /** The engine of a module that was compiled already, perhaps in another worker. @param {WebAssembly.Module} compiled @param {Info} info @param {string | URL} address of its description */
  static of(compiled, info, address) {
    return new Engine(compiled, info, async (name) => new Uint8Array(await (await got(new URL(name, address))).arrayBuffer()));
  }

  /**
   * @param {WebAssembly.Module} compiled can be sent from worker to worker @param {Info} info
   * @param {(name: string) => Promise<Uint8Array>} fetchFile gets a file of weights
   */
  constructor(compiled, info, fetchFile) {
    this.compiled = compiled;
    this.info = info;
    this.module = new Module(compiled, info.layout);
    this.room = 0;
    this.thinker = new Thinker(this, fetchFile);
  }

  // Positions

  /** The position before anything has happened. @param {number} seats @param {Record<string, string | string[]>} [options] @returns {Position} */
  newPosition(seats, options = {}) {
    const values = this.info.options.map(({ name, values, several }) =>
      several ? values.filter((one) => [options[name] ?? []].flat().includes(one)).join(",") : options[name] ?? values[0],
    );
    const start = this.info.starts[[seats, ...values].join("|")];
    if (!start) throw new RangeError(`${this.info.layout.game} has no such game: ${[seats, ...values].join(", ")}`);
    return Uint8Array.from(atob(start), (letter) => letter.charCodeAt(0));
  }

  /** @param {Position} position */
  #at(position) {
    this.module.position = position;
    return this.module;
  }

  /** The seats that are to choose. @param {Position} position */
  actors(position) {
    return members(Math.max(0, this.#at(position).call("who_acts")));
  }

  /** @param {Position} position */
  isOver(position) {
    return this.#at(position).call("who_acts") < 0;
  }

  /** Whether chance is next. @param {Position} position */
  needsChance(position) {
    return this.#at(position).call("who_acts") === 0;
  }

  /** How many seats play. @param {Position} position */
  seats(position) {
    return this.#at(position).call("seat_count");
  }

  /** The points of each seat as if the game ended now, and who wins once it is over. @param {Position} position */
  tally(position) {
    const module = this.#at(position);
    const winners = members(module.call("tally", [], "points"));
    const points = new BigInt64Array(module.memory.buffer, module.sheets.points + module.layout.sheets.points.columns.points[0], this.seats(position));
    return { points: Array.from(points, Number), winners };
  }

  /** How well a finished game alone went, in the English word that the catalogues translate; "" where there is no rank. @param {Position} position */
  rank(position) {
    return this.info.ranks[this.#at(position).call("rank")] ?? "";
  }

  /** The moves of one who is to choose, ascending. @param {Position} position @param {number} seat */
  legalMoves(position, seat) {
    return this.#at(position).rows("list_moves", [seat], "moves");
  }

  /** @param {Position} position @param {number} seat @param {number} move */
  isLegal(position, seat, move) {
    return this.actors(position).includes(seat) && this.legalMoves(position, seat).includes(move);
  }

  /** The position after a move of a seat or an outcome of CHANCE. @param {Position} position @param {number} by @param {number} move @returns {Position} */
  after(position, by, move) {
    const module = this.#at(position);
    if (by === CHANCE) module.call("take_outcome", [move]);
    else module.call("make_move", [by, move]);
    return module.position;
  }

  /** What chance gives with a generator of 62 bits, where it is next. @param {Position} position @param {bigint} generator */
  sample(position, generator) {
    return this.#at(position).call("draw", [generator]);
  }

  /** What chance may give and how often, as pairs; none where the list would be long. @param {Position} position @returns {[number, number][]} */
  outcomes(position) {
    const flat = this.#at(position).rows("list_outcomes", [], "outcomes");
    return Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n], flat[2 * n + 1]]);
  }

  /** A seat and its move that is written down without asking, if there is one now. @param {Position} position @returns {[number, number] | null} */
  automatic(position) {
    const module = this.#at(position);
    const seat = module.call("follows", [], "moves");
    return seat < 0 ? null : [seat, Number(module.view.getBigInt64(module.sheets.moves + module.layout.sheets.moves.columns.move[0], true))];
  }

  /** Whether a move shows something that was hidden: undo never goes behind it. @param {Position} position @param {number} seat @param {number} move */
  reveals(position, seat, move) {
    return this.#at(position).call("shows", [seat, move]) !== 0;
  }

  /** The position as these eyes may see it. @param {Position} position @param {number} eyes @returns {Position} */
  view(position, eyes) {
    const module = this.#at(position);
    module.call("hide_from", [eyes]);
    return module.position;
  }

  /** Whether another seat knows something of its own that these eyes may not see. @param {Position} position @param {number} other @param {number} eyes */
  hides(position, other, eyes) {
    if (other === eyes) return false;
    const [seen, known] = [this.view(this.view(position, eyes), other), this.view(position, other)];
    return seen.some((byte, place) => place >= GENERATOR_BYTES && byte !== known[place]);
  }

  // Rows

  /** What lies where. @param {Position} view @param {number} eyes */
  pieces(view, eyes) {
    return this.#at(view).rows("pieces", [eyes], "pieces");
  }

  /** What is there only to be clicked. @param {Position} view @param {number} seat */
  offers(view, seat) {
    return this.#at(view).rows("offers", [seat], "pieces");
  }

  /** The ways to click each legal move. @param {Position} view @param {number} seat */
  paths(view, seat) {
    return this.#at(view).rows("paths", [seat], "paths");
  }

  /** What is to be decided. @param {Position} view @param {number} seat */
  asks(view, seat) {
    return this.#at(view).rows("asks", [seat], "asks");
  }

  /** How the score of a seat comes about. @param {Position} view @param {number} seat */
  earns(view, seat) {
    return this.#at(view).rows("earns", [seat], "told");
  }

  /** What a move or an outcome does, for these eyes; on the true position. @param {Position} position @param {number} eyes @param {number} by @param {number} move */
  happens(position, eyes, by, move) {
    return this.#at(position).rows("happens", [eyes, by, move], "told");
  }

  /** What a choice does as its seat sees it, with remarks on what may come of it. @param {Position} view @param {number} seat @param {number} move */
  foresees(view, seat, move) {
    const told = this.happens(view, seat, seat, move);
    this.room ||= this.module.room(this.info.layout.room);
    this.module.run("foresees", [this.module.state, BigInt(seat), this.room, this.module.sheets.told]);
    return [...told, ...this.module.read("told")];
  }

  /** Why these clicks lead to no move, as one row or none. @param {Position} view @param {number} seat @param {number[]} path */
  refuses(view, seat, path) {
    return this.#at(view).rows("refuses", [seat, path[0] ?? -1, path[1] ?? -1, path[2] ?? -1], "told");
  }

  /** Why a move is not allowed, as one row; none if it is. @param {Position} view @param {number} seat @param {number} move */
  refusesMove(view, seat, move) {
    return this.#at(view).rows("refuses_move", [seat, move], "told");
  }

  // Thinking: see thinking.js

  /** Loads what a level has learned, so that it thinks at once. @param {string} level @param {number} seats */
  prepare(level, seats) {
    return this.thinker.prepare(level, seats);
  }

  /**
   * What a level would do in the position as its seat sees it; the same for the same generator (62 bits) and simulations as
   * on a server. It holds its thread until it is done: call it in a worker.
   * @param {Position} position @param {number} seat @param {string} level @param {bigint} generator
   * @param {import("./thinking.js").Budget} [budget] instead of the level's own
   */
  async think(position, seat, level, generator, budget) {
    await this.prepare(level, this.seats(position));
    return this.thinker.think(this.view(position, seat), seat, level, generator, budget);
  }
}

/** An answer that is there. @param {URL} url */
async function got(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer;
}
