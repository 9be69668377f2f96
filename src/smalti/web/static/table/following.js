// Follows what is being shown: it is heard and felt, the player whose turn it is stands out, and a line says what they do.

import { NONE } from "./catalogue.js";
import { buzz, hear } from "./sound.js";
import { part } from "./svg.js";

/** @typedef {import("./sound.js").Sound} Sound */

const MOST_SOUNDS = 3;

/** @param {import("./state.js").Model} model @param {() => import("./words.js").Telling|null} telling @param {(seat: number) => void} shown whose turn is shown, NONE for nobody's */
export function newFollowing(model, telling, shown) {
  let seat = NONE;

  /** @param {import("./plan.js").Step} step @param {number} ms */
  function listen(step, ms) {
    const kinds = telling()?.catalogue.kinds;
    /** @type {Map<Sound, {times: number, lands: boolean}>} */
    const heard = new Map();
    for (const row of step.rows) {
      const kind = kinds?.get(row.kind);
      if (!kind?.sound) continue;
      const lands = step.flights.some((flight) => flight.kind === "fly" && flight.piece === row.piece);
      heard.set(kind.sound, { times: (heard.get(kind.sound)?.times ?? 0) + 1, lands });
    }
    for (const [sound, { times, lands }] of [...heard].slice(0, MOST_SOUNDS)) {
      hear(sound, lands ? ms * 0.6 : 0, times);
      if (model.table?.mine.includes(step.head?.seat ?? seat)) buzz(sound);
    }
  }

  /** @param {import("./rows.js").Happening} head */
  function point(head) {
    const others = head.seat !== NONE && !model.table?.mine.includes(head.seat);
    const words = telling()?.sentence(head) ?? "";
    if (head.seat !== NONE) turnTo(others ? head.seat : NONE);
    if (others) part("caption").textContent = `${telling()?.seat(head.seat)} ${words}`;
  }

  /** @param {number} next */
  function turnTo(next) {
    seat = next;
    part("caption").hidden = next === NONE;
    for (const item of part("seats").children) item.classList.toggle("shown", item.classList.contains(`seat-${next}`));
    shown(next);
  }

  return {
    /** A step begins to be seen, in so many milliseconds. @param {import("./plan.js").Step} step @param {number} ms */
    began(step, ms) {
      if (step.head && ms >= 0) point(step.head);
      listen(step, ms);
    },
    /** Everything lies where it belongs. */
    ended() {
      if (seat !== NONE) turnTo(NONE);
    },
  };
}
