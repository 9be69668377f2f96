// What a press reaches: only what lay there when the pointer came to rest. What has just taken the place of something else under a pointer is
// inert until the pointer moves or a moment has passed, so the second click of a double click reaches nothing new.

const GUARD_MS = 500;
const NEAR_PX = 8;
const FINGER_PX = 24;

/**
 * @typedef {{x: number, y: number, key: string, at: number}} Rest
 * @typedef {{clientX: number, clientY: number, timeStamp: number, pointerType: string}} Point
 */

export class Guard {
  /** How often the same places came to mean something else. */
  epoch = 0;
  /** When they last did. */
  changed = -Infinity;
  pressed = -Infinity;
  /** Where the pointer rests, and on what. @type {Rest|null} */
  rest = null;

  /** From now on a click may mean something else. @param {number} now */
  change(now) {
    this.epoch++;
    this.changed = now;
  }

  /** The pointer comes to lie on something. @param {Point} point @param {string} key */
  move(point, key) {
    if (!this.#isNear(point) || (this.rest && this.changed < this.rest.at)) this.rest = restAt(point, key);
  }

  /** A press. @param {Point} point @param {string} key what it would reach @returns {boolean} whether it reaches it */
  press(point, key) {
    const isFresh = point.timeStamp - Math.max(this.changed, this.pressed) < GUARD_MS;
    const isOther = this.#isNear(point) && this.rest?.key !== key;
    this.pressed = point.timeStamp;
    if (isFresh && isOther) return false;
    this.rest = restAt(point, key);
    return true;
  }

  /** @param {Point} point */
  #isNear({ clientX, clientY, pointerType }) {
    const far = pointerType === "touch" ? FINGER_PX : NEAR_PX;
    return this.rest !== null && Math.hypot(clientX - this.rest.x, clientY - this.rest.y) <= far;
  }
}

/** @param {Point} point @param {string} key @returns {Rest} */
const restAt = ({ clientX, clientY, timeStamp }, key) => ({ x: clientX, y: clientY, key, at: timeStamp });

/** @type {WeakMap<Element, number>} */
const numbers = new WeakMap();
let known = 0;

/** What a press on a target would reach: a place after some clicks, or a button as it reads now; nothing is "". @param {EventTarget|null} target @param {number} epoch @param {number[]} picked */
function keyOf(target, epoch, picked) {
  const thing = target instanceof Element ? target.closest("button, a, summary, label, input, .panel [data-place]") : null;
  if (!thing) return "";
  const place = thing.getAttribute("data-place");
  if (place !== null) return `${place} ${epoch} ${picked}`;
  if (!numbers.has(thing)) numbers.set(thing, known++);
  return `${numbers.get(thing)} ${thing.closest("#decision") ? epoch : ""} ${thing.textContent}`;
}

/** Every press of the page goes through here first. @param {() => number[]} picked the clicks so far */
export function newGuard(picked) {
  const guard = new Guard();
  let meant = "";
  let reaches = true;
  const key = (/** @type {Event} */ event) => keyOf(event.target, guard.epoch, picked());
  addEventListener("pointermove", (event) => guard.move(event, key(event)), true);
  addEventListener("pointerdown", (event) => {
    meant = key(event);
    reaches = guard.press(event, meant);
    if (!reaches) event.stopPropagation();
  }, true);
  addEventListener("click", (event) => {
    const isPress = event.detail > 0; // a key, or a reader of the screen, means what it says
    if (!isPress || (reaches && key(event) === meant)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  return guard;
}
