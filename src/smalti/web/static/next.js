// The next game that waits for me: asked for once when it may be wanted, never by the clock; one click or the key N.

import { isMyTurn } from "./table/state.js";

const KEY = "n";

/** The way to the next game; nothing when none waits. @param {string} [here] the table that is open */
export function newNext(here = "") {
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("next-game"));
  let asked = 0;

  /** Asks once; of several answers the last one counts. */
  async function look() {
    const mine = ++asked;
    const answer = await fetch(`/api/waiting?but=${here}`).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const { count, next } = await answer.json();
    link.hidden = next === null;
    link.href = next === null ? "" : `/table/${next}`;
    link.textContent = ((count === 1 ? link.dataset.one : link.dataset.many) ?? "").replace("{count}", count);
  }

  addEventListener("keydown", (event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input, textarea, select, dialog[open]");
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (event.key.toLowerCase() === KEY && isPlain && !isTyped && link.getClientRects().length) link.click();
  });
  return { look, hide: () => void (asked++, (link.hidden = true)) };
}

/** At a table: asked for after each own turn, when one comes to wait here, and when one comes back to the page. @param {string} id */
export function nextAt(id) {
  const next = newNext(id);
  /** Whether one waits here; not known at first. @type {boolean|null} */
  let waits = null;
  document.addEventListener("visibilitychange", () => waits && document.visibilityState === "visible" && void next.look());
  return {
    /** @param {import("./table/state.js").Table} table */
    follow(table) {
      const now = table.mine.length > 0 && !isMyTurn(table);
      if (now && !waits) void next.look();
      if (!now) next.hide();
      waits = now;
    },
  };
}
