// What this browser remembers for the player: switches, tips that were read, invitations, fingerprints.

/** @typedef {"confirm"|"letters"|"help"|"notify"|"sound"|"buzz"|"talk"} Switch */

/** @type {Record<Switch, boolean>} */
const DEFAULTS = { confirm: matchMedia("(pointer: coarse)").matches, letters: true, help: true, notify: false, sound: false, buzz: true, talk: true };
/** What is chosen among several: how fast things move, and how loud they are in percent. */
const CHOICES = { speed: "normal", volume: "50" };

/** @template T @param {string} name @param {T} otherwise @param {string} [whose] @returns {T} */
function read(name, otherwise, whose = "smalti-") {
  try {
    const text = localStorage.getItem(`${whose}${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // storage is closed, or somebody else wrote there
  }
}

/** @param {string} name @param {unknown} value @param {string} [whose] */
function write(name, value, whose = "smalti-") {
  try {
    localStorage.setItem(`${whose}${name}`, JSON.stringify(value));
  } catch {
    // the setting lasts as long as the page
  }
}

/** @param {Switch} name */
export const isOn = (name) => read(name, DEFAULTS[name]) === true;
/** @param {Switch} name @param {boolean} on */
export const turn = (name, on) => write(name, on);

/** @param {keyof typeof CHOICES} name @returns {string} */
export const choiceOf = (name) => String(read(name, CHOICES[name]));
/** @param {keyof typeof CHOICES} name @param {string} value */
export const choose = (name, value) => write(name, value);

/** Up to which line somebody has read what was said at a table. @param {string} table @returns {number} */
export const readUntil = (table) => read(`read-${table}`, -1);
/** @param {string} table @param {number} line */
export const keepRead = (table, line) => write(`read-${table}`, line);

/** The tips of a game that were read already, by their clauses. @param {string} game @returns {string[]} */
export const tipsSeen = (game) => read(`taught-${game}`, []);
/** @param {string} game @param {string[]} clauses */
export function keepTips(game, clauses) {
  write(`taught-${game}`, [...new Set([...tipsSeen(game), ...clauses])]);
}
/** @param {string} game */
export const forgetTips = (game) => write(`taught-${game}`, []);
/** Whether somebody has gone through the guided game here, or wants none. @param {string} game @returns {boolean} */
export const learned = (game) => read(`learned-${game}`, false);
/** @param {string} game */
export const learn = (game) => write(`learned-${game}`, true);

/** The invitations to free seats of a table, by seat; known to the browser that made them only. @param {string} table @returns {Record<string, string>} */
export const invitations = (table) => read(`invitations-${table}`, {}, "");
/** @param {string} table @param {Record<string, string>} links */
export const keepInvitations = (table, links) => write(`invitations-${table}`, links, "");

/** How long this device counts as too slow for a bot that did not get done: it may have been busy. */
const SLOW_MS = 24 * 3600 * 1000;
/** Whether bots of a game should not think here. @param {string} game */
export const isSlow = (game) => Date.now() - read(`slow-${game}`, -Infinity) < SLOW_MS;
/** @param {string} game */
export const slow = (game) => write(`slow-${game}`, Date.now());

/** The fingerprint of a table's secret as this browser saw it first. @param {string} table @returns {string} */
export const commitmentSeen = (table) => read(`commitment-${table}`, "");
/** @param {string} table @param {string} commitment */
export function keepCommitment(table, commitment) {
  if (commitment && !commitmentSeen(table)) write(`commitment-${table}`, commitment);
}
