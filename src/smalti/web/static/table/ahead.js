// Moves decided before it is one's turn: the table as it would be then, what is prepared, and how it is withdrawn.

import { post, Refusal } from "../ask.js";
import { say } from "./page.js";
import { button, drawNotice, element } from "./rail.js";
import { readAsks, readPaths, readPieces } from "./rows.js";
import { isBetweenPeople } from "./state.js";
import { part } from "./svg.js";

/**
 * @typedef {import("./state.js").Table} Table
 * @typedef {{seat: number, steps: {move: number, label: string, places: number[]}[], fits: boolean, words: string}} Plan
 * @typedef {Plan & {pieces: number[], offers: number[], paths: number[], asks: number[]}} Turn
 */

/** @type {Plan} */
const NOTHING = { seat: -1, steps: [], fits: true, words: "" };

/** @param {string} id the table @param {import("./state.js").Model} model @param {Record<string, string>} words @param {() => void} redraw the table is to be shown otherwise */
export function newAhead(id, model, words, redraw) {
  const address = `/api/tables/${id}/prepared`;
  let plan = NOTHING;
  /** The turn as it would be, while it is being prepared. @type {Turn|null} */
  let turn = null;
  /** The number of the table that was last looked at. */
  let number = -1;

  const moves = () => plan.steps.map((step) => step.move);

  /** Prepares these moves. @param {number[]} wanted @param {boolean} open whether one goes on preparing */
  async function change(wanted, open) {
    const { table } = model;
    if (!table || model.sending) return;
    model.sending = "prepared";
    try {
      const told = /** @type {Turn} */ (await post(address, { seat: table.seat, moves: wanted, open }));
      [plan, turn] = [told, open ? told : null];
    } catch (error) {
      turn = null;
      drawNotice((error instanceof Refusal && error.message) || words.failed, null, "");
    }
    model.sending = null;
    model.picked = [];
    redraw();
    say(part("ahead").innerText);
  }

  /** What has become of what was prepared. */
  async function look() {
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    plan = await answer.json();
    if (plan.words) say(plan.words);
    redraw();
  }

  /** @param {Table} table */
  function follow(table) {
    if (table.number === number) return;
    const isFirst = number < 0;
    number = table.number;
    if (turn && table.may_prepare) void change(moves(), true);
    else if (isBetweenPeople(table) && table.started && !table.over && (isFirst || turn || plan.steps.length || plan.words)) void look();
    if (!table.may_prepare) turn = null;
  }

  /** @param {string} name @param {() => void} run @param {string} [style] */
  const deed = (name, run, style = "") => button(words[name], style, run);

  /** @returns {Node[]} */
  function parts() {
    const steps = plan.steps.length ? [element("ol", "steps", ...plan.steps.map((step) => element("li", "", step.label)))] : [];
    const withdraw = plan.steps.length ? [deed("ahead_withdraw", () => void change([], turn !== null), "withdraw")] : [];
    if (turn) {
      const back = plan.steps.length > 1 ? [deed("ahead_back", () => void change(moves().slice(0, -1), true))] : [];
      const done = deed("ahead_done", () => ((turn = null), redraw()), "primary");
      return [element("p", "", words.ahead_now), element("div", "row", done, ...back, ...withdraw), ...steps];
    }
    const told = plan.steps.length ? [element("p", "mark-words", words.ahead_prepared)] : [];
    const unfit = plan.fits ? [] : [element("p", "", words.ahead_unfit)];
    const open = model.table?.may_prepare ? [deed(plan.steps.length ? "ahead_change" : "ahead_open", () => void change(moves(), true), "prepare")] : [];
    return [...told, ...steps, ...unfit, ...(plan.words ? [element("p", "", plan.words)] : []), element("div", "row", ...open, ...withdraw)];
  }

  return {
    follow,
    /** Whether the turn is being prepared. */
    get isOpen() {
      return turn !== null;
    },
    /** The table as it stands, or as it would be. @template {Table} T @param {T} table @returns {T} */
    over(table) {
      if (!turn) return table;
      const { pieces, offers, paths, asks } = turn;
      const rows = { pieces: readPieces(pieces), offers: readPieces(offers), paths: readPaths(paths), asks: readAsks(asks) };
      return { ...table, ...rows, aids: { ...table.aids, hints: false }, can_undo: false };
    },
    /** One more move. @param {number} move */
    add: (move) => void change([...moves(), move], true),
    /** What is asked while a turn is prepared is asked about that. @param {any} message */
    asked: (message) => (turn && ["foresee", "why"].includes(message.type) ? { ...message, after: moves() } : message),
    /** Where something is prepared. */
    get places() {
      return turn ? [] : plan.steps.flatMap((step) => step.places);
    },
    draw() {
      const { table, past } = model;
      const holder = part("ahead");
      holder.hidden = !table || past !== null || table.over || !(table.may_prepare || plan.steps.length || plan.words);
      const written = JSON.stringify([plan, turn !== null, table?.may_prepare]);
      if (holder.hidden || holder.dataset.written === written) return;
      holder.dataset.written = written;
      holder.replaceChildren(...parts());
    },
  };
}
