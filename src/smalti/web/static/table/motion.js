// Plays what happened: step after step, pieces fly in one overlay from box to box, and lie where they belong when they have arrived.

import { choiceOf } from "../settings.js";
import { NONE } from "./catalogue.js";
import { flip, glow, grow, roll, send, sendChip, turn } from "./flights.js";
import { BREATH_MS, hurried, isOthersTurn, TEMPO } from "./pacing.js";
import { change } from "./rows.js";
import { part, still } from "./svg.js";

/**
 * @typedef {import("./plan.js").Step} Step
 * @typedef {import("./plan.js").Flight} Flight
 * @typedef {import("./stage.js").Stage} Stage
 */

const COUNT_MS = 420;

/** How much longer everything takes than usual; 0 if nothing is to move. */
export const tempo = () => (still.matches ? 0 : TEMPO[/** @type {import("./pacing.js").Speed} */ (choiceOf("speed"))] ?? 1);

export class Motion {
  /** @param {() => void} settled what is to be drawn when everything lies where it belongs @param {() => void} counted after each step @param {(step: Step, ms: number) => void} began when a step begins to be seen @param {() => void} between when somebody else's turn is next and nothing is in the air */
  constructor(settled, counted, began, between) {
    this.settled = settled;
    this.counted = counted;
    this.began = began;
    this.between = between;
    /** @type {Stage|null} */
    this.stage = null;
    /** What is on the screen now. @type {import("./rows.js").Pieces} */
    this.pieces = new Map();
    /** @type {Step[]} */
    this.queue = [];
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {Element[]} */
    this.arriving = [];
    this.isRunning = false;
    /** Whose turn is shown. */
    this.seat = NONE;
    this.pace = 1;
    /** Where the points of each seat stand in the rail. @type {(DOMRect|null)[]} */
    this.rail = [];
    /** Where its sign stands. @type {(DOMRect|null)[]} */
    this.doors = [];
    document.addEventListener("visibilitychange", () => document.hidden && this.settle());
  }

  /** Shows a table as it is, without movement. @param {Stage} stage @param {import("./rows.js").Pieces} pieces */
  show(stage, pieces) {
    this.#stop();
    const before = this.stage === stage ? this.pieces : new Map();
    this.stage = stage;
    this.pieces = new Map(pieces);
    for (const number of before.keys()) if (!pieces.has(number)) stage.take(number);
    for (const piece of pieces.values()) if (before.get(piece.piece) !== piece) stage.put(piece);
  }

  /** Shows step by step how the table comes about. @param {Step[]} steps @param {number} [pace] how much longer it takes than usual, 0 for at once */
  play(steps, pace = tempo()) {
    this.queue = hurried([...this.queue, ...steps]);
    this.pace = pace;
    const isSeen = pace > 0 && !document.hidden;
    if (this.isRunning && isSeen) return;
    if (!isSeen || !steps.some((step) => step.ms > 0)) return this.#passOver(steps);
    this.#run(true);
    this.seat = NONE;
    this.timer = setTimeout(() => requestAnimationFrame(() => this.#begin())); // first the page is shown
  }

  /** Where points stand in the rail is measured before anything changes. */
  #begin() {
    if (!this.isRunning) return;
    const scores = this.stage?.catalogue.scores ?? [];
    [this.rail, this.doors] = [".score", ".emblem"].map((part) => scores.map((_, seat) => document.querySelector(`.seat-${seat} ${part}`)?.getBoundingClientRect() ?? null));
    this.#next();
  }

  /** Nothing is seen to move, but it may be heard. @param {Step[]} steps */
  #passOver(steps) {
    this.settle();
    if (!document.hidden) for (const step of steps) this.began(step, 0);
  }

  /** Lets everything that is under way arrive at once. */
  settle() {
    const wasBusy = this.isRunning || this.queue.length > 0;
    const rest = this.queue;
    this.#stop();
    for (const step of rest) this.#carryOut(step);
    if (wasBusy) this.settled();
  }

