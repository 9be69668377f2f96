// The tree of a study as nested lists: each line its own, other ways under the entry that they stand against.

import { button, element } from "./rail.js";
import { rowsOf, waysOf } from "./study_order.js";

/** @typedef {import("./study_order.js").Told} Told */

/** @param {HTMLElement} holder @param {Told[]} nodes the beginning first @param {number} at @param {string} start how the beginning is called @param {(id: number) => void} go */
export function drawTree(holder, nodes, at, start, go) {
  const written = JSON.stringify([nodes, at]);
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  const focused = document.activeElement?.closest("[data-node]")?.getAttribute("data-node");
  const rows = [{ ...nodes[0], words: start }, ...rowsOf(waysOf(nodes), nodes[0].id)];
  holder.replaceChildren(...rows.map((row) => itemOf(row, at, go)));
  const current = /** @type {HTMLElement|null} */ (holder.querySelector("[aria-current]"));
  if (focused) /** @type {HTMLElement|null} */ (holder.querySelector(`[data-node="${focused}"]`))?.focus({ preventScroll: true });
  if (current) holder.scrollTop = current.offsetTop - holder.offsetTop - holder.clientHeight / 2;
}

/** @param {Told|any[]} row @param {number} at @param {(id: number) => void} go @returns {HTMLElement} */
function itemOf(row, at, go) {
  if (Array.isArray(row)) return element("li", "variation", element("ol", "", ...row.map((one) => itemOf(one, at, go))));
  const line = button(row.words, "line", () => go(row.id));
  line.dataset.node = String(row.id);
  if (row.id === at) line.setAttribute("aria-current", "step");
  return element("li", row.by < 0 ? "chance" : `by-${row.by}`, line, ...(row.comment ? [element("p", "said", row.comment)] : []));
}
