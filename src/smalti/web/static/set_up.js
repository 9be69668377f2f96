// The form that sets a table up: seats, options and aids become one order.

import { fail, Refusal, rename } from "./ask.js";
import { start } from "./local/starting.js";
import { canPlayHere, isLocal } from "./places.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("set-up"));
const chairs = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".chair")]);

/** @param {string} name */
const chosen = (name) => String(new FormData(form).get(name) ?? "");
const count = () => Number(chosen("seats"));

/**
 * @param {number} seat
 * @param {string} kind
 */
function choose(seat, kind) {
  const radio = /** @type {HTMLInputElement} */ (form.querySelector(`[name="kind-${seat}"][value="${kind}"]`));
  radio.checked = true;
}

/**
 * Only one seat is mine: who takes another one leaves the first to a bot.
 * @param {EventTarget | null} changed
 */
function keepOneMine(changed) {
  if (!(changed instanceof HTMLInputElement) || changed.value !== "me") return;
  for (const seat of chairs.keys()) {
    if (changed.name !== `kind-${seat}` && chosen(`kind-${seat}`) === "me") choose(seat, "bot");
  }
}

/** Whether a seat needs nobody from elsewhere, nor a bot that thinks on the server alone. @param {number} seat */
function isHere(seat) {
  const kind = chosen(`kind-${seat}`);
  if (kind !== "bot") return kind !== "invite";
  return chairs[seat].querySelector(`option[value="${chosen(`bot-${seat}`)}"]`)?.hasAttribute("data-here") ?? false;
}

/** Whether somebody is to come, and I am there: only then others may be let in, and time is kept. */
const awaitsPeople = () => ["me", "invite"].every((kind) => chairs.some((_, seat) => seat < count() && chosen(`kind-${seat}`) === kind));

/** How much time is wished; nothing where everybody takes their time. */
const pace = () => (awaitsPeople() && chosen("pace") !== "none" ? chosen("pace") : "");

/** Nobody from elsewhere is needed. */
const isFree = () => chairs.every((_, seat) => seat >= count() || isHere(seat));

/** Why the table cannot be rated as it is wished, in words of the page; nothing if it can. */
function whyNotRated() {
  const words = document.getElementById("rated")?.dataset ?? {};
  const kinds = Array.from({ length: count() }, (_, seat) => chosen(`kind-${seat}`));
  if (words.account) return words.account;
  if (kinds.length < 2) return words.two;
  if (kinds.includes("local")) return words.screen;
  if (kinds.every((kind) => kind === "bot")) return words.person;
  if (kinds.some((kind, seat) => kind === "bot" && !isHere(seat))) return words.bots;
  return chosen("over") === "others" && pace() ? words.over : "";
}

/** A rated game is played at the server and without aids; where there can be none, the page says why. */
function showRated() {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=rated]"));
  if (!box) return false;
  const why = whyNotRated() ?? "";
  box.disabled = Boolean(why);
  box.checked &&= !why;
  /** @type {HTMLElement} */ (document.getElementById("why-not-rated")).textContent = why && `${why[0].toUpperCase()}${why.slice(1)}.`;
  for (const aid of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name^=aid-]"))) {
    aid.disabled = box.checked;
  }
  return box.checked;
}

function show() {
  const rated = showRated();
  document.getElementById("pace")?.toggleAttribute("hidden", !awaitsPeople());
  document.getElementById("own-pace")?.toggleAttribute("hidden", pace() !== "own");
  document.getElementById("time-over")?.toggleAttribute("hidden", !pace());
  document.getElementById("where")?.toggleAttribute("hidden", rated || !canPlayHere(form.dataset.game) || !isFree());
  for (const [seat, chair] of chairs.entries()) {
    chair.hidden = seat >= count();
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (chair.querySelectorAll("[data-for]"))) {
      part.hidden = part.dataset.for !== chosen(`kind-${seat}`);
    }
    /** @type {HTMLElement} */ (chair.querySelector(".says")).textContent = chair.querySelector("select")?.selectedOptions[0]?.dataset.words ?? "";
  }
  /** @type {HTMLElement} */ (document.getElementById("begins")).hidden = count() === 1;
  document.getElementById("open")?.toggleAttribute("hidden", !awaitsPeople());
  document.getElementById("fill")?.toggleAttribute("hidden", !chosen("listed"));
  document.getElementById("fill-bot")?.toggleAttribute("hidden", !chosen("minutes"));
}

