// The table on the screen: panels built once from the catalogue, pieces keyed by their number on places. Changes only what rows say.

import { NONE, taken } from "./catalogue.js";
import { drawn, part, setAttribute, setProperty, svg } from "./svg.js";
import { wrapped } from "./words.js";

/**
 * @typedef {import("./rows.js").Piece} Piece
 * @typedef {import("./catalogue.js").Place} Place
 * @typedef {import("./catalogue.js").Look} Look
 * @typedef {{number: number, frame: HTMLElement, drawing: SVGGraphicsElement, places: Element, layers: Element, targets: Element, marks: Element, shown: import("./plan.js").Box}} View
 * @typedef {{piece: Piece, element: SVGGraphicsElement|null, written: string}} Shown
 */

const TITLE_SIZE = 20;
/** From one line of a text to the next, in parts of its size. */
const LINE = 1.2;

/** The look of a piece in a box of this size. @param {Look} look @param {string} words @param {number} width @param {number} height @returns {Element[]} */
function bodyOf(look, words, width, height) {
  /** @type {Look["parts"]} */
  const parts = look.parts.length ? look.parts : look.symbol ? [[look.symbol, 0, 0, 1, 1]] : [];
  const body = parts.map(([symbol, x, y, w, h]) =>
    svg("use", { href: `#${symbol}`, x: x * width, y: y * height, width: w * width, height: h * height }));
  if (look.button) body.unshift(svg("rect", { class: "button", x: 1, y: 1, width: width - 2, height: height - 2, rx: 8 }));
  if (!words) return body;
  const lines = look.wrap ? wrapped(words, look.wrap) : [words], size = look.size * height;
  const top = look.at[1] * height - (LINE * size * (lines.length - 1)) / 2;
  return [...body, ...lines.map((line, n) => {
    const text = svg("text", { class: look.css, x: look.at[0] * width, y: top + n * LINE * size, "font-size": size, "text-anchor": look.anchor });
    text.textContent = line;
    return text;
  })];
}

export class Stage {
  /** @param {import("./catalogue.js").Catalogue} catalogue @param {import("./words.js").Telling} telling */
  constructor(catalogue, telling) {
    this.catalogue = catalogue;
    this.telling = telling;
    /** @type {Map<number, View>} */
    this.views = new Map();
    /** What is on the table, by its number; what is only there to be clicked has numbers of its own. @type {Map<string, Shown>} */
    this.shown = new Map();
    /** What lies where. @type {Map<number, Set<string>>} */
    this.lying = new Map();
    /** The elements of the places that are spoken or can be clicked. @type {Map<number, SVGGraphicsElement>} */
    this.spots = new Map();
    /** Where the panels are on the screen, as long as nothing moves them. @type {Map<number, {x: number, y: number, scale: number}>} */
    this.rects = new Map();
    this.arranged = "";
    /** The frames as they are to stand in the page. @type {Element[]} */
    this.frames = [];
    /** @type {import("./layout.js").Layout|null} */
    this.laid = null;
    /** Where the board is on the screen, kept as long. @type {DOMRect|null} */
    this.sight = null;
    for (const kind of ["scroll", "resize"]) addEventListener(kind, (event) => this.#moved(event.target), { capture: true, passive: true });
    /** The places under which something is unfolded. @type {Set<number>} */
    this.open = new Set();
    drawLook(catalogue);
    for (const [number, place] of catalogue.places) if (place.speaks) this.speak(number);
  }

  /** Something was scrolled or resized; if the board is in it, the panels are elsewhere now. @param {EventTarget|null} holder */
  #moved(holder) {
    if (holder instanceof Node && !holder.contains(part("board"))) return;
    this.rects.clear();
    this.sight = null;
  }

  /** Whether a box can be seen: on a phone what lies further down cannot. @param {DOMRect} box */
  isInSight(box) {
    this.sight ??= part("board").getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle < this.sight.bottom && middle > this.sight.top;
  }

  /** A box, or where it would come into sight: what sets off further down comes up at the edge. @param {DOMRect|null} box @returns {DOMRect|null} */
  inSight(box) {
    if (!box || this.isInSight(box) || !this.sight) return box;
    const { top, bottom } = this.sight;
    return new DOMRect(box.x, Math.min(Math.max(box.y, top), bottom - box.height), box.width, box.height);
  }

