// Talk at a table where several people sit: quick reactions, lines, and what keeps it kind: muting, hiding, reporting.

import { isOn, keepRead, readUntil, turn } from "../settings.js";
import { say } from "./page.js";
import { button, element, fillIn } from "./rail.js";
import { part, setAttribute, svg } from "./svg.js";

/** So long a reaction stands beside who made it. */
const BUBBLE_MS = 5000;
/** The pictures of the reactions, in a square of 24. @type {Record<string, string>} */
const SIGNS = {
  well: "M12 3l2.600 5.700 6.200.700-4.600 4.200 1.300 6.100L12 16.600l-5.500 3.100 1.300-6.100L3.200 9.400l6.200-.700z",
  thanks: "M12 20c-5-4-8-7-8-10.500a4.200 4.200 0 0 1 8-2 4.200 4.200 0 0 1 8 2C20 13 17 16 12 20z",
  oh: "M12 4v10M12 19v.500",
  thinking: "M6 12v.500M12 12v.500M18 12v.500",
  luck: "M12 12c-6 0-7-7-3-7 3 0 3 4 3 7zm0 0c6 0 7-7 3-7-3 0-3 4-3 7zm0 0c-6 0-7 7-3 7 3 0 3-4 3-7zm0 0c6 0 7 7 3 7-3 0-3-4-3-7z",
  again: "M19 8a8 8 0 1 0 1 6M20 3v6h-6",
};

/**
 * @typedef {{number: number, who: string, name: string, seat: number|null, mine: boolean, sign: string|null, text: string, removed: boolean, at: string}} Line
 * @typedef {Record<string, string> & {signs: Record<string, string>, reasons: Record<string, string>}} Words
 * @typedef {{who: string, name: string, ever: boolean}} Muted
 */

/** @param {string} sign */
const picture = (sign) => svg("svg", { viewBox: "0 0 24 24", class: "sign-mark", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] ?? "" }));

