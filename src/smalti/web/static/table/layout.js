// Which panels are shown, and where: on the game's own sheet at a desk; on a phone what a question needs fills the room there is. Pure functions.

import { arrangementOf, NONE } from "./catalogue.js";

/**
 * @typedef {import("./catalogue.js").Catalogue} Catalogue
 * @typedef {import("./plan.js").Box} Box
 * @typedef {{panel: number, x: number, y: number, scale: number, shown: Box}} Spot where the shown part of a panel lies
 * @typedef {{width: number, height: number, spots: Spot[], fitted: boolean}} Layout
 * @typedef {{width: number, height: number}} Room
 * @typedef {{spots: Spot[], box: Box, least: number, weight: number, edge: Box, free: number}} Thing panels that lie over each other on the sheet, as one; around them the pixels that a thumb needs besides, none from some scale on
 * @typedef {{panels: number[], targets: number[], first: number}} Need what a question is about: panels, places to click, and the panel that matters most
 */

/** So many pixels a target measures at least. */
export const TARGET_PX = 40;
const GAP = 8;
/** No panel is drawn larger than this. */
const MOST_SCALE = 1.6;
/** What takes the room that is left grows no larger than this. */
const FILLED_SCALE = 1.1;
/** How large a panel is that is only looked at, beside one that is clicked. */
const LOOKED_AT = 0.7;
/** Panels of this width on the sheet stand two in a row below the others. */
const SMALL = 260;
const FLAT = 100;
const NO_EDGE = { x: 0, y: 0, width: 0, height: 0 };
const TITLE = { x: 0, y: 0, width: 150, height: 36 };

/** The panels in which something lies. @param {Catalogue} catalogue @param {Iterable<import("./rows.js").Piece>} pieces @returns {Set<number>} */
export function panelsWith(catalogue, pieces) {
  return new Set([...pieces].map((piece) => catalogue.places.get(piece.place)?.panel ?? NONE));
}

/** The sheet of the game, with the panels that are shown. @param {Catalogue} catalogue @param {number} eyes @param {Set<number>} held the panels in which something lies @returns {Layout} */
export function layoutOf(catalogue, eyes, held) {
  const sheet = arrangementOf(catalogue, eyes);
  const spots = sheet.panels.flatMap(([number, x, y, scale]) => {
    const panel = catalogue.panels.get(number);
    if (!panel || (!panel.ground && !held.has(number))) return [];
    return [{ panel: number, x, y, scale, shown: { x: 0, y: 0, width: panel.width, height: panel.height } }];
  });
  return { width: sheet.width, height: sheet.height, spots, fitted: false };
}

/** The sheet as large as there is room for, in the middle of it; in pixels, because with units of a container every panel that moves would style all of them anew. @param {Layout} sheet @param {Room} room @returns {Layout} */
export function centred(sheet, room) {
  const unit = Math.min(room.width / sheet.width, room.height / sheet.height);
  const [left, top] = [(room.width - sheet.width * unit) / 2, (room.height - sheet.height * unit) / 2];
  const spots = sheet.spots.map((spot) => ({ ...spot, x: left + spot.x * unit, y: top + spot.y * unit, scale: spot.scale * unit }));
  return { ...room, spots, fitted: false };
}

/**
 * What the question needs, all of it in the room there is, and the rest below; as long as a whole decision fits, nothing moves from click to click.
 * @param {Layout} sheet @param {Catalogue} catalogue @param {Iterable<import("./rows.js").Piece>} pieces @param {Need} whole of all clicks @param {Need} now of the next one @param {Room} room @returns {Layout}
 */
export function fitted(sheet, catalogue, pieces, whole, now, room) {
  const lying = [...pieces];
  const cut = { ...sheet, spots: sheet.spots.map((spot) => cutTo(spot, catalogue, lying)) };
  for (const [need, isLast] of /** @type {[Need, boolean][]} */ ([[whole, false], [now, true]])) {
    const things = thingsOf(cut.spots, catalogue, need, room);
    const needed = neededOf(things, need);
    const best = isLast ? anyOf(needed, room) : bestOf(needed, room);
    if (best || isLast) return below(best ?? { spots: [], bottom: 0 }, things.filter((thing) => !needed.includes(thing)), room);
  }
  return sheet;
}

/** The things that a question is about; a few buttons alone are about the largest thing there is, and stay below it, in reach of the thumb. @param {Thing[]} things @param {Need} need */
function neededOf(things, need) {
  const isNamed = (/** @type {Thing} */ thing) => thing.spots.some((spot) => need.panels.includes(spot.panel));
  const size = (/** @type {Thing} */ { box }) => box.width * box.height;
  const largest = things.some((thing) => isNamed(thing) && thing.box.height >= FLAT) ? 0 : Math.max(...things.map(size));
  return things.filter((thing) => isNamed(thing) || size(thing) === largest);
}

