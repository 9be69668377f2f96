// The board of a table: binds stage, marks and movement to what the page knows. Everything on it comes from rows.

import { catalogueFile } from "../places.js";
import { NONE, readCatalogue } from "./catalogue.js";
import { Foresight, prospectOf } from "./foresight.js";
import { centred, fitted, layoutOf, panelsWith } from "./layout.js";
import { choose, drawAreas, drawMarks, drawPreview, highlight, labelTargets } from "./marks.js";
import { Motion, tempo } from "./motion.js";
import { stilled } from "./pacing.js";
import { enlarge, layLensAside, reachOut, roomFor, zoom } from "./phone.js";
import { planOf, slideOf } from "./plan.js";
import { walks } from "./rows.js";
import { hintNow, isOpen, lastPlaces, movesAfter, needsOf } from "./state.js";
import { Stage } from "./stage.js";
import { isFitted, part } from "./svg.js";
import { Telling } from "./words.js";

/**
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./state.js").Table} Table
 * @typedef {import("./rows.js").Happening} Happening
 */

const FORESEE_MS = 250;
/** So long everything lies still before the panels are put in the order in which they are read. */
const TIDY_MS = 200;
const CHOSEN_MS = 50;
const HOLD_MS = 100;

/** @type {Map<string, Promise<import("./catalogue.js").Catalogue>>} */
const catalogues = new Map();

/** A catalogue, loaded once. @param {string} hash */
export function catalogueOf(hash) {
  const known = catalogues.get(hash) ?? fetch(catalogueFile(hash)).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(hash)))).then(readCatalogue);
  catalogues.set(hash, known);
  known.catch(() => catalogues.delete(hash)); // the connection was down
  return known;
}

export class Board {
  /** @param {Model} model @param {Record<string, string>} words @param {(message: any) => void} send @param {{counted: () => void, queued: () => void, began: (step: import("./plan.js").Step, ms: number) => void, ended: () => void}} follow when a number on the board has changed, when more is going to be seen, when a step begins to be seen, when all lies where it belongs */
  constructor(model, words, send, follow) {
    this.model = model;
    this.words = words;
    this.foresight = new Foresight(send);
    this.motion = new Motion(() => this.#settled(), follow.counted, follow.began, () => isFitted() && this.#arrange([...this.motion.pieces.values()]));
    this.follow = follow;
    /** Whether something is shown once more that happened before. */
    this.isAgain = false;
    /** @type {Stage|null} */
    this.stage = null;
    /** @type {Telling|null} */
    this.telling = null;
    /** The place that is pointed at. @type {number|null} */
    this.pointed = null;
    this.names = "";
    /** How large the board is; measured anew by those whose question takes room from it. @type {import("./layout.js").Room|null} */
    this.room = null;
    /** What was asked about last: its panels stay where they are while others play. @type {ReturnType<typeof needsOf>} */
    this.needs = null;
    /** The room for which the panels were laid. */
    this.fits = "";
    /** The panels in which something lies, or lay when what is in the air set off. @type {Set<number>} */
    this.held = new Set();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.tidying = undefined;
  }

  /** Who sits here and looks, and in which words. @param {import("./catalogue.js").Catalogue} catalogue @param {Table} table @returns {boolean} whether everything is said otherwise than before */
  tellBy(catalogue, table) {
    const people = table.seats.map((seat) => seat.name);
    const names = JSON.stringify([table.catalogue, people]);
    const isOther = names !== this.names;
    if (!isOther && this.telling?.eyes === table.seat) return false;
    this.names = names;
    this.telling = new Telling(catalogue, people, table.seat);
    if (this.stage?.catalogue === catalogue) this.stage.tellBy(this.telling, isOther);
    else this.#build(catalogue, this.telling);
    return isOther;
  }

  /** @param {import("./catalogue.js").Catalogue} catalogue @param {Telling} telling */
  #build(catalogue, telling) {
    for (const view of this.stage?.views.values() ?? []) view.frame.remove();
    this.stage = new Stage(catalogue, telling);
    part("board").setAttribute("aria-label", catalogue.label);
  }

  /** The pieces as they are to lie in the end. */
  get pieces() {
    return (this.model.past ?? this.model.table)?.pieces ?? new Map();
  }

