// A new name for all that comes.

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
