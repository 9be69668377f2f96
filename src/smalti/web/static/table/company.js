// After a game: how it changed the ratings, and a button to follow those who played; both as the server writes them.

import { Refusal, post } from "../ask.js";
import { part } from "./svg.js";

/** Once for each table: asks, and follows what is pressed. @param {string} id @param {(words: string) => void} refuse says why something did not work */
export function openCompany(id, refuse) {
  const holder = part("company");

  async function draw() {
    const answer = await fetch(`/table/${id}/company`, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer?.status !== 200) return;
    const focus = document.activeElement?.getAttribute("data-follow");
    holder.innerHTML = await answer.text();
    holder.hidden = holder.childElementCount === 0;
    if (focus) /** @type {HTMLElement|null} */ (holder.querySelector(`[data-follow="${focus}"]`))?.focus();
  }

  holder.addEventListener("click", async (event) => {
    const button = /** @type {HTMLButtonElement|null} */ (/** @type {Element} */ (event.target).closest("[data-follow]"));
    if (!button) return;
    try {
      await post(String(button.dataset.follow), { tie: button.dataset.tie || null });
      await draw();
    } catch (error) {
      refuse(error instanceof Refusal ? error.message : "");
    }
  });
  void draw();
}
