// Draws the picture that was sent, and on it what may be clicked. Knows no rule.

import { open, patch } from "./patch.js";
import { after, hintNow, isDraggable, nextIds, possible } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALLEST_TARGET_PX = 40;

/** @type {Map<string, HTMLElement>} */
const parts = new Map();
/** A part of the page; looked up once, so that no picture can stand in its place. @param {string} id */
export function part(id) {
  const known = parts.get(id) ?? /** @type {HTMLElement} */ (document.getElementById(id));
  parts.set(id, known);
  return known;
}

export const narrow = matchMedia("(max-width: 820px)");
/** @type {Map<string, SVGGraphicsElement>} */
const places = new Map();
/** @type {WeakMap<Element, string>} */
const bodies = new WeakMap();
/** @type {WeakMap<Element, DOMRect>} */
const boxes = new WeakMap();

/** The element of the picture with an id. @param {string} id */
export const at = (id) => places.get(id) ?? null;

/** @param {string} name @param {Record<string, string|number>} attributes @param {Element[]} children @returns {SVGElement} */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Sets a property only if it is another one: everything below it would be styled anew. @param {HTMLElement} element @param {string} name @param {number} value */
function setProperty(element, name, value) {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
}

/** The symbols and the style of a game's pictures, once. @param {{defs: string, style: string}} look */
export function drawLook(look) {
  const holder = svg("svg", { class: "smalti symbols", "aria-hidden": "true" });
  patch(holder, `<defs>${look.defs}</defs>`);
  document.body.append(holder);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look.style);
  document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
}

/** Room for the largest picture so far, so that the board keeps its size from phase to phase. */
const room = { width: 0, height: 0 };

/** The pictures. @param {import("./state.js").Picture} picture @param {Set<string>} aside the panels beside the question on a phone @param {boolean} still whether this picture stays, so that it may take all the room */
export function drawPicture(picture, aside, still) {
  clear();
  room.width = Math.max(still ? 0 : room.width, picture.width);
  room.height = Math.max(still ? 0 : room.height, picture.height);
  setProperty(part("board"), "--W", room.width);
  setProperty(part("board"), "--H", room.height);
  part("board").setAttribute("aria-label", picture.label);
  const kept = new Map([...document.querySelectorAll(".frame")].map((frame) => [frame.id, frame]));
  /** @type {Record<string, Element[]>} */
  const holders = { board: [], choices: [] };
  for (const panel of picture.panels) {
    const id = `panel-of-${panel.id}`;
    const frame = /** @type {HTMLElement} */ (kept.get(id) ?? newFrame(id));
    kept.delete(id);
    drawPanel(frame, panel);
    holders[narrow.matches && aside.has(panel.id) ? "choices" : "board"].push(frame);
  }
  for (const gone of kept.values()) gone.remove();
  for (const [name, frames] of Object.entries(holders)) order(part(name), frames);
  places.clear();
  index([...document.querySelectorAll(".panel")]);
}

/** Puts the frames in order; those in their place are not touched, so that focus and scrolling stay and nothing is styled anew. @param {HTMLElement} holder @param {Element[]} frames */
function order(holder, frames) {
  frames.forEach((frame, n) => {
    const there = holder.children[n] ?? null;
    if (there === frame) return;
    if (there?.nextElementSibling === frame) holder.append(there); // it finds its place further on
    else holder.insertBefore(frame, there);
  });
  holder.classList.toggle("empty", frames.length === 0);
}

/** @param {string} id */
function newFrame(id) {
  const frame = document.createElement("div");
  frame.id = id;
  frame.className = "frame";
  const view = document.createElement("div");
  view.className = "view";
  view.append(svg("svg", { class: "panel", role: "group" }));
  frame.append(view);
  return frame;
}

/** @param {HTMLElement} frame @param {import("./state.js").Panel} panel */
function drawPanel(frame, panel) {
  const drawing = /** @type {SVGElement} */ (frame.querySelector(".panel"));
  drawing.setAttribute("viewBox", `0 0 ${panel.width} ${panel.height}`);
  drawing.setAttribute("aria-label", panel.label);
  frame.classList.toggle("small", panel.width * panel.scale < 260 && panel.height * panel.scale > 100);
  for (const [name, value] of Object.entries({ x: panel.x, y: panel.y, w: panel.width, h: panel.height, s: panel.scale })) {
    setProperty(frame, `--${name}`, value);
  }
  if (bodies.get(drawing) === panel.body) return;
  bodies.set(drawing, panel.body);
  patch(drawing, panel.body);
}

