// How much time everybody has: pure functions of the clocks that came with the table and of the server's time.

/**
 * @typedef {{
 *   seat: number, since: number|null, due: number|null, left_s: number|null, late: boolean, away_from: number|null,
 *   votes: Record<string, string>, voters: number
 * }} Clock
 * @typedef {{kind: "clock"|"turn"|"days", time_s: number, more_s: number, over: "bot"|"others"|"lose", bot: string}} Pace
 * @typedef {{text: string, runs: boolean, low: boolean}} Face
 */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** What is said aloud: when so much of the time is left. */
export const TOLD = [1 / 3, 1 / 10];

/** How far the clock of the server is ahead of this browser's, in seconds. */
let ahead = 0;

/** What time it is at the server, in seconds since 1970. */
export const serverTime = () => Date.now() / 1000 + ahead;

/** The server has said what time it is. @param {number} told @param {number} asked when it was asked, in milliseconds of this browser @param {number} heard when its answer came */
export function setTime(told, asked, heard) {
  ahead = told - (asked + heard) / 2000;
}

/** Seconds left on a clock, running or not; null if it has none. @param {Clock} clock @param {number} now */
export function leftOf({ since, due, left_s }, now) {
  if (since === null || due === null) return left_s;
  return Math.max(0, due - now);
}

/** A clock as it is shown. @param {Clock} clock @param {Pace|null} pace @param {number} now @param {Record<string, string>} words @returns {Face} */
export function faceOf(clock, pace, now, words) {
  const left = pace && leftOf(clock, now);
  const runs = clock.since !== null;
  if (left === null || left === undefined || (!runs && pace?.kind !== "clock")) return { text: "", runs: false, low: false };
  if (clock.late) return { text: words.time_over, runs, low: true };
  return { text: pace?.kind === "days" ? inWords(left, words) : inFigures(left), runs, low: runs && left <= TOLD[1] * (pace?.time_s ?? 0) };
}

/** As on a clock: 1:02:05, or 4:07. @param {number} seconds */
export function inFigures(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)];
  const rest = String(whole % MINUTE).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** In the largest unit that fits: 2 days left. @param {number} seconds @param {Record<string, string>} words */
export function inWords(seconds, words) {
  const [unit, length] = seconds >= DAY ? ["days", DAY] : seconds >= HOUR ? ["hours", HOUR] : ["minutes", MINUTE];
  const count = Math.max(1, Math.floor(seconds / Number(length)));
  return words[`${unit}_left${count === 1 ? "_one" : ""}`].replace("{n}", String(count));
}

/** Which part of the time was just reached, if one was. @param {number} before seconds left a moment ago @param {number} left @param {number} whole */
export const reached = (before, left, whole) => TOLD.findLast((share) => left <= share * whole && before > share * whole) ?? null;

/** What the others may decide about a seat: its time is over, it is away, or nothing. @param {Clock} clock @param {number} now @returns {"late"|"away"|null} */
export function standing({ since, late, away_from }, now) {
  if (since === null) return null;
  return late ? "late" : away_from !== null && now >= away_from ? "away" : null;
}
