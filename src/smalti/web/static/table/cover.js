// Between two people at one screen: nothing is seen until the next one says who they are.

import { fillIn } from "./rail.js";
import { part } from "./svg.js";

/** @param {import("./rail.js").Words} words @param {() => void} taken @returns {(table: import("./state.js").Table) => void} asks for who is next */
export function newCover(words, taken) {
  const dialog = /** @type {HTMLDialogElement} */ (part("cover"));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  part("cover-ok").addEventListener("click", () => {
    dialog.close();
    taken();
  });
  /** Nothing else can be reached by keys or by ear. */
  function seal() {
    if (!dialog.open) return;
    dialog.close();
    dialog.showModal();
  }

  return (table) => {
    part("cover-words").textContent = fillIn(words.hand_screen, { name: table.seats[table.seat].name });
    part("cover-ok").textContent = fillIn(words.i_am, { name: table.seats[table.seat].name });
    if (dialog.open) return;
    dialog.show(); // it lies over everything at once
    requestAnimationFrame(() => setTimeout(seal)); // shown first: then the browser looks at the whole page
  };
}
