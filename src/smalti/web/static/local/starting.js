// Starts a game: at the server if one is there, else in this browser.

import { post, Refusal } from "../ask.js";
import { canPlayHere, isLocal, localTable, studyPage } from "../places.js";
import { keep } from "./store.js";

/**
 * Makes a table and says where it is; in the browser alone if that is wanted, or if no server answers and nobody else is needed.
 * @param {import("./games.js").Order} order @param {string} me how the person here is called @param {boolean} [here]
 * @returns {Promise<{address: string, table: string, invitations: Record<string, string>}>}
 */
export async function start(order, me, here = isLocal) {
  if (here) return startHere(order, me);
  try {
    const made = await post("/api/tables", order);
    return { invitations: {}, ...made, address: `/table/${made.table}` };
  } catch (error) {
    const isFree = order.seats.every((seat) => seat.kind !== "invite");
    if ((error instanceof Refusal && !error.isAway) || !isFree || order.rated || !canPlayHere(order.game)) throw error;
    return startHere(order, me);
  }
}

/** @param {import("./games.js").Order} order @param {string} me */
async function startHere(order, me) {
  const { newGame } = await import("./games.js");
  const game = newGame(order, me);
  return { address: await settled(game), table: game.id, invitations: {} };
}

/** Keeps a new game and says where it is played; one that this browser cannot keep now is in its address until it can. @param {import("./store.js").Kept} game */
export async function settled(game) {
  const address = game.study ? studyPage(game.game, `g=${game.id}`) : localTable(game.game, game.id);
  try {
    await keep(game);
    navigator.storage?.persist?.(); // whatever the answer is, the game is kept
    return address;
  } catch {
    const { pack } = await import("./games.js");
    return `${address}&fresh=${await pack(game)}`;
  }
}
