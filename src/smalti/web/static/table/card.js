// The card that teaches: some words, and below them what to do about them.

import { part } from "./svg.js";

/** What the card says and offers; without words there is no card. It is written anew only if it says something else. @param {string} key what it is about @param {(string|Node)[]} [words] @param {Node[]} [deeds] */
export function drawCard(key, words = [], deeds = []) {
  const card = part("lesson");
  card.hidden = words.length === 0;
  if (card.dataset.key === key) return;
  card.dataset.key = key;
  const focused = card.contains(document.activeElement);
  part("lesson-words").replaceChildren(...words);
  part("lesson-deeds").replaceChildren(...deeds);
  if (focused) card.querySelector("button")?.focus();
}
