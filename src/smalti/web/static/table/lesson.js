// A guided first game, in the place of the connection to the server: it shows one step after the other, points at what is meant, and waits.

import { start } from "../local/starting.js";
import { home, isLocal, lessonFile } from "../places.js";
import { learn } from "../settings.js";
import { drawCard } from "./card.js";
import { arrowAt } from "./layout.js";
import { highlight } from "./marks.js";
import { say } from "./page.js";
import { button, drawNotice, element, fillIn, link } from "./rail.js";
import { narrow, part, still } from "./svg.js";

/**
 * @typedef {{words: string[], look: number[], path: number[], table: any, foreseen: any, view?: string}} Step
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./stage.js").Stage} Stage
 */

export class Lesson {
  /** @param {string} game @param {import("./rail.js").Words} words @param {(message: any) => void} receive */
  constructor(game, words, receive) {
    this.game = game;
    this.words = words;
    this.receive = receive;
    /** Nothing gets lost on the way. @type {Map<string, string>} */
    this.unanswered = new Map();
    /** @type {Step[]} */
    this.steps = [];
    /** What is said of clicks that are not expected, where no server says it. @type {Record<string, string>} */
    this.says = {};
    this.at = 0;
    /** @type {() => DOMRect|null} */
    this.meant = () => null;
    addEventListener("scroll", () => this.#point(), { capture: true, passive: true });
    const watch = new ResizeObserver(() => this.#point());
    for (const name of ["decision", "board"]) watch.observe(part(name));
    part("table").addEventListener("click", (event) => event.target instanceof Element && event.target.closest(".panel") && this.step?.path.length === 0 && this.next());
    this.#load().catch(() => drawNotice(words.failed, null, game));
  }

  async #load() {
    const { steps, words } = await fetch(lessonFile(this.game)).then((answer) => answer.json());
    [this.steps, this.says] = [steps, words];
    this.receive(this.steps[0].table);
  }

  get step() {
    return this.steps.at(this.at);
  }

  get isLast() {
    return this.at === this.steps.length - 1;
  }

  next() {
    if (this.isLast) return;
    this.at += 1;
    if (this.isLast) learn(this.game);
    this.receive(this.steps[this.at].table);
  }

  // In the place of the connection

  /** @param {any} message */
  async tell(message) {
    if (message.type === "foresee") this.receive(this.step?.foreseen);
    if (message.type !== "why") return;
    if (isLocal) return this.receive(await (await import("../local/teaching.js")).whyNotThere(this.game, this.step, message.path, this.says));
    const path = message.path.map((/** @type {number} */ place) => `path=${place}`).join("&");
    this.receive(await fetch(`/api/lessons/${this.game}/${this.at}/why?${path}`).then((answer) => answer.json()));
  }

  /** A lesson only goes forward. */
  past() {
    return Promise.resolve(null);
  }

  /** The one move that can be made leads on. @param {any} message */
  ask(message) {
    if (message.type === "move") queueMicrotask(() => this.next());
    return "lesson";
  }

  // What is seen of it

  /** @param {Model} model @param {Stage|null} stage */
  draw(model, stage) {
    const { step } = this;
    if (!step || !stage || model.table?.number !== this.at) return;
    const clicks = Math.min(model.picked.length, step.words.length - 1);
    const place = step.path.length ? step.path[model.picked.length] : step.look[0];
    const key = `${this.at} ${clicks}`;
    if (part("lesson").dataset.key !== key) say(step.words[clicks]);
    drawCard(key, [step.words[clicks]], this.#deeds(step));
    this.meant = () => {
      stage.rects.clear(); // the sheet grows and shrinks with what it says
      return place === undefined || model.sending ? null : stage.rectOf(place);
    };
    highlight(stage, step.path.length ? [] : step.look);
    if (place !== undefined && stage.frameOf(place)?.closest("#board")) this.#bring(this.meant());
    this.#point();
  }

  /** @param {Step} step @returns {Node[]} */
  #deeds(step) {
    const count = element("span", "count", fillIn(this.words.step, { step: this.at + 1, steps: this.steps.length }));
    const skip = /** @type {HTMLAnchorElement} */ (element("a", "skip-lesson", this.words.skip_lesson));
    skip.href = home;
    if (this.isLast) return [button(this.words.first_game, "primary", () => this.#play()), link(this.words.once_more, location.pathname)];
    return step.path.length ? [count, skip] : [count, skip, button(this.words.next, "primary", () => this.next())];
  }

  /** A first game of one's own, against the mildest bot. */
  async #play() {
    const { bot, botName, guest } = part("table").dataset;
    const made = await start({ game: this.game, seats: [{ kind: "me" }, { kind: "bot", bot, name: botName }] }, guest ?? "");
    location.href = made.address;
  }

  /** What is meant comes into view where the page is longer than the screen; else the page stands at its beginning. @param {DOMRect|null} box */
  #bring(box) {
    if (!box || !narrow.matches) return;
    const board = part("board");
    const { top, height } = board.getBoundingClientRect();
    const end = box.bottom - top + board.scrollTop;
    board.scrollTo({ top: end <= height ? 0 : end - (height + box.height) / 2, behavior: still.matches ? "auto" : "smooth" });
  }

  /** The arrow at what is meant. */
  #point() {
    const [arrow, box] = [part("arrow"), this.meant()];
    arrow.hidden = !box;
    if (!box) return;
    const covers = [...document.querySelectorAll("#board .title, #decision")].map((one) => one.getBoundingClientRect());
    const { side, x, y } = arrowAt(box, covers, { width: innerWidth, height: innerHeight });
    arrow.className = `from-${side}`;
    Object.assign(arrow.style, { left: `${x}px`, top: `${y}px` });
  }
}
