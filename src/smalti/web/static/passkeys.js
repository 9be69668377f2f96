// Passkeys: what the server asks, in the words of the browser, and back.

import { post } from "./ask.js";

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** Whether there can be passkeys on this page: they are bound to a name, and an address of numbers is none. */
export const canHavePasskeys = () => isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** @param {any[]} [known] */
const described = (known) => (known ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

/** @param {PublicKeyCredential} one @param {object} response */
const credentialOf = (one, response) => ({ credential: { id: one.id, rawId: letters(one.rawId), type: one.type, response } });

/** Makes a passkey for whoever is here. */
export async function makePasskey() {
  const asked = await post("/api/account/passkeys/options");
  const publicKey = { ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) }, excludeCredentials: described(asked.excludeCredentials) };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const said = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return post("/api/account/passkeys", credentialOf(made, { clientDataJSON: letters(said.clientDataJSON), attestationObject: letters(said.attestationObject) }));
}

/** Shows a passkey. */
export async function showPasskey() {
  const asked = await post("/api/account/sign-in/options");
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: described(asked.allowCredentials) };
  const shown = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const said = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  const response = { clientDataJSON: letters(said.clientDataJSON), authenticatorData: letters(said.authenticatorData), signature: letters(said.signature) };
  return post("/api/account/sign-in", credentialOf(shown, response));
}
