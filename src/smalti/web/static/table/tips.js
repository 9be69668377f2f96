// Tips for a first game: in plain words, at the decision where they first matter; the clause is a click away. Before them all stands the guided game.

import { learnPage } from "../places.js";
import { isOn, keepTips, learn, learned, tipsSeen } from "../settings.js";
import { drawCard } from "./card.js";
import { button, clauseLink, fillIn, link } from "./rail.js";
import { clauseOf, isMyTurn, nextTip } from "./state.js";
import { part } from "./svg.js";

/** @param {import("./state.js").Model} model @param {string} game @param {import("./rail.js").Words} words @param {() => void} closed */
export function newTips(model, game, words, closed) {
  /** The clause whose tip is on the card. */
  let shown = "";
  /** @type {import("./catalogue.js").Catalogue|null} */
  let catalogue = null;

  /** @param {string} clause */
  function close(clause) {
    keepTips(game, [clause]);
    draw(catalogue);
    if (part("lesson").hidden) closed();
  }

  /** Who has never been here may learn it first. */
  function drawOffer() {
    const later = () => {
      learn(game);
      draw(catalogue);
    };
    const go = link(words.learn, learnPage(game));
    go.classList.add("primary");
    drawCard("offer", [fillIn(words.new_here, { game: words.title })], [button(words.no_thanks, "", later), go]);
  }

  /** @param {import("./catalogue.js").Catalogue|null} tables */
  function draw(tables) {
    const { table, past } = model;
    catalogue = tables;
    shown = "";
    if (!table || !tables || !isOn("help") || past || table.over || table.mine.length === 0) return drawCard("");
    const isNew = !table.log.some((event) => table.mine.includes(event.by)); // who has made a move plays on
    if (isNew && part("table").dataset.lesson && !learned(game)) return drawOffer();
    const clause = isMyTurn(table) ? nextTip(table, tables.tips, tipsSeen(game)) : 0;
    if (!clause) return drawCard("");
    shown = clauseOf(clause);
    const more = clauseLink(game, shown, fillIn(words.rule, { clause: shown }));
    drawCard(shown, [tables.tips[clause], " ", more], [button(words.understood, "", () => close(clauseOf(clause)))]);
  }

  return {
    draw,
    /** Who has chosen has read it. */
    passed: () => shown && keepTips(game, [shown]),
  };
}
