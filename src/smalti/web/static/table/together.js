// A finished game looked at together: one leads through it, the others follow, and everybody may point at places.

import { say } from "./page.js";
import { button, fillIn } from "./rail.js";
import { part } from "./svg.js";

/** While a slider is drawn along, the others are told this often at most. */
const OFTEN_MS = 150;

/**
 * @typedef {{lead: string|null, mine: boolean, ply: number, points: {name: string, place: number}[]}} Together
 * @typedef {import("./state.js").Model} Model
 */

/**
 * @param {Model} model @param {import("./rail.js").Words} words @param {(message: object) => void} tell
 * @param {(ply: number) => void} jump to a point of the game @param {import("./board.js").Board} board
 */
export function newTogether(model, words, tell, jump, board) {
  /** @type {Together} */
  let now = { lead: null, mine: false, ply: 0, points: [] };
  let follows = true;
  /** Whether this page leads: it goes on doing so when the line was down. */
  let leads = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const select = /** @type {HTMLSelectElement} */ (part("together-place"));
  select.addEventListener("change", () => tell({ type: "point", place: select.value ? Number(select.value) : null }));

  const here = () => model.past?.ply ?? model.table?.log.length ?? 0;
  /** @param {string} name */
  const called = (name) => name || words.guest;
  /** Where a place is and what it is called, as this viewer sees it. @param {number} number */
  const placed = (number) => {
    const place = board.stage?.catalogue.places.get(number);
    const panel = place && board.stage?.catalogue.panels.get(place.panel);
    return [panel && board.stage?.telling.labelled(panel), place?.name].filter(Boolean).join(", ");
  };

  function lead() {
    leads = true;
    tell({ type: "lead", ply: here() });
  }
  function stop() {
    leads = false;
    tell({ type: "lead", on: false });
  }
  /** @param {boolean} wanted */
  function follow(wanted) {
    follows = wanted;
    if (wanted) jump(now.ply);
    draw();
  }

  function sentence() {
    if (now.lead === null) return "";
    const points = now.points.map((one) => fillIn(words.together_points, { name: called(one.name), place: placed(one.place) }));
    return [now.mine ? words.together_mine : fillIn(words.together_lead, { name: called(now.lead) }), ...points].join(" ");
  }

  function deeds() {
    if (now.lead === null) return [button(words.together, "", lead)];
    if (now.mine) return [button(words.together_stop, "", stop)];
    const name = called(now.lead);
    const way = follows ? button(words.together_alone, "", () => follow(false)) : button(fillIn(words.together_follow, { name }), "primary", () => follow(true));
    return [way, button(words.together_take, "", lead)];
  }

  function draw() {
    const place = part("together");
    place.hidden = !model.table?.over;
    if (place.hidden) return;
    const held = document.activeElement?.closest("#together-deeds") !== null;
    part("together-words").textContent = sentence();
    part("together-deeds").replaceChildren(...deeds());
    if (held) part("together-deeds").querySelector("button")?.focus();
    drawPlaces();
    board.highlight(now.points.map((one) => one.place), "point");
  }

  /** The places by name, for whoever points by keys. */
  function drawPlaces() {
    part("together-places").hidden = now.lead === null;
    if (now.lead === null || select.options.length > 1 || !board.stage) return;
    const named = [...board.stage.catalogue.places].filter(([, place]) => place.name);
    select.replaceChildren(new Option(words.together_nothing, ""), ...named.map(([number]) => new Option(placed(number), String(number))));
  }

  return {
    draw,
    /** @param {Together} message */
    show(message) {
      const before = sentence();
      if (message.lead !== now.lead && !message.mine) follows = true;
      if (message.lead !== null && !message.mine) leads = false;
      now = message;
      if (now.lead === null && leads) return lead(); // the line was down, and nobody has taken over
      if (now.lead !== null && !now.mine && follows && now.ply !== here()) jump(now.ply);
      if (now.mine && now.ply !== here()) tell({ type: "look", ply: here() }); // the page went on while the lead was asked for
      if (!now.points.length) select.value = "";
      draw();
      if (sentence() !== before) say(sentence());
    },
    /** The page shows another point of the game. @param {number} ply */
    moved(ply) {
      if (now.lead === null || ply === now.ply) return;
      if (!now.mine) return follows ? follow(false) : undefined;
      now = { ...now, ply, points: [] };
      draw();
      clearTimeout(timer);
      timer = setTimeout(() => tell({ type: "look", ply: here() }), OFTEN_MS);
    },
    /** A click on a place points at it. @param {number} place @returns {boolean} whether it was taken for that */
    point(place) {
      if (now.lead === null || !model.table?.over) return false;
      tell({ type: "point", place });
      return true;
    },
  };
}
