// On every page: has the pages kept for when the network is gone, lists the games of this browser, and hands finished ones to the server.

import { post, Refusal } from "../ask.js";
import { canPlayHere, cover, isAlone, isLocal, localTable, root, studyPage } from "../places.js";
import { sure } from "../sure.js";
import { all, forget, keep } from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */

/** The first click goes before it. */
const SETTLED_MS = 3000;
const MINUTE = 60_000;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 24 * 60 * MINUTE], ["hour", 60 * MINUTE], ["minute", MINUTE]];

/** Hands finished games to the server, each until it has it; what it refuses is kept here, with the reason. */
async function handIn() {
  const finished = (await all()).filter((one) => one.over && !one.handed && one.branched === null);
  const { handAnswersIn, answers } = await import("./answers.js");
  const isAnswered = (await answers()).some(({ handed }) => !handed);
  if (!finished.length && !isAnswered) return;
  const { recordOf } = await import("./games.js");
  try {
    await post("/api/me", {}); // somebody new is one person before games are handed in, also if this page is left meanwhile
  } catch {
    return; // another time
  }
  for (const game of finished) {
    try {
      const order = { record: recordOf(game), bots: game.seats.map((seat) => seat.bot) };
      await post("/api/games", order, { keepalive: true }); // whoever leaves meanwhile still learns who they are to the server
      game.handed = "yes";
    } catch (error) {
      if (!(error instanceof Refusal) || !error.isFinal) return; // no network, or not now: another time
      game.handed = error.message;
    }
    await keep(game);
  }
  await handAnswersIn();
}

/** How long ago. @param {number} then */
function ago(then) {
  const passed = Date.now() - then;
  const [unit, ms] = UNITS.find(([, one]) => passed >= one) ?? ["minute", MINUTE];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.floor(passed / ms), unit);
}

/** @param {HTMLElement} holder @param {Kept} game */
function lineOf(holder, game) {
  const { dataset } = holder;
  const template = /** @type {HTMLTemplateElement} */ (holder.querySelector("template"));
  const line = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (line.querySelector(name));
  const others = game.seats.filter((seat) => seat.kind !== "me").map((seat) => seat.name);
  const results = game.scores.map((points, seat) => `${game.winners.includes(seat) ? "★ " : ""}${game.seats[seat].name} ${points}`);
  const state = game.over ? `${dataset.over} ${results.join(" · ")}` : game.turn ? dataset.turn : "";
  const waits = game.over && !game.handed && !isAlone && game.branched === null ? dataset.waits : "";
  part("img").setAttribute("src", cover(game.game));
  part(".running-title").textContent = game.game[0].toUpperCase() + game.game.slice(1);
  part(".running-with").textContent = others.length ? (dataset.with ?? "").replace("{names}", others.join(", ")) : (dataset.alone ?? "");
  part(".running-state").textContent = [state, ago(game.played), game.handed === "yes" ? "" : game.handed || waits].filter(Boolean).join(" · ");
  line.classList.toggle("mine", game.turn);
  /** @type {HTMLAnchorElement} */ (line.firstElementChild).href = game.study ? studyPage(game.game, `g=${game.id}`) : localTable(game.game, game.id);
  const remove = part(".remove");
  remove.textContent = dataset.remove ?? "";
  remove.hidden = dataset.all === undefined;
  remove.addEventListener("click", async () => {
    if (game.handed !== "yes" && !(await sure(dataset.sure ?? "", dataset.remove ?? ""))) return;
    await forget(game.id);
    list();
  });
  return line;
}

/** The games of this browser; those that the server has are in its own list. */
async function list() {
  const holder = document.getElementById("kept");
  if (!holder) return;
  const isAll = holder.dataset.all !== undefined;
  const isStudies = holder.dataset.studies !== undefined;
  const found = await all().catch(() => null);
  const games = (found ?? []).filter((game) => Boolean(game.study) === isStudies && (isAll || !game.over) && (isLocal || game.handed !== "yes"));
  const isClosed = found === null && isAll;
  holder.hidden = games.length === 0 && !isClosed;
  document.getElementById("empty")?.toggleAttribute("hidden", games.length > 0);
  /** @type {HTMLElement} */ (holder.querySelector(".closed")).hidden = !isClosed;
  holder.querySelector("ul")?.replaceChildren(...games.map((game) => lineOf(holder, game)));
}

async function settle() {
  if (!canPlayHere()) return;
  await list();
  const handing = isAlone || navigator.locks.request("smalti-hand-in", { ifAvailable: true }, (lock) => lock && handIn()).then(list);
  await Promise.resolve(handing).catch(() => {}); // where nothing can be stored there is nothing to hand in
}

/** What the service worker shows without a network is in the language of this page. */
async function noteLanguage() {
  await (await caches.open("smalti")).put(new URL("language", root), new Response(document.documentElement.lang));
}

if (canPlayHere()) {
  settle();
  noteLanguage().catch(() => {});
  addEventListener("online", settle);
  addEventListener("pageshow", (event) => event.persisted && settle());
  setTimeout(() => navigator.serviceWorker?.register(new URL("sw.js", root), { updateViaCache: "none" }).catch(() => {}), SETTLED_MS); // without one everything works as long as there is a network
}
