// Starts a game with the defaults at one click.

import { fail } from "./ask.js";
import { start } from "./local/starting.js";

const guest = document.getElementById("problem")?.dataset.guest ?? "";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]"))) {
  button.addEventListener("click", async () => {
    const { bot, botName, local, seats } = button.dataset;
    const other = local ? { kind: "local", name: local } : { kind: "bot", bot, name: botName };
    const others = Array.from({ length: Number(seats) - 1 }, () => other);
    button.disabled = true;
    try {
      const made = await start({ game: button.dataset.play ?? "", seats: [{ kind: "me" }, ...others] }, guest);
      location.href = made.address;
    } catch (error) {
      fail(error);
      button.disabled = false;
    }
  });
}
