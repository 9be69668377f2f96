// The page of a review: waits until it is worked out, then leads to a table where a moment is played again.

import { Refusal, fail, post } from "./ask.js";

const PAUSE_MS = 500;
const far = /** @type {HTMLProgressElement | null} */ (document.getElementById("far"));

/** Asks how far the review is, until it is there. @param {HTMLProgressElement} bar */
async function wait(bar) {
  const answer = await fetch(`/api/games/${bar.dataset.table}/review`, { headers: { Accept: "application/json" } });
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 200) return location.reload();
  if (answer.status !== 202) throw new Refusal(said.words ?? "");
  bar.max = said.of;
  bar.value = said.done;
  setTimeout(() => wait(bar).catch(fail), PAUSE_MS);
}

if (far) wait(far).catch(fail);
for (const again of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-again]"))) {
  again.addEventListener("click", () => {
    const { table, again: ply, bots } = again.dataset;
    post(`/api/tables/${table}/branch`, { ply: Number(ply), bots: bots || null })
      .then((made) => location.assign(`/table/${made.table}`))
      .catch(fail);
  });
}
