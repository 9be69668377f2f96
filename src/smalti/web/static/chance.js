// Checks a finished game: works out here, with the browser's own cryptography, what the server says it was made from.
// Only hashing happens here; that an outcome follows from its number is shown by the strict replay on the server.

import { commitmentSeen } from "./settings.js";

/** @typedef {{n: number, ply: number, words: string, bits: string}} Outcome */
/** @typedef {{commitment: string, secret: string, id: string, added: string, verified: boolean, outcomes: Outcome[]}} Check */

const BITS_62 = (1n << 62n) - 1n;
/** @param {string} id @returns {HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} name @param {string} style @param {string} text */
const element = (name, style, text) => Object.assign(document.createElement(name), { className: style, textContent: text });
/** @type {Record<string, string>} */
const words = JSON.parse(part("words").textContent ?? "{}");
const button = document.getElementById("check");

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A text as the record writes it: every character beyond ASCII as an escape. @param {string} text */
const ascii = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The number of each outcome, worked out from the secret. @param {Check} game @returns {Promise<string[]>} */
async function numbers(game) {
  const encoder = new TextEncoder();
  const recipe = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(game.secret), recipe, false, ["sign"]);
  return Promise.all(
    game.outcomes.map(async ({ n }) => {
      const message = encoder.encode(`[${ascii(game.id)}, ${n}, ${ascii(game.added)}]`);
      const signed = new DataView(await crypto.subtle.sign("HMAC", key, message));
      return String(signed.getBigUint64(0) & BITS_62);
    }),
  );
}

/** @param {boolean} right @param {string} text */
const finding = (right, text) => element("p", right ? "right" : "problem", `${right ? "✓" : "✗"} ${text}`);

/** @param {Check} game @param {string} table */
async function findings(game, table) {
  const seen = commitmentSeen(table);
  const known = seen ? [finding(seen === game.commitment, seen === game.commitment ? words.seen : words.seen_not)] : [];
  if (!crypto.subtle) {
    drawOutcomes(game, game.outcomes.map(() => game.verified));
    return [...known, finding(game.verified, game.verified ? words.server_only : words.wrong)];
  }
  const fingerprint = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(game.secret)));
  const fits = fingerprint === game.commitment;
  const right = (await numbers(game)).map((number, at) => number === game.outcomes[at].bits && game.verified);
  drawOutcomes(game, right);
  const all = fits && game.verified && right.every(Boolean);
  return [
    finding(fits, fits ? words.fits : words.fits_not),
    ...known,
    finding(all, all ? words.all_right.replace("{count}", String(right.length)) : words.wrong),
  ];
}

/** @param {Check} game @param {boolean[]} right */
function drawOutcomes(game, right) {
  const rows = game.outcomes.map((outcome, at) => {
    const row = element("li", right[at] ? "right" : "problem", `${right[at] ? "✓" : "✗"} ${outcome.words}`);
    row.title = outcome.bits;
    return row;
  });
  part("outcomes").replaceChildren(...rows);
  part("outcomes").hidden = false;
  for (const name of /** @type {const} */ (["commitment", "secret", "added"])) part(name).textContent = game[name] || "–";
  part("facts").hidden = false;
}

button?.addEventListener("click", async () => {
  const table = button.dataset.table ?? "";
  button.setAttribute("disabled", "");
  part("problem").textContent = "";
  part("result").replaceChildren(element("p", "", words.checking));
  try {
    const answer = await fetch(`/api/tables/${table}/chance`);
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.words);
    part("result").replaceChildren(...(await findings(said, table)));
  } catch (error) {
    part("result").replaceChildren();
    part("problem").textContent = (error instanceof Error && error.message) || words.failed;
  }
  button.removeAttribute("disabled");
});
// Until now nobody would have heard a click.
button?.removeAttribute("disabled");
