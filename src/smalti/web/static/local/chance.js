// Chance that can be checked, as `kernel/chance.py` works it out: the n-th outcome follows from a secret, the game's id and what was added.

const MASK_62 = (1n << 62n) - 1n;
const RECIPE = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** So many random bytes as text. @param {number} bytes */
export const randomHex = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));
/** 62 random bits, for a bot that thinks. */
export const randomBits = () => crypto.getRandomValues(new BigUint64Array(1))[0] & MASK_62;

/** Where the rolls and draws of one game come from; all three are plain ASCII without quotes. */
export class Chance {
  /** @param {string} secret @param {string} id @param {string} added */
  constructor(secret, id, added) {
    this.secret = secret;
    this.id = id;
    this.added = added;
    this.key = crypto.subtle.importKey("raw", encoder.encode(secret), RECIPE, false, ["sign"]);
  }

  /** What may be published before the game. */
  async commitment() {
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(this.secret))));
  }

  /** 62 random bits for the n-th outcome of the game, counted from 0. @param {number} n */
  async generator(n) {
    const message = encoder.encode(`["${this.id}", ${n}, "${this.added}"]`);
    return new DataView(await crypto.subtle.sign("HMAC", await this.key, message)).getBigUint64(0) & MASK_62;
  }
}