/** The best drawing; what does not fit is drawn smaller than a thumb needs, the largest first. @param {Thing[]} things @param {Room} room */
function anyOf(things, room) {
  const wish = (/** @type {Thing} */ { box, least }) => box.width * box.height * least * least;
  let some = things;
  for (const large of [...things].sort((a, b) => wish(b) - wish(a))) {
    const best = bestOf(some, room);
    if (best) return best;
    some = some.map((thing) => (thing.box === large.box ? { ...thing, least: 0, edge: NO_EDGE } : thing));
  }
  return bestOf(some, room);
}

/** A panel without ground is as large as what lies in it. @param {Spot} spot @param {Catalogue} catalogue @param {import("./rows.js").Piece[]} pieces @returns {Spot} */
function cutTo(spot, catalogue, pieces) {
  const panel = catalogue.panels.get(spot.panel);
  const boxes = pieces.flatMap((piece) => catalogue.places.get(piece.place) ?? []).filter((place) => place.panel === spot.panel);
  if (!panel || panel.ground || boxes.length === 0) return spot;
  const shown = around(panel.title ? [TITLE, ...boxes] : boxes);
  return { ...spot, shown, x: spot.x + shown.x * spot.scale, y: spot.y + shown.y * spot.scale };
}

/** The box around some. @param {Box[]} boxes @returns {Box} */
export function around(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** @param {Spot} spot @returns {Box} */
const onSheet = ({ x, y, scale, shown }) => ({ x, y, width: shown.width * scale, height: shown.height * scale });

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Panels that lie over each other stay together, where the first of them stood. @param {Spot[]} spots @returns {Spot[][]} */
function groupsOf(spots) {
  /** @type {Spot[][]} */
  let groups = [];
  for (const spot of spots) {
    const isTouched = (/** @type {Spot[]} */ group) => group.some((one) => overlap(onSheet(one), onSheet(spot)));
    const together = [...groups.filter(isTouched).flat(), spot];
    const at = groups.findIndex(isTouched);
    groups = at < 0 ? [...groups, together] : groups.map((group, n) => (n === at ? together : group)).filter((group) => group === together || !isTouched(group));
  }
  return groups;
}

/** @param {Spot[]} spots @param {Catalogue} catalogue @param {Need} need @param {Room} room @returns {Thing[]} */
function thingsOf(spots, catalogue, need, room) {
  return groupsOf(spots).map((group) => {
    const box = around(group.map(onSheet));
    const most = Math.min(MOST_SCALE, room.width / box.width, room.height / box.height);
    const targets = group.flatMap((spot) => targetsIn(catalogue, need.targets, spot));
    const found = leastOf(targets, most);
    const least = found > most ? 0 : found;
    const isMet = targets.length > 0 || group.some((spot) => spot.panel === need.first);
    return { spots: group, box, least, weight: isMet ? 1 : LOOKED_AT, edge: least > 0 ? edgeOf(box, least, targets) : NO_EDGE, free: TARGET_PX / sideOf(targets) };
  });
}

/** How many pixels the targets of a thing stand out at its least scale: on the left, above, and on both sides together. @param {Box} box @param {number} least @param {Box[]} targets @returns {Box} */
function edgeOf(box, least, targets) {
  const all = around([box, ...grown(targets, TARGET_PX / least)]);
  return { x: (box.x - all.x) * least, y: (box.y - all.y) * least, width: (all.width - box.width) * least, height: (all.height - box.height) * least };
}

/** The places to click of a panel, on the sheet. @param {Catalogue} catalogue @param {number[]} places @param {Spot} spot @returns {Box[]} */
function targetsIn(catalogue, places, { panel, x, y, scale, shown }) {
  const boxes = places.flatMap((place) => catalogue.places.get(place) ?? []).filter((place) => place.panel === panel);
  return boxes.map((one) => ({ x: x + (one.x - shown.x) * scale, y: y + (one.y - shown.y) * scale, width: one.width * scale, height: one.height * scale }));
}

/** The smallest scale at which a thumb can hit each of some boxes; more than the most if there is none. @param {Box[]} boxes @param {number} most */
function leastOf(boxes, most) {
  const isEnough = (/** @type {number} */ scale) => sideOf(grown(boxes, TARGET_PX / scale)) * scale > TARGET_PX - 0.01;
  if (boxes.length === 0) return 0;
  return isEnough(most) ? -largest(-most, -0.05, (scale) => isEnough(-scale)) : 2 * most;
}

/** The shortest side of some boxes. @param {Box[]} boxes */
export const sideOf = (boxes) => Math.min(...boxes.map((box) => Math.min(box.width, box.height)));

/** Boxes as large as is wished, as far as each leaves the others half of what is between them. @param {Box[]} boxes @param {number} wish @returns {Box[]} */
export function grown(boxes, wish) {
  return boxes.map((box) => {
    if (box.width >= wish && box.height >= wish) return box;
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity];
    for (const other of boxes) {
      const [aside, above] = [gapOf(box.x, box.width, other.x, other.width), gapOf(box.y, box.height, other.y, other.height)];
      if (other === box || Math.max(aside, above) < 0) continue;
      if (aside >= above && other.x > box.x) right = Math.min(right, box.x + box.width + aside / 2);
      else if (aside >= above) left = Math.max(left, box.x - aside / 2);
      else if (other.y > box.y) bottom = Math.min(bottom, box.y + box.height + above / 2);
      else top = Math.max(top, box.y - above / 2);
    }
    const [x, width] = stretched(box.x, box.width, wish, left, right);
    const [y, height] = stretched(box.y, box.height, wish, top, bottom);
    return { x, y, width, height };
  });
}

