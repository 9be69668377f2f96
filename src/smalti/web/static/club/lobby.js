// The lobby: opens a table, shows only what is looked for, and asks somebody to play.

import { fail, post } from "../ask.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const [seek, onlyGame, onlyPlayers, dialog] = ["seek", "only-game", "only-players", "challenge"].map(find);

/** Shows only the tables that are looked for. */
function filter() {
  const lines = /** @type {HTMLElement[]} */ ([...find("tables").querySelectorAll(".opening")]);
  for (const one of lines) {
    one.hidden = ![[onlyGame.value, one.dataset.game], [onlyPlayers.value, one.dataset.players]].every(([wanted, is]) => !wanted || wanted === is);
  }
  find("none-fits").hidden = !lines.length || lines.some((one) => !one.hidden);
}

/** What the form offers: the numbers of players that a game has, and a bot where bots may come. */
function offer() {
  const { game, seats, minutes } = seek.elements;
  const counts = game.selectedOptions[0].dataset.seats.split(" ");
  for (const option of seats.options) option.hidden = option.disabled = !counts.includes(option.value);
  if (seats.selectedOptions[0]?.disabled) seats.value = counts[0];
  find("fill-bot").hidden = !minutes.value;
  find("more").href = `/set-up/${game.value}`;
}

/** @param {string} game @param {object[]} others @param {object | undefined} opening */
const order = (game, others, opening) => post("/api/tables", { game, seats: [{ kind: "me" }, ...others], ...(opening ? { opening } : {}) });

seek.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const { game, seats, minutes, bot } = seek.elements;
  const button = seek.querySelector("[type=submit]");
  const fill = minutes.value ? { bot: bot.value, name: bot.selectedOptions[0].dataset.name, minutes: Number(minutes.value) } : null;
  button.disabled = true;
  try {
    const others = Array.from({ length: Number(seats.value) - 1 }, () => ({ kind: "invite" }));
    await order(game.value, others, { listed: true, fill });
    if (document.querySelector("[data-stranger]")) location.reload(); // somebody new is known from now on
  } catch (error) {
    fail(error);
  }
  button.disabled = false;
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ask]"));
  if (!button) return;
  const heading = find("challenge-title");
  heading.textContent = heading.dataset.words.replace("{name}", button.dataset.name ?? "");
  dialog.dataset.person = button.dataset.ask;
  dialog.returnValue = "";
  dialog.showModal();
});

dialog.addEventListener("close", async () => {
  if (dialog.returnValue !== "yes") return;
  const game = String(new FormData(dialog.querySelector("form")).get("game"));
  try {
    await order(game, [{ kind: "invite", person: dialog.dataset.person }], undefined);
  } catch (error) {
    fail(error);
  }
});

find("copy-link")?.addEventListener("click", async () => {
  const [link, button] = ["friend-link", "copy-link"].map(find);
  link.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
  else document.execCommand("copy");
  button.querySelector("span").textContent = button.dataset.copied;
});

if (find("friend-link")) find("friend-link").value = new URL(find("friend-link").value, location.href).href;
for (const one of [onlyGame, onlyPlayers]) one.addEventListener("change", filter);
document.addEventListener("told", filter);
seek.addEventListener("change", offer);
offer();
filter();
