// What the places say of themselves: may be clicked, was clicked, last, hinted, meant; and what a click would do.

import { NONE } from "./catalogue.js";
import { alike, rangeOf } from "./foresight.js";
import { grouped, placesOf } from "./rows.js";
import { hintNow, isDraggable, movesAfter, nextPlaces } from "./state.js";
import { part, setAttribute, svg } from "./svg.js";

/**
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./foresight.js").Prospect} Prospect
 * @typedef {(moves: number[]) => Prospect[]|null} Foresee what some moves would do; null as long as that is not known of all
 */

/** @param {string} kind @param {import("./plan.js").Box} box */
function frameOf(kind, { x, y, width, height }) {
  const around = { x, y, width, height, rx: Math.min(8, width / 6, height / 6) };
  const glass = Math.min(width, height) / 3;
  const sand = kind === "prepared" ? [svg("path", { class: "sand", d: `M${x + 2} ${y + 2}h${glass}l${-glass} ${glass}h${glass}z` })] : []; // an hourglass: it waits for its turn
  return svg("g", { class: `mark mark-${kind}` }, svg("rect", { class: "halo", ...around }), svg("rect", { class: "edge", ...around }), ...sand);
}

/** What was drawn, by its kind: nothing has to be looked for in the page. @type {Map<string, Element[]>} */
const drawn = new Map();

/** @template {Element} T @param {string} kind @param {T} element @returns {T} */
function kept(kind, element) {
  const all = drawn.get(kind);
  if (all) all.push(element);
  else drawn.set(kind, [element]);
  return element;
}

/** @param {string} kind @returns {Element[]} what was drawn of it until now */
function forget(kind) {
  const all = drawn.get(kind) ?? [];
  drawn.delete(kind);
  return all;
}

/** A frame around a place: last, hinted or meant. @param {Stage} stage @param {number} number @param {string} kind */
function markAt(stage, number, kind) {
  const place = stage.placeOf(number);
  if (place) stage.viewOf(place.panel)?.marks.append(kept(kind, frameOf(kind, place)));
}

/** @param {string[]} kinds */
function removeAll(...kinds) {
  for (const kind of kinds) for (const old of forget(kind)) old.remove();
}

/** What may be clicked, what was clicked, the last move and the hint. @param {Stage} stage @param {Model} model @param {number[]} last */
export function drawMarks(stage, model, last) {
  const next = nextPlaces(model);
  unfold(stage, model, null);
  removeAll("last", "hint", "picked");
  for (const [number, spot] of [...stage.spots]) if (spot.matches(".can, .picked") && !next.has(number)) withdraw(stage, number, spot, model.picked.includes(number));
  if (!model.past) for (const place of last) if (!next.has(place)) markAt(stage, place, "last");
  for (const spot of forget("chosen")) spot.classList.remove("picked");
  for (const place of next) offer(stage, place, isDraggable(model, place));
  for (const place of model.picked) choose(stage, place);
  if (model.picked.length === 0) for (const place of hintNow(model)?.places ?? []) markAt(stage, place, "hint");
  rove(document.activeElement);
  part("decision").classList.toggle("picking", model.picked.length > 0);
}

/** @param {Stage} stage @param {number} number @param {boolean} drag */
function offer(stage, number, drag) {
  const place = stage.placeOf(number);
  const spot = stage.raise(number, true);
  if (!place || !spot) return;
  if (!spot.classList.contains("can")) {
    spot.classList.add("can");
    spot.setAttribute("role", "button");
    spot.append(frameOf("can", place));
  }
  spot.classList.toggle("drag", drag);
  spot.classList.toggle("grave", stage.graveAt(number) !== null);
  spot.removeAttribute("aria-pressed");
}

/** @param {Stage} stage @param {number} number @param {SVGElement} spot @param {boolean} stays as it was picked: a browser forgets a finger on what is removed */
function withdraw(stage, number, spot, stays) {
  spot.classList.remove("can", "picked", "drag", "grave");
  for (const name of ["tabindex", "aria-pressed"]) spot.removeAttribute(name);
  spot.setAttribute("role", "img");
  spot.querySelector(".mark")?.remove();
  if (stays) return;
  stage.raise(number, false);
  stage.speak(number);
}

/** @param {Stage} stage @param {number} number */
export function choose(stage, number) {
  const spot = stage.raise(number, true);
  if (!spot) return;
  kept("chosen", spot).classList.add("picked");
  spot.setAttribute("role", "button");
  spot.setAttribute("aria-pressed", "true");
  spot.setAttribute("aria-label", stage.labelOf(number) || String(number));
  markAt(stage, number, "picked");
}

/** What is said of a place that may be clicked: what it is, what lies there, what a click would do. @param {Stage} stage @param {Model} model @param {Foresee} foresee @param {string} go the words that lead on */
export function labelTargets(stage, model, foresee, go) {
  for (const number of nextPlaces(model)) {
    const moves = movesAfter(model, [...model.picked, number]);
    const what = moves.length === 1 ? (foresee(moves)?.[0].label ?? "") : "";
    stage.spots.get(number)?.setAttribute("aria-label", [stage.labelOf(number), what].filter(Boolean).join(": ") || go);
  }
}

/** What lies under a place is shown while that is picked, pointed at or hinted at. @param {Stage} stage @param {Model} model @param {number|null} pointed */
function unfold(stage, model, pointed) {
  const under = pointed === null ? NONE : (stage.catalogue.places.get(pointed)?.under ?? NONE);
  const hinted = model.picked.length === 0 ? (hintNow(model)?.places ?? []) : [];
  const wanted = [...model.picked, ...hinted, under, ...(pointed === null ? [] : [pointed])];
  stage.unfold(new Set([...wanted, ...wanted.map((place) => stage.catalogue.places.get(place)?.under ?? NONE)].filter((place) => place !== NONE)));
}

