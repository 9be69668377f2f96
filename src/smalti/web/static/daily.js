// Takes today's challenge, or goes on with it.

import { fail, post } from "./ask.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-daily]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const made = await post(`/api/daily/${button.dataset.daily}`);
      location.href = `/table/${made.table}`;
    } catch (error) {
      fail(error);
      button.disabled = false;
    }
  });
}