/** @param {number} seat */
function seatOf(seat) {
  const kind = chosen(`kind-${seat}`);
  const bot = chosen(`bot-${seat}`);
  if (kind === "me") return { kind };
  if (kind === "local") return { kind, name: chosen(`local-${seat}`).trim() };
  const named = /** @type {HTMLElement | null} */ (
    kind === "bot" ? chairs[seat].querySelector(`option[value="${bot}"]`) : chairs[seat].querySelector('[data-for="invite"]')
  );
  return { kind, name: named?.dataset.name ?? "", ...(kind === "bot" ? { bot } : {}) };
}

function order() {
  /** @type {Record<string, string | string[]>} */
  const options = {};
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-option]"))) {
    const values = new FormData(form).getAll(`option-${part.dataset.option}`).map(String);
    options[String(part.dataset.option)] = part.dataset.several === "yes" ? values : values[0];
  }
  const seats = Array.from({ length: count() }, (_, seat) => seatOf(seat));
  const aids = { hints: chosen("aid-hints") === "on", undo: chosen("aid-undo") === "on" };
  return { game: form.dataset.game ?? "", seats, options, aids, ...opening(), ...paceOf(), ...(chosen("private") ? { private: true } : {}), ...(chosen("rated") ? { rated: true } : {}) };
}

/** How much time there is, unless that is left to everybody. */
function paceOf() {
  const [kind, time, more] = pace().split(" ");
  if (!kind) return {};
  const rest = { over: chosen("over"), bot: chosen("stand-in") };
  if (kind === "own") return { pace: { kind: "clock", time_s: Math.round(60 * Number(chosen("clock-minutes"))), more_s: Math.round(Number(chosen("clock-seconds"))), ...rest } };
  return { pace: { kind, time_s: Number(time), more_s: Number(more ?? 0), ...rest } };
}

/** How the table stands in the club, if it does. */
function opening() {
  if (!awaitsPeople() || !chosen("listed")) return {};
  const bot = /** @type {HTMLSelectElement | null} */ (form.querySelector('[name="fill-bot"]'))?.selectedOptions[0];
  const fill = chosen("minutes") && bot ? { bot: bot.value, name: bot.dataset.name ?? "", minutes: Number(chosen("minutes")) } : null;
  return { opening: { listed: true, fill } };
}

/**
 * @param {string} table
 * @param {Record<string, string>} invitations
 */
function showInvitations(table, invitations) {
  localStorage.setItem(`invitations-${table}`, JSON.stringify(invitations));
  const place = /** @type {HTMLElement} */ (document.getElementById("invitations"));
  const one = /** @type {HTMLTemplateElement} */ (document.getElementById("link"));
  for (const [seat, path] of Object.entries(invitations)) {
    const line = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (one.content.cloneNode(true)).firstElementChild);
    const link = /** @type {HTMLInputElement} */ (line.querySelector("input"));
    /** @type {HTMLElement} */ (line.querySelector("[data-seat]")).textContent = String(chairs[Number(seat)].getAttribute("aria-label"));
    link.value = location.origin + path;
    link.addEventListener("focus", () => link.select());
    const button = /** @type {HTMLElement} */ (line.querySelector("[data-copy]"));
    button.addEventListener("click", () => copy(link, button, String(place.dataset.copied)));
    /** @type {HTMLElement} */ (document.getElementById("links")).append(line);
  }
  /** @type {HTMLAnchorElement} */ (document.getElementById("to-table")).href = `/table/${table}`;
  form.hidden = true;
  place.hidden = false;
  /** @type {HTMLElement} */ (document.getElementById("ready")).focus();
  scrollTo(0, 0);
}

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} button
 * @param {string} words
 */
async function copy(link, button, words) {
  link.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
  else document.execCommand("copy");
  /** @type {HTMLElement} */ (button.querySelector("span")).textContent = words;
}

form.addEventListener("change", (event) => {
  keepOneMine(event.target);
  show();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  submit.disabled = true;
  try {
    const mine = chairs.findIndex((_, seat) => seat < count() && chosen(`kind-${seat}`) === "me");
    const name = mine >= 0 ? chosen(`me-${mine}`).trim() : "";
    const here = isLocal || (isFree() && chosen("here") === "on" && chosen("rated") !== "on");
    if (!here) await rename(name, form.dataset.name ?? "").catch((error) => error instanceof Refusal && Promise.reject(error));
    const made = await start(order(), name || (form.dataset.guest ?? ""), here);
    if (Object.keys(made.invitations).length) showInvitations(made.table, made.invitations);
    else location.href = made.address;
  } catch (error) {
    fail(error);
  }
  submit.disabled = false;
});

show();
