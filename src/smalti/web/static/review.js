// The page of a review: waits until it is worked out, leads to a table where a moment is played again, and takes notes.

import { Refusal, fail, post } from "./ask.js";

const PAUSE_MS = 250;
const far = /** @type {HTMLProgressElement | null} */ (document.getElementById("far"));

/** Asks how far the review is, until it is there. @param {HTMLProgressElement} bar @param {string} table @param {string} [depth] */
async function wait(bar, table, depth = "usual") {
  const answer = await fetch(`/api/games/${table}/review?depth=${depth}`, { headers: { Accept: "application/json" } });
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 200) return location.reload();
  if (answer.status !== 202) throw new Refusal(said.words ?? "");
  bar.max = said.of;
  bar.value = said.done;
  setTimeout(() => wait(bar, table, depth).catch(fail), PAUSE_MS);
}

if (far) wait(far, far.dataset.table ?? "").catch(fail);
const closer = /** @type {HTMLButtonElement | null} */ (document.getElementById("closer"));
closer?.addEventListener("click", () => {
  const bar = /** @type {HTMLProgressElement} */ (document.getElementById("closer-far"));
  closer.disabled = true;
  bar.hidden = false;
  wait(bar, closer.dataset.table ?? "", "deep").catch(fail);
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
