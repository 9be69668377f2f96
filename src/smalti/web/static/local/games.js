// Games of this browser: how they come about, as a record, and as an address.

import { randomHex } from "./chance.js";
import { toRecord } from "./tree.js";

/**
 * @typedef {import("./store.js").Kept} Kept
 * @typedef {{kind: string, name?: string, bot?: string}} Wish
 * @typedef {{game: string, seats: Wish[], options?: Record<string, string|string[]>, aids?: Record<string, boolean>, rated?: boolean}} Order as the server takes it
 */

const ENTROPY = 16;

/** A new game; its secret is drawn first, then what this browser adds to it. @param {Order} order @param {string} me how the person here is called @returns {Kept} */
export function newGame({ game, seats, options = {}, aids = {} }, me) {
  const now = Date.now();
  const secret = randomHex(32);
  return {
    id: randomHex(ENTROPY / 2), game, rules: null, options, aids: { hints: aids.hints ?? true, undo: aids.undo ?? true },
    seats: seats.map(({ kind, name, bot }, seat) => ({
      kind: kind === "bot" ? "bot" : kind === "me" ? "me" : "local", name: kind === "me" ? me : name || `${seat + 1}`, bot: kind === "bot" ? (bot ?? null) : null,
    })),
    secret, added: `0:${randomHex(ENTROPY)}`, log: [], number: 0, created: now, played: now, branched: null, turn: false, over: false, scores: [], winners: [], handed: "",
  };
}

/** Under which name a box has what belongs to a game with these seats and options; `Engine.newPosition` finds its start by the same. @param {import("../engine/engine.js").Info} info @param {number} seats @param {Record<string, string|string[]>} options */
export function keyOf(info, seats, options) {
  const values = info.options.map(({ name, values, several }) =>
    several ? values.filter((one) => [options[name] ?? []].flat().includes(one)).join(",") : options[name] ?? values[0],
  );
  return [seats, ...values].join("|");
}

/** The same game from a point on, with others in the seats. @param {Kept} game @param {number} ply @param {string|null} bot for all other seats; null: one plays all @returns {Kept} */
export function branchOf(game, ply, bot) {
  const own = Math.max(0, game.seats.findIndex((seat) => seat.kind === "me"));
  const seats = game.seats.map((seat, n) => {
    const kind = n === own ? "me" : bot ? "bot" : "local";
    return { kind, name: bot && kind === "bot" ? bot : seat.name, bot: bot ?? undefined };
  });
  const made = newGame({ ...game, seats }, game.seats[own].name);
  return { ...made, start: game.start, log: game.log.slice(0, ply), branched: ply };
}

/** A new study, by whoever sits before this screen. @param {Pick<Kept, "game"|"options"|"start">} order @param {string[]} names @param {import("./tree.js").Line} [line] @param {number|null} [at] @returns {Kept} */
export function newStudy({ game, options, start }, names, line = { log: [] }, at = null) {
  const made = newGame({ game, options, seats: names.map((name) => ({ kind: "local", name })), aids: { hints: false, undo: false } }, "");
  return { ...made, branched: 0, start: start ?? null, study: line, at };
}

/** The game as a record; its entries are told by their numbers (docs/records.md). @param {Kept} game */
export function recordOf(game) {
  const { log, scores, winners, secret, id, added } = game;
  return {
    format: game.start ? "smalti-study/1" : "smalti-numbers/1", ...(game.start ? { position: game.start.text } : {}), game: game.game, rules: game.rules, options: game.options, seats: game.seats.map(({ name }) => ({ name })),
    log: log.map(([by, move]) => ({ by: by < 0 ? "chance" : by, do: move })),
    ...(game.over ? { scores, winners } : {}),
    ...(game.branched === null && game.over ? { chance: { secret, id, added } } : {}),
    ...(game.study ? { by_hand: true, ...toRecord(game.study) } : {}),
  };
}

// In an address: what somebody needs to look at it, packed; no secret of a game that still runs

/** @param {Kept} game @returns {Promise<string>} */
export function packed({ rules, options, seats, log, study, at, start }) {
  return pack({ rules, options, names: seats.map((seat) => seat.name), ...(study ? { study, at, position: start?.text } : { log }) });
}

/** Something as text for an address. @param {unknown} told @returns {Promise<string>} */
export async function pack(told) {
  const stream = new Blob([JSON.stringify(told)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
}

/** The game in an address; whoever looks at it has no seat there. @param {string} game @param {string} text @returns {Promise<Kept>} */
export async function unpacked(game, text) {
  const told = await unpack(text);
  const seats = told.names.map((/** @type {unknown} */ name) => ({ kind: "local", name: String(name).slice(0, 24) }));
  const log = told.log.map((/** @type {number[]} */ [by, move]) => [Number(by), Number(move)]);
  return { ...newGame({ game, seats, options: told.options, aids: { hints: false, undo: false } }, ""), rules: String(told.rules), log, branched: log.length };
}
