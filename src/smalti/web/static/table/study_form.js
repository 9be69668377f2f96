// Setting a study up: from the beginning, a position in text, or a record.

import { newStudy } from "../local/games.js";
import { settled } from "../local/starting.js";
import { positionOf } from "./placing.js";
import { fillIn } from "./rail.js";
import { imported } from "./study.js";
import { part } from "./svg.js";

/** @param {string} game @param {Record<string, string>} words @param {import("./study.js").StudyConnection} connection @param {(work: () => Promise<void>) => Promise<void>} tried */
export function listenToForm(game, words, connection, tried) {
  const form = /** @type {HTMLFormElement} */ (part("study-form"));
  const seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem("seats"));
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("position"));
  const people = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=name]")]);
  const show = () => people.forEach((field, seat) => field.closest("label")?.toggleAttribute("hidden", seat >= Number(seats.value)));

  /** @param {import("../local/store.js").Kept} made */
  async function go(made) {
    location.href = await settled(made);
  }

  function chosen() {
    /** @type {Record<string, string|string[]>} */
    const options = {};
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-option]"))) {
      const values = new FormData(form).getAll(`option-${field.dataset.option}`).map(String);
      options[String(field.dataset.option)] = field.dataset.several === "yes" ? values : values[0];
    }
    const names = people.slice(0, Number(seats.value)).map((field, seat) => field.value.trim() || fillIn(words.study_seat, { number: seat + 1 }));
    return { options, names };
  }

  seats.addEventListener("change", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { options, names } = chosen();
    tried(() => go(newStudy({ game, options }, names)));
  });
  part("study-text").addEventListener("click", () => tried(async () => {
    text.value = await positionOf(connection);
    text.focus();
  }));
  part("study-set").addEventListener("click", () => tried(async () => {
    await go(await imported({ format: "smalti-study/1", game, rules: part("studying").dataset.rules, position: text.value.trim(), log: [] }));
  }));
  const files = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
  files.addEventListener("change", () => tried(async () => {
    const [file] = files.files ?? [];
    if (file) await go(await imported(JSON.parse((await file.text()).split("\n")[0])));
  }));
  show();
}
