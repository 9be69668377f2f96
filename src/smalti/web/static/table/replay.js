// The replay: one point of the game at a time, by slider, step, play or a line of the log.

import { unpackPast } from "./state.js";
import { part } from "./svg.js";

const STEP_MS = 1100;
/** How long the board is looked at before something happens on it. */
const LOOK_MS = 500;

/**
 * @param {(ply: number) => Promise<any>} past the table at a point of the game, as it comes
 * @param {() => number} length how many points the game has
 * @param {(past: import("./state.js").Past|null) => void} show null is the present
 * @param {() => number} present which point that is: the last one, unless the game goes on in several ways
 */
export function newReplay(past, length, show, present) {
  const slider = /** @type {HTMLInputElement} */ (part("slider"));
  const play = part("play");
  let wanted = -1;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  /** @param {number} ply */
  async function go(ply) {
    const last = length();
    ply = Math.max(0, Math.min(ply, last));
    wanted = ply;
    slider.value = String(ply);
    if (ply === last) pause();
    if (ply === present()) return show(null);
    try {
      const answer = await past(ply);
      if (answer && wanted === ply) show(unpackPast(answer));
    } catch {
      pause(); // the connection is down, and the page says so
    }
  }
  function pause() {
    clearTimeout(timer);
    timer = undefined;
    play.setAttribute("aria-pressed", "false");
  }
  async function step() {
    await go(Number(slider.value) + 1);
    if (play.getAttribute("aria-pressed") === "true") timer = setTimeout(step, STEP_MS);
  }
  /** @param {number} steps */
  function by(steps) {
    pause();
    go(Number(slider.value) + steps);
  }
  slider.addEventListener("input", () => {
    pause();
    go(Number(slider.value));
  });
  part("first").addEventListener("click", () => by(-Infinity));
  part("previous").addEventListener("click", () => by(-1));
  part("next").addEventListener("click", () => by(1));
  part("latest").addEventListener("click", () => by(Infinity));
  part("present").addEventListener("click", () => by(Infinity));
  play.addEventListener("click", () => {
    if (play.getAttribute("aria-pressed") === "true") return pause();
    play.setAttribute("aria-pressed", "true");
    if (Number(slider.value) >= length()) go(0).then(() => (timer = setTimeout(step, STEP_MS)));
    else step();
  });
  return {
    /** @param {number} ply */
    jump(ply) {
      pause();
      go(ply);
    },
    ply: () => Number(slider.value),
    /** Shows how one event happens. @param {number} ply the point of the game after it */
    async watch(ply) {
      pause();
      await go(ply - 1);
      timer = setTimeout(() => go(ply), LOOK_MS);
    },
    /** The game went on. @param {boolean} isPresent */
    grow(isPresent) {
      slider.max = String(length());
      if (isPresent) slider.value = String(present());
    },
  };
}
