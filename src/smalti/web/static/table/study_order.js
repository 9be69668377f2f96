// In which order the points of a study stand under each other. Pure.

/** @typedef {{id: number, parent: number, by: number, words: string, comment: string}} Told a node as the worker tells it */

/** By the node they follow. @param {Told[]} nodes */
export function waysOf(nodes) {
  /** @type {Map<number, Told[]>} */
  const ways = new Map();
  for (const node of nodes) ways.set(node.parent, [...(ways.get(node.parent) ?? []), node]);
  return ways;
}

/** The rows of a line as they stand under each other: a node, or other ways as lines of their own. @param {Map<number, Told[]>} ways @param {number} from @param {Told[]} [first] @returns {(Told|any[])[]} */
export function rowsOf(ways, from, first = []) {
  /** @type {(Told|any[])[]} */
  const rows = [...first];
  for (let at = first[0]?.id ?? from; ways.has(at); ) {
    const [next, ...others] = /** @type {Told[]} */ (ways.get(at));
    rows.push(next, ...others.map((one) => rowsOf(ways, one.id, [one])));
    at = next.id;
  }
  return rows;
}
