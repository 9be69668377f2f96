// Plays what happened: step after step, pieces fly in one overlay from box to box, and lie where they belong when they have arrived.

import { NONE } from "./catalogue.js";
import { between, hurried, turning } from "./plan.js";
import { change } from "./rows.js";
import { part, still, svg } from "./svg.js";

/**
 * @typedef {import("./plan.js").Step} Step
 * @typedef {import("./plan.js").Flight} Flight
 * @typedef {import("./stage.js").Stage} Stage
 */

const COUNT_MS = 420;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const ARC_FRAMES = 16;

export class Motion {
  /** @param {() => void} settled what is to be drawn when everything lies where it belongs @param {() => void} counted after each step */
  constructor(settled, counted) {
    this.settled = settled;
    this.counted = counted;
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
    /** @type {Map<number, DOMRect>} */
    this.rail = new Map();
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

  /** Shows step by step how the table comes about. @param {Step[]} steps */
  play(steps) {
    this.queue = hurried([...this.queue, ...steps]);
    if (still.matches || document.hidden || !steps.some((step) => step.ms > 0)) return this.settle();
    if (this.isRunning) return;
    this.isRunning = true;
    this.rail.clear();
    this.timer = setTimeout(() => requestAnimationFrame(() => this.isRunning && this.#next())); // first the page is shown
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
    this.isRunning = false;
    this.#arrive();
  }

  #next() {
    this.#arrive();
    this.counted();
    let step = this.queue.shift();
    while (step && step.ms === 0) {
      this.#carryOut(step);
      step = this.queue.shift();
    }
    if (!step) {
      this.isRunning = false;
      return this.settled();
    }
    this.#fly(step);
    this.timer = setTimeout(() => this.#next(), step.ms);
  }

  /** @param {Step} step */
  #fly(step) {
    const stage = /** @type {Stage} */ (this.stage);
    const trips = step.flights.map((flight) => ({ flight, from: stage.rectOf(flight.from), was: this.pieces.get(flight.was) ?? null }));
    const counted = step.rows.filter((row) => stage.catalogue.kinds.get(row.kind)?.effect === "counts");
    this.#carryOut({ ...step, rows: step.rows.filter((row) => !counted.includes(row)) });
    this.queue.unshift({ ms: 0, rows: counted, flights: [] }); // what is counted changes when it has arrived
    for (const { flight, from, was } of trips) {
      const to = stage.rectOf(flight.kind === "chip" ? (was?.place ?? NONE) : flight.to);
      if (flight.kind === "chip") this.#sendChip(flight, from, to, step.ms);
      else if (flight.kind === "arc" && flight.from === flight.to) this.#turn(flight, was, step.ms);
      else if (from && to) this.#send(flight, from, to, was, step.ms);
    }
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

  /** One piece in the air, from box to box. @param {Flight} flight @param {DOMRect} from @param {DOMRect} to @param {import("./rows.js").Piece|null} was @param {number} ms */
  #send(flight, from, to, was, ms) {
    const stage = /** @type {Stage} */ (this.stage);
    const piece = this.pieces.get(flight.piece) ?? was;
    const element = flight.stays ? stage.elementOf(flight.piece) : null;
    if (!piece || (flight.stays && !element)) return;
    if (element) this.#hide(element);
    const place = /** @type {import("./catalogue.js").Place} */ (stage.catalogue.places.get(flight.to));
    const view = { class: "smalti flyer", "data-flyer": flight.piece, "data-from": flight.from, "data-to": flight.to, "data-around": flight.kind === "arc" ? flight.around : NONE, viewBox: `0 0 ${place.width} ${place.height}`, preserveAspectRatio: "none" };
    const flyer = svg("svg", view, stage.draw({ ...piece, place: flight.to }, place.width, place.height));
    Object.assign(flyer.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px` });
    part("flyers").append(flyer);
    const around = flight.kind === "arc" ? stage.rectOf(flight.around) : null;
    flyer.animate(pathOf(from, to, around), { duration: ms, easing: around ? "ease-in-out" : EASE, fill: "both" });
  }

  /** A disc turns where it lies. @param {Flight} flight @param {import("./rows.js").Piece|null} was @param {number} ms */
  #turn(flight, was, ms) {
    const element = this.stage?.elementOf(flight.piece);
    const place = this.stage?.catalogue.places.get(flight.to);
    const quarters = (flight.turn - (was?.turn ?? flight.turn) + 4) % 4;
    if (!element || !place || quarters === 0) return;
    element.style.transformOrigin = `${place.x + place.width / 2}px ${place.y + place.height / 2}px`;
    element.animate([{ rotate: `${-90 * quarters}deg` }, { rotate: "0deg" }], { duration: ms, easing: "ease-in-out" });
  }

  /** What is counted flies to where it is counted: to the piece and to the seat in the rail. @param {Flight} flight @param {DOMRect|null} from @param {DOMRect|null} to @param {number} ms */
  #sendChip(flight, from, to, ms) {
    if (!from) return;
    const seat = this.stage?.catalogue.scores.indexOf(flight.piece) ?? NONE;
    const rail = this.#railRect(seat);
    const isShown = (/** @type {DOMRect|null} */ box) => box !== null && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    for (const goal of [to, rail]) {
      if (!goal || !isShown(goal)) continue;
      const chip = Object.assign(document.createElement("b"), { className: "chip", textContent: `${flight.amount > 0 ? "+" : ""}${flight.amount}` });
      part("flyers").append(chip);
      const spot = (/** @type {DOMRect} */ box) => ({ translate: `${box.x + box.width / 2}px ${box.y + box.height / 2}px` });
      chip.animate([{ ...spot(from), opacity: 1 }, { ...spot(goal), opacity: 1, offset: 0.85 }, { ...spot(goal), opacity: 0 }], { duration: Math.max(ms, COUNT_MS), easing: EASE, fill: "both" }).finished.then(() => chip.remove(), () => {});
    }
  }

  /** Where the points of a seat stand in the rail, measured once for each movement. @param {number} seat */
  #railRect(seat) {
    const known = this.rail.get(seat) ?? document.querySelector(`.seat-${seat} .score`)?.getBoundingClientRect() ?? null;
    if (known) this.rail.set(seat, known);
    return known;
  }

  /** @param {Element} element */
  #hide(element) {
    element.classList.add("arriving");
    this.arriving.push(element);
  }

  #arrive() {
    for (const flyer of document.querySelectorAll("#flyers .flyer")) flyer.remove();
    for (const element of this.arriving) element.classList.remove("arriving");
    this.arriving = [];
  }
}

/** The way of a flyer that lies in its last box: seen in the first one at the start. @param {DOMRect} from @param {DOMRect} to @param {DOMRect|null} around @returns {Keyframe[]} */
function pathOf(from, to, around) {
  const frames = around ? ARC_FRAMES : 1;
  return Array.from({ length: frames + 1 }, (_, n) => {
    const box = around ? turning(from, to, around, n / frames) : between(from, to, n / frames);
    return { transform: `translate(${box.x - to.x}px, ${box.y - to.y}px) scale(${box.width / to.width}, ${box.height / to.height})` };
  });
}

/** A number that counts up to where it is now. @param {HTMLElement} element @param {number} to */
export function count(element, to) {
  const from = Number(element.dataset.shown ?? to);
  element.dataset.shown = String(to);
  if (from === to || still.matches || document.hidden) {
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
  if (still.matches || !element) return;
  element.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "-2px" }, { translate: "0" }], 220);
}