  /** Somebody looks from now on. @param {import("./words.js").Telling} telling @param {boolean} isOther whether people are called otherwise, or only what is one's own is */
  tellBy(telling, isOther) {
    this.telling = telling;
    const changed = [...this.shown].filter(([, { piece }]) => isOther || this.catalogue.looks.get(piece.look)?.own);
    for (const [key, one] of changed) this.#draw(key, one);
    for (const number of isOther ? this.spots.keys() : changed.map(([, { piece }]) => piece.place)) this.speak(number);
    if (!isOther) return;
    for (const [number, view] of this.views) {
      const panel = this.catalogue.panels.get(number);
      if (panel) setAttribute(view.drawing, "aria-label", telling.labelled(panel));
    }
  }

  // Pieces

  /** @param {Piece} piece */
  put(piece) {
    this.#put(`p${piece.piece}`, piece);
  }

  /** @param {number} piece */
  take(piece) {
    this.#take(`p${piece}`);
  }

  /** What is there only to be clicked. @param {import("./rows.js").Pieces} offers */
  offer(offers) {
    for (const key of [...this.shown.keys()]) if (key[0] === "o" && !offers.has(Number(key.slice(1)))) this.#take(key);
    for (const piece of offers.values()) this.#put(`o${piece.piece}`, piece);
  }

  /** @param {number} piece */
  elementOf(piece) {
    return this.shown.get(`p${piece}`)?.element ?? null;
  }

  /** What lies at a place, in the order it was put there. @param {number} place @returns {Shown[]} */
  at(place) {
    return [...(this.lying.get(place) ?? [])].map((key) => /** @type {Shown} */ (this.shown.get(key)));
  }

  /** A drawing of a piece in a box of its own. @param {Piece} piece @param {number} width @param {number} height */
  draw(piece, width, height) {
    const look = /** @type {Look} */ (this.catalogue.looks.get(piece.look));
    const turn = (piece.turn + (this.catalogue.places.get(piece.place)?.turn ?? 0)) * 90;
    const inner = svg("g", { class: `body ${look.css}`.trim() }, ...bodyOf(look, this.telling.written(piece), width, height));
    if (turn % 360) inner.setAttribute("transform", `rotate(${turn} ${width / 2} ${height / 2})`);
    return inner;
  }

