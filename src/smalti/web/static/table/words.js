// Rows in words. Knows tables, never a game; a twin of smalti.kernel.telling, held to the same golden sentences.

import { NONE } from "./catalogue.js";
import { grouped, placesOf } from "./rows.js";
import { clauseOf } from "./state.js";

/**
 * @typedef {import("./rows.js").Happening} Happening
 * @typedef {import("./rows.js").Piece} Piece
 * @typedef {{head: Happening, words: string, notes: string[], places: number[]}} Line
 */

const GAP = /(\b(?:de|que) )?\{([^}]*)\}/gi;
const VOWEL = /^(?:[aeiouhàâäéèêëîïôöùûüœæ]|y(?![aeiou]))/i;

/** What is said, after a word that French shortens before a vowel: d’Anne, qu’Yves. @param {string} word @param {string} said */
export function elided(word, said) {
  return (word && VOWEL.test(said) ? `${word.slice(0, -2)}’` : word) + said;
}

/** Parts of a sentence, with the space that French has before the sign between them. @param {string[]} parts @param {string} language */
export const joined = (parts, language) => parts.join(language === "fr" ? "\u202f; " : "; ");

/** A text in lines of at most so many letters. @param {string} text @param {number} most @returns {string[]} */
export function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The words of a game in one language, for seats with these names. */
export class Telling {
  /** @param {import("./catalogue.js").Catalogue} catalogue @param {string[]} [people] @param {number} [eyes] */
  constructor(catalogue, people = [], eyes = NONE) {
    this.catalogue = catalogue;
    this.people = people;
    this.eyes = eyes;
    this.plural = new Intl.PluralRules(catalogue.language);
  }

  /** One row in words, with the rows that stand under it. @param {Partial<Happening>} row @param {Happening[]} [under] @returns {string} */
  sentence(row, under = []) {
    const kind = this.#kind(row.kind);
    return this.#form(kind?.sentence ?? "", row.amount ?? 0).replace(GAP, (_, word, gap) => {
      if (!gap.endsWith("...")) return this.#linked(/** @type {Record<string, number>} */ (row), word, gap);
      const names = gap.slice(0, -3).split(" ").filter(Boolean);
      const joined = under.filter((one) => names.includes(this.#kind(one.kind)?.name ?? ""));
      return joined.map((one) => this.sentence(one)).join(", ");
    });
  }

  /** A refusal with its clause. @param {Happening} row */
  refusal(row) {
    return `${this.sentence(row)} (${this.catalogue.words.rule.replace("{clause}", clauseOf(row.clause))})`;
  }

  /** What rows say, a line for each head. @param {Happening[]} told @returns {Line[]} */
  lines(told) {
    return grouped(told, this.catalogue.kinds).flatMap(({ head, under }) => {
      if (!head) return [];
      const notes = under.filter((row) => this.#kind(row.kind)?.small).map((row) => this.sentence(row)).filter(Boolean);
      return [{ head, words: this.sentence(head, under), notes, places: placesOf([head, ...under]) }];
    });
  }

  /** Under what a line of a score is counted. @param {Happening} row */
  category(row) {
    return this.#filled(this.#kind(row.kind)?.category ?? "", /** @type {any} */ (row));
  }

  /** The text on a piece, cut where there is little room. @param {Piece} piece */
  written(piece) {
    const [text, look] = [this.#text(piece), this.catalogue.looks.get(piece.look)];
    const most = this.#isOwn(piece) ? 0 : (look?.most ?? 0);
    return most > 0 && most < text.length ? `${text.slice(0, most - 1).trimEnd()}…` : text;
  }

  /** What a piece is called: its name, with the text on it. @param {Piece} piece */
  called(piece) {
    return [this.#filled(this.catalogue.looks.get(piece.look)?.name ?? "", piece), this.#text(piece)].filter(Boolean).join(", ");
  }

  /** What a panel is called. @param {import("./catalogue.js").Panel} panel */
  labelled(panel) {
    return this.#filled(panel.label, /** @type {any} */ (panel));
  }

  /** @param {Piece} piece */
  #text(piece) {
    const look = this.catalogue.looks.get(piece.look);
    return this.#filled(this.#isOwn(piece) ? (look?.own ?? "") : this.#form(look?.text ?? "", piece.number), piece);
  }

  /** Whether a text is about the seat that looks. @param {Piece} piece */
  #isOwn(piece) {
    return piece.number === this.eyes && Boolean(this.catalogue.looks.get(piece.look)?.own);
  }

  /** @param {number} seat */
  seat(seat) {
    return this.people[seat] ?? this.catalogue.words.seat.replace("{seat}", String(seat + 1));
  }

  /** @param {string} text @param {Record<string, number>} fields */
  #filled(text, fields) {
    return text.replace(GAP, (_, word, gap) => this.#linked(fields, word, gap));
  }

  /** A gap filled in, with the word before it as the name of a person wants it. @param {Record<string, number>} row @param {string|undefined} word @param {string} gap */
  #linked(row, word, gap) {
    const said = this.#said(row, gap);
    return gap.endsWith(":seat") ? elided(word ?? "", said) : (word ?? "") + said;
  }

  /** @param {Record<string, number>} row @param {string} gap */
  #said(row, gap) {
    const [field, type] = gap.split(":");
    const value = row[field];
    if (type === "number") return String(value);
    if (type === "signed") return value < 0 ? String(value) : `+${value}`;
    if (type === "seat") return this.seat(value);
    if (type === "place") return this.catalogue.places.get(value)?.name ?? "";
    if (type === "look") return this.catalogue.looks.get(value)?.name ?? "";
    return this.catalogue.names[type]?.[value] ?? "";
  }

  /** @param {import("./catalogue.js").Sentence} sentence @param {number} amount */
  #form(sentence, amount) {
    if (typeof sentence === "string") return sentence;
    return sentence[String(amount)] || sentence[this.plural.select(amount)] || sentence.other;
  }

  /** @param {number|undefined} kind */
  #kind(kind) {
    return this.catalogue.kinds.get(kind ?? NONE);
  }
}