  /** Shows the table: by what happened, by where pieces were before, or as it is. @param {Happening[]|null} told @param {boolean} slides */
  draw(told, slides) {
    const { stage, motion, model } = this;
    if (!stage || !model.table) return;
    this.pointed = null;
    if (this.isAgain) [told, slides] = [null, false]; // what is shown again does not lead to what is new
    const before = motion.stage === stage ? motion.pieces : new Map();
    stage.offer(model.past ? new Map() : model.table.offers);
    const steps = told?.length && before.size > 0 ? planOf(told, stage.catalogue.kinds) : null;
    const slide = !steps && slides ? slideOf(walks(before, this.pieces)) : [];
    if (!steps) motion.show(stage, this.pieces);
    if (!steps && slide.length === 0) return this.#settled();
    const first = steps?.find((step) => step.head && step.ms > 0)?.head?.seat ?? NONE;
    if (!isFitted() || !motion.isRunning) this.#arrange([...before.values()], first === NONE || model.table.mine.includes(first));
    motion.play(steps ?? slide);
    if (!motion.isRunning) return;
    this.follow.queued();
    this.mark();
  }

  /** Shows once more how something happened, without movement step by step; then the present again. @param {import("./rows.js").Pieces} before @param {Happening[]} told */
  again(before, told) {
    const { stage, motion } = this;
    if (!stage || !this.model.table) return;
    const steps = planOf(told, stage.catalogue.kinds);
    motion.show(stage, before);
    this.#arrange([...before.values()]);
    this.isAgain = true;
    motion.play(tempo() ? steps : stilled(steps), tempo() || 1);
    this.mark();
  }

