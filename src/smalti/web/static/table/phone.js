// What a phone needs besides: choices wide enough for a thumb, a board that can be enlarged, and what matters in view.

import { offered } from "./marks.js";
import { narrow, part, setProperty, still } from "./svg.js";

const SMALLEST_TARGET_PX = 40;

/** @typedef {import("./stage.js").Stage} Stage */

/** The shorter side of a target on the screen. @param {Element} one */
function sideOf(one) {
  const box = one.getBoundingClientRect();
  return Math.min(box.width, box.height);
}

/** Choices are wide enough for a thumb and as high as what is unfolded; a board with small targets can be enlarged. @param {Stage} stage */
export function drawZoom(stage) {
  const zoom = part("zoom");
  zoom.hidden = true;
  if (!narrow.matches) return;
  for (const frame of /** @type {HTMLElement[]} */ ([...part("choices").children])) fit(stage, frame);
  const board = boardToZoom();
  zoom.hidden = board === null;
  zoom.setAttribute("aria-pressed", String(board?.classList.contains("zoomed") ?? false));
}

/** @param {Stage} stage @param {HTMLElement} frame */
function fit(stage, frame) {
  const number = Number(frame.dataset.panel);
  const panel = stage.catalogue.panels.get(number);
  if (!panel) return;
  const inside = [...stage.catalogue.places].filter(([place, { panel: where }]) => where === number && stage.placeOf(place));
  const targets = inside.flatMap(([place, box]) => (stage.spots.get(place)?.classList.contains("can") ? [Math.min(box.width, box.height)] : []));
  if (targets.length) setProperty(frame, "--least", (panel.width * SMALLEST_TARGET_PX) / Math.min(...targets));
  const used = inside.filter(([place]) => stage.at(place).length > 0 || stage.spots.has(place));
  const height = panel.ground ? panel.height : Math.max(...used.map(([, box]) => box.y + box.height + 4), 40);
  stage.viewOf(number)?.drawing.setAttribute("viewBox", `0 0 ${panel.width} ${height}`);
  setProperty(frame, "--h", height);
}

/** The board that is enlarged, or whose targets are too small for a thumb. @returns {HTMLElement|null} */
function boardToZoom() {
  const boards = /** @type {HTMLElement[]} */ ([...part("board").querySelectorAll(".frame")]);
  const isSmall = (/** @type {Element} */ one) => sideOf(one) < SMALLEST_TARGET_PX;
  return boards.find((board) => board.classList.contains("zoomed")) ?? boards.find((board) => [...board.querySelectorAll(".can")].some(isSmall)) ?? null;
}

/** Enlarges a board, or makes it fit again; what may be clicked comes into view. @param {Stage} stage */
export function zoom(stage) {
  const frame = narrow.matches ? boardToZoom() : null;
  if (!frame) return;
  const least = Math.min(...[...frame.querySelectorAll(".can")].map(sideOf));
  const on = frame.classList.toggle("zoomed");
  if (on) frame.style.setProperty("--zoom", String(Math.min(3, Math.max(2, SMALLEST_TARGET_PX / least))));
  drawZoom(stage);
  if (!on) return;
  const view = /** @type {HTMLElement} */ (frame.querySelector(".view"));
  const [port, all] = [view.getBoundingClientRect(), [...frame.querySelectorAll(".can")].map((one) => one.getBoundingClientRect())];
  const x = all.reduce((sum, box) => sum + box.x + box.width / 2 - port.x, 0) / all.length || view.scrollWidth / 2;
  const y = all.reduce((sum, box) => sum + box.y + box.height / 2 - port.y, 0) / all.length || view.scrollHeight / 2;
  view.scrollTo(x - port.width / 2, y - port.height / 2);
}

/** What the question is about is in view: else the page scrolls there. @param {Stage} stage @param {number[]} focus the panels it is about */
export function reveal(stage, focus) {
  if (!narrow.matches) return;
  const [top, bottom] = [part("seats").getBoundingClientRect().bottom, part("decision").getBoundingClientRect().top];
  const frames = focus.flatMap((number) => stage.views.get(number)?.frame ?? []).filter((frame) => frame.closest("#board"));
  const all = offered();
  const target = frames[0] ?? all[0];
  if (!target || (frames.length === 0 && all.some((one) => one.closest("#choices")))) return;
  const isSeen = (/** @type {DOMRect} */ box) => box.top >= top - 4 && box.bottom <= bottom + 4;
  const box = target.getBoundingClientRect();
  if (isSeen(box) || (frames.length === 0 && all.some((one) => isSeen(one.getBoundingClientRect())))) return;
  const room = bottom - top;
  const shift = box.height > room ? box.top - top - 8 : box.top + box.height / 2 - (top + bottom) / 2;
  if (box.height > room && box.top < top && box.bottom > bottom) return; // it fills the room already
  scrollBy({ top: shift, behavior: still.matches ? "auto" : "smooth" });
}
