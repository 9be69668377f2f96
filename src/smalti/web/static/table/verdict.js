// How a game ended, in sentences: who won, or how well it went alone, and by which rule where points are equal.

import { clauseLink, element, fillIn } from "./rail.js";
import { clauseWords } from "./rules.js";
import { clauseOf, standings } from "./state.js";

/**
 * @typedef {import("./state.js").Table} Table
 * @typedef {Record<string, string>} Words
 */

/** A sentence with a number in it, in the form that the language has for that number. @param {Words} words @param {string} name @param {number} number @param {Record<string, string|number>} facts */
export function counted(words, name, number, facts) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(number);
  return fillIn(words[`${name}_${form}`] ?? words[name], facts);
}

/** Who won, in a sentence. @param {Table} table @param {Words} words */
export function resultOf(table, words) {
  const points = standings(table)[0].score;
  if (table.seats.length === 1) {
    const rank = Object.values(table.ending).filter((value) => typeof value === "string").join(", ");
    return counted(words, rank ? "solo_ranked" : "solo_result", points, { points, rank });
  }
  const own = table.mine.length === 1 && table.winners.includes(table.mine[0]);
  const others = table.winners.filter((seat) => !own || !table.mine.includes(seat)).map((seat) => table.seats[seat].name);
  const names = new Intl.ListFormat(document.documentElement.lang).format(others);
  const alone = own ? "you_win" : "wins_with";
  return counted(words, table.winners.length === 1 ? alone : own ? "you_share" : "shared_win", points, { names, points });
}

/** The rule that decided between equal points, if any were the best; it comes when the rules are there. @param {Table} table @param {import("./words.js").Telling} telling @param {Words} words @returns {HTMLElement[]} */
export function tieOf(table, telling, words) {
  const best = standings(table)[0].score;
  const wins = telling.catalogue.numbers.get("WINS");
  const row = table.log.at(-1)?.told.findLast((one) => one.kind === wins);
  const clause = clauseOf(row?.clause ?? 0);
  if (!table.over || !clause || table.seats.filter((seat) => seat.score === best).length < 2) return [];
  const { game } = telling.catalogue;
  const note = element("p", "tie", `${words.tie} `);
  clauseWords(game, clause).then((text) => note.append(text, " ", clauseLink(game, clause, fillIn(words.rule, { clause }))));
  return [note];
}
