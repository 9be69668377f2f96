// The list of puzzles without a server: how many were answered here, and on to the next one.

import { answers } from "./local/answers.js";
import { questionsOf } from "./local/puzzles.js";
import { keeps, localPage } from "./places.js";
import { fillIn } from "./table/rail.js";

/** Whoever followed a link to one question is led to it, whatever its game. @param {string} id */
async function lead(id) {
  for (const game of keeps) {
    if ((await questionsOf(game)).some((one) => one.id === id)) return location.replace(`${localPage(`puzzle-${game}`)}#p=${id}`);
  }
}

async function count() {
  const found = await answers();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-answered]"))) {
    const own = found.filter(({ game }) => game === place.dataset.answered);
    if (own.length) place.textContent = fillIn(place.dataset.words ?? "", { n: own.length, best: own.filter(({ score }) => score === 1).length });
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-game]"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wish = new URLSearchParams([["next", ""], ...[...new FormData(form)].map(([name, value]) => [name, String(value)])]);
    location.href = `${localPage(`puzzle-${form.dataset.game}`)}#${wish}`;
  });
}
const asked = new URLSearchParams(location.hash.slice(1)).get("p");
if (asked) lead(asked).catch(() => {}); // then the list is there
count().catch(() => {}); // where nothing can be stored nothing was answered