/** @param {import("./state.js").Model} model @param {string} table @param {(message: object) => void} tell @param {(message: object) => string} ask */
export function newTalk(model, table, tell, ask) {
  const holder = part("talk");
  const tab = /** @type {HTMLElement} */ (document.querySelector('[data-drawer="talk"]'));
  /** @type {Map<number, Line>} */
  const lines = new Map();
  /** The lines as they stand on the page. @type {Map<number, HTMLElement>} */
  const items = new Map();
  /** What is done when the server has answered, by the id of what was asked. @type {Map<string, (refusal: string) => void>} */
  const waiting = new Map();
  /** @type {Words|null} */
  let words = null;
  /** @type {{on: boolean, more: boolean, silent: string, muted: Muted[]}} */
  let now = { on: true, more: false, silent: "", muted: [] };
  let over = false;
  let hides = !isOn("talk");
  let seen = readUntil(table);

  const list = element("ol", "said");
  const problem = element("p", "problem");
  problem.setAttribute("role", "status");
  const field = document.createElement("input");
  field.maxLength = 280;
  field.autocomplete = "off";
  const form = document.createElement("form");
  const signs = element("div", "signs");
  const [older, aside] = [element("p", "older"), element("div", "aside")];
  tab.addEventListener("click", () => queueMicrotask(read));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) sends({ type: "say", text, seat: model.table?.seat }, () => field.value.trim() === text && (field.value = ""));
  });

  /** Asks for something; what is refused is said here. @param {object} message @param {() => void} [then] */
  function sends(message, then) {
    problem.textContent = "";
    waiting.set(ask(message), (refusal) => (refusal ? (problem.textContent = refusal) : then?.()));
  }

  /** Hears what is said here from now on, or nothing if this browser hides it. */
  const open = () => tell({ type: "talk", on: !hides });
  /** @param {boolean} on */
  function hide(on) {
    hides = on;
    turn("talk", !on);
    open();
  }

  // One line

  /** @param {Line} line @param {Words} all */
  function contents(line, all) {
    if (line.removed) return [element("i", "", all.removed)];
    return line.sign ? [picture(line.sign), element("span", "", all.signs[line.sign] ?? "")] : [element("span", "", line.text)];
  }

  /** @param {Line} line @param {Words} all */
  function itemOf(line, all) {
    const name = line.seat === null ? `${line.name} (${all.looks_on})` : line.name;
    const item = element("li", line.mine ? "own" : "", element("p", "", element("b", "", name), " ", ...contents(line, all)));
    if (line.mine || !line.who || line.removed) return item;
    const deeds = button("⋯", "more", () => (item.querySelector(".deeds-of") ? close(item) : item.append(deedsOf(line, item, all))));
    deeds.setAttribute("aria-label", fillIn(all.deeds, { name: line.name }));
    deeds.setAttribute("aria-expanded", "false");
    item.append(deeds);
    return item;
  }

  /** @param {HTMLElement} item */
  function close(item) {
    item.querySelector(".deeds-of")?.remove();
    const more = /** @type {HTMLElement|null} */ (item.querySelector(".more"));
    more?.setAttribute("aria-expanded", "false");
    more?.focus();
  }

  /** @param {Line} line @param {HTMLElement} item @param {Words} all */
  function deedsOf(line, item, all) {
    item.querySelector(".more")?.setAttribute("aria-expanded", "true");
    const mute = (/** @type {boolean} */ ever) => sends({ type: "mute", who: line.who, ever });
    const box = element("div", "deeds-of", button(fillIn(all.mute_here, { name: line.name }), "", () => mute(false)), button(fillIn(all.mute_ever, { name: line.name }), "", () => mute(true)));
    box.append(button(all.report, "", () => box.replaceChildren(reportOf(line, item, all))));
    return box;
  }

  /** @param {Line} line @param {HTMLElement} item @param {Words} all */
  function reportOf(line, item, all) {
    const made = document.createElement("form");
    const [reason, more] = [document.createElement("select"), document.createElement("input")];
    reason.append(...Object.entries(all.reasons).map(([value, said]) => new Option(said, value)));
    more.maxLength = 500;
    const row = element("p", "row", element("button", "primary", all.send_report), button(all.cancel, "", () => close(item)));
    made.append(element("label", "", all.why, reason), element("label", "", all.more, more), row);
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      sends({ type: "report", number: line.number, reason: reason.value, text: more.value }, () => {
        close(item);
        problem.textContent = all.thanks;
      });
    });
    queueMicrotask(() => reason.focus());
    return made;
  }

  // The whole

  /** What stays, once its words are known. @param {Words} all */
  function build(all) {
    form.replaceChildren(field, element("button", "", all.send));
    field.setAttribute("aria-label", all.line);
    field.placeholder = all.line;
    signs.setAttribute("role", "group");
    signs.setAttribute("aria-label", all.quick);
    signs.replaceChildren(...Object.entries(all.signs).map(([sign, said]) => {
      const made = button("", "", () => sends({ type: "say", sign, seat: model.table?.seat }));
      made.append(picture(sign), element("span", "", said));
      return made;
    }));
    list.tabIndex = 0;
    list.setAttribute("aria-label", all.title);
    older.replaceChildren(button(all.older, "", () => tell({ type: "talk", before: Math.min(...lines.keys()) })));
    holder.replaceChildren(older, list, problem, signs, form, aside);
  }

  function draw() {
    if (!words) return;
    const all = words;
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
    for (const number of items.keys()) if (!lines.has(number)) (items.get(number)?.remove(), items.delete(number));
    const inOrder = [...lines.values()].sort((a, b) => a.number - b.number);
    for (const [n, line] of inOrder.entries()) {
      if (!items.has(line.number)) items.set(line.number, itemOf(line, all));
      const item = /** @type {HTMLElement} */ (items.get(line.number));
      if (list.children[n] !== item) list.insertBefore(item, list.children[n] ?? null);
    }
    list.dataset.empty = all.empty;
    older.hidden = !now.more || !now.on;
    for (const one of [list, signs, form]) one.hidden = !now.on;
    for (const one of [field, ...signs.querySelectorAll("button"), ...form.querySelectorAll("button")]) /** @type {HTMLButtonElement} */ (one).disabled = Boolean(now.silent);
    drawAside(all);
    if (low) list.scrollTop = list.scrollHeight;
    read();
  }

  /** @param {Words} all */
  function drawAside(all) {
    if (!now.on) return aside.replaceChildren(element("p", "fine", all.hidden), button(all.show, "", () => hide(false)));
    const unheard = now.muted.map((one) => element("p", "fine", `${fillIn(all.muted, { name: one.name })} `, button(fillIn(all.hear, { name: one.name }), "", () => sends({ type: "unmute", who: one.who }))));
    aside.replaceChildren(...(now.silent ? [element("p", "fine", now.silent)] : []), ...unheard, button(all.hide, "plain", () => hide(true)));
  }

  /** What is seen is read; what is not is counted on the tab. */
  function read() {
    if (!words) return;
    const last = Math.max(seen, ...lines.keys());
    if (!holder.hidden && !document.hidden && last > seen) keepRead(table, (seen = last));
    const count = now.on ? [...lines.values()].filter((one) => !one.mine && one.number > seen).length : 0;
    const mark = /** @type {HTMLElement} */ (tab.querySelector(".unread"));
    mark.hidden = count === 0;
    mark.textContent = String(count);
    setAttribute(tab, "aria-label", count ? fillIn(words.unread, { count }) : words.title);
  }

  /** A reaction stands for a moment beside who made it. @param {Line} line */
  function bubble(line) {
    const seat = line.sign && words && part("seats").querySelector(`.seat-${line.seat}`);
    if (!seat || !words || !line.sign) return;
    seat.querySelector(".bubble")?.remove();
    const made = element("span", "bubble", picture(line.sign), words.signs[line.sign] ?? "");
    made.setAttribute("aria-hidden", "true");
    seat.append(made);
    setTimeout(() => made.remove(), BUBBLE_MS);
  }

  open();
  document.addEventListener("visibilitychange", read);
  return {
    open,
    /** Those who look on may talk when the game is over. @param {boolean} isOver */
    at(isOver) {
      if (isOver && !over && words) open();
      over = isOver;
    },
    /** @param {any} message */
    show(message) {
      if (message.words) build((words = message.words));
      if (message.whole) (lines.clear(), (now = message));
      else if ("more" in message) now.more = message.more;
      for (const line of /** @type {Line[]} */ (message.lines)) {
        if (lines.get(line.number) && JSON.stringify(lines.get(line.number)) === JSON.stringify(line)) continue;
        lines.set(line.number, line);
        items.get(line.number)?.remove();
        items.delete(line.number);
        if (message.whole || "more" in message || line.removed || !words) continue;
        bubble(line);
        if (!line.mine) say(`${line.name}: ${line.sign ? words.signs[line.sign] : line.text}`);
      }
      draw();
    },
    /** Whether an answer was to something that was asked here. @param {{id?: string, type: string, words?: string}} message */
    answered({ id, type, words: said }) {
      const then = id === undefined ? undefined : waiting.get(id);
      if (!then || type === "unknown") return Boolean(then);
      waiting.delete(/** @type {string} */ (id));
      then(type === "refused" ? (said ?? "") : "");
      return true;
    },
  };
}