/** @param {Element[]} drawings */
function index(drawings) {
  for (const element of drawings.flatMap((drawing) => [...drawing.querySelectorAll("[id]")])) {
    places.set(element.id, /** @type {SVGGraphicsElement} */ (element));
  }
}

/** The ids of what is drawn in a panel. @param {import("./state.js").Panel} panel */
export const idsOf = (panel) => [...panel.body.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);

/** Where an element is in its own coordinates, without what was put onto it. @param {SVGGraphicsElement} element */
function boxOf(element) {
  const [x, y, width, height] = element.dataset.box?.split(" ").map(Number) ?? [];
  const box = boxes.get(element) ?? (width ? new DOMRect(x, y, width, height) : element.getBBox());
  if (box.width) boxes.set(element, box); // what is folded up has no size yet
  return box;
}

/** Puts something onto an element, in its coordinates. @param {SVGGraphicsElement} element @param {SVGElement} thing */
function putOn(element, thing) {
  if (["g", "svg", "a"].includes(element.tagName)) return element.append(thing);
  const turned = element.getAttribute("transform");
  if (turned) thing.setAttribute("transform", turned);
  element.after(thing);
}

/** A frame around an element: what may be done, chosen, last or meant. @param {SVGGraphicsElement} element @param {string} kind */
function mark(element, kind) {
  const box = boxOf(element);
  if (!box.width || !box.height) return;
  const around = { x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(8, box.width / 6, box.height / 6) };
  putOn(element, svg("g", { class: `mark mark-${kind}` }, svg("rect", { class: "halo", ...around }), svg("rect", { class: "edge", ...around })));
}

/** What may be clicked, what was clicked, the last move and the hint. @param {import("./state.js").Model} model @param {string} [go] the words that lead on */
export function drawMarks(model, go = "") {
  clear();
  unfold(model, null);
  const next = nextIds(model);
  const known = [...next].map((id) => places.get(id)).filter((element) => element !== undefined);
  const aiming = model.picked.length > 0 && known.length > 0 && !known.some((element) => element.closest("#choices"));
  part("decision").classList.toggle("picking", model.picked.length > 0);
  part("decision").classList.toggle("aiming", aiming); // on a phone what is left to choose from makes room for the board
  known.forEach(boxOf);
  drawLast(model);
  for (const element of known) offer(model, element, go);
  for (const id of model.picked) choose(id);
  if (model.picked.length === 0) for (const id of hintNow(model)?.places ?? []) markAt(id, "hint");
  rove(document.activeElement);
  part("back").hidden = model.picked.length === 0 || model.sending !== null;
  drawZoom();
}

/** Takes everything off the picture that was put onto it. */
function clear() {
  for (const old of document.querySelectorAll(".panel .mark, .panel .ghost, .panel .gain")) old.remove();
  for (const old of document.querySelectorAll(".panel .can, .panel .picked")) {
    old.classList.remove("can", "picked", "drag");
    for (const name of ["tabindex", "aria-pressed"]) old.removeAttribute(name);
    if (old.getAttribute("role") === "button") old.setAttribute("role", "img");
    const label = old.getAttribute("data-label");
    if (label !== null) old.setAttribute("aria-label", label);
  }
}

/** What lies under an element is shown while that is picked, pointed at or hinted at. @param {import("./state.js").Model} model @param {string|null} pointed */
function unfold(model, pointed) {
  const shown = model.picked.length ? model.picked : [pointed, ...(hintNow(model)?.places ?? [])];
  for (const one of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".panel .unfold"))) {
    const isShown = shown.includes(one.dataset.under ?? "");
    one.classList.toggle("unfolded", isShown);
    if (isShown && open(one)) index([one]);
  }
}

/** Where something was put last. @param {import("./state.js").Model} model */
function drawLast(model) {
  for (const old of document.querySelectorAll(".panel .mark-last")) old.remove();
  if (model.past) return;
  const next = nextIds(model);
  for (const id of model.table?.last ?? []) if (!next.has(id)) markAt(id, "last");
}

/** @param {string} id @param {string} kind */
function markAt(id, kind) {
  const element = places.get(id);
  if (element) mark(element, kind);
}

