// What a table here tells its page: the messages that a server would send (docs/wire.md), with rows from the engine.

import { CHANCE } from "../engine/engine.js";
import { StudyTable } from "./study.js";

/**
 * @typedef {import("./table.js").LocalTable} LocalTable
 * @typedef {{number: number, length: number, course: number, eyes: number, earns: Record<string, string>}} Sent what a message with only the changes builds on
 */

/** Through which seat is looked: the own one that is to choose, else the first own, else a spectator's. @param {LocalTable} table @param {number[]} actors */
export function eyesOf(table, actors) {
  const played = table.mine.filter((seat) => !table.game.seats[seat].bot);
  return [...played.filter((seat) => actors.includes(seat)), ...played, ...table.mine, CHANCE][0];
}

/** The table: whole, or what has changed since something was sent. @param {LocalTable} table @param {Sent|null} before @returns {{message: any, sent: Sent}} */
export function tableMessage(table, before) {
  const { engine, match, game } = table;
  const actors = engine.actors(match.position);
  const eyes = eyesOf(table, actors);
  const since = before && before.eyes === eyes && before.course === table.course ? before : null;
  const view = engine.view(match.position, eyes);
  const earns = earned(table, view);
  const written = Object.fromEntries(Object.entries(earns).map(([seat, rows]) => [seat, rows.join()]));
  const message = {
    type: "table",
    ...(since ? { whole: false, from: since.number } : { whole: true, pieces: engine.pieces(view, eyes) }),
    ...head(table, actors, eyes),
    ...choice(table, actors, eyes, view),
    earns: since ? Object.fromEntries(Object.entries(earns).filter(([seat]) => written[seat] !== since.earns[seat])) : earns,
    log_from: since?.length ?? 0,
    ...(table instanceof StudyTable ? { study: table.told(), course: table.course } : {}),
    log: match.events.slice(since?.length ?? 0).map(({ by, move, before }) => ({ by, rows: engine.happens(before, eyes, by, move), note: "" })),
  };
  return { message, sent: { number: game.number, length: match.events.length, course: table.course, eyes, earns: written } };
}

/** How the score of each seat comes about. @param {LocalTable} table @param {Uint8Array} view @returns {Record<string, number[]>} */
function earned({ engine, game }, view) {
  return Object.fromEntries(game.seats.map((_, seat) => [String(seat), engine.earns(view, seat)]));
}

/** @param {LocalTable} table @param {number[]} actors @param {number} eyes */
function head(table, actors, eyes) {
  const { engine, match, game, setup, mine } = table;
  const over = match.isOver;
  const { points, winners } = engine.tally(match.position);
  const undo = table.undoSeat();
  return {
    number: game.number, game: game.game, started: true, over, acting: actors, aids: game.aids, commitment: table.commitment, rematch: null, declined: [],
    winners: over ? winners : [], watching: 0, preparing: null, stuck: table.stuck, challenge: false, catalogue: setup.catalogue, seat: eyes, mine,
    cover: !(table instanceof StudyTable) && mine.filter((seat) => !game.seats[seat].bot).length > 1 && (actors.length > 1 || match.hidesFrom(eyes)),
    can_undo: undo !== null, undo_seat: undo, may_add: false, may_prepare: false,
    seats: game.seats.map(({ name, bot }, seat) => ({
      seat, name, mine: mine.includes(seat), bot, invited: false, here: mine.includes(seat), score: points[seat], facts: setup.facts[seat],
    })),
    ending: over ? table.ending() : {},
    waiting: waiting(table, over, actors, eyes),
  };
}

/** What is waited for, in a sentence; nothing while these eyes are to choose. @param {LocalTable} table @param {boolean} over @param {number[]} actors @param {number} eyes */
function waiting(table, over, actors, eyes) {
  const { words } = table.box;
  if (over) return words.over;
  if (table.stuck !== null) return words.stuck.replace("{name}", table.game.seats[table.stuck].name);
  if (table.mayChoose(eyes, actors)) return "";
  if (!actors.length) return words.chance_next;
  return words.waiting.replace("{names}", actors.map((seat) => table.game.seats[seat].name).join(", "));
}

/** What these eyes may choose from. @param {LocalTable} table @param {number[]} actors @param {number} eyes @param {Uint8Array} view */
function choice(table, actors, eyes, view) {
  const { engine } = table;
  if (!table.mayChoose(eyes, actors)) return { offers: [], paths: [], asks: [] };
  return { offers: engine.offers(view, eyes), paths: engine.paths(view, eyes), asks: engine.asks(view, eyes) };
}

/** The table as it was at a point of the game. @param {LocalTable} table @param {number} ply */
export function pastMessage(table, ply) {
  const { engine, match } = table;
  const position = match.events[ply]?.before ?? match.position;
  const eyes = eyesOf(table, engine.actors(match.position));
  const view = engine.view(position, eyes);
  return { ply, pieces: engine.pieces(view, eyes), earns: earned(table, view), totals: engine.tally(position).points };
}
