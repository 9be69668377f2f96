// Starts a game with the defaults at one click.

import { fail, post } from "./ask.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]"))) {
  button.addEventListener("click", async () => {
    const { bot, botName, local, seats } = button.dataset;
    const other = local ? { kind: "local", name: local } : { kind: "bot", bot, name: botName };
    const others = Array.from({ length: Number(seats) - 1 }, () => other);
    button.disabled = true;
    try {
      const made = await post("/api/tables", { game: button.dataset.play, seats: [{ kind: "me" }, ...others] });
      location.href = `/table/${made.table}`;
    } catch (error) {
      fail(error);
      button.disabled = false;
    }
  });
}
