// Playing again between people: who asked for it is told at the old table, and one click leads all to the same new one.

import { button, element, fillIn } from "./rail.js";
import { part } from "./svg.js";

/** @typedef {import("./state.js").Table} Table */

/** What others have asked for, in a sentence; nothing for whoever asked. @param {Table} table @param {Record<string, string>} words */
export function askedForRematch({ rematch, seats, mine }, words) {
  return rematch && mine.length && !mine.includes(rematch.by) ? fillIn(words.rematch_asked, { name: seats[rematch.by].name }) : "";
}

/** Who does not play again, one sentence for each. @param {Table} table @param {Record<string, string>} words @returns {string[]} */
export const whoDeclined = ({ declined, seats, mine }, words) =>
  declined.map((seat) => (mine.includes(seat) ? words.rematch_not_me : fillIn(words.rematch_not, { name: seats[seat].name })));

/** The invitation in place; the button that would ask for a rematch makes room for it. @param {Table} table @param {Record<string, string>} words @param {() => void} accept @param {() => void} decline */
export function drawRematch(table, words, accept, decline) {
  const holder = part("rematch");
  const { rematch, mine, declined } = table;
  const isAsked = Boolean(rematch) && mine.length > 0;
  const again = /** @type {HTMLElement|null} */ (part("after").querySelector(".again"));
  if (again) again.hidden = isAsked;
  holder.hidden = !isAsked;
  const written = JSON.stringify(declined);
  if (!isAsked || holder.dataset.written === written) return;
  holder.dataset.written = written;
  const asked = askedForRematch(table, words);
  const said = [asked || words.rematch_waits, ...new Set(whoDeclined(table, words))].map((one) => element("p", "", one));
  const yes = button(asked ? words.rematch_accept : words.rematch_go, "primary", accept);
  const no = asked && !declined.some((seat) => mine.includes(seat)) ? [button(words.no_thanks, "decline", decline)] : [];
  holder.replaceChildren(...said, element("div", "row", yes, ...no));
}
