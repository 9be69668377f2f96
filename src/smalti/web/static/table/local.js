// A table without a server, in the place of the connection to one: a worker that answers as a socket would.

import { Refusal } from "../ask.js";
import { branchOf, newGame, packed, recordOf, unpack, unpacked } from "../local/games.js";
import { settled } from "../local/starting.js";
import { canPlayHere, files, localPage, studyPage } from "../places.js";
import { sure } from "../sure.js";
import { copy } from "./page.js";
import { button, link } from "./rail.js";
import { part } from "./svg.js";

/**
 * @typedef {import("../local/store.js").Kept} Kept
 * @typedef {import("./rail.js").Words} Words
 */

/** What an address says: a game that is kept here, perhaps with how it began, or a whole one to look at. */
export function addressed() {
  const said = new URLSearchParams(location.hash.slice(1));
  return { id: said.get("g") ?? "", fresh: said.get("fresh"), whole: said.get("whole") };
}

export class LocalConnection {
  /** @param {string} game @param {Words} words @param {(message: any) => void} receive @param {(online: boolean) => void} state */
  constructor(game, words, receive, state) {
    this.game = game;
    this.words = words;
    this.receive = receive;
    this.state = state;
    /** @type {Map<string, string>} */
    this.unanswered = new Map();
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    this.trouble = "";
    addEventListener("hashchange", () => location.reload());
    this.#open().catch((error) => this.#end(error instanceof Refusal && error.message ? error.message : words.not_kept));
  }

  /** Has what the address means ready, where that is more than a game. */
  async prepare() {}

  async #open() {
    if (!canPlayHere(this.game)) return this.#end(this.words.insecure);
    await this.prepare();
    const { id, fresh, whole } = addressed();
    const given = whole && (await unpacked(this.game, whole));
    const begun = fresh && (await unpack(fresh));
    this.worker = new Worker(new URL("../local/worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = () => this.#end(this.words.cannot_open);
    const { open_elsewhere, not_kept, closed } = this.words;
    this.tell({ type: "open", which: id, given, begun, language: document.documentElement.lang, files: files.href, words: { open_elsewhere, not_kept, closed } });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "answer") return this.asked.get(message.ask)?.(message.answer);
    if (message.type === "waits" || message.type === "kept") return this.#say(message.words);
    if (message.type === "closed") return this.#end(message.words || this.words.cannot_open);
    if (message.type === "table") this.state(true);
    if (message.id) this.unanswered.delete(message.id);
    this.receive(message);
    if (this.trouble) this.#say(this.trouble); // an answer does not end it
  }

  /** Says what keeps the game from being kept or opened; nothing once all is well. @param {string} words */
  #say(words) {
    this.trouble = words;
    this.receive({ type: "trouble", words });
  }

  /** Says why there is no game here, and leads to those that are. @param {string} words */
  #end(words) {
    this.#say(words);
    part("ask").hidden = true;
    part("after").hidden = false;
    part("after").replaceChildren(link(this.words.my_games, localPage("my-games")));
  }

  /** @param {any} message */
  tell(message) {
    this.worker?.postMessage(message);
  }

  /** @param {any} message @returns {string} its id */
  ask(message) {
    const id = crypto.randomUUID();
    this.unanswered.set(id, "");
    this.tell({ ...message, id });
    return id;
  }

  /** @param {object} question @returns {Promise<any>} */
  #answer(question) {
    const ask = this.asked.size;
    this.tell({ ...question, ask });
    return new Promise((resolve) => this.asked.set(ask, resolve));
  }

  /** The table at a point of the game. @param {number} ply @returns {Promise<any>} */
  past(ply) {
    return this.#answer({ type: "past", ply });
  }

  /** The game as it stands. @returns {Promise<Kept>} */
  kept() {
    return this.#answer({ type: "game" });
  }
}

/** What is asked for besides moves, as `orders.js` asks a server for it. @param {string} game @param {Words} words @param {LocalConnection} connection */
export function newLocalOrders(game, words, connection) {
  /** @param {(kept: Kept) => Kept} make */
  async function go(make) {
    location.href = await settled(make(await connection.kept()));
  }
  const again = () => go((kept) => newGame({ ...kept, seats: kept.seats.map((seat) => ({ ...seat, bot: seat.kind === "bot" ? (seat.bot ?? undefined) : undefined })) }, kept.seats.find((seat) => seat.kind === "me")?.name ?? ""));

  /** @param {number|null} ply @param {HTMLElement} from */
  async function share(ply, from) {
    const kept = await connection.kept();
    const shown = ply === null ? kept : { ...kept, log: kept.log.slice(0, ply) };
    await copy(`${localPage(`play-${game}`)}#whole=${await packed(shown)}`, from);
  }

  async function record() {
    const kept = await connection.kept();
    const address = URL.createObjectURL(new Blob([JSON.stringify(recordOf(kept))], { type: "application/json" }));
    link("", address, `${game}-${kept.id}.json`).click();
    URL.revokeObjectURL(address);
  }

  const point = button(words.point_link, "", () => share(Number(/** @type {HTMLInputElement} */ (part("slider")).value), point));
  part("branch").parentElement?.append(point);

  return {
    again,
    /** @param {number} seat @param {string|null} bot */
    async handOver(seat, bot) {
      if (bot === null || (await sure(words.hand_over_sure, words.hand_over))) connection.ask({ type: "seat", seat, bot });
    },
    think: () => connection.tell({ type: "think" }),
    /** @param {number} ply @param {string|null} bots */
    branch: (ply, bots) => go((kept) => branchOf(kept, ply, bots)),
    async renew() {},
    async decline() {},
    async fill() {},
    /** @returns {Node[]} */
    after() {
      const address = button(words.game_link, "", () => share(null, address));
      const [review, study] = addressed().id ? [[link(words.review, `${localPage(`review-${game}`)}#g=${addressed().id}`)], [link(words.study, studyPage(game, `local=${addressed().id}`))]] : [[], []];
      return [button(words.again, "primary again", again), ...review, address, button(words.record, "", record), ...study];
    },
  };
}
