// The graph of a review as SVG: the twin of `reviewing/drawing.py`, which says what it shows.

import { fixed } from "../engine/reviewing.js";

/**
 * @typedef {import("../engine/reviewing.js").Reviewed} Reviewed
 * @typedef {{href: string, words: string}} Link where a mark leads, and what it is called
 */

const [WIDTH, HEIGHT, LEFT, BELOW, ABOVE, RIGHT] = [460, 240, 40, 24, 12, 12];
const APART = 15;
const LINES = 5;
/** @type {Record<string, string>} */
const SHAPES = {
  blunder: "M0 -7L7 6H-7Z",
  mistake: "M0 -6L6 0L0 6L-6 0Z",
  inaccuracy: "M-4 -4H4V4H-4Z",
  find: "M0 -7L2 -2L7 -2L3 2L5 7L0 4L-5 7L-3 2L-7 -2L-2 -2Z",
};
const CIRCLE = "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z";

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** A number as Python writes it. @param {number} value */
const real = (value) => (Number.isInteger(value) ? `${value}.0` : `${value}`);

/** @param {{value: string, events: Reviewed[], seats: {end: number}[]}} review @param {Map<number, Link>} links its marks, by ply @param {string} label */
export function graph(review, links, label) {
  const rows = [...review.events.map(({ expected }) => expected), review.seats.map(({ end }) => end)];
  const { parts, at } = lines(review.value, rows, rows.length - 1, `role="group" aria-label="${escaped(label)}"`);
  /** @type {number[][]} */
  const there = [];
  const stems = [], marks = [];
  for (const event of review.events) {
    const link = links.get(event.ply);
    if (!link) continue;
    const [x, y] = at(event.ply, event.expected[Math.max(event.by, 0)]);
    const height = room(x, y, there);
    there.push([x, height]);
    if (height !== y) stems.push(`<path class="stem" d="M${real(x)} ${real(y)}V${real(height)}"/>`);
    marks.push(`<g transform="translate(${real(x)} ${real(height)})">${mark(event, link)}</g>`);
  }
  return [...parts, ...stems, ...marks, "</svg>"].join("");
}

/** The height next to its own at which a mark lies on none of the others: each can be seen, and clicked. @param {number} x @param {number} y @param {number[][]} there */
function room(x, y, there) {
  const near = there.filter(([place]) => Math.abs(place - x) < APART).map(([, height]) => height);
  const heights = [y, ...near.flatMap((one) => [-APART, APART].map((way) => Number(fixed(one + way, 1))))];
  const free = heights.filter((one) => one >= 0 && one <= HEIGHT && near.every((other) => Math.abs(one - other) > APART - 1));
  return free.length ? free.reduce((best, one) => (Math.abs(one - y) < Math.abs(best - y) ? one : best)) : y;
}

/** What is known of a game that is being looked at, where it will stand in the end. @param {string} value @param {number[][]} expected @param {number} of events @param {string} label */
export const growing = (value, expected, of, label) => [...lines(value, expected, of, `role="img" aria-label="${escaped(label)}"`).parts, "</svg>"].join("");

/** Lines across, and one for each seat. @param {string} value @param {number[][]} rows @param {number} of the last row of all @param {string} told of the whole */
function lines(value, rows, of, told) {
  const [low, high] = bounds(value, rows);
  /** @param {number} ply @param {number} expected */
  const at = (ply, expected) => {
    const x = LEFT + (ply / Math.max(of, 1)) * (WIDTH - LEFT - RIGHT);
    return [Number(fixed(x, 1)), Number(fixed(ABOVE + ((high - expected) / (high - low)) * (HEIGHT - ABOVE - BELOW), 1))];
  };
  const parts = [`<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${told}>`];
  for (let n = 0; n < LINES; n += 1) {
    const level = low + (n * (high - low)) / (LINES - 1);
    const [, y] = at(0, level);
    const said = value === "points" ? fixed(level, 0) : `${fixed(100 * level, 0)} %`;
    parts.push(`<path class="rule" d="M${real(LEFT)} ${real(y)}H${real(WIDTH - RIGHT)}"/><text x="${real(LEFT - 6)}" y="${real(y + 4)}">${said}</text>`);
  }
  rows[0].forEach((_, seat) => {
    const points = rows.map((row, ply) => at(ply, row[seat]).map(real).join(",")).join(" ");
    parts.push(`<polyline class="line seat-${seat}" points="${points}"/>`);
  });
  return { parts, at };
}

/** From nothing to everything with several; alone so that all points have room. @param {string} value @param {number[][]} rows */
function bounds(value, rows) {
  if (value !== "points") return [0, 1];
  const values = rows.map(([one]) => one);
  const [low, high] = [Math.floor(Math.min(...values) / 20) * 20, Math.ceil(Math.max(...values) / 20) * 20];
  return [low, Math.max(high, low + 20)];
}

/** A link to what is said of an event. @param {Reviewed} event @param {Link} link */
function mark({ by, mark: name }, { href, words }) {
  const said = escaped(words);
  return `<a href="${escaped(href)}" aria-label="${said}"><title>${said}</title><path class="mark seat-${Math.max(by, 0)}" d="${SHAPES[name] ?? CIRCLE}"></path></a>`;
}