  /** Puts a piece where it lies, and draws it anew if it looks otherwise. @param {string} key @param {Piece} piece */
  #put(key, piece) {
    const before = this.shown.get(key);
    const one = before ?? { piece, element: null, written: "" };
    if (before && before.piece.place !== piece.place) this.#lift(key, before.piece.place);
    one.piece = piece;
    this.shown.set(key, one);
    if (!this.lying.has(piece.place)) this.lying.set(piece.place, new Set());
    this.lying.get(piece.place)?.add(key);
    this.#draw(key, one);
    this.speak(piece.place);
  }

  /** @param {string} key */
  #take(key) {
    const one = this.shown.get(key);
    if (!one) return;
    erase(one);
    this.shown.delete(key);
    this.#lift(key, one.piece.place);
  }

  /** @param {string} key @param {number} place */
  #lift(key, place) {
    this.lying.get(place)?.delete(key);
    this.speak(place);
  }

  /** @param {string} key @param {Shown} one */
  #draw(key, one) {
    const { piece } = one;
    const [whole, look] = [this.placeOf(piece.place), this.catalogue.looks.get(piece.look)];
    if (!whole || !look || piece.number < look.least) return erase(one);
    const place = taken(whole, look);
    const written = `${piece.look} ${piece.turn} ${place.turn} ${place.width} ${place.height} ${this.telling.written(piece)}`;
    one.element ??= svg("g", { [key[0] === "p" ? "data-piece" : "data-offer"]: piece.piece });
    const { element } = one;
    setAttribute(element, "data-place", String(piece.place));
    setAttribute(element, "transform", `translate(${place.x} ${place.y})`);
    if (one.written !== written) {
      element.classList.toggle("through", !look.click);
      element.replaceChildren(this.draw(piece, place.width, place.height));
      one.written = written;
    }
    const layer = this.#layerOf(place.panel, look.layer);
    if (element.parentNode !== layer) layer?.append(element);
  }

  /** @param {number} panel @param {number} layer */
  #layerOf(panel, layer) {
    const layers = this.viewOf(panel)?.layers;
    const found = [...(layers?.children ?? [])].find((one) => Number(one.getAttribute("data-layer")) >= layer);
    if (!layers || found?.getAttribute("data-layer") === String(layer)) return found;
    return layers.insertBefore(svg("g", { "data-layer": layer }), found ?? null);
  }

  // Places

  /** @param {number} number @returns {Place|null} null if it is folded up, or nowhere on this table */
  placeOf(number) {
    const found = this.catalogue.places.get(number);
    return found && (found.under === NONE || this.open.has(found.under)) ? found : null;
  }

  /** What is said of a place: its name and what lies there. @param {number} number */
  labelOf(number) {
    const place = this.catalogue.places.get(number);
    const things = this.at(number).map((one) => this.telling.called(one.piece)).filter(Boolean);
    const what = things.join(", ") || (place?.speaks ? this.catalogue.words.empty : "");
    return [place?.name, what].filter(Boolean).join(": ");
  }

  /** What lies at a place that is asked about before a click on it counts: the question, and what it does. @param {number} number @returns {{question: string, deed: string}|null} */
  graveAt(number) {
    const found = this.at(number).find((one) => this.catalogue.looks.get(one.piece.look)?.sure);
    return found ? { question: this.catalogue.looks.get(found.piece.look)?.sure ?? "", deed: this.telling.written(found.piece) } : null;
  }

  /** A place is there for ears if it has something to say. @param {number} number */
  speak(number) {
    const place = this.placeOf(number);
    const known = this.spots.get(number);
    const isUsed = known !== undefined && known.matches(".can, .picked");
    const isSaid = place !== null && (place.speaks || (place.name !== "" && (this.lying.get(number)?.size ?? 0) > 0));
    if (!isUsed && !isSaid) this.#forget(number);
    else if (!isUsed) setAttribute(this.spotOf(number) ?? document.body, "aria-label", this.labelOf(number));
  }

  /** @param {number} number */
  #forget(number) {
    this.spots.get(number)?.remove();
    this.spots.delete(number);
  }

  /** The element of a place, made where it is needed. @param {number} number @returns {SVGGraphicsElement|null} */
  spotOf(number) {
    const known = this.spots.get(number);
    if (known) return known;
    const place = this.placeOf(number);
    const view = place && this.viewOf(place.panel);
    if (!place || !view) return null;
    const [x, y, width, height] = place.hit.length ? place.hit : [place.x, place.y, place.width, place.height];
    const hit = svg("rect", { class: "hit", x, y, width, height, rx: Math.min(8, width / 6, height / 6) });
    const spot = svg("g", { class: "place", "data-place": number, role: "img" }, hit);
    this.spots.set(number, spot);
    inOrder(view.places, spot, number);
    return spot;
  }

  /** What may be clicked lies above everything, the rest below the pieces. @param {number} number @param {boolean} isTarget */
  raise(number, isTarget) {
    const spot = this.spotOf(number);
    const view = this.viewOf(this.catalogue.places.get(number)?.panel ?? NONE);
    if (!spot || !view) return null;
    const holder = isTarget ? view.targets : view.places;
    if (spot.parentNode !== holder) inOrder(holder, spot, number);
    return spot;
  }

  /** Shows what lies under some places, and nothing else that can be folded up. @param {Set<number>} wanted */
  unfold(wanted) {
    const turned = new Set([...wanted, ...this.open].filter((place) => wanted.has(place) !== this.open.has(place)));
    if (turned.size === 0) return;
    this.open = wanted;
    for (const [key, one] of this.shown) {
      if (!turned.has(this.catalogue.places.get(one.piece.place)?.under ?? NONE)) continue;
      this.#draw(key, one);
      this.speak(one.piece.place);
    }
    for (const number of [...this.spots.keys()]) if (!this.placeOf(number)) this.#forget(number);
  }

  /** Where a panel is on the screen, measured once for each arrangement; null if it is not shown. @param {number} number @returns {{x: number, y: number, scale: number}|null} */
  panelRect(number) {
    const known = this.rects.get(number);
    if (known) return known;
    const view = this.views.get(number);
    const box = view?.drawing.isConnected ? view.drawing.getBoundingClientRect() : null;
    if (!view || !box?.width) return null;
    const scale = box.width / view.shown.width;
    const found = { x: box.x - view.shown.x * scale, y: box.y - view.shown.y * scale, scale };
    this.rects.set(number, found);
    return found;
  }

  /** Where a place, or what a look takes of it, is on the screen; null if it is not shown. @param {number} number @param {number} [look] @returns {DOMRect|null} */
  rectOf(number, look = NONE) {
    const whole = this.placeOf(number);
    const panel = whole && this.panelRect(whole.panel);
    if (!whole || !panel) return null;
    const place = taken(whole, this.catalogue.looks.get(look));
    const { x, y, scale } = panel;
    return new DOMRect(x + place.x * scale, y + place.y * scale, place.width * scale, place.height * scale);
  }

  // Panels

  /** The frame in which a place is shown. @param {number} place */
  frameOf(place) {
    return this.views.get(this.catalogue.places.get(place)?.panel ?? NONE)?.frame ?? null;
  }

  /** @param {number} number @returns {View|null} */
  viewOf(number) {
    const panel = this.catalogue.panels.get(number);
    if (!panel) return null;
    let view = this.views.get(number);
    if (!view) this.views.set(number, (view = newView(panel, this.telling.labelled(panel))));
    return view;
  }

  /** Whether all panels of a sheet have their place on the screen, fitted into it. @param {import("./layout.js").Layout} sheet */
  hasLaid(sheet) {
    const { laid } = this;
    return laid !== null && laid.fitted && sheet.spots.every((spot) => laid.spots.some((one) => one.panel === spot.panel));
  }

  /** @param {import("./layout.js").Layout} layout @returns {boolean} whether anything lies elsewhere than before */
  arrange(layout) {
    const arranged = JSON.stringify(layout);
    if (arranged === this.arranged) return false;
    [this.arranged, this.laid] = [arranged, layout];
    this.#moved(null);
    const shown = new Set(layout.spots.map((spot) => spot.panel));
    for (const [number, view] of this.views) if (!shown.has(number)) view.frame.remove();
    part("board").classList.toggle("fitted", layout.fitted);
    part("board").tabIndex = layout.fitted ? 0 : -1; // what scrolls can be scrolled by keys
    const frames = layout.spots.map(({ panel, x, y, scale, shown }) => {
      const { frame } = /** @type {View} */ (this.viewOf(panel));
      for (const [name, value] of Object.entries({ x, y, s: scale, w: shown.width, h: shown.height })) setProperty(frame, `--${name}`, value);
      frame.classList.toggle("crowded", layout.spots.some((one) => one.panel !== panel && Math.hypot(one.x - x, one.y - y) < 1));
      this.lookAt(panel, shown);
      return frame;
    });
    this.frames = frames;
    order(part("board"), frames, part("board").contains(document.activeElement));
    return true;
  }

  /** The panels stand in the page as they are read, which is for ears and keys: it takes a while, since all that is in a panel which moves is styled anew. */
  tidy() {
    if (!part("board").contains(document.activeElement)) order(part("board"), this.frames, true);
  }

  /** Shows a part of a panel in its frame. @param {number} panel @param {import("./plan.js").Box} shown */
  lookAt(panel, shown) {
    const view = this.viewOf(panel);
    if (!view) return;
    view.shown = shown;
    setAttribute(view.drawing, "viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
    this.rects.delete(panel);
  }
}