  /** @param {import("./rows.js").Piece[]} leaving @param {boolean} [moves] whether an own move is about to be seen: what can be chosen then needs room only afterwards */
  #arrange(leaving, moves = false) {
    const { stage, model } = this;
    if (!stage || !model.table) return;
    const offers = model.past ? [] : [...model.table.offers.values()];
    const { catalogue } = stage;
    const lying = [...leaving, ...this.pieces.values()];
    const held = panelsWith(catalogue, [...lying, ...offers]);
    this.held = this.motion.isRunning ? new Set([...held, ...this.held]) : held; // what is in the air comes from somewhere
    const sheet = layoutOf(catalogue, model.table.seat, this.held);
    const asked = needsOf(model, catalogue);
    this.needs = asked ?? this.needs ?? usual(catalogue, model.table.seat);
    const { whole, now } = this.needs;
    const room = (!isFitted() && this.room) || roomFor();
    const needed = moves ? layoutOf(catalogue, model.table.seat, panelsWith(catalogue, lying)) : sheet;
    if (isFitted() && (moves || !asked) && !model.table.over && this.fits === `${room.width} ${room.height}` && stage.hasLaid(needed)) return; // while others choose, or something is in the air, everything stays where it was
    this.fits = `${room.width} ${room.height}`;
    const changed = stage.arrange(isFitted() ? fitted(sheet, catalogue, [...this.pieces.values(), ...offers], whole, now, room) : centred(sheet, room));
    if (changed) layLensAside(stage);
  }

  /** The table is laid anew when there is more or less room. @param {() => void} laid */
  watch(laid) {
    new ResizeObserver(([{ contentRect }]) => {
      this.room = { width: contentRect.width, height: contentRect.height };
      if (isFitted() && this.motion.isRunning) return;
      this.#arrange([]);
      this.mark();
      laid();
    }).observe(part("board"));
  }

  /** Everything lies where it belongs. */
  #settled() {
    if (!this.stage || !this.model.table) return;
    this.isAgain = false;
    this.motion.show(this.stage, this.pieces);
    this.#arrange([]);
    drawAreas(this.stage, Object.values((this.model.past ?? this.model.table).earns).flat());
    this.mark();
    this.motion.counted();
    this.follow.ended();
    clearTimeout(this.tidying);
    this.tidying = setTimeout(() => this.motion.isRunning || this.stage?.tidy(), TIDY_MS);
  }

  /** A move was sent, and what comes of it is drawn in a moment, before which nothing else is painted; if the answer is long in coming, its last click is marked, and then the rest steps back. @param {number} place @param {() => void} drawn */
  hold(place, drawn) {
    const later = (/** @type {number} */ ms, /** @type {() => void} */ run) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.model.sending && run(), ms);
    };
    later(CHOSEN_MS, () => {
      if (this.stage) choose(this.stage, place);
      later(HOLD_MS, () => {
        this.mark();
        drawn();
      });
    });
  }

  /** What can be done on the board. */
  mark() {
    const { stage, model } = this;
    if (!stage || !model.table) return;
    if (isFitted() && !this.motion.isRunning) this.#arrange([]); // the next click may need other panels
    drawMarks(stage, model, this.motion.isRunning ? [] : lastPlaces(model.table.log, stage.catalogue));
    labelTargets(stage, model, (moves) => this.#foresee(moves), this.words.choose);
    this.preview(this.pointed);
    part("back").hidden = model.picked.length === 0 || model.sending !== null;
    part("send").hidden = !model.confirm;
    part("decision").classList.toggle("confirming", model.confirm);
    reachOut(stage, model);
    clearTimeout(this.timer);
    if (isOpen(model)) this.timer = setTimeout(() => this.#want([]), FORESEE_MS);
  }

  /** @param {number|null} place */
  preview(place) {
    const { stage, model } = this;
    if (!stage || model.past) return;
    this.pointed = place;
    if (place !== null) this.#want(movesAfter(model, [...model.picked, place]));
    else if (model.confirm) this.#want(movesAfter(model));
    else if (hintNow(model)?.move !== undefined) this.#want([]);
    drawPreview(stage, model, place, (moves) => this.#foresee(moves));
  }

  /** @param {number[]} places @param {string} [kind] */
  highlight(places, kind = "look") {
    if (this.stage) highlight(this.stage, places, kind);
  }

  zoom() {
    if (this.stage) zoom(this.stage, this.model);
  }

  /** Whether a tap only enlarged what is around it. @param {MouseEvent} event */
  enlarge(event) {
    if (!this.stage || !isOpen(this.model) || !enlarge(this.stage, this.model, event)) return false;
    this.preview(null);
    return true;
  }

  /** Asks what the moves would do that are possible now, some first. @param {number[]} first */
  #want(first) {
    const { model } = this;
    if (isOpen(model) && model.table) this.foresight.want(model.table, [...new Set([...first, ...movesAfter(model)])]);
  }

  /** @param {{number: number, moves: [number, number[]][]}} message */
  foreseen(message) {
    this.foresight.take(message);
    if (!this.stage) return;
    labelTargets(this.stage, this.model, (moves) => this.#foresee(moves), this.words.choose);
    this.preview(this.pointed);
  }

  /** What some moves would do; null as long as that is not known of all. @param {number[]} moves @returns {import("./foresight.js").Prospect[]|null} */
  #foresee(moves) {
    const { stage, telling, model } = this;
    if (!stage || !telling || !model.table || this.foresight.number !== model.table.number) return moves.length ? null : [];
    const { seat } = model.table;
    const found = moves.flatMap((move) => {
      const told = this.foresight.known.get(move);
      return told ? [prospectOf(move, told, seat, stage.catalogue, telling)] : [];
    });
    return found.length === moves.length ? found : null;
  }

  /** The points of each seat, as far as they were shown to come about. @returns {number[]} */
  get scores() {
    const { table, past } = this.model;
    return (table?.seats ?? []).map((seat) => {
      const piece = this.stage?.catalogue.scores[seat.seat] ?? -1;
      const [now, then] = [this.motion.pieces.get(piece)?.number, this.pieces.get(piece)?.number];
      const ahead = now !== undefined && then !== undefined ? then - now : 0;
      return (past ? past.totals[seat.seat] : seat.score) - ahead;
    });
  }
}

/** What matters before anything was asked: the board and what is one's own. @param {import("./catalogue.js").Catalogue} catalogue @param {number} seat */
function usual(catalogue, seat) {
  const panels = [...catalogue.panels.values()].filter((panel) => panel.purpose === "board" || (panel.purpose === "seat" && panel.seat === seat));
  const need = { panels: panels.map((panel) => panel.number), targets: [], first: panels[0]?.number ?? NONE };
  return { whole: need, now: need };
}