  #stop() {
    clearTimeout(this.timer);
    this.queue = [];
    this.#run(false);
    this.#arrive();
  }

  /** @param {boolean} on */
  #run(on) {
    this.isRunning = on;
    document.body.classList.toggle("moving", on);
  }

  #next() {
    this.#arrive();
    this.counted();
    for (let step = this.queue[0]; step; step = this.queue[0]) {
      if (isOthersTurn(step, this.seat) && this.queue.some((one) => one.ms > 0)) return this.#breathe();
      this.queue.shift();
      const ms = step.ms * this.pace;
      if (step.head && step.head.seat !== NONE) this.seat = step.head.seat;
      this.began(step, ms);
      if (ms > 0) return this.#fly(step, ms);
      this.#carryOut(step);
    }
    this.#run(false);
    this.settled();
  }

  /** A moment between the turns of two players. */
  #breathe() {
    this.seat = NONE;
    this.between();
    this.timer = setTimeout(() => this.#next(), BREATH_MS * this.pace);
  }

  /** @param {Step} step @param {number} ms */
  #fly(step, ms) {
    const stage = /** @type {Stage} */ (this.stage);
    const trips = step.flights.map((flight) => {
      const was = this.pieces.get(flight.was) ?? null;
      const look = was?.look ?? flight.look;
      const [start, end] = [this.#boxOf(flight.from, look), flight.kind === "chip" ? this.#boxOf(was?.place ?? NONE) : this.#boxOf(flight.to, look)]; // measured before anything is changed
      const isSeen = end.isThere || (end.isDoor && start.isThere && flight.kind !== "chip");
      return { flight, was, from: start.isDoor ? start.box : stage.inSight(start.box), to: end.box, isSeen };
    });
    const counted = step.rows.filter((row) => stage.catalogue.kinds.get(row.kind)?.effect === "counts");
    this.#carryOut({ ...step, rows: step.rows.filter((row) => !counted.includes(row)) });
    this.queue.unshift({ ms: 0, rows: counted, flights: [], head: null }); // what is counted changes when it has arrived
    for (const { flight, from, to, was, isSeen } of trips) {
      const time = { delay: flight.start * ms, duration: flight.span * ms };
      if (flight.kind === "chip") this.#count(flight, from, isSeen ? to : null, time);
      else if (flight.kind === "glow") glow(stage, flight.to, time);
      else if (flight.kind === "grow") grow(stage, flight, time);
      else if (flight.kind === "arc" && flight.from === flight.to) turn(stage, flight, was, time);
      else if (from && to && isSeen) this.#send(flight, from, to, was, time);
    }
    this.timer = setTimeout(() => this.#next(), ms);
  }

  /** Where something is on the screen: there, or else at the sign of the seat whose place it is. @param {number} number @param {number} [look] */
  #boxOf(number, look) {
    const stage = /** @type {Stage} */ (this.stage);
    const [box, { panels, places }] = [stage.rectOf(number, look), stage.catalogue];
    if (!box || stage.isInSight(box)) return { box, isThere: box !== null, isDoor: false };
    const panel = panels.get(places.get(number)?.panel ?? NONE);
    const door = (panel?.purpose === "seat" && this.doors[panel.seat]) || null;
    return door?.width ? { box: inside(box, door), isThere: false, isDoor: true } : { box, isThere: false, isDoor: false };
  }

  /** @param {Step} step */
  #carryOut(step) {
    const stage = /** @type {Stage} */ (this.stage);
    const touched = new Set();
    for (const row of step.rows) {
      change(this.pieces, row, stage.catalogue.kinds.get(row.kind)?.effect);
      for (const piece of [row.piece, row.of]) if (piece !== NONE) touched.add(piece);
    }
    for (const number of touched) {
      const piece = this.pieces.get(number);
      if (piece) stage.put(piece);
      else stage.take(number);
    }
  }

  /** One piece in the air; it lies where it belongs when it has arrived. @param {Flight} flight @param {DOMRect} from @param {DOMRect} to @param {import("./rows.js").Piece|null} was @param {import("./flights.js").Time} time */
  #send(flight, from, to, was, time) {
    const stage = /** @type {Stage} */ (this.stage);
    const piece = this.pieces.get(flight.piece) ?? was;
    const element = flight.stays ? stage.elementOf(flight.piece) : null;
    if (!piece || (flight.stays && !element)) return;
    if (element) this.#hide(element);
    if (flight.kind === "roll") roll(stage, flight, piece, from, to, time);
    else if (flight.kind === "flip") flip(stage, flight, was ?? piece, piece, to, time);
    else send(stage, flight, piece, from, to, time);
  }

  /** What is counted flies to where it is counted: to the piece and to the seat in the rail. @param {Flight} flight @param {DOMRect|null} from @param {DOMRect|null} to @param {import("./flights.js").Time} time */
  #count(flight, from, to, time) {
    const stage = /** @type {Stage} */ (this.stage);
    const seat = stage.catalogue.scores.indexOf(flight.piece);
    if (flight.lights) glow(stage, flight.from, time);
    const isShown = (/** @type {DOMRect|null} */ box) => box !== null && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    for (const goal of [to, this.rail[seat]]) if (from && goal && isShown(goal)) sendChip(flight.amount, from, goal, time);
  }

  /** @param {Element} element */
  #hide(element) {
    element.classList.add("arriving");
    this.arriving.push(element);
  }

  #arrive() {
    for (const gone of document.querySelectorAll("#flyers .flyer, #flyers .chip, .panel .glow")) gone.remove();
    for (const element of this.arriving) element.classList.remove("arriving");
    this.arriving = [];
  }
}

/** A box of the same shape in the middle of another one. @param {DOMRect} box @param {DOMRect} outer */
function inside(box, outer) {
  const scale = Math.min(outer.width / box.width, outer.height / box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  return new DOMRect(outer.x + (outer.width - width) / 2, outer.y + (outer.height - height) / 2, width, height);
}

/** A number that counts up to where it is now. @param {HTMLElement} element @param {number} to */
export function count(element, to) {
  const from = Number(element.dataset.shown ?? to);
  element.dataset.shown = String(to);
  if (from === to || tempo() === 0 || document.hidden) {
    if (element.textContent !== String(to) && from === to && element.dataset.counting) return; // it is on its way
    element.textContent = String(to);
    return;
  }
  const start = performance.now();
  element.dataset.counting = "yes";
  const step = (/** @type {number} */ now) => {
    if (element.dataset.shown !== String(to)) return; // it counts to something newer
    const done = Math.min(1, (now - start) / COUNT_MS);
    element.textContent = String(Math.round(from + (to - from) * (1 - (1 - done) ** 3)));
    if (done < 1) requestAnimationFrame(step);
    else delete element.dataset.counting;
  };
  requestAnimationFrame(step);
  element.animate([{ scale: "1" }, { scale: "1.25" }, { scale: "1" }], { duration: COUNT_MS, easing: "ease-out" });
}

/** Says no. @param {Element|null} element */
export function shake(element) {
  if (tempo() === 0 || !element) return;
  element.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "-2px" }, { translate: "0" }], 220);
}
