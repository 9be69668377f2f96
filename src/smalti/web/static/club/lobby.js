// The lobby: opens a table, shows only what is looked for, and asks somebody to play.

import { fail, post } from "../ask.js";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const [seek, dialog] = ["seek", "challenge"].map(find);
/** By what is chosen among the open tables. */
const KINDS = ["game", "players", "pace", "options"];

/** Shows only the tables that are looked for. */
function filter() {
  const lines = /** @type {HTMLElement[]} */ ([...find("tables").querySelectorAll(".opening")]);
  for (const one of lines) {
    one.hidden = !KINDS.every((kind) => ["", one.dataset[kind]].includes(find(`only-${kind}`).value));
  }
  find("none-fits").hidden = !lines.length || lines.some((one) => !one.hidden);
}

/** Only numbers of players that a game has. @param {HTMLSelectElement} seats @param {DOMStringMap} game */
function narrow(seats, game) {
  const counts = (game.seats ?? "").split(" ");
  for (const option of seats.options) option.hidden = option.disabled = !counts.includes(option.value);
  if (seats.selectedOptions[0]?.disabled) seats.value = counts[0];
}

/** What the form offers: the numbers of players that a game has, and a bot where bots may come. */
function offer() {
  const { game, seats, minutes } = seek.elements;
  narrow(seats, game.selectedOptions[0].dataset);
  find("fill-bot").hidden = !minutes.value;
  find("more").href = `/set-up/${game.value}`;
}

/** The same for who asks somebody, and who else may come. */
function offerThem() {
  const { seats } = dialog.querySelector("form").elements;
  narrow(seats, dialog.querySelector("[name=game]:checked").dataset);
  find("challenge-more").textContent = seats.value === "2" ? "" : find("challenge-more").dataset.words;
}

/** @param {string} game @param {object[]} others @param {object} [more] */
const order = (game, others, more) => post("/api/tables", { game, seats: [{ kind: "me" }, ...others], ...more });

/** A pace as the form writes it: kind, seconds, and seconds that each turn adds. @param {string} written */
function paceOf(written) {
  const [kind, time, more] = written.split(" ");
  return kind === "none" ? {} : { pace: { kind, time_s: Number(time), more_s: Number(more ?? 0) } };
}

seek.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const { game, seats, minutes, bot } = seek.elements;
  const button = seek.querySelector("[type=submit]");
  const fill = minutes.value ? { bot: bot.value, name: bot.selectedOptions[0].dataset.name, minutes: Number(minutes.value) } : null;
  button.disabled = true;
  try {
    const others = Array.from({ length: Number(seats.value) - 1 }, () => ({ kind: "invite" }));
    await order(game.value, others, { opening: { listed: true, fill }, ...paceOf(seek.elements.pace.value) });
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
  const { game, seats, pace } = dialog.querySelector("form").elements;
  const others = Array.from({ length: Number(seats.value) - 2 }, () => ({ kind: "invite" }));
  const opening = others.length ? { opening: { listed: true } } : {};
  try {
    await order(game.value, [{ kind: "invite", person: dialog.dataset.person }, ...others], { ...opening, ...paceOf(pace.value) });
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
for (const kind of KINDS) find(`only-${kind}`).addEventListener("change", filter);
document.addEventListener("told", filter);
seek.addEventListener("change", offer);
dialog.addEventListener("change", offerThem);
offer();
offerThem();
filter();
