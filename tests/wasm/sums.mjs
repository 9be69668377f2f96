// The sum of whole games, as `smalti.wasm.entries.digest` makes it, through the functions that a page calls.

/** @param {number} value */
function mix(value) {
  let x = value >>> 0;
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** @param {number} total @param {Iterable<number>} numbers */
function folded(total, numbers) {
  for (const number of numbers) total = mix(((total * 31 + number) % 2 ** 32) + 2 ** 32);
  return total;
}

/** All that is known of a position: points, what follows, moves, what the next seat sees, and rows. */
function known(engine, total, position, seat) {
  total = folded(total, engine.tally(position).points);
  total = folded(total, engine.automatic(position) ?? [-1]);
  if (seat >= 0) total = folded(total, engine.legalMoves(position, seat));
  total = folded(total, engine.view(position, (seat + 1) % engine.seats(position)));
  total = folded(total, engine.pieces(position, seat));
  total = folded(total, engine.earns(position, Math.max(seat, 0)));
  if (seat < 0) return total;
  const paths = engine.paths(position, seat);
  for (const rows of [engine.offers(position, seat), paths, engine.asks(position, seat)]) total = folded(total, rows);
  total = folded(total, engine.refuses(position, seat, [paths[1]]));
  return folded(total, engine.refusesMove(position, seat, Math.max(paths[0] - 1, 0)));
}

/** The sum of one game. @param {any} engine @param {Uint8Array} start @param {string} generator */
export function sumOfGame(engine, start, generator) {
  const { module } = engine;
  let position = start.slice();
  new DataView(position.buffer).setBigInt64(0, BigInt(generator), true);
  let total = 0;
  while (!engine.isOver(position)) {
    module.position = position;
    const seat = module.call("next_actor");
    position = module.position;
    total = known(engine, total, position, seat);
    module.position = position;
    const move = seat < 0 ? module.call("draw", [new DataView(position.buffer).getBigInt64(0, true)]) : module.call("pick", [seat], "moves");
    position = module.position;
    total = folded(total, engine.happens(position, seat, seat, move));
    position = engine.after(position, seat, move);
    total = folded(total, position);
  }
  return total;
}

/** The sums of games. @param {any} engine @param {{seats: number, options: any, generator: string}[]} games */
export function sumsOf(engine, games) {
  return games.map(({ seats, options, generator }) => sumOfGame(engine, engine.newPosition(seats, options), generator));
}

/** What levels think of positions. @param {any} engine @param {{position: string, seat: number, level: string, generator: string, budget: any}[]} cases */
export async function thoughtsOf(engine, cases) {
  const found = [];
  for (const { position, seat, level, generator, budget } of cases) {
    const bytes = Uint8Array.from(position.match(/../g), (pair) => parseInt(pair, 16));
    found.push(await engine.think(bytes, seat, level, BigInt(generator), budget));
  }
  return found;
}
