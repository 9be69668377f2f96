// What people do to the picture: click, drag, keys. Tells the page which element is meant, and nothing else.

import { offered, part, rove, svg } from "./draw.js";
import { isFlying, settle } from "./motion.js";

const DRAG_PX = 8;

/**
 * @typedef {{
 *   next: () => Set<string>, canDrag: (id: string) => boolean, pick: (id: string) => void, drop: (id: string|null) => void,
 *   preview: (id: string|null) => void, back: () => void
 * }} Deeds
 */

/** The element of the picture that is meant: one that may be clicked rather than the one above it. @param {EventTarget|null} target @param {Set<string>} next */
export function idAt(target, next) {
  let element = target instanceof Element && target.closest(".panel") ? target : null;
  let named = null;
  while (element && !element.classList.contains("panel")) {
    if (next.has(element.id)) return element.id;
    if (!named && element.id) named = element.id;
    element = element.parentElement;
  }
  return named;
}

/** @param {Deeds} deeds */
export function listen(deeds) {
  const table = part("table");
  /** @type {{id: string, x: number, y: number, pointer: number, ghost: SVGElement|null}|null} */
  let press = null;
  let dragged = false;

  table.addEventListener("pointerdown", (event) => {
    dragged = false;
    const id = idAt(event.target, deeds.next());
    if (!event.isPrimary || event.button !== 0 || !id || !deeds.canDrag(id)) return;
    press = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });
  let hasty = false;
  addEventListener("pointerdown", (event) => {
    hasty = isFlying() && event.target === document.documentElement;
    if (hasty) settle();
  }, true);
  addEventListener("click", (event) => {
    // Who clicks while tiles still fly means what lies under the pointer.
    const id = hasty ? idAt(document.elementFromPoint(event.clientX, event.clientY), deeds.next()) : null;
    hasty = false;
    if (id) deeds.pick(id);
  });
  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
      press.ghost = copyOf(press.id);
      dragged = true;
      deeds.pick(press.id);
      table.classList.add("dragging");
    }
    press.ghost.style.translate = `${event.clientX - press.x}px ${event.clientY - press.y}px`;
    const over = idAt(document.elementFromPoint(event.clientX, event.clientY), deeds.next());
    deeds.preview(over && deeds.next().has(over) ? over : null);
  });
  /** @param {string|null} id */
  const letGo = (id) => {
    const was = press;
    press = null;
    table.classList.remove("dragging");
    if (!was?.ghost) return;
    was.ghost.remove();
    deeds.drop(id);
  };
  addEventListener("pointerup", (event) => {
    if (press && event.pointerId === press.pointer) letGo(idAt(document.elementFromPoint(event.clientX, event.clientY), deeds.next()));
  });
  addEventListener("pointercancel", () => letGo(null));
  table.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      return;
    }
    const id = idAt(event.target, deeds.next());
    if (id) deeds.pick(id);
  });
  table.addEventListener("pointerover", (event) => {
    if (press?.ghost) return;
    const id = idAt(event.target, deeds.next());
    if (event.target instanceof Element && event.target.closest(".panel")) deeds.preview(id && deeds.next().has(id) ? id : null);
  });
  part("board").addEventListener("pointerleave", () => press?.ghost || deeds.preview(null));
  table.addEventListener("focusin", (event) => {
    const id = idAt(event.target, deeds.next());
    if (!id || !deeds.next().has(id)) return;
    rove(/** @type {Element} */ (event.target));
    deeds.preview(id);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) deeds.back();
    keys(event, deeds);
  });
}

/** A picture of an element that follows the pointer. @param {string} id */
function copyOf(id) {
  const element = /** @type {SVGGraphicsElement} */ (document.querySelector(`.panel [id="${CSS.escape(id)}"]`));
  const panel = /** @type {SVGElement} */ (element.closest("svg.panel"));
  const box = element.getBoundingClientRect();
  const local = element.getBBox();
  const inner = /** @type {SVGElement} */ (element.cloneNode(true));
  for (const old of inner.querySelectorAll(".mark, .ghost, .gain")) old.remove();
  for (const named of [inner, ...inner.querySelectorAll("[id]")]) named.removeAttribute("id");
  inner.removeAttribute("transform");
  inner.removeAttribute("tabindex");
  inner.setAttribute("class", "");
  const view = `${local.x} ${local.y} ${local.width} ${local.height}`;
  const ghost = svg("svg", { class: `${panel.getAttribute("class")?.replace("panel", "")} smalti dragged`, viewBox: view, "aria-hidden": "true" }, inner);
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
    return deeds.pick(focused.id);
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
