// Between two people at one screen: nothing is seen until the next one says who they are.

import { fillIn } from "./rail.js";
import { part } from "./svg.js";

/** The cover is seen before anything is done behind it. */
const BEHIND_MS = 100;

/** @param {import("./rail.js").Words} words @param {() => void} draw the table of whoever is next @param {() => void} taken @returns {(table: import("./state.js").Table, isFresh: boolean) => void} asks for who is next */
export function newCover(words, draw, taken) {
  const dialog = /** @type {HTMLDialogElement} */ (part("cover"));
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  part("cover-ok").addEventListener("click", () => {
    if (timer) follow();
    dialog.close();
    taken();
  });

  /** The table is drawn that nobody sees. */
  function follow() {
    clearTimeout(timer);
    timer = undefined;
    draw();
  }

  /** Nothing else can be reached by keys or by ear, for which the browser looks at the whole page. */
  function seal() {
    dialog.close();
    dialog.showModal();
  }

  return (table, isFresh) => {
    part("cover-words").textContent = fillIn(words.hand_screen, { name: table.seats[table.seat].name });
    part("cover-ok").textContent = fillIn(words.i_am, { name: table.seats[table.seat].name });
    if (dialog.open) return void (isFresh && draw());
    dialog.show(); // it lies over everything at once
    timer = setTimeout(() => {
      follow();
      seal();
    }, BEHIND_MS);
  };
}
