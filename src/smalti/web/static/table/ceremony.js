// The end of a game: a podium on which the points are counted category by category, the best moment, and all scores side by side.

import { bestMoment, categoriesOf } from "./counting.js";
import { count, tempo } from "./motion.js";
import { button, derivationOf, element, fillIn } from "./rail.js";
import { hear } from "./sound.js";
import { standings } from "./state.js";
import { part, svg } from "./svg.js";
import { resultOf, tieOf } from "./verdict.js";

/**
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./words.js").Telling} Telling
 * @typedef {import("./counting.js").Category} Category
 */

const CATEGORY_MS = 750;
const HIGHEST_PERCENT = 100;

/** @param {Record<string, string>} words @param {(ply: number) => void} watch shows the event after which so many are made */
export function newCeremony(words, watch) {
  const place = part("ceremony");
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  /** What is counted yet. @type {(() => void)[]} */
  let waiting = [];

  function next() {
    waiting.shift()?.();
    if (waiting.length) timer = setTimeout(next, CATEGORY_MS * tempo());
  }

  /** Everything is counted at once. */
  function finish() {
    clearTimeout(timer);
    for (const step of waiting.splice(0)) step();
  }

  function close() {
    finish();
    place.hidden = true;
  }

  /** @param {Table} table @param {Telling} telling @param {boolean} asked whether somebody asked for it, who then is there with the keyboard too */
  function open(table, telling, asked) {
    finish();
    crowned(false);
    const seats = standings(table);
    const categories = categoriesOf(table.earns, table.seats.length, telling, words.points);
    const podium = element("ol", "podium", ...seats.map((seat, n) => stepOf(seat, table.winners.includes(seat.seat) ? 1 : n + 1, n, telling)));
    const rows = categories.map((category) => rowOf(category, seats));
    const head = element("tr", "", element("td", ""), ...seats.map((seat) => columnOf(seat.name)));
    const counting = element("table", "counting", element("thead", "", head), element("tbody", "", ...rows));
    const sides = element("div", "sides", ...seats.map((seat) => element("section", "side", element("h3", "", seat.name), derivationOf(table.earns[seat.seat] ?? [], telling, words))));
    const title = element("h2", "", resultOf(table, words));
    title.tabIndex = -1;
    const ready = button(words.skip, "primary", () => (waiting.length ? finish() : close()));
    const rest = element("div", "rest", ...momentOf(table, telling), sides);
    place.replaceChildren(element("header", "", title, ready), ...tieOf(table, telling, words), podium, counting, rest);
    place.hidden = false;
    if (asked) ready.focus();
    waiting = [...categories.map((_, n) => () => reach(table, categories.slice(0, n + 1), rows[n], podium)), () => crown(ready)];
    if (tempo() === 0) return finish();
    timer = setTimeout(next, CATEGORY_MS * tempo());
  }

  /** One more category is counted, and the steps of the podium rise. @param {Table} table @param {Category[]} counted @param {HTMLElement} row @param {HTMLElement} podium */
  function reach(table, counted, row, podium) {
    row.classList.add("counted");
    const sums = sumsOf(table, counted);
    const most = Math.max(1, ...counted.flatMap((_, n) => sumsOf(table, counted.slice(0, n + 1))), ...table.seats.map((seat) => seat.score));
    for (const step of /** @type {NodeListOf<HTMLElement>} */ (podium.querySelectorAll(".step"))) {
      const sum = sums[Number(step.dataset.seat)];
      step.style.setProperty("--rise", String(Math.max(0, sum / most) * HIGHEST_PERCENT));
      count(/** @type {HTMLElement} */ (step.querySelector(".score")), sum);
    }
    if (waiting.length) hear("coin");
  }

  /** Until all is counted nobody is named, here or beside the board. @param {boolean} on */
  function crowned(on) {
    place.classList.toggle("crowned", on);
    document.body.classList.toggle("tallying", !on);
  }

  /** @param {HTMLElement} ready */
  function crown(ready) {
    crowned(true);
    ready.textContent = words.close;
    hear("bell");
  }

  /** @param {Table} table @param {Telling} telling @returns {HTMLElement[]} */
  function momentOf(table, telling) {
    const best = bestMoment(table.log, telling);
    if (!best) return [];
    const told = fillIn(words.best_moment, { name: telling.seat(best.seat), deed: best.words, points: best.gain });
    const shown = button(words.show_it, "", () => {
      close();
      watch(best.ply);
    });
    return [element("section", "moment", element("p", "", told), shown)];
  }

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden) waiting.length ? finish() : close();
  });
  return { open, close, isOpen: () => !place.hidden };
}

/** The points of each seat in some categories together. @param {Table} table @param {Category[]} counted */
const sumsOf = (table, counted) => table.seats.map(({ seat }) => counted.reduce((sum, category) => sum + category.points[seat], 0));

/** A step of the podium. @param {import("./state.js").Seat} seat @param {number} rank @param {number} n the how manieth in order @param {Telling} telling */
function stepOf(seat, rank, n, telling) {
  const emblem = telling.catalogue.emblems[seat.seat] ?? [];
  const figures = emblem.map((id) => svg("svg", { class: "smalti figure", "aria-hidden": "true" }, svg("use", { href: `#${id}`, width: "100%", height: "100%" })));
  const signs = figures.length ? figures : [element("i", `sign sign-${seat.seat}`)];
  const score = element("span", "score", "0");
  score.dataset.shown = "0";
  const step = element("li", `step place-${n + 1}${rank === 1 ? " first" : ""}`, element("span", "emblem", ...signs), element("span", "who", seat.name), element("span", "block", score, element("span", "rank", String(rank))));
  step.dataset.seat = String(seat.seat);
  return step;
}

/** @param {string} name */
function columnOf(name) {
  const cell = element("th", "", name);
  cell.setAttribute("scope", "col");
  return cell;
}

/** @param {Category} category @param {import("./state.js").Seat[]} seats */
function rowOf(category, seats) {
  const label = element("th", "", category.label);
  label.setAttribute("scope", "row");
  return element("tr", "", label, ...seats.map((seat) => element("td", "", String(category.points[seat.seat]))));
}
