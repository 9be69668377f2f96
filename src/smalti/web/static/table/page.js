// Small things of the page: tabs, switches, what is said aloud, notifications, the clipboard.

import { narrow, part } from "./svg.js";
import { choiceOf, choose, forgetTips, isOn, turn } from "../settings.js";

const SAY_AFTER_MS = 300;
const MOST_SAID = 16;
/** @type {string[]} */
let toSay = [];

/** Says something to screen readers; what comes quickly after another is said with it, and nothing takes the place of what may not be read yet. @param {string} text */
export function say(text) {
  if (!text) return;
  if (toSay.length === 0) setTimeout(speak, SAY_AFTER_MS);
  toSay.push(text);
}

function speak() {
  const said = part("said");
  said.append(Object.assign(document.createElement("p"), { textContent: toSay.splice(0).join(" · ") }));
  while (said.childElementCount > MOST_SAID) said.firstElementChild?.remove();
}

/** Tells somebody who looks elsewhere. @param {string} title @param {string} body */
export function announce(title, body) {
  if (!document.hidden || !isOn("notify") || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(title, { body, tag: location.pathname, icon: new URL("../icon.svg", import.meta.url).href });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = button.parentElement?.querySelector("input");
    field?.select();
    if (!field || !document.execCommand("copy")) return void prompt(before ?? "", text);
  }
  button.classList.add("done");
  button.textContent = `✓ ${before}`;
  setTimeout(() => {
    button.textContent = before;
    button.classList.remove("done");
  }, 1600);
}

/** One drawer is open at a time; on a phone none at first. @param {(name: string) => void} opened @returns {(name: string|null) => void} opens a drawer */
export function listenToTabs(opened) {
  const tabs = [...document.querySelectorAll("[data-drawer]")].map((tab) => /** @type {HTMLButtonElement} */ (tab));
  /** @param {string|null} name */
  const open = (name) => {
    for (const tab of tabs) {
      const on = tab.dataset.drawer === name;
      tab.setAttribute("aria-expanded", String(on));
      part(tab.dataset.drawer ?? "").hidden = !on;
    }
    document.body.classList.toggle("drawn", name !== null);
    if (name) opened(name);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      const closing = tab.getAttribute("aria-expanded") === "true" && narrow.matches;
      open(closing ? null : (tab.dataset.drawer ?? null));
    });
  }
  const reset = () => open(narrow.matches ? null : "history");
  narrow.addEventListener("change", reset);
  reset();
  addEventListener("keydown", (event) => event.key === "Escape" && narrow.matches && !document.querySelector("dialog[open]") && open(null));
  return open;
}

/** @param {() => void} changed */
export function listenToSwitches(changed) {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-switch]"))) {
    const name = /** @type {import("../settings.js").Switch} */ (box.dataset.switch);
    box.checked = isOn(name);
    box.addEventListener("change", async () => {
      if (name === "notify" && box.checked && "Notification" in window) {
        box.checked = (await Notification.requestPermission()) === "granted";
      }
      if (name === "help" && box.checked) forgetTips(part("table").dataset.game ?? "");
      turn(name, box.checked);
      letters();
      changed();
    });
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (document.querySelectorAll("[data-choice]"))) {
    const name = /** @type {Parameters<typeof choiceOf>[0]} */ (field.dataset.choice);
    field.value = choiceOf(name);
    field.addEventListener("change", () => {
      choose(name, field.value);
      changed();
    });
  }
  letters();
}

function letters() {
  document.documentElement.style.setProperty("--letters", isOn("letters") ? "1" : "0");
}
