// What is asked of the server besides moves: seats, links, tables that go on from here or begin again.

import { post, Refusal } from "../ask.js";
import { keeps } from "../places.js";
import { invitations, keepInvitations } from "../settings.js";
import { sure } from "../sure.js";
import { copy } from "./page.js";
import { button, drawNotice, link } from "./rail.js";
import { part } from "./svg.js";

/** @param {string} id the table @param {import("./rail.js").Words} words */
export function newOrders(id, words) {
  const api = `/api/tables/${id}`;

  /** @param {string} path @param {object} body */
  async function order(path, body) {
    try {
      return await post(`${api}/${path}`, body);
    } catch (error) {
      drawNotice((error instanceof Refusal && error.message) || words.failed, null, "");
      return null;
    }
  }

  /** Goes to a table that was made. @param {any} made */
  function go(made) {
    if (!made) return;
    if (made.invitations && Object.keys(made.invitations).length) keepInvitations(made.table, made.invitations);
    location.href = `/table/${made.table}`;
  }

  /** The same seats once more; between people one table, whoever asks first. */
  const again = () => order("again", {}).then(go);

  return {
    again,
    /** Does not play again with the same people. */
    decline: () => order("decline", {}),
    /** A bot takes a seat that nobody has come to. @param {number} seat */
    async fill(seat) {
      if (await sure(words.fill_sure, words.fill)) await order("fill", { seat, bot: words.bot_name });
    },
    /** @param {number} seat @param {string|null} bot */
    async handOver(seat, bot) {
      if (bot === null || (await sure(words.hand_over_sure, words.hand_over))) await order("seat", { seat, bot });
    },
    /** @param {number} seat */
    resign: (seat) => order("resign", { seat }),
    /** What is to be done about a seat that is away. @param {number} seat @param {string} wish */
    vote: (seat, wish) => order("vote", { seat, wish }),
    /** A bot that was stopped tries once more. */
    think: () => order("think", {}),
    /** @param {number} ply @param {string|null} bots */
    branch: (ply, bots) => order("branch", { ply, bots }).then(go),
    /** A new link for a seat whose link was lost. @param {number} seat */
    async renew(seat) {
      if (!(await sure(words.new_link_sure, words.new_link))) return;
      const made = await order("invitation", { seat });
      if (made) keepInvitations(id, { ...invitations(id), [seat]: made.link });
    },
    /** What can be done after the game; a challenge has one try. @param {{game: string, challenge: boolean}} table @returns {Node[]} */
    after({ game, challenge }) {
      const repeat = button(words.same_deal, "", () => order("again?same_deal=true", {}).then(go));
      const address = button(words.copy_link, "", () => copy(location.href, address));
      return [
        button(words.again, "primary again", again),
        link(words.review, `/table/${id}/review`),
        ...(challenge ? [] : [repeat]),
        address,
        link(words.record, `${api}/record`, `${game}-${id}.json`),
        ...(keeps.includes(game) ? [link(words.study, `/study/${game}#game=${id}`)] : []),
        link(words.check, `/chance?table=${id}`),
        button(words.picture, "picture", () => import("./picture.js").then(({ sharePicture }) => sharePicture(`${api}/picture.svg`, `${game}-${id}.png`, `${words.title} · ${part("ask").textContent}`))),
      ];
    },
  };
}
