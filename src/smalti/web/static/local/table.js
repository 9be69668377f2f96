// A table in this browser: who sits there, what they may do, and what is kept of it. Rules are the engine's, words the box's.

import { OTHERS } from "../engine/hints.js";
import { readHappenings, readPaths } from "../table/rows.js";
import { clauseOf } from "../table/state.js";
import { Telling } from "../table/words.js";
import { Chance } from "./chance.js";
import { Match, Unfit } from "./match.js";

/**
 * @typedef {import("../engine/engine.js").Engine} Engine
 * @typedef {import("./store.js").Kept} Kept
 * @typedef {{catalogue: string, facts: Record<string, unknown>[]}} Setup
 * @typedef {{game: string, language: string, ranks: Record<string, string>, terms: string[], setups: Record<string, Setup>, words: Record<string, string>, deal: import("./study.js").Deal|null, outlooks: Record<string, import("./study.js").Outlook>, judge: {name: string, version: string, hash: string}}} Box what the engine does not say, in one language
 * @typedef {import("../engine/hints.js").Hint} Hint
 */

/** Numbers as a hint says them. @type {Intl.NumberFormatOptions & {roundingMode: string}} */
const SIGNED = { signDisplay: "always", minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: "halfEven" };

/** Why something is not done, in a sentence. */
export class Refused extends Error {
  /** @param {string} words @param {string|null} [clause] */
  constructor(words, clause = null) {
    super(words);
    this.clause = clause;
  }
}

/** Where a game begins: as its rules have it, or as it was set up. @param {Engine} engine @param {Kept} game */
export function beginning(engine, { seats, options, start }) {
  const usual = engine.newPosition(seats.length, options);
  return start ? Uint8Array.from(atob(start.state), (letter) => letter.charCodeAt(0)) : usual;
}

export class LocalTable {
  /** @param {Engine} engine @param {Box} box @param {Kept} game @param {Setup} setup @param {import("../table/catalogue.js").Catalogue} catalogue */
  constructor(engine, box, game, setup, catalogue) {
    this.engine = engine;
    this.box = box;
    this.game = game;
    this.setup = setup;
    this.chance = new Chance(game.secret, game.id, game.added);
    this.match = new Match(engine, beginning(engine, game), this.chance);
    this.catalogue = catalogue;
    this.commitment = "";
    /** How often something was taken back. */
    this.course = 0;
    /** The seat of a bot that failed. @type {number|null} */
    this.stuck = null;
    /** Whether this is a game out of an address, which nobody here plays. */
    this.isShown = false;
    /** What else may be changed here, by the type of a message. @type {Record<string, (asked: any) => void|Promise<void>>} */
    this.changes = {};
    /** The moves that were made by their ids: each is made once. @type {Set<string>} */
    this.done = new Set();
  }

  /** Plays the log again; then what follows by itself. */
  async open() {
    const { game, match } = this;
    const { rules } = this.engine.info.layout;
    if (game.rules && game.rules !== rules) throw new Refused(this.say("other_rules", { theirs: game.rules, ours: rules }));
    game.rules = rules;
    try {
      for (const [by, move] of game.log) match.enter(by, move);
    } catch (error) {
      throw error instanceof Unfit || error instanceof WebAssembly.RuntimeError ? new Refused(this.say("unfit", { number: match.events.length })) : error;
    }
    this.commitment = game.branched === null ? await this.chance.commitment() : "";
    if (!this.isShown) await match.advance();
    this.note(match.events.length - game.log.length);
  }

  /** The seats of whoever sits before this screen. */
  get mine() {
    return this.isShown ? [] : this.game.seats.flatMap((seat, n) => (seat.kind === "bot" ? [] : [n]));
  }

  /** A sentence of the box. @param {string} name @param {Record<string, string|number>} [facts] */
  say(name, facts = {}) {
    return Object.entries(facts).reduce((text, [key, value]) => text.replace(`{${key}}`, String(value)), this.box.words[name]);
  }

  /** Whether a person has to choose for this seat now. @param {number} seat @param {number[]} actors */
  mayChoose(seat, actors) {
    return this.mine.includes(seat) && !this.game.seats[seat].bot && actors.includes(seat);
  }

  /** The bots that are to choose now. */
  get botsToMove() {
    return this.isShown ? [] : this.engine.actors(this.match.position).filter((seat) => this.game.seats[seat].bot);
  }

  /** Which own seat may take its last move back. @returns {number|null} */
  undoSeat() {
    if (!this.game.aids.undo || this.match.isOver) return null;
    const able = this.mine.filter((seat) => this.match.undoPlace(seat) !== null);
    return able.length < 2 ? (able[0] ?? null) : (this.match.events.findLast(({ by }) => able.includes(by))?.by ?? null);
  }

  /** What a finished game alone is called. */
  ending() {
    const rank = this.engine.rank(this.match.position);
    return rank ? { rank: this.box.ranks[rank] } : {};
  }

  // Changes

