// How I am reached while I am away: this browser, a program, a mail address, and of what each is told.

import { fail, post } from "./ask.js";

const holder = /** @type {HTMLElement} */ (document.getElementById("notices"));
const words = JSON.parse(holder.dataset.words ?? "{}");
const canPush = "PushManager" in window && "serviceWorker" in navigator && isSecureContext;

/** @param {string} names @returns {HTMLElement[]} */
const all = (names) => [...holder.querySelectorAll(names)].map((one) => /** @type {HTMLElement} */ (one));

/** @param {string} text */
const say = (text) => all("#notices-done").forEach((place) => (place.textContent = text));

/** What was said before is forgotten, and what goes wrong is told. @param {() => Promise<unknown>} deed */
function attempt(deed) {
  const problem = document.getElementById("notices-problem");
  if (problem) problem.textContent = "";
  say("");
  deed().catch((error) => fail(error, problem));
}

/** @param {string} names @param {(button: HTMLElement) => Promise<unknown>} deed */
function onClick(names, deed) {
  for (const button of all(names)) button.addEventListener("click", () => attempt(() => deed(button)));
}

/** @param {string} name @param {(form: FormData) => Promise<unknown>} deed */
function onSubmit(name, deed) {
  const form = /** @type {HTMLFormElement|null} */ (document.getElementById(name));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => deed(new FormData(form)));
  });
}

/** The list as the server has it now, without leaving the place. */
function shown() {
  history.replaceState(null, "", "#notices");
  location.reload();
}

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** Asks for permission, and has this browser reached; one that another server reached before is taken over. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return say(words.denied);
  say(words.moment);
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(holder.dataset.key ?? "") };
  const subscription = await pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  await post("/api/notices/push", subscription.toJSON());
  shown();
}

/** Whoever is reached in this browser no more is subscribed no more. @param {string} address */
async function unsubscribe(address) {
  const subscription = canPush ? await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() : null;
  if (subscription?.endpoint === address) await subscription.unsubscribe();
}

for (const one of all(".can-push")) one.hidden = !canPush;
for (const one of all(".no-push")) one.hidden = canPush;
onClick("#push", subscribe);
onClick("[data-try]", (button) => post("/api/notices/test", { id: button.dataset.try }).then(() => say(words.sent)));
onClick("[data-drop]", async (button) => {
  await post("/api/notices/forget", { id: button.dataset.drop });
  if (button.dataset.address) await unsubscribe(button.dataset.address);
  shown();
});
onSubmit("hook", async (form) => {
  const { secret } = await post("/api/notices/hook", { address: String(form.get("address")).trim() });
  all("#hooked")[0].hidden = false;
  all("#hooked .letters")[0].textContent = secret;
});
onSubmit("mail", async (form) => {
  await post("/api/notices/mail", { address: String(form.get("address")).trim() });
  all("#mail-code")[0].hidden = false;
  all("#mail-code input")[0].focus();
});
onSubmit("mail-code", (form) => post("/api/notices/mail/confirm", { code: form.get("code") }).then(shown));

const wishes = /** @type {HTMLFormElement|null} */ (document.getElementById("wishes"));
wishes?.addEventListener("change", () =>
  attempt(async () => {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (wishes.querySelectorAll("[type=checkbox]"));
    /** @type {Record<string, string[]>} */
    const ways = {};
    for (const box of boxes) (ways[box.name] ??= []).push(...(box.checked ? [box.value] : []));
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    await post("/api/notices/wishes", { ways, hour: Number(new FormData(wishes).get("hour")), zone });
    say(words.saved);
  }),
);
