// Asks the server to do something, and says kindly what it answers.

/**
 * @param {string} path
 * @param {object} [body]
 * @param {RequestInit} [wishes]
 * @returns {Promise<any>}
 */
export async function post(path, body, wishes) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: body ? JSON.stringify(body) : undefined, ...wishes });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said.words ?? "", answer.status);
  return said;
}

/** What the server said no with. */
export class Refusal extends Error {
  /** @param {string} words @param {number} [status] */
  constructor(words, status = 0) {
    super(words);
    this.status = status;
  }

  /** Whether it will be the same however often it is asked. */
  get isFinal() {
    return [400, 403, 404, 413].includes(this.status);
  }

  /** Whether the server is away, and another one answers in its place. */
  get isAway() {
    return [502, 504].includes(this.status);
  }
}

/** The browser's own part of chance. */
export function entropy() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * Shows why something did not work.
 * @param {unknown} error
 * @param {HTMLElement | null} [place]
 */
export function fail(error, place = document.getElementById("problem")) {
  if (!place) return;
  const words = error instanceof Refusal ? error.message : "";
  const holder = /** @type {HTMLElement | null} */ (place.dataset.failed ? place : place.closest("[data-failed]"));
  place.textContent = words ? words[0].toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".") : (holder?.dataset.failed ?? "");
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Chooses a name if it is another one than before.
 * @param {string} name
 * @param {string} before
 */
export async function rename(name, before) {
  if (name.trim() && name.trim() !== before) await post("/api/name", { name: name.trim() });
}