/** @param {import("./state.js").Model} model @param {SVGGraphicsElement} element @param {string} go */
function offer(model, element, go) {
  element.classList.add("can");
  element.classList.toggle("drag", isDraggable(model, element.id));
  element.setAttribute("role", "button");
  const known = element.getAttribute("data-label") ?? element.getAttribute("aria-label") ?? "";
  element.setAttribute("data-label", known);
  const ways = after(model, element.id);
  const what = ways.length === 1 ? ways[0].label : "";
  element.setAttribute("aria-label", [known, what].filter(Boolean).join(": ") || ways[0]?.label || go);
  mark(element, "can");
}

/** @param {string} id */
function choose(id) {
  const element = places.get(id);
  if (!element) return;
  element.classList.add("picked");
  element.setAttribute("aria-pressed", "true");
  element.setAttribute("role", "button");
  if (!element.getAttribute("aria-label")) element.setAttribute("aria-label", element.getAttribute("data-label") || id);
  mark(element, "picked");
}

/** All elements that may be clicked, in the order of the picture. @returns {SVGGraphicsElement[]} */
export const offered = () => [...document.querySelectorAll(".panel .can")].map((one) => /** @type {SVGGraphicsElement} */ (one));

/** The Tab key finds one of the elements that may be clicked, the arrow keys the others. @param {Element|null} current */
export function rove(current) {
  const all = offered();
  const home = current && all.includes(/** @type {SVGGraphicsElement} */ (current)) ? current : all[0];
  for (const one of all) one.setAttribute("tabindex", one === home ? "0" : "-1");
}

/** On a phone choices are wide enough for a thumb and as high as what is unfolded; a board with small targets can be enlarged. */
function drawZoom() {
  const choices = /** @type {HTMLElement[]} */ ([...part("choices").children]);
  for (const frame of choices) {
    setProperty(frame, "--least", leastWidth(frame));
    fit(frame);
  }
  const board = boardToZoom();
  part("zoom").hidden = board === null;
  part("zoom").setAttribute("aria-pressed", String(board?.classList.contains("zoomed") ?? false));
}

/** A panel with something folded up in it takes the room of what is shown. @param {HTMLElement} frame */
function fit(frame) {
  const drawing = /** @type {SVGSVGElement} */ (frame.querySelector(".panel"));
  if (!drawing.querySelector(".unfold")) return;
  const [width, height] = [Number(frame.style.getPropertyValue("--w")), drawing.getBBox()];
  const shown = Math.ceil(height.y + height.height + 4);
  drawing.setAttribute("viewBox", `0 0 ${width} ${shown}`);
  setProperty(frame, "--h", shown);
}

