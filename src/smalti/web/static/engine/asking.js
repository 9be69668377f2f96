// A worker that thinks, for whoever has something to think about: made when it is needed, and again after it has failed.

const CORES = navigator.hardwareConcurrency ?? 1;
/** Workers for one thought: one core is left to the page. */
export const HANDS = Math.max(1, Math.min(4, CORES - 1));
/** Workers for a review: nothing is played meanwhile, so the page hardly needs a core. */
export const REVIEWERS = Math.max(1, Math.min(4, CORES));

/** @returns {((question: any) => Promise<any>) & {end: () => void}} `end` when nothing more will be asked */
export function newThinker() {
  /** @type {Worker|null} */
  let worker = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  let n = 0;

  /** @param {MessageEvent} event */
  function hear({ data }) {
    const waiting = asked.get(data.n);
    asked.delete(data.n);
    if (data.error) waiting?.reject(new Error(data.error));
    else waiting?.resolve(data.answer);
  }

  /** @param {Event} event */
  function fail(event) {
    event.preventDefault(); // whoever asked is told, and knows what to do
    for (const { reject } of asked.values()) reject(new Error("the thinker ended"));
    asked.clear();
    worker = null;
  }

  const ask = (/** @type {any} */ question) => {
    if (!worker) {
      worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
      worker.onmessage = hear;
      worker.onerror = fail;
    }
    n += 1;
    worker.postMessage({ n, question });
    return new Promise((resolve, reject) => asked.set(n, { resolve, reject }));
  };
  const end = () => {
    worker?.terminate();
    worker = null;
  };
  return Object.assign(ask, { end });
}
