// The page of a review: waits until it is worked out, leads to a table where a moment is played again, and takes notes.

import { Refusal, fail, post } from "./ask.js";
import { showGrowing } from "./growing.js";
import "./unfold.js";

const PAUSE_MS = 250;
const far = /** @type {HTMLProgressElement | null} */ (document.getElementById("far"));

/** Asks how far the review is, until it is there. @param {HTMLProgressElement} bar @param {string} table @param {string} depth */
async function wait(bar, table, depth) {
  const answer = await fetch(`/api/games/${table}/review?depth=${depth}`, { headers: { Accept: "application/json" } });
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 200) return location.reload();
  if (answer.status !== 202) throw new Refusal(said.words ?? "");
  showGrowing(bar, said);
  setTimeout(() => wait(bar, table, depth).catch(fail), PAUSE_MS);
}

/** A game that nobody else played is looked at here, where its person is; the server looks at some of it again, and keeps it. @param {HTMLProgressElement} bar @param {string} table @param {string} depth */
async function lookHere(bar, table, depth) {
  const { Engine } = await import("./engine/engine.js");
  const { lookAgain } = await import("./engine/reviewing.js");
  const answer = await fetch(`/api/games/${table}/log`, { headers: { Accept: "application/json" } });
  const { game, engine: mark, seats, options, log } = await answer.json();
  const address = new URL(`/engine/${game}.json`, location.href).href;
  const engine = await Engine.load(address);
  if (!answer.ok || engine.info.mark !== mark) throw new Error("another program asks");
  const { events } = await lookAgain(engine, address, { start: engine.newPosition(seats, options), log, depth }, (done, of, expected) => showGrowing(bar, { done, of, value: seats === 1 ? "points" : "share", expected }));
  const grains = (/** @type {number[]} */ row) => row.map((value) => value * engine.info.reviewing.grain);
  const told = events.map(({ expected, change, errors, mark: name, counts, choices, best, why, lost, lost_error: doubt, decides, quick }) => [...[expected, change, errors].map(grains), name, counts, choices, best, why, ...grains([lost, doubt]), decides, quick]);
  await post(`/api/games/${table}/review`, { engine: mark, depth, events: told });
}

/** Has a game looked at again, here if that may be, else by the server. @param {HTMLProgressElement} bar @param {HTMLElement} place @param {string} depth */
async function look(bar, { dataset: { table = "", lent } }, depth) {
  if (lent !== undefined && "WebAssembly" in globalThis && !/** @type {any} */ (navigator).connection?.saveData) await lookHere(bar, table, depth).catch(() => {}); // whatever fails here the server does
  await wait(bar, table, depth);
}

if (far) look(far, far, "usual").catch(fail);
const closer = /** @type {HTMLButtonElement | null} */ (document.getElementById("closer"));
closer?.addEventListener("click", () => {
  const bar = /** @type {HTMLProgressElement} */ (document.getElementById("closer-far"));
  closer.disabled = true;
  bar.hidden = false;
  look(bar, closer, "deep").catch(fail);
});

const note = /** @type {HTMLFormElement | null} */ (document.getElementById("note"));
note?.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(note);
  post(`/api/games/${note.dataset.table}/notes`, { ply: Number(said.get("ply")), text: said.get("text") })
    .then(() => location.reload())
    .catch((error) => fail(error, document.getElementById("note-problem")));
});
for (const at of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-note-at]"))) {
  at.addEventListener("click", () => {
    if (!note) return;
    /** @type {HTMLInputElement} */ (note.elements.namedItem("ply")).value = at.dataset.noteAt ?? "";
    /** @type {HTMLTextAreaElement} */ (note.elements.namedItem("text")).focus();
  });
}
for (const again of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-again]"))) {
  again.addEventListener("click", () => {
    const { table, again: ply, bots } = again.dataset;
    post(`/api/tables/${table}/branch`, { ply: Number(ply), bots: bots || null })
      .then((made) => location.assign(`/table/${made.table}`))
      .catch(fail);
  });
}

const course = /** @type {HTMLElement | null} */ (document.querySelector("figure[data-table]"));
const graph = /** @type {SVGSVGElement | null | undefined} */ (course?.querySelector(".graph"));
const line = /** @type {SVGPolylineElement | null | undefined} */ (graph?.querySelector(".line"));
if (course && graph && line) {
  const guide = document.createElementNS(graph.namespaceURI, "path");
  guide.setAttribute("class", "guide");
  const points = Array.from(line.points, ({ x }) => x);
  /** The point of the game under the pointer. @param {MouseEvent} event */
  const plyAt = ({ clientX }) => {
    const { x } = new DOMPoint(clientX, 0).matrixTransform(graph.getScreenCTM()?.inverse());
    return points.reduce((best, one, ply) => (Math.abs(one - x) < Math.abs(points[best] - x) ? ply : best), 0);
  };
  graph.addEventListener("pointermove", (event) => {
    guide.setAttribute("d", `M${points[plyAt(event)]} 12V216`);
    if (!guide.parentNode) graph.insertBefore(guide, line);
  });
  graph.addEventListener("pointerleave", () => guide.remove());
  graph.addEventListener("click", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("a"))) location.assign(`/table/${course.dataset.table}#${plyAt(event)}`);
  });
}
