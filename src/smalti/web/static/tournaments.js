// Tournaments: makes one, joins and runs it, and keeps its page as it stands without reloading.

import { entropy, fail, post, rename } from "./ask.js";
import { sure } from "./sure.js";

const AGAIN_MS = 3000;
const live = document.getElementById("live");
const path = `/api/tournaments/${live?.dataset.tournament}`;

/** @param {HTMLFormElement} form @param {string} name */
const chosen = (form, name) => String(new FormData(form).get(name) ?? "");

/** How the chosen game is played. @param {HTMLFormElement} form */
function options(form) {
  const game = chosen(form, "game");
  const parts = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(`[data-options-of="${game}"] [data-option]`)]);
  return Object.fromEntries(parts.map(({ dataset }) => {
    const values = new FormData(form).getAll(`option-${game}-${dataset.option}`).map(String);
    return [dataset.option, dataset.several === "yes" ? values : values[0]];
  }));
}

/** @param {HTMLFormElement} form what a form wishes as an order */
function order(form) {
  const [pace, time, more] = chosen(form, "pace").split(" ");
  return {
    name: chosen(form, "name").trim(), kind: chosen(form, "kind"), game: chosen(form, "game"), bot: chosen(form, "bot"),
    seats: Number(chosen(form, "seats")), rounds: isShown(form, "rounds") ? Number(chosen(form, "rounds")) : 0,
    options: options(form), auto: chosen(form, "auto") === "on", listed: chosen(form, "listed") === "on",
    ...(time ? { pace: { kind: pace, time_s: Number(time), more_s: Number(more ?? 0), over: chosen(form, "over") } } : {}),
  };
}

/** Whether there is something to choose. @param {HTMLFormElement} form @param {string} name */
const isShown = (form, name) => !(/** @type {HTMLElement} */ (form.elements.namedItem(name)).closest("[hidden]"));

/** What parts of the form are for. @param {HTMLFormElement} form */
const wished = (form) => [
  chosen(form, "kind"),
  chosen(form, "kind") === "round_robin" && chosen(form, "seats") !== "2" ? "groups" : "",
  chosen(form, "pace") === "none" ? "" : "clock",
];

/** Shows what the chosen kind and game leave to choose. @param {HTMLFormElement} form */
function narrow(form) {
  const game = /** @type {HTMLElement} */ (form.querySelector(`[name="game"] option[value="${chosen(form, "game")}"]`));
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-options-of]"))) one.hidden = one.dataset.optionsOf !== chosen(form, "game");
  const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem("seats"));
  for (const option of seats.options) option.disabled = !game.dataset.seats?.split(" ").includes(option.value);
  if (seats.selectedOptions[0]?.disabled) seats.value = "2";
  const over = /** @type {HTMLSelectElement} */ (form.elements.namedItem("over"));
  over.options[1].disabled = seats.value !== "2";
  if (over.selectedOptions[0]?.disabled) over.selectedIndex = 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
    part.hidden = !wished(form).some((one) => part.dataset.for?.split(" ").includes(one));
  }
}

/** Does something and says why it did not work; the button waits meanwhile. @param {Element | null} button @param {() => Promise<unknown>} work */
async function attempt(button, work) {
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    document.getElementById("problem")?.replaceChildren();
    await work();
  } catch (error) {
    fail(error);
  }
  if (button instanceof HTMLButtonElement) button.disabled = false;
}

const make = /** @type {HTMLFormElement | null} */ (document.getElementById("make"));
if (make) {
  narrow(make);
  make.addEventListener("change", () => narrow(make));
  make.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(make.querySelector("[type=submit]"), async () => {
      await rename(chosen(make, "me"), make.dataset.name ?? "");
      const { id } = await post("/api/tournaments", order(make));
      if (chosen(make, "join") === "on") await post(`/api/tournaments/${id}/join`, { added: entropy() });
      location.href = `/tournaments/${id}`;
    });
  });
}

/** Puts the new state in place of the old one; focus and what was opened stay where they were. @param {string} html */
function show(html) {
  if (!live) return;
  const before = /** @type {HTMLElement} */ (live.querySelector(".live"));
  const focus = document.activeElement?.id;
  const opened = new Map([...live.querySelectorAll("details[id]")].map((one) => [one.id, one.hasAttribute("open")]));
  live.innerHTML = html;
  for (const one of live.querySelectorAll("details[id]")) {
    if (opened.has(one.id)) one.toggleAttribute("open", opened.get(one.id));
  }
  if (focus && live.contains(document.getElementById(focus))) document.getElementById(focus)?.focus();
  const round = /** @type {HTMLElement} */ (live.querySelector(".live")).dataset.round;
  const news = document.getElementById("news");
  if (news && round !== before.dataset.round) news.textContent = (news.dataset.words ?? "").replace("{round}", round ?? "");
}

/** Whether somebody types: what they type is not taken from under their hands. */
const typing = () => live?.contains(document.activeElement) && document.activeElement?.matches("input, select");

/** How often it was wanted now: an answer to an older question may be meant for whom nobody knew yet. */
let wanted = 0;

/** Asks for the state once it has changed; at once if it is wanted now. @param {boolean} [now] */
async function look(now = false) {
  if (now) wanted += 1;
  const number = wanted;
  const mark = /** @type {HTMLElement | null} */ (live?.querySelector(".live"))?.dataset.mark;
  const answer = await fetch(`/tournaments/${live?.dataset.tournament}/live?after=${now ? "" : mark}`, { headers: { Accept: "text/html" } });
  const html = await answer.text();
  if (answer.status === 200 && number === wanted && (now || !typing())) show(html);
  if (![200, 204].includes(answer.status) || typing()) await new Promise((done) => setTimeout(done, AGAIN_MS));
}

/** In a large tournament, where games end all the time, a page asks less often. */
const pause = () => 1000 * Number(/** @type {HTMLElement | null} */ (live?.querySelector(".live"))?.dataset.wait ?? 0);

async function follow() {
  for (;;) {
    try {
      await look();
      await new Promise((done) => setTimeout(done, pause()));
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

live?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-post]"));
  if (!button) return;
  const { question, body, then } = button.dataset;
  if (question && !(await sure(question, button.textContent?.trim() ?? ""))) return;
  attempt(button, async () => {
    await post(`${path}/${button.dataset.post}`, body ? JSON.parse(body) : undefined);
    if (then) location.href = then;
    else await look(true);
  });
});

live?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  attempt(form.querySelector("[type=submit]"), async () => {
    if (form.id === "join") {
      const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
      await rename(name.value, name.dataset.before ?? "");
      await post(`${path}/join`, { added: entropy() });
    } else await post(`${path}/fill`, { bot: chosen(form, "bot"), count: Number(chosen(form, "count")) });
    await look(true);
  });
});

document.getElementById("copy-link")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  await navigator.clipboard?.writeText(location.href.split("?")[0]);
  /** @type {HTMLElement} */ (button.querySelector("span")).textContent = button.dataset.copied ?? "";
});

if (live) follow();
