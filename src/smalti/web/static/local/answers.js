// The first answers to puzzles that this browser keeps, and how a server gets them: it looks at each itself, and rates it once.

import { post, Refusal } from "../ask.js";
import { transactionOn } from "./store.js";

/** @typedef {{id: string, game: string, move: number, score: number, made: number, handed: string}} Answer `id` is the puzzle's; `handed` is empty until the server has it ("yes"), or the sentence it refused it with */

const transaction = transactionOn("smalti-answers", "answers");

/** @returns {Promise<Answer[]>} */
export const answers = () => transaction("readonly", (kept) => kept.getAll());

/** Keeps an answer; only the first one to a puzzle counts. @param {Omit<Answer, "made"|"handed">} answer */
export async function keepAnswer(answer) {
  const known = await transaction("readonly", (kept) => kept.get(answer.id));
  if (known) return;
  await transaction("readwrite", (kept) => kept.add({ ...answer, made: Date.now(), handed: "" })).catch((error) => {
    if (error?.name !== "ConstraintError") throw error; // another tab was faster
  });
}

/** Hands what the server has not yet to it, the oldest first; what it refuses is not offered again. */
export async function handAnswersIn() {
  const waiting = (await answers()).filter(({ handed }) => !handed).sort((a, b) => a.made - b.made);
  if (!waiting.length) return;
  for (const answer of waiting) {
    try {
      await post(`/api/puzzles/${answer.id}/answer`, { move: answer.move });
      answer.handed = "yes";
    } catch (error) {
      if (!(error instanceof Refusal) || !error.isFinal) return; // no network, or not now: another time
      answer.handed = error.message || "no";
    }
    await transaction("readwrite", (kept) => kept.put(answer));
  }
}