/** A stretch as long as is wished, around where it was, between two ends. @param {number} from @param {number} long @param {number} wish @param {number} least @param {number} most */
function stretched(from, long, wish, least, most) {
  const length = Math.min(Math.max(long, wish), most - least);
  const start = Math.max(least, Math.min(from + (long - length) / 2, most - length));
  return [start, length];
}

/** How far two stretches are apart, less than 0 if they are not. @param {number} a @param {number} long @param {number} b @param {number} wide */
const gapOf = (a, long, b, wide) => Math.max(b - a - long, a - b - wide);

// Rows or columns

/**
 * @typedef {(thing: Thing) => number} Scales how large each thing is drawn
 * @typedef {{lines: Thing[][], isAcross: boolean, scales: Scales}} Plan things side by side in rows, or one below the other in columns
 */

/** A thing with its edge, which is the smaller the larger its targets are. @param {Thing} thing @param {number} scale @returns {Box} where it begins inside, and how large it is */
function sizeOf({ box, edge, least, free }, scale) {
  const part = free > least ? Math.max(0, Math.min(1, (free - scale) / (free - least))) : 0;
  return { x: edge.x * part, y: edge.y * part, width: box.width * scale + edge.width * part, height: box.height * scale + edge.height * part };
}

/** The largest drawing of some things that fits, as rows or as columns. @param {Thing[]} things @param {Room} room @returns {{spots: Spot[], bottom: number}|null} */
function bestOf(things, room) {
  /** @type {Plan|null} */
  let best = null;
  let most = 0;
  for (const isAcross of [true, false]) {
    for (let cuts = 0; cuts < 1 << Math.max(0, things.length - 1); cuts++) {
      const plan = (/** @type {number} */ scale) => ({ lines: linesOf(things, cuts), isAcross, scales: (/** @type {Thing} */ thing) => Math.max(thing.least, Math.min(MOST_SCALE, scale * thing.weight)) });
      const scale = largest(0.05, 2 * MOST_SCALE, (some) => fits(plan(some), room));
      if (scale > most + 0.004) [best, most] = [plan(scale), scale];
    }
  }
  return best && placed(things.reduceRight((plan, thing) => filled(plan, thing, room), best), room);
}

/** A thing takes what room the others leave. @param {Plan} plan @param {Thing} thing @param {Room} room @returns {Plan} */
function filled(plan, thing, room) {
  const { scales } = plan;
  const larger = (/** @type {number} */ scale) => ({ ...plan, scales: (/** @type {Thing} */ one) => (one === thing ? scale : scales(one)) });
  const scale = largest(scales(thing), Math.max(scales(thing), FILLED_SCALE), (some) => fits(larger(some), room));
  return scale > scales(thing) ? larger(scale) : plan;
}

/** @param {Thing[]} things @param {number} cuts after which of them a line ends, bit by bit @returns {Thing[][]} */
function linesOf(things, cuts) {
  /** @type {Thing[][]} */
  const lines = [[]];
  things.forEach((thing, n) => {
    if (n > 0 && cuts & (1 << (n - 1))) lines.push([]);
    lines[lines.length - 1].push(thing);
  });
  return lines;
}

