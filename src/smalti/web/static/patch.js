// Changes a drawing into another one: only what differs is drawn anew, since styling thousands of pieces is what takes time.

/** What was drawn last, as it was sent. @type {WeakMap<Element, Element>} */
const drawn = new WeakMap();
/** What is folded up and was never opened, and what it holds. @type {WeakMap<Element, Node[]>} */
const folded = new WeakMap();

/** Draws a body into an element; what was put onto it since must be gone. @param {SVGElement} place @param {string} body */
export function patch(place, body) {
  const sent = parsed(body);
  const old = drawn.get(place);
  drawn.set(place, sent);
  if (old) patchChildren(place, old, sent);
  else place.replaceChildren(...copies([...sent.childNodes]));
}

/** Markup as elements that are not shown; the page's policy forbids style attributes in markup, but not set by hand. @param {string} body */
function parsed(body) {
  const holder = document.implementation.createHTMLDocument().createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.innerHTML = body.replaceAll(' style="', ' data-style="');
  return holder;
}

/** @param {Node[]} nodes @returns {Node[]} */
function copies(nodes) {
  return nodes.map((node) => {
    const copy = document.importNode(node, true);
    if (copy instanceof Element) finish(copy);
    return copy;
  });
}

/** Styles, what the elements are to a screen reader, and what is folded up. @param {Element} top */
function finish(top) {
  for (const one of /** @type {SVGElement[]} */ ([top, ...top.querySelectorAll("[data-style]")])) {
    if (one.dataset.style === undefined) continue;
    one.style.cssText = one.dataset.style;
    one.removeAttribute("data-style");
  }
  for (const one of [top, ...top.querySelectorAll("[aria-label]")]) {
    if (one.hasAttribute("aria-label") && !one.querySelector("[aria-label]")) one.setAttribute("role", "img");
  }
  for (const one of [top, ...top.querySelectorAll(".unfold")]) if (isFolding(one)) fold(one);
}

/** @param {Node} node */
const isFolding = (node) => node instanceof Element && node.classList.contains("unfold");

/** What was never opened stays out of the page: the symbols in it would be built all the same. @param {Element} element */
function fold(element) {
  folded.set(element, [...element.childNodes]);
  element.replaceChildren();
}

/** Opens what is folded up; whether it is the first time. @param {Element} element */
export function open(element) {
  const inside = folded.get(element) ?? [];
  folded.delete(element);
  element.append(...inside);
  return inside.length > 0;
}

/** @param {Node} live @param {Node} old @param {Node} fresh */
function patchNode(live, old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const isAsDrawn = !isFolding(old) && live.childNodes.length === old.childNodes.length;
  if (isAsDrawn && isSameTag(old, fresh)) patchChildren(live, old, fresh);
  else live.parentNode?.replaceChild(copies([fresh])[0], live);
}

/** What both begin and end with stays; what lies between is changed one by one if it is as many. @param {Node} live @param {Node} old @param {Node} fresh */
function patchChildren(live, old, fresh) {
  const [now, before, after] = [live, old, fresh].map((node) => [...node.childNodes]);
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head].isEqualNode(after[head])) head++;
  let tail = 0;
  while (tail < least - head && before[before.length - 1 - tail].isEqualNode(after[after.length - 1 - tail])) tail++;
  if (before.length === after.length) {
    for (let n = head; n < before.length - tail; n++) patchNode(now[n], before[n], after[n]);
    return;
  }
  const place = now[before.length - tail] ?? null;
  for (const gone of now.slice(head, before.length - tail)) live.removeChild(gone);
  for (const copy of copies(after.slice(head, after.length - tail))) live.insertBefore(copy, place);
}

/** @param {Node} a @param {Node} b */
function isSameTag(a, b) {
  return a instanceof Element && b instanceof Element && a.cloneNode(false).isEqualNode(b.cloneNode(false)) && a.childElementCount > 0;
}
