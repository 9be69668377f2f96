// Hints: a worker is asked in stages, and the page says that it waits, for what, and how far that is.

import { say } from "./page.js";
import { button, element, fillIn, progressOf } from "./rail.js";
import { hintNow } from "./state.js";
import { part } from "./svg.js";
import { counted } from "./verdict.js";

/** @param {import("./state.js").Model} model @param {import("./rail.js").Words} words @param {(message: any) => void} send @param {() => void} redraw */
export function newHints(model, words, send, redraw) {
  part("hint").addEventListener("click", () => {
    const { table } = model;
    if (!table || isWaiting(model)) return;
    model.asking = table.number;
    send({ type: "hint", seat: table.seat, stage: Math.min(3, (hintNow(model)?.stage ?? 0) + 1) });
    draw();
    say(part("advice").textContent ?? "");
  });

  /** @param {import("./state.js").Hint} hint */
  function show(hint) {
    model.asking = null;
    if (hint.number !== model.table?.number) return draw(); // it was about what is no longer so
    model.hint = hint;
    model.picked = [];
    redraw();
    draw();
    say([hint.stage === 1 ? words.hint_look : hint.label, hint.best?.[0].words ?? ""].join(" "));
  }

  /** What is advised, or what is waited for. */
  function draw() {
    const holder = part("advice");
    const waits = isWaiting(model);
    part("hint").setAttribute("aria-disabled", String(waits));
    const { table } = model;
    const shown = hintNow(model);
    const written = JSON.stringify([waits, waits && table?.preparing, shown]);
    if (holder.dataset.written === written) return;
    holder.dataset.written = written;
    if (waits) holder.replaceChildren(table?.preparing ? fillIn(words.hint_preparing, progressOf(table.preparing)) : words.hint_wait);
    else if (shown?.best) holder.replaceChildren(element("ol", "best", ...shown.best.map(line)));
    else holder.replaceChildren(shown?.stage === 1 ? words.hint_look : "");
  }

  /** A good move, how much worse than the best it is, and why. @param {import("./state.js").Advised} one */
  function line(one) {
    const row = button("", "line", () => {});
    const worse = one.difference < 0 ? counted(words, "hint_worse", -one.difference, { points: (-one.difference).toLocaleString(document.documentElement.lang) }) : words.hint_as_good;
    row.append(element("b", "", one.label), " ", element("span", "difference", worse), " ", element("span", "why", one.words));
    row.dataset.places = one.places.join(" ");
    return element("li", "", row);
  }

  return { show, draw, stop: () => ((model.asking = null), draw()) };
}

/** Whether a hint about the table as it stands was asked for. @param {import("./state.js").Model} model */
function isWaiting(model) {
  return model.asking !== null && model.asking === model.table?.number;
}
