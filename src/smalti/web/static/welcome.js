// Somebody comes with a code from another device.

import { fail, post } from "./ask.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("welcome"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post("/api/account/arrive", { code: String(new FormData(form).get("code")) });
    location.assign("/my-games");
  } catch (error) {
    fail(error);
  }
});
