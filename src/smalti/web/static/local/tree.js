// A game with variations and comments, as a tree; read from and written to the lines of a record (docs/records.md). Pure.

/**
 * @typedef {{log: [number, number][], comments?: Record<string, string>, variations?: (Line & {at: number})[]}} Line
 * @typedef {{id: number, parent: Node|null, by: number, move: number, comment: string, ways: Node[]}} Node the first way is how its line goes on
 */

/** As in kernel/studies.py. */
const [DEEPEST, LONGEST] = [64, 4000];

/** What an address or a file says is no tree. */
export class NoTree extends Error {}

let made = 0;

/** @param {Node|null} parent @param {number} by @param {number} move @returns {Node} */
const newNode = (parent, by, move) => ({ id: (made += 1), parent, by, move, comment: "", ways: [] });

/** The beginning of a tree. */
export const newTree = () => newNode(null, 0, 0);

/** The way that goes on with this; made if it is new. @param {Node} node @param {number} by @param {number} move @returns {Node} */
export function add(node, by, move) {
  const known = node.ways.find((one) => one.by === by && one.move === move);
  if (known) return known;
  node.ways.push(newNode(node, by, move));
  return node.ways[node.ways.length - 1];
}

/** The nodes from the beginning, which is left out, to this one. @param {Node} node @returns {Node[]} */
export function lineTo(node) {
  /** @type {Node[]} */
  const found = [];
  for (let one = node; one.parent; one = one.parent) found.unshift(one);
  return found;
}

/** The line through a node, on to its end. @param {Node} node @returns {Node[]} */
export function lineThrough(node) {
  const line = lineTo(node);
  for (let one = node; one.ways.length; line.push(one)) one = one.ways[0];
  return line;
}

/** All nodes, each before what follows it. @param {Node} root @returns {Node[]} */
export function all(root) {
  const found = [root];
  for (let n = 0; n < found.length; n += 1) found.push(...found[n].ways);
  return found;
}

/** The line of a node becomes the main line. @param {Node} node */
export function makeMain(node) {
  for (const one of lineTo(node)) {
    const ways = /** @type {Node} */ (one.parent).ways;
    ways.unshift(...ways.splice(ways.indexOf(one), 1));
  }
}

/** Takes a node out with all that follows it; where one stands then. @param {Node} node @returns {Node} */
export function cut(node) {
  if (!node.parent) return node;
  node.parent.ways.splice(node.parent.ways.indexOf(node), 1);
  return node.parent;
}

/** The main line with all that branches off from it. @param {Node} root @returns {Line} */
export const write = (root) => written(root, lineThrough(root), 0);

/** @param {Node} node @param {Node[]} line what follows it @param {number} first 1 if the other ways of the node itself are told elsewhere @returns {Line} */
function written(node, line, first) {
  const own = [node, ...line].map((one, at) => ({ one, at })).slice(first);
  const said = own.filter(({ one }) => one.comment).map(({ one, at }) => [at, one.comment]);
  const others = own.flatMap(({ one, at }) => one.ways.slice(1).map((way) => ({ at, ...written(one, lineFrom(way), 1) })));
  return {
    log: line.map(({ by, move }) => [by, move]),
    ...(said.length ? { comments: Object.fromEntries(said) } : {}),
    ...(others.length ? { variations: others } : {}),
  };
}

/** @param {Node} node @returns {Node[]} */
const lineFrom = (node) => [node, ...lineThrough(node).slice(lineTo(node).length)];

/** The tree of a line; whether its entries are allowed only the rules tell. @param {any} line @returns {Node} */
export function read(line) {
  const root = newTree();
  hang(root, line, DEEPEST);
  return root;
}

/** @param {Node} node @param {any} line @param {number} deep */
function hang(node, line, deep) {
  if (!deep || !Array.isArray(line?.log)) throw new NoTree();
  const nodes = [node];
  for (const [by, move] of line.log) {
    if (!Number.isInteger(by) || !Number.isInteger(move)) throw new NoTree();
    nodes.push(add(nodes[nodes.length - 1], by, move));
  }
  for (const [at, words] of Object.entries(line.comments ?? {})) {
    if (!nodes[Number(at)]) throw new NoTree();
    nodes[Number(at)].comment = String(words).slice(0, LONGEST);
  }
  for (const one of line.variations ?? []) {
    if (!nodes[one.at] || !one.log?.length) throw new NoTree();
    hang(nodes[one.at], one, deep - 1);
  }
}

/** A line as a record has it, entries told by their numbers. @param {Line} line @returns {any} */
export const toRecord = (line) => ({ ...line, log: line.log.map(([by, move]) => ({ by: by < 0 ? "chance" : by, do: move })), ...(line.variations ? { variations: line.variations.map(toRecord) } : {}) });

/** The same back. @param {any} said @returns {Line} */
export function fromRecord({ log, comments, variations, at }) {
  return {
    ...(at === undefined ? {} : { at }), log: log.map((/** @type {any} */ { by, do: move }) => [by === "chance" ? -1 : by, move]),
    ...(comments ? { comments } : {}), ...(variations ? { variations: variations.map(fromRecord) } : {}),
  };
}
