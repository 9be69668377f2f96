// What a thing on the table is, for whoever points at it, presses it long or asks by key: its name, what to know about it, and its clause.

import { NONE, noteOn } from "./catalogue.js";
import { placeAt } from "./events.js";
import { say } from "./page.js";
import { clauseLink, element, fillIn } from "./rail.js";
import { clauseOf } from "./state.js";
import { part } from "./svg.js";

const HOVER_MS = 900;
const PRESS_MS = 500;
const STILL_PX = 8;
const GAP_PX = 10;
const KEYS = ["?", "i"];

/**
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {{title: string, words: string[], clause: string}} About
 */

/** What there is to say of a place and what lies there, or else of its panel. @param {Stage} stage @param {number|null} place @param {number} panel @returns {About} */
function about(stage, place, panel) {
  const { notes, places, panels } = stage.catalogue;
  const looks = place === null ? [] : stage.at(place).map((one) => one.piece.look).reverse();
  const found = [...looks.map((look) => noteOn(notes, "look", look)), place === null ? undefined : noteOn(notes, "place", place), noteOn(notes, "panel", panel)];
  const note = found.find(Boolean);
  const box = panels.get(panel);
  const title = (place === null ? "" : stage.labelOf(place)) || (box ? stage.telling.labelled(box) : "");
  const facts = place === null ? "" : (places.get(place)?.note ?? "");
  return { title, words: [facts, note?.words ?? ""].filter(Boolean), clause: clauseOf(note?.clause ?? NONE) };
}

/** @param {EventTarget|null} target */
const elementOf = (target) => (target instanceof Element ? target : null);

/** @param {number} wanted @param {number} least @param {number} most */
const within = (wanted, least, most) => Math.min(Math.max(least + GAP_PX, wanted), most - GAP_PX);

/** @param {DOMRect} a @param {DOMRect} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Everything on the table answers. */
export class Notes {
  /** @param {() => Stage|null} stage @param {import("./rail.js").Words} words */
  constructor(stage, words) {
    this.stage = stage;
    this.words = words;
    this.card = part("note");
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** Where the pointer was. */
    this.at = [0, 0];
    /** Whether a long press was answered. */
    this.pressed = false;
    /** Who asked by key. @type {SVGElement|HTMLElement|null} */
    this.asked = null;
    addEventListener("pointermove", (event) => this.#hover(event));
    addEventListener("pointerdown", (event) => this.#press(event), true);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => clearTimeout(this.timer), true);
    addEventListener("contextmenu", (event) => this.pressed && event.preventDefault());
    addEventListener("click", (event) => this.#click(event), true);
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
    addEventListener("keydown", (event) => this.#key(event), true);
  }

  /** @param {EventTarget|null} target */
  #isOwn(target) {
    return this.card.contains(elementOf(target));
  }

  hide() {
    clearTimeout(this.timer);
    if (this.card.hidden) return;
    const back = this.card.contains(document.activeElement);
    this.card.hidden = true;
    if (back) this.asked?.focus();
  }

  /** What there is to say of an element. @param {Element} target @returns {About|null} */
  #about(target) {
    const [stage, frame, told] = [this.stage(), target.closest(".frame"), target.closest("[data-note]")];
    if (stage && frame instanceof HTMLElement) return about(stage, placeAt(target), Number(frame.dataset.panel));
    if (!(told instanceof HTMLElement) || !told.dataset.note) return null;
    return { title: told.getAttribute("aria-label") ?? told.textContent?.trim() ?? "", words: [told.dataset.note], clause: "" };
  }

  /** @param {Element|null} target @returns {boolean} whether there is something to say */
  #show(target) {
    const found = target && this.#about(target);
    if (!found || !target) return false;
    const { title, words, clause } = found;
    const link = clause ? [clauseLink(part("table").dataset.game ?? "", clause, fillIn(this.words.rule, { clause }))] : [];
    this.card.replaceChildren(element("b", "", title), ...words.map((line) => element("span", "", line)), ...link);
    this.card.hidden = false;
    this.#place((target.closest("[data-place]") ?? target.closest("[data-note]") ?? target).getBoundingClientRect());
    return true;
  }

  /** Beside what it is about, on the screen, and over as little as possible of what can be clicked. @param {DOMRect} box */
  #place(box) {
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const room = part("table").getBoundingClientRect();
    const [middle, centre] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
    const sides = [[middle, box.bottom + GAP_PX], [middle, box.top - GAP_PX - height], [box.right + GAP_PX, centre], [box.left - GAP_PX - width, centre]];
    const spots = sides.map(([x, y]) => new DOMRect(within(x, room.left, room.right - width), within(y, room.top, room.bottom - height), width, height));
    const taken = [box, box, ...[...document.querySelectorAll(".panel .can, .panel [data-offer]")].map((one) => one.getBoundingClientRect())];
    const covered = spots.map((spot) => taken.filter((one) => overlap(spot, one)).length);
    const { x, y } = spots[covered.indexOf(Math.min(...covered))];
    Object.assign(this.card.style, { left: `${x}px`, top: `${y}px` });
  }

  /** A mouse that rests somewhere asks. @param {PointerEvent} event */
  #hover(event) {
    const { target, clientX, clientY } = event;
    if (this.#isOwn(target) || Math.hypot(clientX - this.at[0], clientY - this.at[1]) < STILL_PX) return;
    this.at = [clientX, clientY];
    this.hide();
    if (event.pointerType === "mouse" && !event.buttons) this.timer = setTimeout(() => this.#show(elementOf(target)), HOVER_MS);
  }

  /** A finger that rests somewhere asks. @param {PointerEvent} event */
  #press(event) {
    this.pressed = false;
    if (this.#isOwn(event.target)) return;
    this.hide();
    this.at = [event.clientX, event.clientY];
    if (event.pointerType !== "mouse") this.timer = setTimeout(() => (this.pressed = this.#show(elementOf(event.target))), PRESS_MS);
  }

  /** A long press asks, and does nothing else. @param {MouseEvent} event */
  #click(event) {
    if (this.#isOwn(event.target)) return void queueMicrotask(() => this.hide());
    if (!this.pressed) return;
    this.pressed = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" && !this.card.hidden) {
      event.stopPropagation();
      return this.hide();
    }
    const focused = document.activeElement;
    const isTyping = focused instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    if (!KEYS.includes(event.key) || isTyping || !focused || !this.#show(focused)) return;
    event.preventDefault();
    this.asked = /** @type {SVGElement|HTMLElement} */ (focused);
    say(this.card.innerText);
    this.card.querySelector("a")?.focus({ preventScroll: true });
  }
}
