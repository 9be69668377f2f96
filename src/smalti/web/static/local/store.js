// The games that this browser keeps: one object each, written whole after every move.

/**
 * @typedef {{kind: "me"|"local"|"bot", name: string, bot: string|null}} Seat
 * @typedef {{
 *   id: string, game: string, rules: string|null, options: Record<string, string|string[]>, aids: Record<string, boolean>, seats: Seat[],
 *   secret: string, added: string, log: [number, number][], number: number, created: number, played: number, branched: number|null,
 *   turn: boolean, over: boolean, scores: number[], winners: number[], handed: string,
 *   start?: {state: string, text: string}|null, study?: import("./tree.js").Line, at?: number|null
 * }} Kept `handed` is empty until the server has it ("yes"), or the sentence it refused it with. A study has its tree, the ply it stands at, and perhaps a position that was set up.
 */

/** What keeps objects by their ids in a database of its own; each order is one transaction, done when it is on the disk. @param {string} name @param {string} store */
export function transactionOn(name, store) {
  /** @returns {Promise<IDBDatabase>} */
  const opened = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  /** @param {IDBTransactionMode} mode @param {(kept: IDBObjectStore) => IDBRequest} order @returns {Promise<any>} */
  return async (mode, order) => {
    const database = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const work = database.transaction(store, mode, { durability: "strict" });
        const request = order(work.objectStore(store));
        work.oncomplete = () => resolve(request.result);
        work.onabort = work.onerror = () => reject(work.error ?? request.error);
      });
    } finally {
      database.close();
    }
  };
}

const transaction = transactionOn("smalti", "games");

/** @param {Kept} game */
export const keep = (game) => transaction("readwrite", (games) => games.put(game));
/** @param {string} id @returns {Promise<Kept|undefined>} */
export const find = (id) => transaction("readonly", (games) => games.get(id));
/** @param {string} id */
export const forget = (id) => transaction("readwrite", (games) => games.delete(id));
/** All games, the one that was played last first. @returns {Promise<Kept[]>} */
export async function all() {
  const found = await transaction("readonly", (games) => games.getAll());
  return found.sort((/** @type {Kept} */ a, /** @type {Kept} */ b) => b.played - a.played);
}
