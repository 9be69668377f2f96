// On every page of the club: parts of it are told live by the server, and a press on a button with `data-post` is sent to it.

import { fail, post } from "../ask.js";
import { sure } from "../sure.js";

const LONGEST_WAIT_MS = 15_000;
const MINUTE = 60_000;
const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-live]")]);
const title = document.title;
const line = document.getElementById("line");

/** How long ago something was, or at what time something will be, in the reader's words. */
export function showTimes() {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-ago], time[data-clock]"))) {
    const moment = new Date(time.dateTime);
    const minutes = Math.round((moment.getTime() - Date.now()) / MINUTE);
    const ago = Math.abs(minutes) < 60 ? words.format(Math.min(0, minutes), "minute") : Math.abs(minutes) < 60 * 24 ? words.format(Math.round(minutes / 60), "hour") : words.format(Math.round(minutes / 60 / 24), "day");
    time.textContent = time.dataset.clock === undefined ? ago : clock.format(moment);
  }
}

/** The same thing in what came anew. @param {Element} place @param {Element} before */
function sameIn(place, before) {
  const { post: path = "", ask = "", body = "" } = /** @type {HTMLElement} */ (before).dataset;
  const buttons = /** @type {HTMLElement[]} */ ([...place.querySelectorAll("[data-post], [data-ask]")]);
  return buttons.find((one) => (one.dataset.post ?? "") === path && (one.dataset.ask ?? "") === ask && (one.dataset.body ?? "") === body);
}

/** Puts a part in place of the old one; what was opened or focused stays so. @param {HTMLElement} place @param {string} html */
function replace(place, html) {
  const focused = document.activeElement && place.contains(document.activeElement) ? document.activeElement : null;
  const opened = [...place.querySelectorAll("details[open] > summary")].map((one) => one.getAttribute("aria-label") ?? one.textContent);
  place.innerHTML = html;
  for (const summary of place.querySelectorAll("summary")) {
    const name = summary.getAttribute("aria-label") ?? summary.textContent;
    if (opened.includes(name)) /** @type {HTMLDetailsElement} */ (summary.parentElement).open = true;
  }
  if (focused) (sameIn(place, focused) ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

/** @param {Record<string, string>} told */
function take(told) {
  for (const place of parts) {
    const html = told[String(place.dataset.live)];
    if (html !== undefined) replace(place, html);
  }
  const news = document.querySelectorAll("[data-news]").length;
  document.title = news ? `(${news}) ${title}` : title;
  showTimes();
  document.dispatchEvent(new CustomEvent("told"));
}

/** Listens, and comes again when the line breaks: soon at first. @param {number} wait */
function listen(wait = 500) {
  const address = new URL(`/live/club?parts=${parts.map((one) => one.dataset.live).join(",")}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  let next = Math.min(LONGEST_WAIT_MS, wait * 2);
  socket.addEventListener("message", (event) => {
    next = 500;
    if (line) line.textContent = "";
    take(JSON.parse(event.data).parts);
  });
  socket.addEventListener("close", () => {
    if (line) line.textContent = line.dataset.gone ?? "";
    setTimeout(() => listen(next), wait * (0.5 + Math.random()));
  });
}

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-post]"));
  if (!button) return;
  const { post: path = "", body, then, sure: question } = button.dataset;
  if (question && !(await sure(question, button.textContent ?? ""))) return;
  button.disabled = true;
  try {
    const answer = await post(path, body ? JSON.parse(body) : {});
    const to = then ?? (answer.table && button.dataset.stay === undefined ? `/table/${answer.table}` : "");
    if (to) location.assign(to);
    else if (!parts.length || document.querySelector("[data-stranger]")) location.reload(); // somebody new is known from now on
  } catch (error) {
    fail(error);
  }
  button.disabled = false;
});

showTimes();
setInterval(showTimes, MINUTE);
if (parts.length) listen();
