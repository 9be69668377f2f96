// A game being played here: the log, undo, and what is hidden from whom; the twin of `kernel/match.py`. The rules are the engine's.

import { CHANCE } from "../engine/engine.js";

/**
 * @typedef {import("../engine/engine.js").Engine} Engine
 * @typedef {import("../engine/engine.js").Position} Position
 * @typedef {{by: number, move: number, before: Position}} Event
 * @typedef {{generator: (n: number) => Promise<bigint>}} Source where outcomes come from
 */

/** What a log holds that the rules do not allow. */
export class Unfit extends Error {}

export class Match {
  /** @param {Engine} engine @param {Position} start @param {Source} chance */
  constructor(engine, start, chance) {
    this.engine = engine;
    this.position = start;
    this.chance = chance;
    /** @type {Event[]} */
    this.events = [];
  }

  get isOver() {
    return this.engine.isOver(this.position);
  }

  /** Writes a move or an outcome down and carries it out. @param {number} by @param {number} move */
  #enter(by, move) {
    this.events.push({ by, move, before: this.position });
    this.position = this.engine.after(this.position, by, move);
  }

  /** One entry of a log as it stands, checked. @param {number} by @param {number} move */
  enter(by, move) {
    const { engine, position } = this;
    const given = by === CHANCE ? engine.outcomes(position).map(([outcome]) => outcome) : [];
    const fits = by === CHANCE ? engine.needsChance(position) && (!given.length || given.includes(move)) : engine.isLegal(position, by, move);
    if (!fits) throw new Unfit(`entry ${this.events.length}`);
    this.#enter(by, move);
  }

  /** Lets chance act and writes down what follows by itself, until somebody has to choose. */
  async advance() {
    const { engine } = this;
    while (!this.isOver) {
      const forced = engine.needsChance(this.position) ? null : engine.automatic(this.position);
      if (forced) this.#enter(...forced);
      else if (engine.needsChance(this.position)) {
        const drawn = this.events.filter((event) => event.by === CHANCE).length;
        this.#enter(CHANCE, engine.sample(this.position, await this.chance.generator(drawn)));
      } else return;
    }
  }

  /** Where a seat's last own decision stands in the log, if undo may reach it. @param {number} seat @returns {number|null} */
  undoPlace(seat) {
    /** @type {number[]} */
    const others = [];
    for (let place = this.events.length - 1; place >= 0; place -= 1) {
      const { by, move, before } = this.events[place];
      if (by === CHANCE || this.engine.reveals(before, by, move)) return null;
      if (this.#isAutomatic(this.events[place])) continue;
      if (by === seat) {
        const together = this.engine.actors(before);
        return others.every((other) => together.includes(other)) ? place : null;
      }
      others.push(by);
    }
    return null;
  }

  /** Takes the last move of a seat back that `undoPlace` has found; what others chose at the same time stays. @param {number} place */
  undo(place) {
    const later = this.events.slice(place + 1).filter((event) => !this.#isAutomatic(event));
    this.position = this.events[place].before;
    this.events.length = place;
    for (const { by, move } of later) this.#enter(by, move);
  }

  /** Whether something in the log may not be seen yet by these eyes. @param {number} eyes */
  hidesFrom(eyes) {
    return [...Array(this.engine.seats(this.position)).keys()].some((other) => this.engine.hides(this.position, other, eyes));
  }

  /** @param {Event} event */
  #isAutomatic({ by, move, before }) {
    const forced = this.engine.automatic(before);
    return forced !== null && forced[0] === by && forced[1] === move;
  }
}