  /** A move of whoever sits there; then what follows. @param {number} seat @param {number} move */
  async play(seat, move) {
    const { match, engine } = this;
    if (!engine.isLegal(match.position, seat, move)) throw this.#refusal(engine.refusesMove(engine.view(match.position, seat), seat, move)) ?? new Refused(this.say("stale"));
    const before = match.events.length;
    match.enter(seat, move);
    await match.advance();
    this.note(match.events.length - before);
  }

  /** A move that a page has sent, on the table that it saw. @param {{seat: number, move: number, number: number}} asked */
  async playOwn({ seat, move, number }) {
    if (!this.mine.includes(seat) || this.game.seats[seat].bot) throw new Refused(this.say("not_yours"));
    if (number !== this.game.number && !this.match.hidesFrom(seat)) throw new Refused(this.say("stale"));
    await this.play(seat, move);
  }

  /** @param {{seat: number, number: number}} asked */
  undo({ seat, number }) {
    if (number !== this.game.number) throw new Refused(this.say("stale"));
    if (!this.game.aids.undo) throw new Refused(this.say("no_undo"));
    if (this.match.isOver) throw new Refused(this.say("undo_too_late"));
    const place = this.match.undoPlace(seat);
    if (place === null) throw new Refused(this.say("undo_nothing"));
    this.match.undo(place);
    this.course += 1;
    this.note(1);
  }

  /** A seat goes to a bot, or comes back. @param {number} seat @param {string|null} bot */
  handOver(seat, bot) {
    if (!this.mine.includes(seat)) throw new Refused(this.say("not_yours"));
    this.game.seats[seat].bot = bot;
    this.stuck = null;
    this.note(1);
  }

  /** What is kept follows what was played. @param {number} events */
  note(events) {
    const { game, match, engine } = this;
    const actors = engine.actors(match.position);
    game.log = match.events.map(({ by, move }) => [by, move]);
    game.number += events;
    if (events) game.played = Date.now();
    game.turn = actors.some((seat) => this.mayChoose(seat, actors));
    game.over = match.isOver;
    const { points, winners } = engine.tally(match.position);
    Object.assign(game, game.over ? { scores: points, winners } : { scores: [], winners: [] });
  }

  // Answers

  /** Why clicks lead to no move; null if there is nothing to say. @param {number} seat @param {number[]} path */
  why(seat, path) {
    const view = this.engine.view(this.match.position, seat);
    return this.#refusal(this.engine.refuses(view, seat, path));
  }

  /** @param {number[]} flat */
  #refusal(flat) {
    const [row] = readHappenings(flat);
    if (!row) return null;
    return new Refused(this.#telling(-1).refusal(row), clauseOf(row.clause));
  }

  /** @param {number} eyes */
  #telling(eyes) {
    return new Telling(this.catalogue, this.game.seats.map((seat) => seat.name), eyes);
  }

  /** What moves of a seat would do. @param {{seat: number, number: number, moves: number[]}} asked */
  foreseen({ seat, number, moves }) {
    const { engine, match } = this;
    if (number !== this.game.number || !this.mayChoose(seat, engine.actors(match.position))) return null;
    const view = engine.view(match.position, seat);
    const legal = new Set(engine.legalMoves(match.position, seat));
    return { type: "foreseen", number, moves: moves.filter((move) => legal.has(move)).map((move) => [move, engine.foresees(view, seat, move)]) };
  }

  /** A hint in stages. @param {number} seat @param {number} stage @param {Hint[]} best */
  hint(seat, stage, best) {
    const view = this.engine.view(this.match.position, seat);
    const ways = new Map(readPaths(this.engine.paths(view, seat)).reverse().map((path) => [path.move, path.places]));
    const places = ways.get(best[0].move) ?? [];
    return {
      type: "hint", number: this.game.number, stage,
      ...(stage > 1 ? { places, move: best[0].move, label: this.label(view, seat, seat, best[0].move) } : { places: places.slice(0, 1) }),
      ...(stage > 2 ? { best: best.map((one) => ({
        label: this.label(view, seat, seat, one.move), places: ways.get(one.move) ?? [], difference: Math.round(10 * one.difference) / 10, words: this.#why(one),
      })) } : {}),
    };
  }

  /** Why a move is advised, in a sentence. @param {Hint} hint */
  #why({ isOnly, reasons, decides }) {
    if (isOnly || !reasons.length) return this.say(isOnly ? "only" : "nothing_gained");
    const signed = new Intl.NumberFormat(this.box.language, SIGNED);
    const told = reasons.map(({ term, gain }) => `${term === OTHERS ? this.box.words.others : this.box.terms[term]} (${signed.format(gain)})`);
    const surely = decides === null ? "brings" : decides ? "decides" : "among";
    return this.say(surely, { reasons: told.join(", ") });
  }

  /** What a move or an outcome does, in words, as these eyes see it; one's own name is left out unless all are wanted. @param {Uint8Array} view @param {number} eyes @param {number} by @param {number} move @param {boolean} [all] */
  label(view, eyes, by, move, all = false) {
    const telling = this.#telling(eyes);
    const [first] = telling.lines(readHappenings(this.engine.happens(view, eyes, by, move)));
    return first.head.seat < 0 || (first.head.seat === eyes && !all) ? first.words : `${telling.seat(first.head.seat)} ${first.words}`;
  }
}
