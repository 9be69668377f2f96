// Takes today's challenge, or goes on with it.

import { fail, post } from "./ask.js";
import { sure } from "./sure.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-daily]"))) {
  button.addEventListener("click", async () => {
    const { question } = button.dataset;
    if (question && !(await sure(question, button.textContent?.trim() ?? ""))) return;
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
