// Clocks beside the players, whoever is away, and what can be done about it: a bot plays, the game ends, the seat comes back.

import { sure } from "../sure.js";
import { faceOf, leftOf, reached, serverTime, standing } from "./clocks.js";
import { say } from "./page.js";
import { button, element, fillIn } from "./rail.js";
import { part } from "./svg.js";

/**
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./state.js").Seat} Seat
 * @typedef {Record<string, string>} Words
 * @typedef {{handOver: (seat: number, bot: string|null) => Promise<unknown>, think: () => unknown, vote?: (seat: number, wish: string) => Promise<unknown>, resign?: (seat: number) => Promise<unknown>}} Orders
 */

const TICK_MS = 500;
/** @type {{table: Table, words: Words, orders: Orders}|null} */
let shown = null;
/** @type {ReturnType<typeof setInterval>|undefined} */
let timer;
/** Seconds that were left on the own clocks a moment ago, by seat. @type {Map<number, number>} */
const before = new Map();

/** Clocks, and what can be done about seats. @param {Table} table @param {Words} words @param {Orders} orders */
export function drawAway(table, words, orders) {
  if (table.clocks?.length) timer ??= setInterval(tick, TICK_MS);
  shown = { table, words, orders };
  drawHandOver(table, words, orders);
  tick();
}

function tick() {
  if (!shown) return;
  const { table, words } = shown;
  const now = serverTime();
  for (const clock of table.clocks ?? []) {
    const place = document.querySelector(`.seat-${clock.seat} .clock`);
    if (!place) continue;
    const { text, runs, low } = table.over || table.ended ? { text: "", runs: false, low: false } : faceOf(clock, table.pace, now, words);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("runs", runs);
    place.classList.toggle("low", low);
    if (runs && table.mine.includes(clock.seat)) warn(clock, text);
  }
  drawLeaving(now);
}

/** What is left of the own time is said aloud when it gets short, not every second. @param {import("./clocks.js").Clock} clock @param {string} text */
function warn(clock, text) {
  if (!shown?.table.pace) return;
  const left = leftOf(clock, serverTime()) ?? 0;
  if (reached(before.get(clock.seat) ?? left, left, shown.table.pace.time_s)) say(fillIn(shown.words.time_left, { time: text }));
  before.set(clock.seat, left);
}

/** A button for each own seat to hand it over or take it back, one to resign, and one for a bot that was stopped. @param {Table} table @param {Words} words @param {Orders} orders */
function drawHandOver(table, words, orders) {
  const own = table.over || table.ended || table.challenge ? [] : table.seats.filter((seat) => seat.mine && seat.away !== "resigned");
  /** @param {string} text @param {Seat} seat */
  const named = (text, seat) => (own.length > 1 ? `${text} (${seat.name})` : text);
  const rows = own.map((seat) => button(named(seat.bot ? words.take_back_seat : words.hand_over, seat), "hand-over", () => orders.handOver(seat.seat, seat.bot ? null : (words.bot_name ?? "random"))));
  if (table.stuck !== null && own.length) rows.push(button(words.ask_again, "hand-over", () => orders.think()));
  if (table.started && table.seats.some((seat) => !seat.mine && !seat.bot)) {
    for (const seat of own.filter((one) => !one.bot)) rows.push(button(named(words.resign, seat), "hand-over resign", () => resign(seat.seat)));
  }
  replace(part("hand-overs"), rows); // a button that is being clicked stays while bots move on
}

/** @param {number} seat */
async function resign(seat) {
  if (shown && (await sure(shown.words.resign_sure, shown.words.resign))) await shown.orders.resign?.(seat);
}

/** What is said of seats that are away, and what can be done about each. @param {number} now */
function drawLeaving(now) {
  if (!shown) return;
  const { table, words } = shown;
  const running = table.started && !table.over && !table.ended;
  const rows = running ? [...ownSeats(table, words), ...othersSeats(table, words, now)] : [];
  const holder = part("leaving");
  const had = holder.contains(document.activeElement);
  holder.hidden = rows.length === 0;
  if (replace(holder, rows) && had) part("board").focus({ preventScroll: true }); // nothing that was not meant gets the focus
}

/** @param {Table} table @param {Words} words */
function ownSeats(table, words) {
  return table.seats.filter((seat) => seat.mine && seat.bot && seat.away).map((seat) => {
    const back = button(words.take_back_seat, "primary", () => void shown?.orders.handOver(seat.seat, null));
    return row(words[`away_${seat.away}`], seat.away === "resigned" ? [] : [back]);
  });
}

/** @param {Table} table @param {Words} words @param {number} now */
function othersSeats(table, words, now) {
  const able = table.mine.some((seat) => !table.seats[seat].bot);
  return (table.clocks ?? []).filter((clock) => able && !table.mine.includes(clock.seat)).flatMap((clock) => {
    const why = standing(clock, now);
    if (!why) return [];
    const wishes = why === "away" ? ["bot"] : table.pace?.over === "lose" ? [] : ["bot", "end"];
    const said = fillIn(why === "late" ? words.is_late : words.is_away, { name: table.seats[clock.seat].name });
    return [row(said, wishes.map((wish) => voteFor(clock, wish, words)))];
  });
}

/** @param {import("./clocks.js").Clock} clock @param {string} wish @param {Words} words */
function voteFor(clock, wish, words) {
  const text = wish === "end" ? words.end_game : words.let_bot;
  const votes = Object.values(clock.votes).filter((one) => one === wish).length;
  const counted = clock.voters > 1 ? `${text} (${fillIn(words.votes, { votes, all: clock.voters })})` : text;
  return button(counted, "", async () => {
    if (wish !== "end" || (await sure(words.end_sure, words.end_game))) await shown?.orders.vote?.(clock.seat, wish);
  });
}

/** @param {string} said @param {HTMLElement[]} buttons */
const row = (said, buttons) => element("div", "away-row", element("p", "", said), ...(buttons.length ? [element("div", "row", ...buttons)] : []));

/** New rows in place of others that say something else. @param {HTMLElement} holder @param {HTMLElement[]} rows */
function replace(holder, rows) {
  const same = rows.length === holder.childElementCount && rows.every((one, n) => one.textContent === holder.children[n].textContent);
  if (!same) holder.replaceChildren(...rows);
  return !same;
}