/** All places that may be clicked, in the order of the table. @returns {SVGGraphicsElement[]} */
export const offered = () => /** @type {SVGGraphicsElement[]} */ ([...document.querySelectorAll(".panel .can")]);

/** Those among them that focus may go to by itself: a click on the others cannot be taken back. */
export const harmless = () => offered().filter((one) => !one.classList.contains("grave"));

/** The Tab key finds one of the places that may be clicked, the arrow keys the others. @param {Element|null} current */
export function rove(current) {
  const all = offered();
  const home = current && all.includes(/** @type {SVGGraphicsElement} */ (current)) ? current : (harmless()[0] ?? all[0]);
  for (const one of all) setAttribute(one, "tabindex", one === home ? "0" : "-1");
}

/** Lights up some places. @param {Stage} stage @param {number[]} places @param {string} [kind] what is looked for in the log, or pointed at by people */
export function highlight(stage, places, kind = "look") {
  removeAll(kind);
  for (const place of places) markAt(stage, place, kind);
}

/** What a click there would do. @param {Stage} stage @param {Model} model @param {number|null} place @param {Foresee} foresee */
export function drawPreview(stage, model, place, foresee) {
  removeAll("ghost", "gain");
  for (const old of forget("lifted")) old.classList.remove("lifted");
  for (const old of forget("outdated")) old.classList.remove("outdated");
  unfold(stage, model, place);
  for (const one of place === null ? [] : stage.at(place)) if (one.element) kept("lifted", one.element).classList.add("lifted");
  const ways = foresee(waysFrom(model, place));
  const one = ways?.length === 1 ? ways[0] : null;
  const gain = ways ? rangeOf(ways) : "";
  const preview = part("preview");
  preview.textContent = one?.label ?? (!ways && model.confirm ? "…" : ""); // it is on its way
  if (one && gain) preview.prepend(Object.assign(document.createElement("b"), { textContent: gain }), " ");
  if (!ways || (!one && !alike(ways))) return;
  const { ghost, instead } = one ?? ways[0];
  const looks = new Set(instead.map((piece) => piece.look));
  if (looks.size) for (const { piece, element } of stage.shown.values()) if (element && looks.has(piece.look)) kept("outdated", element).classList.add("outdated");
  for (const piece of [...ghost, ...instead]) drawGhost(stage, piece);
  const beside = ghost.at(-1)?.place ?? place;
  if (gain && beside !== null) drawGain(stage, beside, gain);
}

/** The moves that are meant: by the place that is pointed at, by what was clicked, or by a hint. @param {Model} model @param {number|null} place @returns {number[]} */
function waysFrom(model, place) {
  if (place !== null) return movesAfter(model, [...model.picked, place]);
  if (model.picked.length) return movesAfter(model);
  const move = hintNow(model)?.move;
  return move === undefined ? [] : [move];
}

/** @param {Stage} stage @param {import("./rows.js").Piece} piece */
function drawGhost(stage, piece) {
  const place = stage.placeOf(piece.place);
  if (!place) return;
  const body = stage.draw(piece, place.width, place.height);
  stage.viewOf(place.panel)?.marks.append(kept("ghost", svg("g", { class: "ghost", transform: `translate(${place.x} ${place.y})` }, body)));
}

/** The gain stands above everything else, at the corner of its place. @param {Stage} stage @param {number} number @param {string} gain */
function drawGain(stage, number, gain) {
  const place = stage.placeOf(number);
  const drawing = place && stage.viewOf(place.panel)?.drawing;
  const width = (place && stage.catalogue.panels.get(place.panel)?.width) ?? 0;
  if (!place || !drawing) return;
  const size = 15 / (stage.panelRect(place.panel)?.scale ?? 1);
  const wide = size * (0.7 + 0.62 * gain.length);
  const words = svg("text", { x: 0, y: size * 0.36, "text-anchor": "middle", "font-size": size, "font-weight": 700 });
  words.textContent = gain;
  const chip = svg("rect", { x: -wide / 2, y: -size * 0.75, width: wide, height: size * 1.5, rx: size * 0.75 });
  const x = Math.min(place.x + place.width, width - wide / 2);
  drawing.append(kept("gain", svg("g", { class: "gain", transform: `translate(${x} ${place.y + size * 0.2})` }, chip, words)));
}

// Areas that a score outlines

/** @param {Stage} stage @param {import("./rows.js").Happening[]} earned all lines of all seats */
export function drawAreas(stage, earned) {
  removeAll("area");
  const { kinds, places } = stage.catalogue;
  for (const { head, under } of grouped(earned, kinds)) {
    const boxes = kinds.get(head?.kind ?? NONE)?.outline ? placesOf(under).flatMap((place) => places.get(place) ?? []) : [];
    const view = boxes.length ? stage.viewOf(boxes[0].panel) : null;
    view?.marks.prepend(kept("area", svg("path", { class: "area", d: outline(boxes) })));
  }
}

/** The path around boxes that touch: every edge that no two of them share; the twin of smalti.kernel.picture.outline. @param {import("./plan.js").Box[]} boxes */
export function outline(boxes) {
  /** @type {Map<string, string>} */
  const edges = new Map();
  for (const { x, y, width: w, height: h } of boxes) {
    for (const edge of [[x, y, w, 0], [x, y + h, w, 0], [x, y, 0, h], [x + w, y, 0, h]]) {
      const key = edge.map(Math.round).join();
      if (!edges.delete(key)) edges.set(key, `M${edge[0]} ${edge[1]}l${edge[2]} ${edge[3]}`);
    }
  }
  return [...edges.values()].join("");
}
