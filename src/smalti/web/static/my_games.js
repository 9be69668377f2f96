// Days off, and answers to those who want to play again.

import { fail, post } from "./ask.js";
import { newNext } from "./next.js";
import "./rename.js";

const next = newNext();
void next.look();
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void next.look());

const off = document.getElementById("days-off");

/** @param {string} first @param {string} last @param {boolean} [taken] */
async function takeDays(first, last, taken = true) {
  try {
    await post("/api/days-off", { first, last: last || first, off: taken });
    location.reload();
  } catch (error) {
    fail(error, document.getElementById("days-problem"));
  }
}

off?.querySelector("form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const days = new FormData(/** @type {HTMLFormElement} */ (event.target));
  void takeDays(String(days.get("first")), String(days.get("last")));
});
off?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? /** @type {HTMLElement|null} */ (event.target.closest("[data-first]")) : null;
  if (button) void takeDays(button.dataset.first ?? "", button.dataset.last ?? "", false);
});
for (const answer of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-again], [data-decline]"))) {
  const { again, decline } = answer.dataset;
  answer.addEventListener("click", async () => {
    const card = /** @type {HTMLElement} */ (answer.closest("li"));
    try {
      const made = await post(`/api/tables/${again ?? decline}/${again ? "again" : "decline"}`, {});
      if (again) location.href = `/table/${made.table}`;
      else card.remove();
    } catch (error) {
      fail(error, /** @type {HTMLElement} */ (card.querySelector("[role=status]")));
    }
  });
}
