// How one thing is seen to happen: a piece in the air from box to box, one that tumbles, turns, is turned over or comes up, a number on its way, a light.

import { NONE, taken } from "./catalogue.js";
import { between, turning } from "./plan.js";
import { part, svg } from "./svg.js";

/**
 * @typedef {import("./plan.js").Flight} Flight
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./rows.js").Piece} Piece
 * @typedef {{delay: number, duration: number}} Time
 */

const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const ARC_FRAMES = 16;
/** How often a die falls onto another face, and how high it hops, in parts of its size. */
const [FALLS, HOP] = [6, 0.35];

/** A drawing in the air, over the box of a place. @param {Stage} stage @param {Flight} flight @param {DOMRect} box @param {Piece[]} pieces what is drawn in it, one above the other */
function flyerOf(stage, flight, box, pieces) {
  const { places, looks } = stage.catalogue;
  const place = taken(/** @type {import("./catalogue.js").Place} */ (places.get(flight.to)), looks.get(pieces[0].look));
  const names = { "data-flyer": flight.piece, "data-look": pieces[0].look, "data-from": flight.from, "data-to": flight.to, "data-seat": flight.seat, "data-around": flight.kind === "arc" ? flight.around : NONE };
  const drawings = pieces.map((piece) => svg("g", {}, stage.draw({ ...piece, place: flight.to }, place.width, place.height)));
  const flyer = svg("svg", { class: "smalti flyer", ...names, viewBox: `0 0 ${place.width} ${place.height}`, preserveAspectRatio: "none" }, ...drawings);
  Object.assign(flyer.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  part("flyers").append(flyer);
  for (const drawing of drawings) drawing.style.transformOrigin = `${place.width / 2}px ${place.height / 2}px`;
  return { flyer, drawings, place };
}

/** One piece in the air, from box to box. @param {Stage} stage @param {Flight} flight @param {Piece} piece @param {DOMRect} from @param {DOMRect} to @param {Time} time */
export function send(stage, flight, piece, from, to, time) {
  const { flyer } = flyerOf(stage, flight, to, [piece]);
  const around = flight.kind === "arc" ? stage.rectOf(flight.around) : null;
  flyer.animate(pathOf(from, to, around), { ...time, easing: around ? "ease-in-out" : EASE, fill: "both" });
}

/** A die tumbles to where it comes to lie: face after face, hop after hop, and the true one in the end. @param {Stage} stage @param {Flight} flight @param {Piece} piece @param {DOMRect} from @param {DOMRect} to @param {Time} time */
export function roll(stage, flight, piece, from, to, time) {
  const others = flight.faces.filter((look) => look !== piece.look);
  const faces = Array.from({ length: FALLS }, (_, n) => ({ ...piece, look: others[(n + flight.piece) % others.length] ?? piece.look }));
  const { flyer, drawings, place } = flyerOf(stage, flight, to, [...faces.slice(1), piece]);
  flyer.animate(pathOf(from, to, null), { ...time, easing: EASE, fill: "both" });
  drawings.forEach((drawing, n) => {
    const [start, end] = [n / drawings.length, (n + 1) / drawings.length];
    const isLast = n === drawings.length - 1;
    const up = -HOP * place.height * (1 - start) ** 2;
    const shown = [
      { offset: 0, opacity: n === 0 ? 1 : 0, rotate: "-45deg", easing: "step-end" },
      { offset: start, opacity: 1, rotate: "-45deg", translate: "0 0" },
      { offset: (start + end) / 2, opacity: 1, translate: `0 ${up}px` },
      { offset: end, opacity: 1, rotate: isLast ? "0deg" : "45deg", translate: "0 0", easing: "step-end" },
      ...(isLast ? [] : [{ offset: end, opacity: 0 }, { offset: 1, opacity: 0 }]),
    ];
    drawing.animate(shown, { ...time, fill: "both", easing: "cubic-bezier(0.3, 0.6, 0.5, 1)" });
  });
}

/** A piece is turned over where it lies: one side goes, the other comes. @param {Stage} stage @param {Flight} flight @param {Piece} was @param {Piece} piece @param {DOMRect} box @param {Time} time */
export function flip(stage, flight, was, piece, box, time) {
  const { drawings } = flyerOf(stage, flight, box, [was, piece]);
  drawings[0].animate([{ scale: "1 1" }, { scale: "0 1", offset: 0.5 }, { scale: "0 1" }], { ...time, fill: "both" });
  drawings[1].animate([{ scale: "0 1" }, { scale: "0 1", offset: 0.5 }, { scale: "1 1" }], { ...time, fill: "both" });
}

/** Something comes up where it lies. @param {Stage} stage @param {Flight} flight @param {Time} time */
export function grow(stage, flight, time) {
  const element = about(stage, flight);
  element?.animate([{ scale: "0.2", opacity: 0 }, { scale: "1", opacity: 1 }], { ...time, easing: EASE, fill: "backwards" });
}

/** A disc turns where it lies. @param {Stage} stage @param {Flight} flight @param {Piece|null} was @param {Time} time */
export function turn(stage, flight, was, time) {
  const quarters = (flight.turn - (was?.turn ?? flight.turn) + 4) % 4;
  if (quarters) about(stage, flight)?.animate([{ rotate: `${-90 * quarters}deg` }, { rotate: "0deg" }], { ...time, easing: "ease-in-out" });
}

/** The element of a piece, ready to turn and grow around its middle. @param {Stage} stage @param {Flight} flight */
function about(stage, flight) {
  const [element, place] = [stage.elementOf(flight.piece), stage.catalogue.places.get(flight.to)];
  if (element && place) element.style.transformOrigin = `${place.x + place.width / 2}px ${place.y + place.height / 2}px`;
  return element;
}

/** A place lights up once. @param {Stage} stage @param {number} number @param {Time} time */
export function glow(stage, number, time) {
  const place = stage.placeOf(number);
  if (!place) return;
  const { x, y, width, height } = place;
  const light = svg("rect", { class: "glow", x, y, width, height, rx: Math.min(10, width / 6, height / 6) });
  stage.viewOf(place.panel)?.marks.append(light);
  light.animate([{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { ...time, fill: "both" });
}

/** A number on its way to where it is counted. @param {number} amount @param {DOMRect} from @param {DOMRect} to @param {Time} time */
export function sendChip(amount, from, to, time) {
  const chip = Object.assign(document.createElement("b"), { className: "chip", textContent: `${amount > 0 ? "+" : ""}${amount}` });
  part("flyers").append(chip);
  const at = (/** @type {DOMRect} */ box) => ({ translate: `${box.x + box.width / 2}px ${box.y + box.height / 2}px` });
  const frames = [{ ...at(from), opacity: 1 }, { ...at(to), opacity: 1, offset: 0.85 }, { ...at(to), opacity: 0 }];
  chip.animate(frames, { ...time, easing: EASE, fill: "both" }).finished.then(() => chip.remove(), () => {});
}

/** The way of a flyer that lies in its last box: seen in the first one at the start. @param {DOMRect} from @param {DOMRect} to @param {DOMRect|null} around @returns {Keyframe[]} */
function pathOf(from, to, around) {
  const frames = around ? ARC_FRAMES : 1;
  return Array.from({ length: frames + 1 }, (_, n) => {
    const box = around ? turning(from, to, around, n / frames) : between(from, to, n / frames);
    return { transform: `translate(${box.x - to.x}px, ${box.y - to.y}px) scale(${box.width / to.width}, ${box.height / to.height})` };
  });
}
