// Who I am: a picture and a name, the ways in, and the way out.

import { fail, post } from "./ask.js";
import { canHavePasskeys, makePasskey, showPasskey } from "./passkeys.js";
import { sure } from "./sure.js";

const holder = /** @type {HTMLElement} */ (document.getElementById("account"));
const words = JSON.parse(holder.dataset.words ?? "{}");
const tiles = /** @type {HTMLButtonElement[]} */ ([...holder.querySelectorAll(".tile")]);
const kinds = Number(/** @type {HTMLElement} */ (holder.querySelector(".tiles")).dataset.tiles);

/** @param {string} names @returns {HTMLElement[]} */
const all = (names) => [...holder.querySelectorAll(names)].map((one) => /** @type {HTMLElement} */ (one));

/** What the server says no with is told; who cancels a passkey knows it. @param {() => Promise<unknown>} deed */
const attempt = (deed) => void deed().catch((error) => error instanceof DOMException || fail(error));

/** Also where the button comes later. @param {string} names @param {(button: HTMLElement) => Promise<unknown>} deed */
function on(names, deed) {
  holder.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(names));
    if (button) attempt(() => deed(button));
  });
}

/** Whoever was a guest has an account now: the page says so, and what was just handed out stays on it. */
async function lookAgain() {
  const page = new DOMParser().parseFromString(await (await fetch("/account")).text(), "text/html");
  for (const one of all("[data-part]")) one.replaceChildren(...(page.querySelector(`[data-part="${one.dataset.part}"]`)?.childNodes ?? []));
}

/** Something that cannot be taken back, and then another page. @param {string} question @param {string} deed @param {string} path @param {object} body @param {string} to */
async function afterAsking(question, deed, path, body, to) {
  if (!(await sure(question, deed))) return;
  await post(path, body);
  location.assign(to);
}

/** @param {HTMLButtonElement} button */
function lay(button) {
  const tile = button.dataset.tile ?? "0";
  button.style.backgroundImage = `url(/avatar/${tile.repeat(9)}.svg)`;
  button.setAttribute("aria-label", (button.getAttribute("aria-label") ?? "").replace(/\d+$/, tile));
}

for (const button of tiles) {
  lay(button);
  button.addEventListener("click", () => {
    button.dataset.tile = String((Number(button.dataset.tile) + 1) % kinds);
    lay(button);
  });
}

/** What of me others see. @param {FormData} form */
const shown = (form) => Object.fromEntries(["show_games", "show_ratings", "show_presence"].map((one) => [one, form.has(one)]));

document.getElementById("profile")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const name = String(form.get("name")).trim();
  const chosen = { avatar: tiles.map((one) => one.dataset.tile).join(""), seen_by: form.get("seen_by"), ...shown(form), ...(name ? { name } : {}) };
  attempt(async () => {
    await post("/api/account/profile", chosen);
    all("#done")[0].textContent = words.saved;
  });
});

for (const one of all(".needs-passkeys")) one.hidden = !canHavePasskeys();
for (const one of all(".no-passkeys")) one.hidden = canHavePasskeys();

/** @param {string} id @param {string} code */
function show(id, code) {
  const place = all(`#${id}`)[0];
  place.hidden = false;
  all(`#${id} .letters`)[0].textContent = code;
  return place;
}

on("#add-passkey", () => makePasskey().then(() => location.reload()));
on("#sign-in", () => showPasskey().then(() => location.assign("/my-games")));
on("#transfer", async () => {
  const { code, link } = await post("/api/account/transfer");
  const picture = /** @type {HTMLImageElement} */ (show("transferred", code).querySelector("img"));
  picture.src = `${link}/code.svg?scheme=${location.protocol.slice(0, -1)}`;
  all("#transferred .fine")[0].textContent = new URL(link, location.href).href;
  await lookAgain();
});
on("#recovery", async () => {
  show("recovered", (await post("/api/account/recovery")).code);
  await lookAgain();
});
on("[data-hear]", (button) => post("/api/talk/hear", { person: button.dataset.hear }).then(() => location.reload()));
on("#print", async () => print());
on("#sign-out", () => post("/api/account/sign-out", { everywhere: false }).then(() => location.assign("/")));
on("#leave", () => afterAsking(words.leave_sure, words.leave, "/api/account/sign-out", { everywhere: true }, "/"));
on("#delete", () => afterAsking(words.delete_sure, words.delete, "/api/account/delete", { sure: true }, "/"));
on("[data-forget]", (button) => afterAsking(words.forget_sure, words.forget, "/api/account/passkeys/forget", { id: button.dataset.forget }, "/account"));