/** @param {Shown} one */
function erase(one) {
  one.element?.remove();
  one.element = null;
  one.written = "";
}

/** Puts an element among others by the number of its place. @param {Element} holder @param {Element} spot @param {number} number */
function inOrder(holder, spot, number) {
  const after = [...holder.children].find((one) => Number(one.getAttribute("data-place")) > number);
  holder.insertBefore(spot, after ?? null);
}

/** Puts the frames in order, from the last: when the turn goes on, only the panels of whoever had it are moved, so that focus and scrolling stay and nothing else is styled and laid out anew. @param {HTMLElement} holder @param {Element[]} frames @param {boolean} all not only those that are new */
function order(holder, frames, all) {
  frames.reduceRight((/** @type {Element|null} */ next, frame) => {
    if (frame.parentNode !== holder || (all && frame.nextElementSibling !== next)) holder.insertBefore(frame, next);
    return frame;
  }, null);
}

/** @param {import("./catalogue.js").Panel} panel @param {string} label @returns {View} */
function newView(panel, label) {
  const title = svg("text", { class: "title", x: 4, y: 24, "font-size": TITLE_SIZE });
  title.textContent = panel.title;
  const ground = svg("g", { class: "ground" });
  ground.append(...drawn(panel.ground), ...(panel.title ? [title] : []));
  const [places, layers, targets, marks] = ["places", "pieces", "targets", "marks"].map((name) => svg("g", { class: name }));
  const view = { class: "panel", role: "group", viewBox: `0 0 ${panel.width} ${panel.height}`, "aria-label": label };
  const drawing = svg("svg", view, ground, places, layers, marks, targets);
  const frame = document.createElement("div");
  frame.className = `frame for-${panel.purpose}`;
  frame.dataset.panel = String(panel.number);
  const inside = document.createElement("div");
  inside.className = "view";
  inside.append(drawing);
  frame.append(inside);
  return { number: panel.number, frame, drawing, places, layers, targets, marks, shown: { x: 0, y: 0, width: panel.width, height: panel.height } };
}

/** The symbols and the style of a game, once. @param {import("./catalogue.js").Catalogue} catalogue */
function drawLook(catalogue) {
  document.querySelector(".symbols")?.remove();
  const defs = svg("defs", {});
  defs.append(...drawn(catalogue.defs));
  document.body.append(svg("svg", { class: "smalti symbols", "aria-hidden": "true" }, defs));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(catalogue.style);
  document.adoptedStyleSheets = [sheet];
}
