// Questions without a server: positions come with the edition, answers are graded by the module, in the words of a server (`http/grading.py`).

import { newThinker } from "../engine/asking.js";
import { Engine } from "../engine/engine.js";
import { OTHERS } from "../engine/hints.js";
import { files, localPage } from "../places.js";
import { readCatalogue } from "../table/catalogue.js";
import { fillIn } from "../table/rail.js";
import { answers, keepAnswer } from "./answers.js";
import { keyOf, newGame } from "./games.js";
import { tableMessage } from "./messages.js";
import { LocalTable } from "./table.js";

/**
 * @typedef {{id: string, state: string, seats: number, seat: number, ply: number, best: number, theme: string, options: Record<string, string|string[]>}} Question
 * @typedef {import("../table/rail.js").Words} Words
 * @typedef {{cost: number, error: number, mark: string, score: number, why: [number, number][], decides: boolean|null, yours: number[], best: number[]}} Grade
 */

/** @param {string} path */
async function got(path) {
  const answer = await fetch(new URL(path, files));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** All questions of a game. @param {string} game @returns {Promise<Question[]>} */
export const questionsOf = (game) => got(`puzzles/${game}.json`);

/** The question of a day: `of_the_day` in puzzles/ladder.py. @param {string} game @param {Question[]} all @param {Date} day */
export async function ofTheDay(game, all, day) {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${game} ${day.toISOString().slice(0, 10)}`));
  return all[Number(new DataView(sum).getBigUint64(0) % BigInt(all.length))];
}

/** One that was not answered yet, of those that are wanted. @param {Question[]} all @param {URLSearchParams} wish */
async function another(all, wish) {
  const [seats, theme] = [Number(wish.get("seats") ?? 0), wish.get("theme") ?? ""];
  const wanted = all.filter((one) => (!seats || one.seats === seats) && (!theme || one.theme === theme));
  const known = new Set((await answers().catch(() => [])).map(({ id }) => id));
  const fresh = wanted.filter(({ id }) => !known.has(id));
  const from = fresh.length ? fresh : wanted.length ? wanted : all;
  return from[Math.floor(Math.random() * from.length)];
}

/** What an address asks: a question by its id (`p=…`), that of today, or another one. @param {string} game @returns {Promise<{asked: Question, wish: URLSearchParams}>} */
async function addressed(game) {
  const [all, wish] = [await questionsOf(game), new URLSearchParams(location.hash.slice(1))];
  const named = all.find(({ id }) => id === wish.get("p"));
  const asked = named ?? (wish.has("today") ? await ofTheDay(game, all, new Date()) : await another(all, wish));
  for (const name of ["p", "today", "next"]) wish.delete(name);
  history.replaceState(null, "", `#${new URLSearchParams([["p", asked.id], ...wish])}`);
  return { asked, wish };
}

export class LocalQuestion {
  /** What is asked, with all that is needed for it; there once it is loaded. @type {{asked: Question, wish: URLSearchParams, engine: Engine, box: import("./table.js").Box, setup: import("./table.js").Setup, catalogue: import("../table/catalogue.js").Catalogue}} */
  at = /** @type {any} */ (null);

  /** @param {string} game @param {Words} words */
  constructor(game, words) {
    this.game = game;
    this.words = words;
    this.address = new URL(`engine/${game}.json`, files).href;
    this.think = newThinker();
  }

  /** The question, as a server would put it. */
  async load() {
    const { asked, wish } = await addressed(this.game);
    const [engine, box] = await Promise.all([Engine.load(this.address), got(`boxes/${this.game}.${document.documentElement.lang}.json`)]);
    const setup = box.setups[keyOf(engine.info, asked.seats, asked.options)];
    const catalogue = readCatalogue(await got(`catalogues/${setup.catalogue}.json`));
    this.at = { asked, wish, engine, box, setup, catalogue };
    addEventListener("hashchange", () => location.reload());
    return { words: this.words.asked, table: this.#told([], 0) };
  }

  /** A table of nobody but the one who thinks, after some moves of theirs. @param {number[]} moves @param {number} number */
  #table(moves, number) {
    const { engine, box, setup, catalogue, asked: { seat, seats, state, options } } = this.at;
    const names = Array.from({ length: seats }, (_, n) => ({ kind: n === seat ? "me" : "bot", name: fillIn(this.words.other, { number: n + 1 }) }));
    const made = newGame({ game: this.game, options, seats: names, aids: { hints: false, undo: false } }, this.words.you);
    const table = new LocalTable(engine, box, { ...made, number, start: { state, text: "" } }, setup, catalogue);
    for (const move of moves) table.match.enter(seat, move);
    return table;
  }

  /** @param {number[]} moves @param {number} number */
  #told(moves, number) {
    const { message } = tableMessage(this.#table(moves, number), null);
    return { ...message, seats: message.seats.map((/** @type {any} */ seat) => ({ ...seat, here: true })) }; // nobody is waited for
  }

  /** @param {number[]} moves */
  async foresee(moves) {
    const { seat } = this.at.asked;
    return this.#table([], 0).foreseen({ seat, number: 0, moves });
  }

  /** @param {number[]} path */
  async why(path) {
    const refusal = this.#table([], 0).why(this.at.asked.seat, path.slice(0, 3));
    return { type: "refused", id: null, words: refusal?.message ?? this.words.nothing_there, clause: refusal?.clause ?? null };
  }

  /** What an answer is worth; the first one is kept. @param {number} move */
  async answer(move) {
    const { id, state, seat, ply, best } = this.at.asked;
    const position = Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));
    const grade = /** @type {Grade} */ (await this.think({ address: this.address, task: { position, seat, ply, best, made: move } }));
    const kept = await keepAnswer({ id, game: this.game, move, score: grade.score }).then(() => [], () => [this.words.unkept]);
    const isBest = `${grade.yours}` === `${grade.best}`;
    const pairs = [...(isBest ? [] : [[this.words.yours, grade.yours]]), [this.words.the_best, grade.best]];
    const lines = pairs.map(([title, moves], n) => this.#line(/** @type {string} */ (title), /** @type {number[]} */ (moves), n + 1));
    const next = `${localPage(`puzzle-${this.game}`)}#${new URLSearchParams([["next", ""], ...this.at.wish])}`;
    return { ...grade, words: [this.#verdict(move === best, grade), ...(grade.mark ? [this.#reasons(grade)] : []), ...kept], lines, next: { label: this.words.next_puzzle, href: next } };
  }

  /** A line in words and as a table: nothing can be done there, and nothing is over. @param {string} title @param {number[]} moves @param {number} number */
  #line(title, moves, number) {
    const { seat } = this.at.asked;
    const steps = moves.map((move, n) => {
      const before = this.#table(moves.slice(0, n), 0);
      return before.label(before.match.position, seat, seat, move);
    });
    return { title, steps, table: { ...this.#told(moves, number), over: false, winners: [], offers: [], paths: [], asks: [], waiting: title } };
  }

  /** What an answer costs, in a sentence. @param {boolean} isBest @param {Grade} grade */
  #verdict(isBest, { cost, error, mark }) {
    const { engine, asked } = this.at;
    if (isBest || cost === 0) return this.words.best;
    if (cost <= engine.info.reviewing.sure * error) return this.words.as_good;
    const factor = asked.seats === 1 ? 1 : 100;
    const [number, off] = [cost, error].map((value) => this.#decimal(value * factor));
    const said = fillIn(asked.seats === 1 ? this.words.points : this.words.share, { number, error: off });
    return fillIn(mark ? this.words.costly : this.words.little, { cost: said, mark: this.words[mark] ?? "" });
  }

  /** Why the best move is better. @param {Grade} grade */
  #reasons({ why, decides }) {
    if (!why.length) return this.words.later;
    const { terms } = this.at.box;
    return fillIn(decides ? this.words.decides : this.words.among, { reasons: why.map(([term, gain]) => `${term === OTHERS ? this.words.others : terms[term]} (${gain < 0 ? "-" : "+"}${this.#decimal(Math.abs(gain))})`).join(", ") });
  }

  /** @param {number} value */
  #decimal(value) {
    return value.toFixed(1).replace(".", document.documentElement.lang === "fr" ? "," : ".");
  }
}
