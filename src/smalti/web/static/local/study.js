// A study: a table in this browser at which one plays all seats, chooses what chance gives, and goes back to try something else. Every point is a node of a tree.

import { CHANCE } from "../engine/engine.js";
import { randomBits } from "./chance.js";
import { Match, Unfit } from "./match.js";
import { beginning, LocalTable, Refused } from "./table.js";
import { add, all, cut, lineThrough, lineTo, makeMain, read, write } from "./tree.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../engine/engine.js").Position} Position
 * @typedef {{first: number, bits: number, places: number[], looks: number[], each: number}} Deal an outcome that is chosen place by place
 * @typedef {{length: number, scales: [number, number], correction: [number, number]}} Outlook how the evaluation of a game is read
 * @typedef {(question: {position: Position, seat: number, level?: string|null, budget?: import("../engine/thinking.js").Budget}) => Promise<import("../engine/thinking.js").Thought>} Think
 */

/** How many ways a bot tells, how many moves of each, and how long it thinks of the first and of each further one. */
const [WAYS, MOVES] = [3, 4];
const BUDGET = { simulations: 2000, milliseconds: 2000 };
const GLANCE = { simulations: 200, milliseconds: 200 };

/**
 * What expected points mean, as reviewing/outlook.py reads them: corrected points alone, shares of the win with several.
 * @param {Outlook} outlook @param {number[]} points @param {number} ply
 */
export function readOutlook({ length, scales: [first, last], correction: [fixed, share] }, points, ply) {
  const left = Math.max(0, 1 - ply / length);
  if (points.length === 1) return [points[0] + left * (fixed + share * points[0])];
  const leads = points.map((one) => Math.exp((one - Math.max(...points)) / (last + (first - last) * Math.sqrt(left))));
  const total = leads.reduce((sum, one) => sum + one, 0);
  return leads.map((one) => one / total);
}

/** What follows by itself is written down; chance waits. */
class Studied extends Match {
  async advance() {
    const { engine } = this;
    for (let forced; !this.isOver && !engine.needsChance(this.position) && (forced = engine.automatic(this.position)); ) this.enter(...forced);
  }
}

export class StudyTable extends LocalTable {
  /** @param {ConstructorParameters<typeof LocalTable>} order */
  constructor(...order) {
    super(...order);
    this.match = new Studied(this.engine, this.match.position, this.chance);
    this.start = this.match.position;
    this.root = read(this.game.study);
    this.node = this.root;
    /** What was worked out of each node. @type {WeakMap<Node, {after: Position, words: string}>} */
    this.known = new WeakMap();
  }

  /** What a page may change, by the type of its message. @type {Record<string, (asked: any) => void|Promise<void>>} */
  changes = {
    go: ({ node, ply }) => this.#goTo(node === undefined ? (lineThrough(this.node)[ply - 1] ?? this.root) : this.#find(node)),
    give: ({ outcome }) => this.#give(outcome),
    comment: ({ words }) => this.#say(String(words)),
    main: () => this.#order(() => makeMain(this.node)),
    cut: () => this.#goTo(cut(this.node)),
    try: ({ moves }) => this.#try(moves),
    set: ({ start }) => this.#setUp(start),
    follow: () => this.#follow(),
  };

  async open() {
    this.game.log = [];
    await super.open();
    for (const node of all(this.root)) this.#check(node);
    const ends = lineThrough(this.root);
    this.#goTo(this.game.at === null ? this.root : (ends[(this.game.at ?? ends.length) - 1] ?? this.root));
    await this.#follow();
  }

  /** Works a node out, or refuses it. @param {Node} node */
  #check(node) {
    if (!node.parent) return void this.known.set(node, { after: this.start, words: "" });
    const before = this.#after(node.parent);
    const match = new Match(this.engine, before, this.chance);
    try {
      if (this.#isDealt(before, node) || node.by !== CHANCE) match.enter(node.by, node.move);
      else throw new Unfit();
    } catch (error) {
      throw error instanceof Unfit || error instanceof WebAssembly.RuntimeError ? new Refused(this.say("unfit", { number: lineTo(node).length })) : error;
    }
    this.known.set(node, { after: match.position, words: this.label(before, node.by, node.by, node.move, true) });
  }

