// What people do to the table: click, drag, keys. Tells the page which place is meant, and nothing else.

import { NONE } from "./catalogue.js";
import { offered, rove } from "./marks.js";
import { part, svg } from "./svg.js";

const DRAG_PX = 8;

/**
 * @typedef {{
 *   next: () => Set<number>, canDrag: (place: number) => boolean, pick: (place: number) => void, drop: (place: number|null) => void,
 *   preview: (place: number|null) => void, back: () => void, carry: (place: number) => Element[]
 * }} Deeds
 * @typedef {{place: number, x: number, y: number, pointer: number, ghost: SVGElement|null}} Press
 */

/** The place that is meant: where something was hit, or on whose piece. @param {EventTarget|null} target @returns {number|null} */
export function placeAt(target) {
  const element = target instanceof Element && target.closest(".panel") ? target.closest("[data-place]") : null;
  const place = Number(element?.getAttribute("data-place") ?? NONE);
  return place === NONE ? null : place;
}

/** @param {PointerEvent} event */
const under = (event) => placeAt(document.elementFromPoint(event.clientX, event.clientY));

/** @param {Deeds} deeds */
export function listen(deeds) {
  const table = part("table");
  const drag = listenToDrags(table, deeds);
  /** @param {number|null} place */
  const previewed = (place) => deeds.preview(place !== null && deeds.next().has(place) ? place : null);
  table.addEventListener("click", (event) => {
    if (drag.wasDragged()) return;
    const place = placeAt(event.target);
    if (place !== null) deeds.pick(place);
  });
  table.addEventListener("pointerover", (event) => {
    if (!drag.isDragging() && event.target instanceof Element && event.target.closest(".panel")) previewed(placeAt(event.target));
  });
  part("board").addEventListener("pointerleave", () => drag.isDragging() || deeds.preview(null));
  table.addEventListener("focusin", (event) => {
    const place = placeAt(event.target);
    if (place === null || !deeds.next().has(place)) return;
    rove(/** @type {Element} */ (event.target));
    deeds.preview(place);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) deeds.back();
    keys(event, deeds);
  });
}

/** @param {HTMLElement} table @param {Deeds} deeds */
function listenToDrags(table, deeds) {
  /** @type {Press|null} */
  let press = null;
  let dragged = false;
  table.addEventListener("pointerdown", (event) => {
    dragged = false;
    const place = placeAt(event.target);
    if (!event.isPrimary || event.button !== 0 || place === null || !deeds.canDrag(place)) return;
    press = { place, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });
  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
    if (!press.ghost) {
      press.ghost = lifted(event.target, deeds.carry(press.place));
      dragged = true;
      deeds.pick(press.place);
      table.classList.add("dragging");
    }
    press.ghost.style.translate = `${event.clientX - press.x}px ${event.clientY - press.y}px`;
    const over = under(event);
    deeds.preview(over !== null && deeds.next().has(over) ? over : null);
  });
  /** @param {number|null} place */
  const letGo = (place) => {
    const was = press;
    press = null;
    table.classList.remove("dragging");
    if (!was?.ghost) return;
    was.ghost.remove();
    deeds.drop(place);
  };
  addEventListener("pointerup", (event) => press && event.pointerId === press.pointer && letGo(under(event)));
  addEventListener("pointercancel", () => letGo(null));
  return {
    isDragging: () => press?.ghost != null,
    wasDragged: () => {
      const was = dragged;
      dragged = false;
      return was;
    },
  };
}

/** What was picked up, following the pointer. @param {EventTarget|null} target @param {Element[]} things */
function lifted(target, things) {
  const panel = /** @type {SVGSVGElement|null} */ (target instanceof Element ? target.closest("svg.panel") : null);
  const ghost = svg("svg", { class: "smalti dragged", viewBox: panel?.getAttribute("viewBox") ?? "0 0 1 1", "aria-hidden": "true" });
  ghost.append(...things.map((thing) => thing.cloneNode(true)));
  const box = (panel ?? part("board")).getBoundingClientRect();
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  part("flyers").append(ghost);
  return ghost;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function keys(event, deeds) {
  const focused = document.activeElement;
  if (!(focused instanceof SVGElement) || !focused.closest(".panel") || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = offered();
  const here = all.findIndex((one) => one === focused);
  const way = WAYS[event.key];
  /** @type {Element|null|undefined} */
  let target = null;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (event.repeat) return; // a key that is held down means one choice
    const place = placeAt(focused);
    return place === null ? undefined : deeds.pick(place);
  }
  if (way) target = nearest(focused, all, way[0], way[1]);
  else if (event.key === "Home") target = all[0];
  else if (event.key === "End") target = all.at(-1);
  else if (event.key === "PageDown") target = all[(here + 1) % all.length];
  else if (event.key === "PageUp") target = all.at(here - 1);
  else return;
  event.preventDefault();
  if (target) focusOn(target);
}

/** @param {Element} element */
export function focusOn(element) {
  rove(element);
  /** @type {SVGElement} */ (element).focus({ preventScroll: false });
}

/** The nearest element that may be clicked in a direction. @param {Element} from @param {Element[]} all @param {number} dx @param {number} dy */
function nearest(from, all, dx, dy) {
  const middle = centre(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [x, y] = centre(one);
    const along = (x - middle[0]) * dx + (y - middle[1]) * dy;
    const aside = Math.abs((x - middle[0]) * dy) + Math.abs((y - middle[1]) * dx);
    if (one !== from && along > 2 && along + 2.5 * aside < least) {
      least = along + 2.5 * aside;
      best = one;
    }
  }
  return best;
}

/** The element next to a place, the first one if there is none. @param {SVGGraphicsElement[]} all @param {DOMRect} [place] */
export function nearestTo(all, place) {
  if (!place) return all[0];
  const far = (/** @type {Element} */ one) => Math.hypot(centre(one)[0] - place.x - place.width / 2, centre(one)[1] - place.y - place.height / 2);
  return [...all].sort((a, b) => far(a) - far(b))[0];
}

/** @param {Element} element @returns {[number, number]} */
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
