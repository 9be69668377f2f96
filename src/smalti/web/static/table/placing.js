// Setting up a position by hand: a tool is chosen, then places are clicked. The game says, through the server, what can lie where, and why not.

import { post, Refusal } from "../ask.js";
import { recordOf } from "../local/games.js";
import { NONE } from "./catalogue.js";
import { button, element } from "./rail.js";
import { figureOf } from "./study_chance.js";
import { part } from "./svg.js";
import { toldWith } from "./tools.js";

/**
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {{position: string, start: string, tools: Tool[]}} SetUp
 * @typedef {import("./study.js").StudyConnection} Connection
 */

/** The text of the position at the end of the line that is shown. @param {Connection} connection @returns {Promise<string>} */
export async function positionOf(connection) {
  const { study, ...line } = await connection.kept(); // the line to the point that is shown, and nothing else
  return (await post("/api/study", { record: { ...recordOf(/** @type {any} */ (line)), scores: undefined, winners: undefined } })).position;
}

export class Placing {
  /** @type {SetUp|null} */
  now = null;
  chosen = 0;

  /** @param {Connection} connection @param {() => import("./board.js").Board} board */
  constructor(connection, board) {
    this.connection = connection;
    this.board = board;
  }

  /** @param {object} click @returns {Promise<SetUp>} */
  #ask(click) {
    return post(`/api/study/hand?language=${document.documentElement.lang}`, { game: this.connection.game, ...click });
  }

  async begin() {
    this.now = await this.#ask({ position: await positionOf(this.connection) });
    document.body.classList.add("placing");
    this.connection.tell({ type: "whole" });
  }

  /** Ends it: from here on the position is played. */
  end() {
    this.connection.placing = null;
    document.body.classList.remove("placing");
    part("placing").hidden = true;
    history.replaceState(null, "", location.href.replace("&place=1", ""));
    this.connection.ask({ type: "follow" });
  }

  /** A table as it is shown meanwhile. @param {any} message */
  over(message) {
    return message.type === "table" && this.now ? toldWith(message, this.now.tools[this.chosen], this.connection.words.place_ask) : message;
  }

  /** A click with the tool. @param {string} id @param {number} place */
  async put(id, place) {
    try {
      this.now = await this.#ask({ position: this.now?.position, tool: this.chosen, place });
      this.connection.tell({ type: "set", id, start: { state: this.now.start, text: this.now.position } });
    } catch (error) {
      this.connection.unanswered.delete(id);
      const words = (error instanceof Refusal && error.message) || this.connection.words.failed;
      this.connection.receive({ type: "refused", id, words: words[0].toUpperCase() + words.slice(1), clause: null });
    }
  }

  /** The tools, as buttons. */
  draw() {
    const { telling, stage } = this.board();
    const holder = part("placing");
    const written = JSON.stringify([this.now?.tools.map((tool) => [tool.look, tool.words]), this.chosen]);
    if (!this.now || !telling || !stage || holder.dataset.written === written) return;
    holder.dataset.written = written;
    const had = holder.contains(document.activeElement);
    const desk = { telling, words: this.connection.words, draw: stage.draw.bind(stage), give: () => {} };
    const tools = this.now.tools.map((tool, n) => {
      const piece = { piece: NONE, place: tool.at, look: tool.look, turn: 0, number: tool.number };
      const words = tool.words || telling.called(piece);
      const one = button("", "outcome", () => this.#choose(n));
      one.append(...(tool.look === NONE ? [] : [figureOf(piece, desk)]), element("span", tool.look === NONE ? "" : "unseen", words));
      one.title = words;
      one.setAttribute("aria-pressed", String(n === this.chosen));
      return element("li", "", one);
    });
    const list = element("ul", "outcomes", ...tools);
    const { scrollTop = 0, scrollLeft = 0 } = holder.querySelector("ul") ?? {};
    holder.replaceChildren(list, button(this.connection.words.place_done, "primary", () => this.end()));
    holder.hidden = false;
    Object.assign(list, { scrollTop, scrollLeft });
    if (had) /** @type {HTMLElement|null} */ (list.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** @param {number} tool */
  #choose(tool) {
    this.chosen = tool;
    this.connection.tell({ type: "whole" });
  }
}
