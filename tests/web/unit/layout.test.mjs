import assert from "node:assert/strict";
import { test } from "node:test";
import { readCatalogue } from "../../../src/smalti/web/static/table/catalogue.js";
import { arrowAt, centred, fitted, grown, layoutOf, panelsWith, TARGET_PX } from "../../../src/smalti/web/static/table/layout.js";

/** A grid of 4 by 4 with a strip of two buttons below it, and a panel that one seldom looks at. */
const SENT = {
  panels: [
    { number: 0, key: "grid", label: "", purpose: "board", width: 400, height: 400, ground: "<g/>" },
    { number: 1, key: "buttons", label: "", purpose: "hand", width: 300, height: 200 },
    { number: 2, key: "other", label: "", purpose: "side", width: 200, height: 200, ground: "<g/>" },
  ],
  places: {
    ...Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, { panel: 0, x: 100 * (n % 4), y: 100 * Math.floor(n / 4), width: 100, height: 100 }])),
    20: { panel: 1, x: 0, y: 0, width: 140, height: 30 },
    21: { panel: 1, x: 160, y: 0, width: 140, height: 30 },
  },
  looks: {},
  kinds: {},
  arrangements: { "seat-0": { width: 720, height: 640, panels: [[0, 10, 10, 1], [1, 10, 430, 1], [2, 500, 10, 1]] } },
};
const catalogue = readCatalogue(SENT);
const pieces = [20, 21].map((place, piece) => ({ piece, place, look: 0, turn: 0, number: 0 }));
const sheet = layoutOf(catalogue, 0, panelsWith(catalogue, pieces));
const CELLS = Array.from({ length: 16 }, (_, n) => n);
const whole = { panels: [0, 1], targets: [...CELLS, 20, 21], first: 0 };
const now = { panels: [0], targets: CELLS, first: 0 };
const laid = (room, all = whole, next = now) => fitted(sheet, catalogue, pieces, all, next, room);
const boxOf = ({ x, y, scale, shown }) => ({ left: x, top: y, right: x + shown.width * scale, bottom: y + shown.height * scale });
const isIn = (box, room) => box.left > -0.1 && box.top > -0.1 && box.right < room.width + 0.1 && box.bottom < room.height + 0.1;

test("a panel without ground is there only while something lies in it", () => {
  assert.deepEqual(layoutOf(catalogue, 0, new Set()).spots.map((spot) => spot.panel), [0, 2]);
});

test("at a desk everything lies where the game says", () => {
  assert.deepEqual(sheet.spots.map(({ panel, x, y }) => [panel, x, y]), [[0, 10, 10], [1, 10, 430], [2, 500, 10]]);
});

for (const room of [{ width: 370, height: 500 }, { width: 340, height: 420 }, { width: 560, height: 380 }]) {
  test(`in ${room.width} by ${room.height} what is needed fits, large enough for a thumb, and the rest lies below`, () => {
    const spots = new Map(laid(room).spots.map((spot) => [spot.panel, spot]));
    assert.ok(isIn(boxOf(spots.get(0)), room) && isIn(boxOf(spots.get(1)), room));
    assert.ok(100 * spots.get(0).scale >= TARGET_PX);
    assert.ok(boxOf(spots.get(2)).top >= Math.max(boxOf(spots.get(0)).bottom, boxOf(spots.get(1)).bottom));
  });
}

test("a panel without ground is cut to what lies in it", () => {
  const spot = laid({ width: 370, height: 500 }).spots.find((one) => one.panel === 1);
  assert.deepEqual(spot.shown, { x: 0, y: 0, width: 300, height: 30 });
});

test("while a whole decision fits, nothing moves from click to click", () => {
  const room = { width: 370, height: 500 };
  assert.deepEqual(laid(room, whole, now), laid(room, whole, { ...now, targets: [20], panels: [1] }));
});

test("buttons alone stay below the board", () => {
  const ask = { panels: [1], targets: [20, 21], first: 1 };
  const spots = new Map(laid({ width: 370, height: 500 }, ask, ask).spots.map((spot) => [spot.panel, spot]));
  assert.ok(boxOf(spots.get(1)).top >= boxOf(spots.get(0)).bottom && boxOf(spots.get(1)).bottom <= 500);
});

test("where it does not fit, the next click has what it needs", () => {
  const room = { width: 200, height: 210 };
  const grid = laid(room).spots.find((one) => one.panel === 0);
  assert.ok(isIn(boxOf(grid), room) && 100 * grid.scale >= TARGET_PX);
});

test("small targets grow to what a thumb needs, and leave each other half of what is between them", () => {
  const boxes = [{ x: 0, y: 0, width: 20, height: 60 }, { x: 30, y: 0, width: 20, height: 60 }, { x: 200, y: 0, width: 10, height: 10 }];
  const [first, second, third] = grown(boxes, 40);
  assert.deepEqual(first, { x: -15, y: 0, width: 40, height: 60 });
  assert.deepEqual(second, { x: 25, y: 0, width: 40, height: 60 });
  assert.deepEqual(third, { x: 185, y: -15, width: 40, height: 40 });
});

test("targets that touch on all sides stay as they are", () => {
  const boxes = CELLS.map((n) => ({ x: 30 * (n % 4), y: 30 * Math.floor(n / 4), width: 30, height: 30 }));
  assert.deepEqual(grown(boxes, 40)[5], boxes[5]);
});

test("at a desk the sheet is as large as the room, in the middle of it", () => {
  const spot = { panel: 0, x: 10, y: 20, scale: 0.5, shown: { x: 0, y: 0, width: 100, height: 100 } };
  const sheet = { width: 400, height: 300, spots: [spot], fitted: false };
  const laid = centred(sheet, { width: 1000, height: 600 });
  assert.deepEqual(laid, { width: 1000, height: 600, spots: [{ ...spot, x: 120, y: 40, scale: 1 }], fitted: false });
});

test("the arrow of a guided game comes from a side where it covers nothing that is to be read", () => {
  const [box, screen] = [{ x: 180, y: 200, width: 40, height: 40 }, { width: 390, height: 844 }];
  const [title, sheet] = [{ x: 170, y: 150, width: 120, height: 20 }, { x: 0, y: 250, width: 390, height: 594 }];
  assert.deepEqual(arrowAt(box, [], screen), { side: "above", x: 200, y: 200 });
  assert.deepEqual(arrowAt(box, [title], screen), { side: "below", x: 200, y: 240 });
  assert.deepEqual(arrowAt(box, [title, sheet], screen), { side: "left", x: 180, y: 220 });
  assert.deepEqual(arrowAt({ ...box, x: 10 }, [{ ...title, x: 0 }, sheet], screen), { side: "right", x: 50, y: 220 });
  assert.equal(arrowAt({ ...box, y: 10 }, [], screen).side, "below", "it stays on the screen");
});