/** The largest number between two that is possible; 0 if not even the least is. @param {number} least @param {number} most @param {(some: number) => boolean} isPossible */
function largest(least, most, isPossible) {
  if (!isPossible(least)) return 0;
  let [low, high] = [least, most];
  for (let n = 0; n < 10; n++) {
    const middle = (low + high) / 2;
    if (isPossible(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** How long and how thick each line is. @param {Plan} plan */
function measured({ lines, isAcross, scales }) {
  return lines.map((line) => {
    const sizes = line.map((thing) => sizeOf(thing, scales(thing))).map(({ width, height }) => (isAcross ? [width, height] : [height, width]));
    return { long: sizes.reduce((sum, [one]) => sum + one, GAP * (line.length - 1)), thick: Math.max(...sizes.map(([, one]) => one)) };
  });
}

/** @param {Plan} plan @param {Room} room */
function fits(plan, room) {
  const [most, all] = plan.isAcross ? [room.width, room.height] : [room.height, room.width];
  const sizes = measured(plan);
  return sizes.every(({ long }) => long <= most + 0.01) && sizes.reduce((sum, { thick }) => sum + thick, GAP * (sizes.length - 1)) <= all + 0.01;
}

/** Line after line, each in the middle. @param {Plan} plan @param {Room} room */
function placed(plan, room) {
  const { lines, isAcross, scales } = plan;
  const sizes = measured(plan);
  const thick = sizes.reduce((sum, one) => sum + one.thick, GAP * (lines.length - 1));
  let aside = isAcross ? 0 : (room.width - thick) / 2;
  /** @type {Spot[]} */
  const spots = [];
  lines.forEach((line, n) => {
    let along = ((isAcross ? room.width : room.height) - sizes[n].long) / 2;
    for (const thing of line) {
      const { x, y, width, height } = sizeOf(thing, scales(thing));
      const middle = aside + (sizes[n].thick - (isAcross ? height : width)) / 2;
      spots.push(...moved(thing, x + (isAcross ? along : middle), y + (isAcross ? middle : along), scales(thing)));
      along += GAP + (isAcross ? width : height);
    }
    aside += sizes[n].thick + GAP;
  });
  return { spots, bottom: isAcross ? aside - GAP : room.height };
}

/** @param {Thing} thing @param {number} x @param {number} y @param {number} scale @returns {Spot[]} */
const moved = (thing, x, y, scale) =>
  thing.spots.map((spot) => ({ ...spot, x: x + (spot.x - thing.box.x) * scale, y: y + (spot.y - thing.box.y) * scale, scale: spot.scale * scale }));

/** What one seldom looks at lies below, small things two in a row. @param {{spots: Spot[], bottom: number}} top @param {Thing[]} rest @param {Room} room @returns {Layout} */
function below(top, rest, room) {
  const spots = [...top.spots];
  let [x, y, next] = [0, top.bottom + GAP, top.bottom + GAP];
  for (const thing of rest) {
    const isHalf = thing.box.width < SMALL && thing.box.height > FLAT;
    const width = isHalf ? (room.width - GAP) / 2 : room.width;
    const scale = Math.min(MOST_SCALE, width / thing.box.width);
    if (x + width > room.width + 0.01) [x, y] = [0, next];
    spots.push(...moved(thing, x + (width - thing.box.width * scale) / 2, y, scale));
    next = Math.max(next, y + thing.box.height * scale + GAP);
    x += width + GAP;
  }
  const slack = rest.length ? 0 : Math.max(0, room.height - top.bottom) / 2;
  return { width: room.width, height: Math.max(room.height, next - GAP), spots: spots.map((spot) => ({ ...spot, y: spot.y + slack })), fitted: true };
}

/** How long and how wide the arrow of a guided game is, with the way that it nods. */
const [ARROW_LONG, ARROW_WIDE] = [72, 44];

/**
 * Where an arrow at a box has its point, and from which side it comes: the first at which it is on the screen and covers none of what is to be read.
 * @param {Box} box @param {Box[]} covers @param {Room} screen @returns {{side: "above"|"below"|"left"|"right", x: number, y: number}}
 */
export function arrowAt(box, covers, screen) {
  const [x, y, long, wide] = [box.x + box.width / 2, box.y + box.height / 2, ARROW_LONG, ARROW_WIDE];
  const sides = /** @type {const} */ ([
    { side: "above", x, y: box.y, left: x - wide / 2, top: box.y - long, width: wide, height: long },
    { side: "below", x, y: box.y + box.height, left: x - wide / 2, top: box.y + box.height, width: wide, height: long },
    { side: "left", x: box.x, y, left: box.x - long, top: y - wide / 2, width: long, height: wide },
    { side: "right", x: box.x + box.width, y, left: box.x + box.width, top: y - wide / 2, width: long, height: wide },
  ]);
  const fits = sides.filter((one) => one.left >= 0 && one.top >= 0 && one.left + one.width <= screen.width && one.top + one.height <= screen.height);
  const free = fits.find((one) => !covers.some((other) => other.x < one.left + one.width && other.x + other.width > one.left && other.y < one.top + one.height && other.y + other.height > one.top));
  const { side, ...at } = free ?? fits[0] ?? sides[1];
  return { side, x: at.x, y: at.y };
}
