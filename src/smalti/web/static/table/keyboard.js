// The keyboard on the board: where it is, and where it goes on after the board has changed.

import { focusOn, nearestTo } from "./events.js";
import { harmless } from "./marks.js";
import { part } from "./svg.js";

/** @param {(place: number|null) => SVGGraphicsElement|null} at what lies at a place */
export function newKeyboard(at) {
  /** Where it was before the board changed. @type {{place: number|null, box: DOMRect|undefined}} */
  let last = { place: null, box: undefined };
  const keyboard = {
    /** Whether it is at work, and not a pointer. */
    isUsed: false,
    /** Where it is on the board, or was before that changed. */
    now() {
      const active = keyboard.isUsed && document.activeElement?.closest(".panel [data-place]");
      return active ? { place: Number(active.getAttribute("data-place")), box: active.getBoundingClientRect() } : last;
    },
    /** This place was chosen. What a pointer chose lets go of the focus: the browser would lay the page out when it is moved. @param {number} place */
    chose(place) {
      last = { place, box: keyboard.isUsed ? at(place)?.getBoundingClientRect() : undefined };
      const active = document.activeElement;
      if (!keyboard.isUsed && active?.closest(".panel")) /** @type {SVGElement} */ (active).blur();
    },
    /** Focus stays on the board: on the same place, else on the nearest that may be chosen. @param {number|null} was @param {DOMRect} [where] */
    keep(was, where = at(was)?.getBoundingClientRect()) {
      const active = document.activeElement;
      if (active && active !== document.body && active !== part("board") && !active.closest(".panel")) return;
      const there = at(was);
      const target = there?.classList.contains("can") ? there : nearestTo(harmless(), where);
      if (target) focusOn(target);
      else part("board").focus({ preventScroll: true });
    },
  };
  addEventListener("keydown", () => (keyboard.isUsed = true), true);
  addEventListener("pointerdown", () => (keyboard.isUsed = false), true);
  return keyboard;
}
