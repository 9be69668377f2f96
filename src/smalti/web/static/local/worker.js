// A table without a server, in a worker: it answers its page as a socket would (docs/wire.md), and keeps the game after every change.

import { newThinker } from "../engine/asking.js";
import { Engine } from "../engine/engine.js";
import { readCatalogue } from "../table/catalogue.js";
import { randomBits } from "./chance.js";
import { keyOf } from "./games.js";
import { pastMessage, tableMessage } from "./messages.js";
import { find, keep } from "./store.js";
import { StudyTable } from "./study.js";
import { LocalTable, Refused } from "./table.js";

/** @typedef {{which: string, given: import("./store.js").Kept|null, begun: import("./store.js").Kept|null, language: string, files: string, words: Record<string, string>}} Opening */

/** @type {LocalTable} */
let table;
/** @type {import("./messages.js").Sent|null} */
let sent = null;
/** Whether some bot thinks now. */
let thinks = false;
/** What was thought of a position, for the next stage of a hint. @type {{number: number, best: import("../engine/hints.js").Hint[]}|null} */
let advised = null;
/** @type {(asked: {level?: string | null, position: Uint8Array, seat: number}) => Promise<any>} */
let think;
/** One thing after the other. */
let last = Promise.resolve();

/** @param {() => void|Promise<void>} work */
function then(work) {
  last = last.then(work).catch((error) => tell({ type: "closed", words: error instanceof Refused ? error.message : "", fault: String(error) }));
}

/** @param {any} message */
const tell = (message) => postMessage(message);

/** @param {string} address */
async function got(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** @param {Opening} opening */
async function open({ which, given, begun, language, files, words }) {
  if (!given) await locked(which, () => tell({ type: "waits", words: words.open_elsewhere }));
  const game = given ?? (await find(which).catch(() => begun ?? Promise.reject(new Refused(words.closed)))) ?? begun;
  if (!game) throw new Refused(words.not_kept);
  const address = `${files}engine/${game.game}.json`;
  const [engine, box] = await Promise.all([Engine.load(address), got(`${files}boxes/${game.game}.${language}.json`)]);
  const setup = box.setups[keyOf(engine.info, game.seats.length, game.options)];
  if (!setup) throw new Refused(words.not_kept);
  table = new (game.study ? StudyTable : LocalTable)(engine, box, game, setup, readCatalogue(await got(`${files}catalogues/${setup.catalogue}.json`)));
  table.isShown = Boolean(given);
  const ask = newThinker();
  think = (question) => ask({ address, generator: question.level ? randomBits() : 0n, ...question });
  await table.open();
  await changed();
}

/** Waits until no other tab has this game; it stays this one's as long as the worker lives. @param {string} id @param {() => void} waits */
function locked(id, waits) {
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const hold = () => (resolve(), new Promise(() => {}));
    const name = `smalti-game-${id}`;
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      waits();
      return void navigator.locks.request(name, hold);
    }).catch(resolve); // where nothing can be stored there are no locks, and no other tab that has it
  });
}

/** Keeps the game, then tells it, then lets the bots think. */
async function changed() {
  const { game, isShown } = table;
  const fault = isShown ? "" : await keep(structuredClone(game)).then(() => "", () => table.say("unkept"));
  tell({ type: "kept", words: fault });
  show();
  rouse();
}

function show() {
  const { message, sent: now } = tableMessage(table, sent);
  sent = now;
  tell(message);
}

/** Lets the next bot think; what it thought of before something was taken back is dropped. */
function rouse() {
  const [seat] = table.botsToMove;
  if (thinks || seat === undefined || table.stuck !== null) return;
  thinks = true;
  const { course, game, match } = table;
  const level = game.seats[seat].bot;
  think({ position: match.position, seat, level }).then(
    ({ move }) => then(async () => {
      thinks = false;
      const isStill = table.course === course && game.seats[seat].bot === level && table.engine.isLegal(match.position, seat, move);
      if (!isStill) return rouse();
      await table.play(seat, move);
      await changed();
    }),
    () => then(() => {
      thinks = false;
      table.stuck = seat;
      sent = null;
      show();
    }),
  );
}

/** Answers something with an id: done, or refused in words. @param {any} asked @param {() => void|Promise<void>} work */
async function answered(asked, work) {
  if (table.done.has(asked.id)) return tell({ type: "done", id: asked.id });
  try {
    await work();
    table.done.add(asked.id);
    await changed();
    tell({ type: "done", id: asked.id });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell({ type: "refused", id: asked.id, words: error.message, clause: error.clause });
    sent = null;
    show();
  }
}

/** @param {any} asked */
async function advise({ seat, stage }) {
  const { game, match } = table;
  if (!game.aids.hints || !table.mayChoose(seat, table.engine.actors(match.position))) return;
  if (advised?.number === game.number) return tell(table.hint(seat, stage, advised.best));
  const { number } = game;
  think({ position: match.position, seat }).then(
    (best) => then(() => {
      if (game.number !== number) return;
      advised = { number, best };
      tell(table.hint(seat, stage, best));
    }),
    () => tell({ type: "refused", id: null, words: table.say("no_hint"), clause: null }),
  );
}

/** Has the best lines of a study worked out; what was thought of another point is dropped. */
function analyse() {
  const { number } = table.game;
  if (!(table instanceof StudyTable) || !table.engine.actors(table.match.position).length) return;
  table.lines(think).then(
    (lines) => table.game.number === number && tell({ type: "lines", number, lines }),
    () => tell({ type: "refused", id: null, words: table.say("no_hint"), clause: null }),
  );
}

/** What a page may ask, by the type of its message. @type {Record<string, (asked: any) => void|Promise<void>>} */
const REQUESTS = {
  open,
  move: (asked) => answered(asked, () => table.playOwn(asked)),
  undo: (asked) => answered(asked, () => table.undo(asked)),
  seat: (asked) => answered(asked, () => table.handOver(asked.seat, asked.bot)),
  think() {
    table.stuck = null;
    sent = null;
    show();
    rouse();
  },
  why({ seat, path }) {
    const refusal = table.why(seat, path.slice(0, 3));
    if (refusal) tell({ type: "refused", id: null, words: refusal.message, clause: refusal.clause });
  },
  foresee(asked) {
    const foreseen = table.foreseen(asked);
    if (foreseen) tell(foreseen);
  },
  hint: advise,
  lines: analyse,
  past: ({ ply, ask }) => tell({ type: "answer", ask, answer: pastMessage(table, ply) }),
  game: ({ ask }) => tell({ type: "answer", ask, answer: table.game }),
  whole() {
    sent = null;
    show();
  },
};

addEventListener("message", ({ data }) => then(() => {
  const change = table?.changes[data.type];
  return change ? answered(data, () => change(data)) : REQUESTS[data.type]?.(data);
}));
