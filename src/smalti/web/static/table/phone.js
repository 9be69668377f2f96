// What a thumb needs: targets that it can hit, a part of the board enlarged where they are too small, and controls that stay when the page is enlarged.

import { around, grown, sideOf, TARGET_PX } from "./layout.js";
import { nextPlaces } from "./state.js";
import { byThumb, isFitted, narrow, part, setAttribute } from "./svg.js";

/**
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./plan.js").Box} Box
 */

/** A part of a panel is enlarged so that a target measures this. */
const ENLARGED_PX = 46;

/** What is enlarged, for which choice, and what was shown before. @type {{panel: number, choice: string, whole: Box}|null} */
let lens = null;
/** The panels whose targets are too small for a thumb. @type {Set<number>} */
let fine = new Set();
/** What is larger for a thumb than it looks. @type {Map<number, Element>} */
let enlarged = new Map();

/** The room on the screen for the table. @returns {import("./layout.js").Room} */
export function roomFor() {
  const board = part("board");
  return { width: board.clientWidth, height: board.clientHeight };
}

/** Every target is as large as a thumb needs, as far as there is room around it; where there is none, a part can be enlarged. @param {Stage} stage @param {import("./state.js").Model} model */
export function reachOut(stage, model) {
  const choice = `${model.table?.number} ${model.confirm ? model.picked.length - 1 : model.picked.length}`;
  if (lens && lens.choice !== choice) closeLens(stage);
  fine = new Set();
  const before = enlarged;
  enlarged = new Map();
  for (const [panel, places] of isFitted() ? byPanel(stage, nextPlaces(model)) : []) spread(stage, panel, places);
  for (const [place, hit] of before) if (!enlarged.has(place)) resize(hit, stage.catalogue.places.get(place));
  drawZoom();
}

/** @param {Stage} stage @param {Set<number>} places @returns {Map<number, number[]>} */
function byPanel(stage, places) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const place of places) {
    const panel = stage.placeOf(place)?.panel;
    if (panel !== undefined) found.set(panel, [...(found.get(panel) ?? []), place]);
  }
  return found;
}

/** @param {Stage} stage @param {number} panel @param {number[]} places */
function spread(stage, panel, places) {
  const scale = stage.panelRect(panel)?.scale;
  if (!scale) return;
  const boxes = places.map((place) => /** @type {Box} */ (stage.placeOf(place)));
  const larger = grown(boxes, (TARGET_PX + 0.5) / scale);
  if (sideOf(larger) * scale < TARGET_PX) fine.add(panel);
  places.forEach((place, n) => {
    const hit = larger[n] === boxes[n] ? null : stage.spots.get(place)?.querySelector(".hit");
    if (!hit) return;
    resize(hit, larger[n]);
    enlarged.set(place, hit);
  });
}

/** @param {Element} hit @param {Box|undefined} box */
function resize(hit, box) {
  for (const name of /** @type {const} */ (["x", "y", "width", "height"])) if (box) setAttribute(hit, name, String(box[name]));
}

function drawZoom() {
  const zoom = part("zoom");
  zoom.hidden = fine.size === 0 && lens === null;
  setAttribute(zoom, "aria-pressed", String(lens !== null));
}

/** A tap where targets are too small for a thumb enlarges what is around it first. @param {Stage} stage @param {import("./state.js").Model} model @param {MouseEvent} event @returns {boolean} whether that was it */
export function enlarge(stage, model, event) {
  const frame = event.target instanceof Element ? event.target.closest("[data-panel]") : null;
  const panel = Number(frame?.getAttribute("data-panel") ?? NaN);
  const at = fine.has(panel) && lens === null ? stage.panelRect(panel) : null;
  if (!at || !byThumb.matches) return false;
  openLens(stage, model, panel, (event.clientX - at.x) / at.scale, (event.clientY - at.y) / at.scale);
  return true;
}

/** Enlarges what may be clicked, or shows the whole again. @param {Stage} stage @param {import("./state.js").Model} model */
export function zoom(stage, model) {
  const [panel] = fine;
  if (lens) closeLens(stage);
  else if (panel !== undefined) {
    const middle = around((byPanel(stage, nextPlaces(model)).get(panel) ?? []).map((place) => /** @type {Box} */ (stage.placeOf(place))));
    openLens(stage, model, panel, middle.x + middle.width / 2, middle.y + middle.height / 2);
  }
  reachOut(stage, model);
}

/** @param {Stage} stage @param {import("./state.js").Model} model @param {number} panel @param {number} x @param {number} y */
function openLens(stage, model, panel, x, y) {
  const view = stage.viewOf(panel);
  const scale = stage.panelRect(panel)?.scale ?? 1;
  const boxes = (byPanel(stage, nextPlaces(model)).get(panel) ?? []).map((place) => /** @type {Box} */ (stage.placeOf(place)));
  if (!view || boxes.length === 0) return;
  const whole = view.shown;
  const times = Math.max(1.2, ENLARGED_PX / scale / sideOf(grown(boxes, Math.max(...boxes.map((box) => box.width)))));
  const [width, height] = [whole.width / times, whole.height / times];
  const within = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ room) => Math.min(Math.max(value, from), from + room);
  lens = { panel, choice: `${model.table?.number} ${model.picked.length}`, whole };
  stage.lookAt(panel, { x: within(x - width / 2, whole.x, whole.width - width), y: within(y - height / 2, whole.y, whole.height - height), width, height });
  view.frame.classList.add("lens");
  reachOut(stage, model);
}

/** @param {Stage} stage */
function closeLens(stage) {
  if (!lens) return;
  stage.viewOf(lens.panel)?.frame.classList.remove("lens");
  stage.lookAt(lens.panel, lens.whole);
  lens = null;
}

/** The panels are laid anew: nothing is enlarged any more. @param {Stage} stage */
export function layLensAside(stage) {
  if (lens) stage.viewOf(lens.panel)?.frame.classList.remove("lens");
  lens = null;
}

/** Whoever enlarges the page with two fingers keeps players, question and buttons where they were on the screen. */
export function keepControls() {
  const view = window.visualViewport;
  if (!view) return;
  const keep = () => {
    const isLarger = narrow.matches && view.scale > 1.01;
    for (const one of [part("seats"), part("decision"), part("tabs")]) {
      const [x, y] = [one.offsetLeft, one.offsetTop];
      one.style.transformOrigin = "0 0";
      one.style.transform = isLarger ? `translate(${view.offsetLeft + x / view.scale - x}px, ${view.offsetTop + y / view.scale - y}px) scale(${1 / view.scale})` : "";
    }
  };
  for (const kind of ["resize", "scroll"]) view.addEventListener(kind, keep);
}
