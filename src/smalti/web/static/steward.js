// The page of the stewards: each button does one thing, and the page comes anew.

import { fail, post } from "./ask.js";

const holder = /** @type {HTMLElement} */ (document.getElementById("steward"));

/** What a button is about. @param {HTMLElement} button @returns {object} */
function about({ dataset, parentElement }) {
  const { deed, person, table, number } = dataset;
  if (deed === "mute") return { person, days: Number(parentElement?.querySelector("select")?.value ?? 1) };
  return person ? { person } : { table, number: Number(number) };
}

holder.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? /** @type {HTMLElement|null} */ (event.target.closest("[data-deed]")) : null;
  if (button) post(`/api/steward/${button.dataset.deed}`, about(button)).then(() => location.reload(), fail);
});
