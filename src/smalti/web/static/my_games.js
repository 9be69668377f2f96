// A new name for all that comes, and days off.

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
