// Sums up whole games by a module that does it by itself.
// `Module` is what static/engine/module.js has: both are put into a page as one script.

/** @param {{wasm: string, layout: any, starts: string[], sheets: string[]}} order @returns what sums up games, each a number of a start and a generator */
export function sumsBy({ wasm, layout, starts, sheets }) {
  const module = new Module(new WebAssembly.Module(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0))), layout);
  const { functions, result, state } = module;
  const [size, spare] = [BigInt(layout.state), module.room(layout.state)];
  const positions = starts.map((start) => Uint8Array.from(start.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
  const addresses = sheets.map((name) => module.sheets[name]);
  const array = (/** @type {number} */ at) => [0, 0, size, 1n, at, size, 1n];

  /** @param {[number, string]} game */
  function sumOf([start, generator]) {
    module.position = positions[start];
    const failed = functions.digest(result, result + 8, ...array(state), ...array(spare), BigInt(generator), 1n, ...addresses);
    if (failed) throw new Error(`digest failed with ${failed}`);
    return Number(module.view.getBigInt64(result, true));
  }
  return (/** @type {[number, string][]} */ games) => games.map(sumOf);
}
