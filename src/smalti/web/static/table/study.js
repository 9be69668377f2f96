// The study board: what the page of a table has more when one plays all seats, chooses what chance gives, and goes back to try something else.

import { post, Refusal } from "../ask.js";
import { branchOf, newStudy as newKept, packed, recordOf, unpack } from "../local/games.js";
import { hex } from "../local/chance.js";
import { settled } from "../local/starting.js";
import { find } from "../local/store.js";
import { fromRecord } from "../local/tree.js";
import { isAlone, studyPage } from "../places.js";
import { sure } from "../sure.js";
import { LocalConnection } from "./local.js";
import { copy, say } from "./page.js";
import { button, drawNotice, element, fillIn, link } from "./rail.js";
import { drawChance } from "./study_chance.js";
import { Placing, positionOf } from "./placing.js";
import { listenToForm } from "./study_form.js";
import { drawTree } from "./study_tree.js";
import { part } from "./svg.js";

/**
 * @typedef {import("../local/store.js").Kept} Kept
 * @typedef {import("./rail.js").Words} Words
 * @typedef {{at: number, all: number, deal: import("../local/study.js").Deal|null, chance: [number, number, number[]][]|null, nodes: import("./study_order.js").Told[]}} Told
 * @typedef {{expected: number[], moves: [number, number][], words: string[]}} Line
 */

/** What is asked about the moves of a position. */
const ABOUT_MOVES = ["foresee", "why", "hint", "lines"];

/** A study of something that a server reads: a record, or a position in text. @param {object} record @param {number|null} [at] @returns {Promise<Kept>} */
export async function imported(record, at = null) {
  if (isAlone) throw new Refusal(part("studying").dataset.needs ?? "");
  const { numbers, start } = await post("/api/study", { record });
  const begins = start ? { state: start, text: numbers.position } : null;
  return newKept({ game: numbers.game, options: numbers.options, start: begins }, numbers.seats.map((/** @type {any} */ seat) => seat.name), fromRecord(numbers), at);
}

/** What an address wants studied. @param {string} game @param {URLSearchParams} said @param {Words} words @returns {Promise<Kept>} */
async function wanted(game, said, words) {
  const at = said.has("at") ? Number(said.get("at")) : null;
  if (said.has("game")) return imported(await (await fetch(`/api/games/${encodeURIComponent(said.get("game") ?? "")}`, { headers: { Accept: "application/json" } })).json(), at);
  if (said.has("local")) {
    const kept = await find(said.get("local") ?? "");
    if (!kept) throw new Refusal(words.not_kept);
    return newKept(kept, kept.seats.map((seat) => seat.name), { log: kept.log }, at);
  }
  if (!said.has("whole")) return newKept({ game, options: {} }, names(Number(said.get("new")) || Number(part("studying").dataset.seats), words));
  const text = said.get("whole") ?? "";
  const { options, names: people, study, position, at: there } = await unpack(text);
  const first = position ? await imported({ format: "smalti-study/1", game, rules: part("studying").dataset.rules, options, seats: people.map((/** @type {string} */ name) => ({ name })), position, log: [] }) : null;
  const id = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))).slice(0, 16);
  return { ...newKept({ game, options, start: first?.start }, people.map((/** @type {unknown} */ name) => String(name).slice(0, 24)), study, there), id };
}

/** @param {number} seats @param {Words} words */
const names = (seats, words) => Array.from({ length: seats }, (_, seat) => fillIn(words.study_seat, { number: seat + 1 }));

export class StudyConnection extends LocalConnection {
  /** Whoever sets a position up by hand. @type {Placing|null} */
  placing = null;

  /** @param {string} game @param {Words} words @param {(message: any) => void} receive @param {(online: boolean) => void} state */
  constructor(game, words, receive, state) {
    super(game, words, (message) => receive(this.placing?.over(message) ?? message), state);
  }

  /** While pieces are placed nothing is asked about moves. @param {any} message */
  tell(message) {
    if (!this.placing || !ABOUT_MOVES.includes(message.type)) super.tell(message);
    else if (message.type === "why") this.receive({ type: "refused", id: null, words: this.words.place_not, clause: null });
  }

  /** @param {any} message @returns {string} its id */
  ask(message) {
    if (!this.placing || message.type !== "move") return super.ask(message);
    const id = crypto.randomUUID();
    this.unanswered.set(id, "");
    this.placing.put(id, message.move);
    return id;
  }

  /** Makes a study of what the address wants and keeps it, so that from then on it has a place of its own. */
  async prepare() {
    const said = new URLSearchParams(location.hash.slice(1));
    if (said.has("g")) return;
    const made = await wanted(this.game, said, this.words);
    const known = await find(made.id).catch(() => null);
    history.replaceState(null, "", await settled(known ?? made));
  }
}

