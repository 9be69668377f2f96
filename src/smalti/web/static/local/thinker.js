// Where bots think: a worker of its own, so that the table answers meanwhile. Without a level a hint is asked for.

import { Engine } from "../engine/engine.js";
import { hint } from "../engine/hints.js";
import { randomBits } from "./chance.js";

/** @type {Promise<Engine>|null} */
let loaded = null;

addEventListener("message", async ({ data: { n, address, position, seat, level } }) => {
  try {
    loaded ??= Engine.load(address);
    const engine = await loaded;
    postMessage({ n, thought: level ? await engine.think(position, seat, level, randomBits()) : await hint(engine, position, seat, 0n) });
  } catch (error) {
    loaded = null;
    postMessage({ n, error: String(error) });
  }
});
