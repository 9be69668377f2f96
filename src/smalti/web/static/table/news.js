// What has happened at a table, in one breath: for ears, and for those who look elsewhere.

import { linesOf } from "./log.js";
import { askOf } from "./rail.js";
import { askedForRematch, whoDeclined } from "./rematch.js";
import { isMyTurn } from "./state.js";
import { resultOf } from "./verdict.js";

/** Every head of what happened, who plays again or not, and what is to be decided. @param {import("./state.js").Table} old @param {import("./state.js").Table} table @param {import("./state.js").Event[]} events @param {import("./words.js").Telling} telling @param {Record<string, string>} words */
export function spoken(old, table, events, telling, words) {
  const news = events.flatMap((event) => [...linesOf(event, telling).map((one) => `${one.who} ${one.words}`.trim()), event.note]).filter(Boolean);
  if (table.rematch && !old.rematch) news.push(askedForRematch(table, words));
  if (table.declined.length > old.declined.length) news.push(...whoDeclined(table, words).slice(-1));
  if (table.over && !old.over) news.push(resultOf(table, words));
  else if (isMyTurn(table)) news.push(askOf(table, [], telling));
  return news.join(" · ");
}
