// Parts of the page that are loaded where they are needed first.

/** @template T @param {() => Promise<T>} load @returns {{now: T|null, open: () => Promise<T>}} what is there already, and how it comes */
export function late(load) {
  /** @type {Promise<T>|null} */
  let coming = null;
  const found = {
    /** @type {T|null} */
    now: null,
    open: () => (coming ??= load().then((one) => (found.now = one), (error) => {
      coming = null; // the line may be back when it is needed again
      throw error;
    })),
  };
  return found;
}
