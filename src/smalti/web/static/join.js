// Takes the seat of an invitation.

import { fail, post, rename } from "./ask.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("join"));

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  try {
    await rename(String(new FormData(form).get("name")), form.dataset.name ?? "");
    const joined = await post(`/api/join/${form.dataset.token}`);
    location.href = `/table/${joined.table}`;
  } catch (error) {
    fail(error);
    button.disabled = false;
  }
});