/** @param {string} game @param {Words} words @param {StudyConnection} connection @param {() => import("./board.js").Board} board */
export function newStudy(game, words, connection, board) {
  const comment = /** @type {HTMLTextAreaElement} */ (part("comment"));
  document.body.classList.add("studying");
  /** The point that is shown. */
  let at = 0;
  let isOpened = false;
  const ask = (/** @type {any} */ message) => connection.ask(message);

  /** Carries something out, and says why not. @param {() => Promise<void>} work */
  async function tried(work) {
    await work().catch((error) => drawNotice((error instanceof Refusal && error.message) || words.failed, null, game));
  }
  /** @param {(kept: Kept) => Promise<void>} work */
  const withKept = (work) => tried(async () => {
    comment.blur(); // what is being written belongs to it
    await work(await connection.kept());
  });

  const share = (/** @type {HTMLElement} */ from) => withKept(async (kept) => copy(studyPage(game, `whole=${await packed(kept)}`), from));
  const record = () => withKept(async (kept) => {
    const told = recordOf(kept);
    const { record: written } = isAlone ? { record: told } : await post("/api/study", { record: told }).catch(() => ({ record: told }));
    const address = URL.createObjectURL(new Blob([JSON.stringify(written)], { type: "application/json" }));
    link("", address, `${game}-${kept.id}.json`).click();
    URL.revokeObjectURL(address);
  });
  const review = () => withKept(async (kept) => {
    if (!kept.over || kept.start) return drawNotice(words.study_unfinished, null, game);
    if (!(await sure(words.study_hand_in, words.review))) return;
    const { table } = await post("/api/games", { record: recordOf(kept), bots: [] });
    location.href = `/table/${table}/review`;
  });

  comment.addEventListener("change", () => ask({ type: "comment", words: comment.value }));
  part("make-main").addEventListener("click", () => ask({ type: "main" }));
  part("cut").addEventListener("click", async () => (await sure(words.study_cut_sure, words.study_cut)) && ask({ type: "cut" }));
  part("best-lines").addEventListener("click", () => {
    part("lines").replaceChildren(words.hint_wait);
    say(words.hint_wait);
    connection.tell({ type: "lines" });
  });
  part("study-link").addEventListener("click", () => share(part("study-link")));
  part("study-record").addEventListener("click", record);
  part("study-review").addEventListener("click", review);
  part("study-place").addEventListener("click", () => withKept(async ({ seats }) => {
    const study = { format: "smalti-study/1", game, rules: part("studying").dataset.rules, seats: seats.map(({ name }) => ({ name })), position: await positionOf(connection), log: [] };
    location.href = `${await settled(await imported(study))}&place=1`; // a study of its own, so that nothing is lost
  }));
  /** Goes on with placing where the address says so. */
  function place() {
    connection.placing = new Placing(connection, board);
    tried(() => /** @type {Placing} */ (connection.placing).begin());
  }
  listenToForm(game, words, connection, tried);

  /** A line that the bot has told. @param {Line} line */
  function lineOf({ expected, moves, words: said }) {
    const { telling } = board();
    const isAlone = expected.length === 1;
    const number = new Intl.NumberFormat(document.documentElement.lang, { style: isAlone ? "decimal" : "percent", maximumFractionDigits: isAlone ? 1 : 0 });
    const row = button("", "line", () => ask({ type: "try", moves }));
    const shares = expected.map((one, seat) => (isAlone ? number.format(one) : `${telling?.seat(seat)} ${number.format(one)}`)).join(" · ");
    row.append(element("b", "", said[0]), ...said.slice(1).map((one) => element("span", "then", ` → ${one}`)), element("span", "difference", shares ? ` ${fillIn(isAlone ? words.study_points : words.study_shares, { shares })}` : ""));
    return element("li", "", row);
  }

  return {
    /** Whether a position is set up by hand: a click is easily taken back then. */
    get isPlacing() {
      return connection.placing !== null;
    },
    /** Goes to a point of the line at hand. @param {number} ply @returns {Promise<null>} */
    go: (ply) => (ask({ type: "go", ply }), Promise.resolve(null)),
    /** What the bot has found. @param {{number: number, lines: Line[]}} message */
    show({ lines }) {
      part("lines").replaceChildren(element("ol", "best", ...lines.map(lineOf)));
      say(lines[0].words[0]);
    },
    /** @param {import("./state.js").Table} table */
    draw({ study: told, acting, over }) {
      const { telling, stage } = board();
      if (!told || !telling || !stage) return;
      if (!isOpened && location.hash.includes("&place=1")) place();
      isOpened = true;
      const node = told.nodes.find((one) => one.id === told.at);
      if (at !== told.at) part("lines").replaceChildren();
      if (at !== told.at || document.activeElement !== comment) comment.value = node?.comment ?? "";
      at = told.at;
      part("best-lines").hidden = over || !acting.length;
      /** @type {HTMLButtonElement} */ (part("cut")).disabled = !node?.parent;
      drawTree(part("tree"), told.nodes, told.at, words.study_start, (id) => ask({ type: "go", node: id }));
      drawChance(part("chance"), told, { telling, words, draw: (piece, width, height) => stage.draw(piece, width, height), give: (outcome) => ask({ type: "give", outcome }) });
      if (!connection.placing) return;
      connection.placing.draw();
      board().mark(); // another tool goes to other places
    },
    orders: {
      again: async () => {},
      handOver: async () => {},
      think: () => {},
      renew: async () => {},
      decline: async () => {},
      fill: async () => {},
      /** @param {number} ply @param {string|null} bot */
      branch: (ply, bot) => withKept(async (kept) => {
        location.href = await settled(branchOf(kept, ply, bot));
      }),
      /** @returns {Node[]} */
      after: () => [button(words.record, "", record), ...(isAlone ? [] : [button(words.review, "primary", review)])],
    },
  };
}
