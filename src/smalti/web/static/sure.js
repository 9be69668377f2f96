// Asks before what cannot be taken back: a dialog of the page, focus on the safe answer, Escape cancels.

/** @param {string} question @param {string} deed what the other button does @returns {Promise<boolean>} whether it is meant */
export function sure(question, deed) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("sure"));
  const [words, yes] = ["sure-words", "sure-yes"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  [words.textContent, yes.textContent, dialog.returnValue] = [question, deed, ""];
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
