// A review that is being worked out: how far it is, and what every seat expected as far as that is known.

import { growing } from "./local/graph.js";

/** Shows it beside a bar; the lines stand where they will stand in the end. @param {HTMLProgressElement} bar @param {{done: number, of: number, value: string, expected: number[][]}} far */
export function showGrowing(bar, { done, of, value, expected }) {
  Object.assign(bar, { max: of, value: done });
  const figure = /** @type {HTMLElement | null | undefined} */ (bar.closest("section")?.querySelector(".growing"));
  const place = figure?.querySelector("div");
  if (!figure || !place || expected.length < 2) return;
  place.innerHTML = growing(value, expected, of, figure.dataset.label ?? "");
  figure.hidden = false;
}
