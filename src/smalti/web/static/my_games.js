// A new name for all that comes, and answers to those who want to play again.

import { fail, post } from "./ask.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("rename"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = /** @type {HTMLElement} */ (document.getElementById("saved"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  try {
    const saved = await post("/api/name", { name: field.value });
    field.value = saved.name;
    said.textContent = form.dataset.saved ?? "";
  } catch (error) {
    fail(error, said);
  }
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
