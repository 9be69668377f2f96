// The bots of a table with one person think here, where that person is, as the server asks for it. It plays what comes of it
// like every move, and thinks itself when nothing does: so nothing that fails here is worth a word.

import { newThinker } from "../engine/asking.js";
import { keeps } from "../places.js";
import { isSlow, slow } from "../settings.js";

/** What an answer of the server to a thought is known by. */
const KIND = "thought ";

/** @param {import("../engine/hints.js").Hint} hint */
const advice = ({ move, difference, reasons, isOnly, decides }) => ({ move, difference, reasons: reasons.map(({ term, gain }) => [term, gain]), only: isOnly, decides });

/** @typedef {(message: any) => void} Tell */

/** @param {string} game */
export function newThinking(game) {
  const ask = newThinker();
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  let isWarm = false;
  const address = new URL(`/engine/${game}.json`, location.href).href;
  const isAble = keeps.includes(game) && "WebAssembly" in globalThis && "Worker" in globalThis && !saves;

  /** @param {any} question @param {Tell} tell */
  async function think({ number, seat, level, position, generator, engine, budget }, tell) {
    const bytes = Uint8Array.from(atob(position), (letter) => letter.charCodeAt(0));
    try {
      const thought = await ask({ address, mark: engine, position: bytes, seat, level, generator: BigInt(generator), budget });
      const answer = level ? { move: thought.move } : { best: thought.map(advice) };
      tell({ type: "thought", id: `${KIND}${number} ${seat}`, number, seat, ...answer });
      if (thought.isCut) slow(game);
      if (thought.isCut) tell({ type: "thinks", able: false });
    } catch {
      tell({ type: "thinks", able: false });
    }
  }

  /** Loads what the bots of a table will need, before anybody waits for it. @param {any} table */
  async function warm({ mine, seats, over }) {
    const levels = seats.flatMap((/** @type {{bot: string|null}} */ { bot }) => bot ?? []);
    if (isWarm || !isAble || isSlow(game) || over || mine.length !== 1 || !levels.length) return;
    isWarm = true;
    const ready = await ask({ address, warm: levels, seats: seats.length }).catch(() => null); // asked again when it is needed
    if (ready) performance.mark("smalti-thinks", { startTime: ready.began + ready.took - performance.timeOrigin, detail: ready.took });
  }

  return {
    /** Says on a new connection that bots can think here. @param {Tell} tell */
    offer: (tell) => isAble && !isSlow(game) && tell({ type: "thinks", able: true }),
    /** Whether a message was meant for this. @param {any} message @param {Tell} tell */
    hears(message, tell) {
      if (message.type === "think") think(message, tell);
      if (message.type === "table") warm(message);
      return message.type === "think" || (message.id ?? "").startsWith(KIND);
    },
  };
}
