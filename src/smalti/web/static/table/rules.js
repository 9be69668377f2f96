// The numbered rules beside the table: taken once from their own page, opened at the clause that is meant.

import { rulesPage } from "../places.js";
import { part } from "./svg.js";

/** @type {Promise<void>|null} */
let loaded = null;

/** @param {string} game */
async function load(game) {
  const answer = await fetch(rulesPage(game), { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const image of page.querySelectorAll("img")) image.loading = "lazy";
  part("rules-text").replaceChildren(...(page.querySelector(".clauses")?.children ?? []));
}

/** @param {string} game */
async function ready(game) {
  loaded ??= load(game);
  try {
    await loaded;
  } catch {
    loaded = null; // the connection is down; the next click tries again
  }
}

/** The words of a clause; none as long as the rules are not there. @param {string} game @param {string} clause */
export async function clauseWords(game, clause) {
  await ready(game);
  const text = document.getElementById(`clause-${clause}`)?.textContent ?? "";
  return text.replace(clause, "").trim();
}

/** Shows the rules, at a clause if one is meant. @param {string} game @param {string} [clause] */
export async function showRules(game, clause) {
  await ready(game);
  const meant = clause ? document.getElementById(`clause-${clause}`) : null;
  for (const old of part("rules-text").querySelectorAll(".meant")) old.classList.remove("meant");
  meant?.classList.add("meant");
  meant?.scrollIntoView({ block: "center" });
}

/** Clauses that are named anywhere open beside the table. @param {string} game @param {(drawer: string) => void} open */
export function listenToClauses(game, open) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.clause, .beside a[href^='#']") : null;
    const clause = link?.getAttribute("href")?.split("#clause-")[1];
    if (!clause || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open("rules");
    showRules(game, clause);
  });
}
