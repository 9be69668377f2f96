// A position to think about, in the place of the connection to the server: one answer, then what it costs, both lines, and why.

import { Refusal, post } from "../ask.js";
import { drawCard } from "./card.js";
import { say } from "./page.js";
import { button, drawNotice, element, link } from "./rail.js";
import { joined } from "./words.js";

/**
 * @typedef {{title: string, steps: string[], table: any}} Line
 * @typedef {{words: string[], lines: Line[], next: {label: string, href: string}}} Answered
 */

/** A question of the server. */
export class ServedQuestion {
  /** @param {string} key */
  constructor(key) {
    this.address = `/api/puzzles/${key}`;
  }

  async load() {
    const answer = await fetch(this.address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Refusal("");
    return answer.json();
  }

  /** @param {number[]} moves */
  foresee(moves) {
    return post(`${this.address}/foresee`, { moves });
  }

  /** @param {number[]} path */
  async why(path) {
    return (await fetch(`${this.address}/why?${path.map((place) => `path=${place}`).join("&")}`)).json();
  }

  /** @param {number} move */
  answer(move) {
    return post(`${this.address}/answer`, { move });
  }
}

export class Puzzle {
  /** @param {ServedQuestion|import("../local/puzzles.js").LocalQuestion} question @param {string} game @param {import("./rail.js").Words} words @param {(message: any) => void} receive */
  constructor(question, game, words, receive) {
    this.question = question;
    this.game = game;
    this.words = words;
    this.receive = receive;
    /** What is being graded. @type {Map<string, string>} */
    this.unanswered = new Map();
    /** @type {{words: string, table: any}|null} */
    this.asked = null;
    /** @type {Answered|null} */
    this.answered = null;
    this.tries = 0;
    this.#load().catch(() => drawNotice(words.failed, null, game));
  }

  async #load() {
    this.asked = await this.question.load();
    this.receive(this.asked?.table);
  }

  // In the place of the connection

  /** @param {any} message */
  async tell(message) {
    if (message.type === "foresee") this.receive(await this.question.foresee(message.moves));
    if (message.type === "why") this.receive(await this.question.why(message.path));
  }

  /** There is nothing before the question. */
  past() {
    return Promise.resolve(null);
  }

  /** The answer is graded. @param {any} message @returns {string} its id */
  ask(message) {
    this.tries += 1;
    const id = `answer ${this.tries}`;
    if (message.type === "move") this.#answer(id, message.move);
    return id;
  }

  /** @param {string} id @param {number} move */
  async #answer(id, move) {
    this.unanswered.set(id, "");
    drawCard("waits", [this.words.grading]);
    try {
      this.answered = await this.question.answer(move);
      this.unanswered.delete(id);
      this.#show(0);
      say((this.answered?.words ?? []).join(" "));
    } catch (error) {
      this.unanswered.delete(id);
      this.draw();
      this.receive({ type: "refused", id, words: (error instanceof Refusal && error.message) || this.words.failed, clause: null });
    }
  }

  /** Shows how a line goes, from the question on. @param {number} n */
  #show(n) {
    this.receive(this.asked?.table);
    this.receive(this.answered?.lines[n].table);
  }

  // What is seen of it

  draw() {
    if (!this.asked || this.unanswered.size) return;
    if (!this.answered) return drawCard("asks", [this.asked.words]);
    const [first, ...rest] = this.answered.words;
    const lines = element("dl", "lines");
    for (const [n, { title, steps }] of this.answered.lines.entries()) {
      lines.append(element("dt", "", button(title, "", () => this.#show(n))), element("dd", "", `${joined(steps, document.documentElement.lang)}.`));
    }
    const words = [element("p", "graded", first), ...rest.map((said) => element("p", "", said)), lines];
    drawCard(`answered ${this.tries}`, words, [this.#again(), this.#next(this.answered.next)]);
  }

  /** The same question once more, also where it is the end of the address that names it. */
  #again() {
    return button(this.words.once_more, "", () => location.reload());
  }

  /** @param {{label: string, href: string}} next */
  #next(next) {
    const on = link(next.label, next.href);
    on.classList.add("primary");
    return on;
  }
}
