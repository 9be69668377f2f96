// The bots of a table with one person think here, where that person is, as the server asks for it. It plays what comes of it
// like every move, and thinks itself when nothing does: so nothing that fails here is worth a word.

import { newThinker } from "../engine/asking.js";
import { keeps } from "../places.js";
import { isSlow, slow } from "../settings.js";

/** What an answer of the server to a thought is known by. */
const KIND = "thought ";

/** @typedef {(message: any) => void} Tell */

/** @param {string} game */
export function newThinking(game) {
  const ask = newThinker();
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  const isAble = keeps.includes(game) && "WebAssembly" in globalThis && "Worker" in globalThis && !saves;

  /** @param {any} question @param {Tell} tell */
  async function think({ number, seat, level, position, generator, engine, budget }, tell) {
    const bytes = Uint8Array.from(atob(position), (letter) => letter.charCodeAt(0));
    const address = new URL(`/engine/${game}.json`, location.href).href;
    try {
      const thought = await ask({ address, mark: engine, position: bytes, seat, level, generator: BigInt(generator), budget });
      tell({ type: "thought", id: `${KIND}${number} ${seat}`, number, seat, move: thought.move });
      if (thought.isCut) slow(game);
      if (thought.isCut) tell({ type: "thinks", able: false });
    } catch {
      tell({ type: "thinks", able: false });
    }
  }

  return {
    /** Says on a new connection that bots can think here. @param {Tell} tell */
    offer: (tell) => isAble && !isSlow(game) && tell({ type: "thinks", able: true }),
    /** Whether a message was meant for this. @param {any} message @param {Tell} tell */
    hears(message, tell) {
      if (message.type === "think") think(message, tell);
      return message.type === "think" || (message.id ?? "").startsWith(KIND);
    },
  };
}