  /** Whether chance may give this: it is listed, or fits what is dealt place by place. @param {Position} before @param {{by: number, move: number}} node */
  #isDealt(before, { by, move }) {
    if (by !== CHANCE || !this.engine.needsChance(before)) return false;
    const listed = this.engine.outcomes(before);
    if (listed.length) return listed.some(([outcome]) => outcome === move);
    const { deal } = this.box;
    if (!deal) return false;
    const dealt = deal.places.map((_, n) => Math.floor((move - deal.first) / 2 ** (deal.bits * n)) % 2 ** deal.bits);
    return move >= deal.first && move < deal.first + 2 ** (deal.bits * deal.places.length) && deal.looks.every((_, value) => dealt.filter((one) => one === value).length === deal.each);
  }

  /** @param {Node} node @returns {Position} */
  #after(node) {
    return /** @type {{after: Position}} */ (this.known.get(node)).after;
  }

  /** @param {number} id */
  #find(id) {
    const found = all(this.root).find((node) => node.id === id);
    if (!found) throw new Refused(this.say("stale"));
    return found;
  }

  /** Stands at a node: the log is the line to it. @param {Node} node */
  #goTo(node) {
    const old = this.match.events;
    const line = lineTo(node);
    const goesOn = old.length <= line.length && old.every(({ by, move }, n) => line[n].by === by && line[n].move === move);
    if (!goesOn) this.course += 1;
    this.node = node;
    this.match.events = line.map((one) => ({ by: one.by, move: one.move, before: this.#after(/** @type {Node} */ (one.parent)) }));
    this.match.position = this.#after(node);
    this.#order();
  }

  /** What was done at the table becomes nodes. */
  #grow() {
    for (const { by, move } of this.match.events.slice(lineTo(this.node).length)) {
      this.node = add(this.node, by, move);
      if (!this.known.has(this.node)) this.#check(this.node);
    }
    this.#order();
  }

  /** What follows by itself where one stands. */
  async #follow() {
    await this.match.advance();
    this.#grow();
  }

  /** The tree has changed. @param {() => void} [change] */
  #order(change) {
    change?.();
    this.note(1);
    this.game.study = write(this.root);
    const main = lineThrough(this.root);
    const end = this.#after(main.at(-1) ?? this.root);
    const { points: scores, winners } = this.engine.tally(end);
    const over = this.engine.isOver(end);
    Object.assign(this.game, { turn: false, over, ...(over ? { scores, winners } : { scores: [], winners: [] }) });
    this.game.at = main.includes(this.node) || this.node === this.root ? lineTo(this.node).length : main.length;
  }

  /** A move; then what follows by itself. @param {number} seat @param {number} move */
  async play(seat, move) {
    await super.play(seat, move);
    this.#grow();
  }

  /** What chance gives: chosen by hand, or drawn. @param {number|null} outcome */
  async #give(outcome) {
    const { match, engine } = this;
    if (!engine.needsChance(match.position)) throw new Refused(this.say("stale"));
    const given = outcome ?? engine.sample(match.position, randomBits());
    if (!this.#isDealt(match.position, { by: CHANCE, move: given })) throw new Refused(this.say("stale"));
    match.enter(CHANCE, given);
    await this.#follow();
  }

  /** @param {string} words */
  #say(words) {
    this.#order(() => (this.node.comment = words.trim()));
  }

  /** Puts a line that a bot has told into the tree, and stands at its first move. @param {[number, number][]} moves */
  #try(moves) {
    const from = this.node;
    let node = from;
    for (const [by, move] of moves) {
      node = add(node, by, move);
      if (!this.known.has(node)) this.#check(node);
    }
    this.#goTo(/** @type {Node} */ (lineTo(node)[lineTo(from).length]));
  }

  /** Another position stands at the beginning, and nothing follows it. @param {{state: string, text: string}} start */
  #setUp(start) {
    this.game.start = start;
    this.start = beginning(this.engine, this.game);
    this.root = read({ log: [] });
    this.#check(this.root);
    this.course += 1;
    this.#goTo(this.root);
  }

  // What the page is told

  /** The tree, and what chance may give. */
  told() {
    const { engine, match } = this;
    const chance = engine.needsChance(match.position) && engine.outcomes(match.position).map(([outcome, weight]) => [outcome, weight, engine.happens(match.position, CHANCE, CHANCE, outcome)]);
    return {
      at: this.node.id, all: lineThrough(this.node).length, deal: this.box.deal, chance: chance || null,
      nodes: all(this.root).map((node) => ({ id: node.id, parent: node.parent?.id ?? 0, by: node.by, words: this.known.get(node)?.words ?? "", comment: node.comment })),
    };
  }

  /** The best lines for whoever is to choose, with what each seat may expect. @param {Think} think */
  async lines(think) {
    const [seat] = this.engine.actors(this.match.position);
    const { position } = this.match;
    const { move, candidates } = await think({ position, seat, level: "legend", budget: BUDGET });
    const best = candidates.length ? candidates.slice(0, WAYS) : [{ move, expected: [], visits: 0 }];
    const lines = [];
    const outlook = this.box.outlooks[this.game.seats.length];
    const ply = this.match.events.length + 1;
    for (const one of best) lines.push({ expected: one.expected.length ? readOutlook(outlook, one.expected, ply) : [], ...(await this.#followed(think, position, seat, one.move)) });
    return lines;
  }

  /** A move and what a bot would do then, until chance has its say. @param {Think} think @param {Position} position @param {number} seat @param {number} move */
  async #followed(think, position, seat, move) {
    const { engine } = this;
    /** @type {[number, number][]} */
    const moves = [];
    const words = [];
    for (let [by, made] = [seat, move]; ; ) {
      words.push(this.label(position, by, by, made, true));
      moves.push([by, made]);
      position = engine.after(position, by, made);
      if (engine.isOver(position) || engine.needsChance(position) || moves.length >= MOVES) return { moves, words };
      const forced = engine.automatic(position);
      [by, made] = forced ?? [engine.actors(position)[0], (await think({ position, seat: engine.actors(position)[0], level: "legend", budget: GLANCE })).move];
    }
  }
}
