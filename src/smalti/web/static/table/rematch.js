// Playing again between people: who asked for it is told at the old table, and one click leads all to the same new one.

import { button, element, fillIn } from "./rail.js";
import { part } from "./svg.js";

/** @typedef {import("./state.js").Table} Table */

/** What others have asked for, in a sentence; nothing for whoever asked. @param {Table} table @param {Record<string, string>} words */
export function askedForRematch({ rematch, seats, mine }, words) {
  return rematch && mine.length && !mine.includes(rematch.by) ? fillIn(words.rematch_asked, { name: seats[rematch.by].name }) : "";
}

/** The invitation in place; the button that would ask for a rematch makes room for it. @param {Table} table @param {Record<string, string>} words @param {() => void} accept */
export function drawRematch(table, words, accept) {
  const holder = part("rematch");
  const { rematch, mine } = table;
  const isAsked = Boolean(rematch) && mine.length > 0;
  const again = /** @type {HTMLElement|null} */ (part("after").querySelector(".again"));
  if (again) again.hidden = isAsked;
  holder.hidden = !isAsked;
  if (!isAsked || holder.childElementCount) return;
  const asked = askedForRematch(table, words);
  holder.append(element("p", "", asked || words.rematch_waits), button(asked ? words.rematch_accept : words.rematch_go, "primary", accept));
}
