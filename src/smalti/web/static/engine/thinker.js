// Where bots think: a worker of its own, so that whoever asks can answer meanwhile. With more cores it has helpers of the same
// kind, each for some parts of the thought; the thought is the same however many there are.

import { Engine } from "./engine.js";
import { HANDS, newThinker } from "./asking.js";
import { hint } from "./hints.js";

/**
 * @typedef {import("./thinking.js").Part} Part
 * @typedef {{address: string, mark?: string, position: Uint8Array, seat: number, level: string, generator: bigint, budget?: import("./thinking.js").Budget, hands?: number}} Question `hands`: how many workers, if not as many as there are cores
 * @typedef {{compiled: WebAssembly.Module, info: import("./engine.js").Info, mine: number[]} & Question} Share
 */

/** @type {Promise<Engine>|null} */
let loaded = null;
/** @type {((share: Share) => Promise<Part[]>)[]} */
const helpers = [];

addEventListener("message", async ({ data: { n, question } }) => {
  try {
    loaded ??= question.compiled ? Promise.resolve(Engine.of(question.compiled, question.info, question.address)) : Engine.load(question.address);
    const engine = await loaded;
    if (question.mark && question.mark !== engine.info.mark) throw new Error("another program asks");
    const work = question.mine ? partsOf : question.level ? think : question.warm ? warm : question.event ? weigh : question.task ? grade : advise;
    postMessage({ n, answer: await work(engine, question) });
  } catch (error) {
    loaded = null;
    postMessage({ n, error: String(error) });
  }
});

/** Loads what some levels have learned; those that are not known here think elsewhere. When this worker began and how long it took: a thought that was asked for meanwhile may hold the answer up. @param {Engine} engine @param {{warm: string[], seats: number}} order */
async function warm(engine, { warm: levels, seats }) {
  for (const level of levels) if (engine.info.thinking.levels[level]?.[seats]) await engine.prepare(level, seats);
  return { began: performance.timeOrigin, took: performance.now() };
}

/** What an event of a finished game changed. @param {Engine} engine @param {{event: {start: Uint8Array, log: [number, number][], ply: number, depth: string, seed: bigint}}} order */
async function weigh(engine, { event: { start, log, ply, depth, seed } }) {
  const { Reviewer, eventsOf } = await import("./reviewing.js"); // few ask for it
  const reviewer = new Reviewer(engine, engine.seats(start), depth);
  await reviewer.prepare();
  return { event: reviewer.event(eventsOf(engine, start, log), ply, seed) };
}

/** What an answer to a puzzle is worth. @param {Engine} engine @param {{task: {position: Uint8Array, seat: number, ply: number, best: number, made: number}}} order */
async function grade(engine, { task: { position, seat, ply, best, made } }) {
  const { Reviewer } = await import("./reviewing.js");
  const reviewer = new Reviewer(engine, engine.seats(position));
  await reviewer.prepare();
  return reviewer.grade(position, seat, ply, best, made);
}

/** Without a level: the best moves of a seat, and why. @param {Engine} engine @param {Question} question */
const advise = (engine, { position, seat, generator }) => hint(engine, position, seat, generator);

/** The whole thought, and whether its time was up before it was done. @param {Engine} engine @param {Question} question */
async function think(engine, question) {
  const { position, seat, level, generator, hands = HANDS } = question;
  const [view, seats] = [engine.view(position, seat), engine.seats(position)];
  const strength = engine.thinker.strength(level, seats);
  const own = question.budget ?? strength.budget ?? undefined;
  const budget = own && strength.beyond ? { ...own, cores: hands } : own;
  await engine.prepare(level, seats);
  const began = performance.now();
  const isEasy = engine.legalMoves(view, seat).length === 1;
  const cores = isEasy ? 1 : engine.thinker.cores(level, seats, budget);
  const thought = cores === 1 ? engine.thinker.think(view, seat, level, generator, budget)
    : engine.thinker.weigh(view, seat, level, generator, await shared(engine, { ...question, budget }, cores, Math.min(hands, cores)));
  return { ...thought, isCut: performance.now() - began >= (budget?.milliseconds ?? Infinity) };
}

/** The parts of all cores, in their order; those of a helper that fails are made here. @param {Engine} engine @param {Question} question @param {number} cores @param {number} hands @returns {Promise<Part[]>} */
async function shared(engine, question, cores, hands) {
  const lists = Array.from({ length: hands }, (_, hand) => [...Array(cores).keys()].filter((core) => core % hands === hand));
  const { compiled, info } = engine;
  const others = lists.slice(1).map((mine, n) => {
    helpers[n] ??= newThinker();
    return helpers[n]({ ...question, compiled, info, mine }).catch(() => null);
  });
  const found = [await partsOf(engine, { ...question, mine: lists[0] }), ...(await Promise.all(others))];
  const parts = await Promise.all(found.map((some, hand) => some ?? partsOf(engine, { ...question, mine: lists[hand] })));
  return [...Array(cores).keys()].map((core) => parts[core % hands][Math.floor(core / hands)]);
}

/** @param {Engine} engine @param {Question & {mine: number[]}} share */
async function partsOf(engine, { position, seat, level, generator, budget, mine }) {
  await engine.prepare(level, engine.seats(position));
  return engine.thinker.parts(engine.view(position, seat), seat, level, generator, budget, mine);
}
