// What chance may give, to be chosen by hand: a list, or place by place where no list would be short enough.

import { NONE } from "./catalogue.js";
import { button, element, fillIn } from "./rail.js";
import { readHappenings } from "./rows.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./words.js").Telling} Telling
 * @typedef {import("./rows.js").Piece} Piece
 * @typedef {import("../local/study.js").Deal} Deal
 * @typedef {{outcome: number, share: number, words: string, figures: Piece[]}} Choice
 * @typedef {{telling: Telling, draw: (piece: Piece, width: number, height: number) => Element, words: Record<string, string>, give: (outcome: number|null) => void}} Desk
 */

/** How high a figure is, among others and by itself. */
const [FIGURE, SINGLE] = [34, 52];
const MOST_FIGURES = 4;

/** The outcomes in words, each told from the others: by its line, and by the pieces that not all of them bring. @param {[number, number, number[]][]} given @param {Telling} telling @returns {Choice[]} */
export function choicesOf(given, telling) {
  const total = given.reduce((sum, [, weight]) => sum + weight, 0);
  const made = given.map(([, , rows]) => broughtBy(rows, telling, "makes"));
  const brought = made.every((pieces) => pieces.length) ? made : given.map(([, , rows]) => broughtBy(rows, telling, "moves"));
  const common = (/** @type {Piece} */ piece) => brought.every((pieces) => pieces.some((one) => one.look === piece.look && one.turn === piece.turn));
  const own = given.length > 1 ? brought.map((pieces) => pieces.filter((piece) => !common(piece)).slice(0, MOST_FIGURES)) : brought;
  const shown = own.every((pieces) => pieces.length) ? own : own.map(() => []);
  const lines = given.map(([, , rows]) => spoken(rows, telling));
  return given.map(([outcome, weight], n) => {
    const isOnly = lines.filter((line) => line === lines[n]).length === 1;
    const words = isOnly ? lines[n] : [lines[n], ...own[n].map((piece) => telling.called(piece))].join(" · ");
    return { outcome, share: weight / total, words, figures: shown[n] };
  });
}

/** @param {number[]} rows @param {Telling} telling */
function spoken(rows, telling) {
  const [first] = telling.lines(readHappenings(rows));
  return first.head.seat < 0 ? first.words : `${telling.seat(first.head.seat)} ${first.words}`;
}

/** What an outcome lays down that has a name. @param {number[]} rows @param {Telling} telling @param {"makes"|"moves"} effect @returns {Piece[]} */
function broughtBy(rows, telling, effect) {
  const { kinds, looks } = telling.catalogue;
  const acts = readHappenings(rows).filter((row) => kinds.get(row.kind)?.effect === effect && looks.get(row.look)?.name);
  return acts.map(({ piece, target: place, look, turn, amount: number }) => ({ piece, place, look, turn, number }));
}

/** The number of what was dealt place by place. @param {Deal} deal @param {number[]} values */
export const dealtNumber = ({ first, bits }, values) => values.reduce((sum, value, n) => sum + value * 2 ** (bits * n), first);

/** @param {HTMLElement} holder @param {{chance: [number, number, number[]][]|null, deal: Deal|null, at: number}} told @param {Desk} desk */
export function drawChance(holder, { chance, deal, at }, desk) {
  const written = JSON.stringify([at, chance?.length]);
  if (holder.dataset.written === written) return;
  holder.dataset.written = written;
  const had = holder.contains(document.activeElement);
  holder.hidden = chance === null;
  const drawn = button(desk.words.chance_draw, "primary", () => desk.give(null));
  if (chance === null) holder.replaceChildren();
  else if (chance.length || !deal) holder.replaceChildren(drawn, listOf(choicesOf(chance, desk.telling), desk));
  else deals(holder, drawn, deal, [], desk);
  if (had && chance) drawn.focus();
}

/** @param {Choice[]} choices @param {Desk} desk */
function listOf(choices, desk) {
  const isEven = choices.every((one) => one.share === choices[0].share);
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 });
  return element("ul", "outcomes", ...choices.map(({ outcome, share, words, figures }) => {
    const one = button("", "outcome", () => desk.give(outcome));
    one.append(...figures.map((piece) => figureOf(piece, desk, figures.length > 1 ? FIGURE : SINGLE)), element("span", figures.length ? "unseen" : "", words), ...(isEven ? [] : [element("span", "fine", percent.format(share))]));
    if (figures.length) one.title = words;
    return element("li", "", one);
  }));
}

/** @param {Piece} piece @param {Desk} desk @param {number} [size] */
export function figureOf(piece, desk, size = FIGURE) {
  const { width = 1, height = 1 } = desk.telling.catalogue.places.get(piece.place) ?? {};
  const drawn = desk.draw(piece, width, height);
  return svg("svg", { class: "smalti figure", "aria-hidden": "true", viewBox: `0 0 ${width} ${height}`, width: (size * width) / height, height: size }, drawn);
}

/** Place by place: what lies already, and what may lie on the next one. @param {HTMLElement} holder @param {HTMLElement} drawn @param {Deal} deal @param {number[]} values @param {Desk} desk */
function deals(holder, drawn, deal, values, desk) {
  const { places, looks } = desk.telling.catalogue;
  const boxes = deal.places.map((place) => places.get(place));
  const columns = new Set(boxes.map((box) => box?.x)).size;
  const next = deal.places[values.length];
  const pieceOf = (/** @type {number} */ value) => ({ piece: NONE, place: deal.places[0], look: deal.looks[value], turn: 0, number: 0 });
  const lay = (/** @type {number} */ value) => {
    const more = [...values, value];
    if (more.length === deal.places.length) return desk.give(dealtNumber(deal, more));
    deals(holder, drawn, deal, more, desk);
    /** @type {HTMLElement|null} */ (holder.querySelector(`[data-value="${value}"]:not(:disabled)`) ?? holder.querySelector("[data-value]:not(:disabled)"))?.focus();
  };
  const kinds = deal.looks.map((look, value) => {
    const left = deal.each - values.filter((one) => one === value).length;
    const one = button("", "outcome", () => lay(value));
    one.append(figureOf(pieceOf(value), desk), element("span", "unseen", looks.get(look)?.name ?? ""), element("span", "fine", `× ${left}`));
    one.disabled = left === 0;
    one.dataset.value = String(value);
    return element("li", "", one);
  });
  const grid = element("div", "dealt", ...boxes.map((_, n) => (n < values.length ? element("i", "", figureOf(pieceOf(values[n]), desk)) : element("i", n === values.length ? "next" : ""))));
  grid.style.setProperty("--columns", String(columns));
  const back = button(desk.words.chance_back, "", () => deals(holder, drawn, deal, values.slice(0, -1), desk));
  back.disabled = values.length === 0;
  holder.replaceChildren(drawn, element("p", "fine", fillIn(desk.words.chance_place, { place: places.get(next)?.name ?? "" })), element("ul", "outcomes", ...kinds), grid, back);
}
