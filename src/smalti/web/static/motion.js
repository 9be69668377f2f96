// Movement between two pictures: what is new flies from where something like it was. Off with reduced motion.

import { part, svg } from "./draw.js";

const MOST_FLIGHTS = 16;
const COUNT_MS = 420;
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{key: string, place: string, panel: string, symbol: string, box: DOMRect, element: Element}} Piece */

/** Every symbol on the picture with its place. @returns {Map<string, Piece>} */
export function pieces() {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  if (still.matches) return found;
  for (const element of document.querySelectorAll(".panel use:not(.ghost)")) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue; // folded up
    const symbol = element.getAttribute("href")?.slice(1) ?? "";
    const place = element.closest("[id]")?.id ?? "";
    const panel = element.closest(".frame")?.id ?? "";
    let key = `${place} ${symbol}`;
    while (found.has(key)) key += "+";
    found.set(key, { key, place, panel, symbol, box, element });
  }
  return found;
}

/** How well a piece that left would be the one that arrived. @param {Piece} gone @param {Piece} come @param {string[]} path */
function likeness(gone, come, path) {
  const [a, b] = [gone.symbol.split("-"), come.symbol.split("-")];
  if (!a.slice(1).some((word) => word.length > 0 && b.slice(1).includes(word)) && gone.symbol !== come.symbol) return 0;
  const alike = gone.symbol === come.symbol ? 40 : a[0] === b[0] ? 20 : 10;
  const near = Math.max(0, ...path.map((id) => commonStart(id, gone.place) / Math.max(id.length, gone.place.length)));
  const far = Math.hypot(gone.box.x - come.box.x, gone.box.y - come.box.y) / 10_000;
  return alike + 30 * near - far;
}

/** @param {string} a @param {string} b */
function commonStart(a, b) {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}

/** @type {ViewTransition|null} */
let running = null;
let started = 0;
/** @type {Element[]} */
let hidden = [];

/** Lets everything that is under way arrive at once. */
export function settle() {
  started++;
  running?.skipTransition();
  running = null;
  part("flyers").replaceChildren();
  for (const element of hidden) element.classList.remove("arriving");
  hidden = [];
}

/** Whether something is under way; the browser gives no clicks to the picture then. */
export const isFlying = () => running !== null;

/** Shows how the pieces came to their places. @param {Map<string, Piece>|null} before none if nobody sees it @param {string[]} path what was clicked for it */
export function fly(before, path) {
  settle();
  if (still.matches || !before?.size || document.hidden) return;
  const now = pieces();
  const panels = new Set([...before.values()].map((piece) => piece.panel));
  const come = [...now.values()].filter((piece) => !before.has(piece.key) && panels.has(piece.panel) && piece.box.width > 4);
  const gone = new Set([...before.values()].filter((piece) => !now.has(piece.key)));
  if (come.length === 0 || come.length > MOST_FLIGHTS || !document.startViewTransition) return;
  const flights = come.map((piece) => flight(piece, gone, path)).filter((one) => one !== null);
  if (flights.length === 0) return;
  part("flyers").replaceChildren(...flights.map((one) => one.flyer));
  const mine = ++started;
  requestAnimationFrame(() => requestAnimationFrame(() => mine === started && depart(flights))); // first the picture is shown
}

/** @param {{flyer: SVGElement, to: DOMRect}[]} flights */
function depart(flights) {
  running = document.startViewTransition(() => flights.forEach((one) => move(one.flyer, one.to)));
  const mine = running;
  const done = () => mine === running && settle();
  for (const promise of [mine.ready, mine.updateCallbackDone]) promise.catch(() => {}); // a newer picture came first
  mine.finished.then(done, done);
}

/** @param {Piece} piece @param {Set<Piece>} gone @param {string[]} path */
function flight(piece, gone, path) {
  let best = null;
  let most = 0;
  for (const one of gone) {
    const alike = likeness(one, piece, path);
    if (alike > most) [best, most] = [one, alike];
  }
  if (!best) return null;
  gone.delete(best);
  piece.element.classList.add("arriving");
  hidden.push(piece.element);
  const flyer = svg("svg", { class: "smalti flyer" }, svg("use", { href: `#${piece.symbol}`, width: "100%", height: "100%" }));
  flyer.style.viewTransitionName = `flyer-${hidden.length}`;
  move(flyer, best.box);
  return { flyer, to: piece.box };
}

/** @param {SVGElement} flyer @param {DOMRect} box */
function move(flyer, box) {
  Object.assign(flyer.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
}

/** A number that counts up to where it is now. @param {HTMLElement} element @param {number} to */
export function count(element, to) {
  const from = Number(element.dataset.shown ?? to);
  element.dataset.shown = String(to);
  if (from === to || still.matches || document.hidden) {
    element.textContent = String(to);
    return;
  }
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    if (element.dataset.shown !== String(to)) return; // it counts to something newer
    const part = Math.min(1, (now - start) / COUNT_MS);
    element.textContent = String(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  element.animate([{ scale: "1" }, { scale: "1.25" }, { scale: "1" }], { duration: COUNT_MS, easing: "ease-out" });
}

/** Says no. @param {Element|null} element */
export function shake(element) {
  if (still.matches || !element) return;
  element.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "-2px" }, { translate: "0" }], 220);
}
