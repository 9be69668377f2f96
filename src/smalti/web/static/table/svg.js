// Elements of the page and of its pictures.

const SVG = "http://www.w3.org/2000/svg";

/** @type {Map<string, HTMLElement>} */
const parts = new Map();
/** A part of the page; looked up once, so that no picture can stand in its place. @param {string} id */
export function part(id) {
  const known = parts.get(id) ?? /** @type {HTMLElement} */ (document.getElementById(id));
  parts.set(id, known);
  return known;
}

export const narrow = matchMedia("(max-width: 820px), (max-height: 500px)");
export const byThumb = matchMedia("(pointer: coarse)");
/** Whether the table is laid for this screen, not as on the game's sheet. */
export const isFitted = () => narrow.matches || byThumb.matches;
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} name @param {Record<string, string|number>} attributes @param {Element[]} children @returns {SVGGraphicsElement} */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return /** @type {SVGGraphicsElement} */ (element);
}

/** Markup of a table as elements; the page's policy forbids style attributes in markup, but not set by hand. @param {string} body @returns {Node[]} */
export function drawn(body) {
  const holder = document.implementation.createHTMLDocument().createElementNS(SVG, "svg");
  holder.innerHTML = body.replaceAll(' style="', ' data-style="');
  const nodes = [...holder.childNodes].map((node) => document.importNode(node, true));
  for (const node of nodes) if (node instanceof Element) styled(node);
  return nodes;
}

/** @param {Element} top */
function styled(top) {
  for (const one of /** @type {SVGElement[]} */ ([top, ...top.querySelectorAll("[data-style]")])) {
    if (one.dataset.style === undefined) continue;
    one.style.cssText = one.dataset.style;
    one.removeAttribute("data-style");
  }
}

/** Sets an attribute only if it is another one. @param {Element} element @param {string} name @param {string} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets a property only if it is another one: everything below it would be styled anew. @param {HTMLElement} element @param {string} name @param {number} value */
export function setProperty(element, name, value) {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
}