/** The board on a phone that is enlarged, or whose targets are too small for a thumb. @returns {Element|null} */
function boardToZoom() {
  if (!narrow.matches) return null;
  const boards = [...part("board").querySelectorAll(".frame")];
  const isSmall = (/** @type {Element} */ one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < SMALLEST_TARGET_PX;
  return boards.find((board) => board.classList.contains("zoomed")) ?? boards.find((board) => [...board.querySelectorAll(".can")].some(isSmall)) ?? null;
}

/** How wide a panel of choices must be for a thumb. @param {HTMLElement} frame */
function leastWidth(frame) {
  const smallest = Math.min(...[...frame.querySelectorAll(".can")].map((one) => {
    const box = boxOf(/** @type {SVGGraphicsElement} */ (one));
    return Math.min(box.width, box.height);
  }));
  return smallest < Infinity ? (Number(frame.style.getPropertyValue("--w")) * SMALLEST_TARGET_PX) / smallest : Number(frame.style.getPropertyValue("--least"));
}

/** On a phone, something that may be clicked is in view: else the board scrolls there. */
export function reveal() {
  if (!narrow.matches) return;
  const all = offered();
  const [top, bottom] = [part("seats").getBoundingClientRect().bottom, part("decision").getBoundingClientRect().top];
  const seen = all.some((one) => {
    const box = one.getBoundingClientRect();
    return one.closest("#choices") || (box.top >= top - 4 && box.bottom <= bottom + 4);
  });
  if (all.length === 0 || seen) return;
  const box = all[0].getBoundingClientRect();
  scrollBy({ top: box.top + box.height / 2 - (top + bottom) / 2, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** Enlarges a board, or makes it fit again; what may be clicked comes into view. */
export function zoom() {
  const frame = boardToZoom();
  if (!frame) return;
  const least = Math.min(...[...frame.querySelectorAll(".can")].map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)));
  const on = frame.classList.toggle("zoomed");
  if (on) /** @type {HTMLElement} */ (frame).style.setProperty("--zoom", String(Math.min(3, Math.max(2, SMALLEST_TARGET_PX / least))));
  drawZoom();
  const view = /** @type {HTMLElement} */ (frame.querySelector(".view"));
  const [port, all] = [view.getBoundingClientRect(), [...frame.querySelectorAll(".can")].map((one) => one.getBoundingClientRect())];
  if (!on) return;
  const x = all.reduce((sum, box) => sum + box.x + box.width / 2 - port.x, 0) / all.length || view.scrollWidth / 2;
  const y = all.reduce((sum, box) => sum + box.y + box.height / 2 - port.y, 0) / all.length || view.scrollHeight / 2;
  view.scrollTo(x - port.width / 2, y - port.height / 2);
}

/** Lights up some places. @param {string[]} ids */
export function highlight(ids) {
  for (const old of document.querySelectorAll(".panel .mark-look")) old.remove();
  for (const id of ids) markAt(id, "look");
}

/** What a click there would do. @param {import("./state.js").Model} model @param {string|null} id */
export function drawPreview(model, id) {
  for (const ghost of document.querySelectorAll(".panel .ghost, .panel .gain")) ghost.remove();
  unfold(model, id);
  const hint = hintNow(model);
  const ways = id ? after(model, id) : model.picked.length ? possible(model) : [];
  const hinted = ways.length === 0 && hint?.move !== undefined ? model.table?.choices.find((one) => one.move === hint.move) : null;
  const one = hinted ?? (ways.length === 1 ? ways[0] : null);
  const gain = one ? one.gain : rangeOf(ways);
  const preview = part("preview");
  preview.textContent = one ? one.label : "";
  if (one && gain) preview.append(" ", Object.assign(document.createElement("b"), { textContent: gain }));
  if (!one && !alike(ways)) return;
  const ghost = (one ?? ways[0]).ghost;
  for (const [place, symbol] of ghost) drawGhost(place, symbol);
  const beside = ghost.at(-1)?.[0] ?? id;
  if (gain && beside) drawGain(beside, gain);
}

/** Whether several moves would put something on the same places. @param {import("./state.js").Choice[]} ways */
function alike(ways) {
  const places = (/** @type {import("./state.js").Choice} */ way) => way.ghost.map(([place]) => place).join();
  return ways.length > 0 && ways[0].ghost.length > 0 && ways.every((way) => places(way) === places(ways[0]));
}

/** What several moves bring, from least to most. @param {import("./state.js").Choice[]} ways */
function rangeOf(ways) {
  const gains = [...new Set(ways.flatMap((way) => way.gain.split("/")).filter(Boolean))].sort((a, b) => Number(a) - Number(b));
  return gains.length > 1 ? `${gains[0]} \u2026 ${gains.at(-1)}` : (gains[0] ?? "");
}

/** @param {string} place @param {string} symbol */
function drawGhost(place, symbol) {
  const target = places.get(place);
  if (!target) return;
  const box = boxOf(target);
  putOn(target, svg("use", { href: `#${symbol}`, class: "ghost", x: box.x, y: box.y, width: box.width, height: box.height }));
}

/** The gain stands above everything else, at the corner of its place. @param {string} place @param {string} gain */
function drawGain(place, gain) {
  const target = places.get(place);
  const panel = /** @type {SVGSVGElement|null} */ (target?.closest("svg.panel"));
  const [inner, outer] = [target?.getScreenCTM(), panel?.getScreenCTM()];
  if (!target || !panel || !inner || !outer) return;
  const box = boxOf(target);
  const corner = new DOMPoint(box.x + box.width, box.y).matrixTransform(outer.inverse().multiply(inner));
  const size = 15 / outer.a;
  const width = size * (0.7 + 0.62 * gain.length);
  const words = svg("text", { x: 0, y: size * 0.36, "text-anchor": "middle", "font-size": size, "font-weight": 700 });
  words.textContent = gain;
  const chip = svg("rect", { x: -width / 2, y: -size * 0.75, width, height: size * 1.5, rx: size * 0.75 });
  panel.append(svg("g", { class: "gain", transform: `translate(${corner.x} ${corner.y + size * 0.2})` }, chip, words));
}
