// Where bots think: a worker of its own, so that the table answers meanwhile.

import { Engine } from "../engine/engine.js";
import { randomBits } from "./chance.js";

/** @type {Promise<Engine>|null} */
let loaded = null;

addEventListener("message", async ({ data: { n, address, position, seat, level, budget } }) => {
  try {
    loaded ??= Engine.load(address);
    const thought = await (await loaded).think(position, seat, level, randomBits(), budget);
    postMessage({ n, thought });
  } catch (error) {
    loaded = null;
    postMessage({ n, error: String(error) });
  }
});
