// Keeps the edition that needs no server, for when the network is gone. Before this stand `self.MARK`, the name of this program, and `self.LATER`, its large files.
//
// Pages come from the network as long as it answers; without it, from what was kept. Files under the mark never change, so what was kept of them is used at once.

const { MARK, LATER } = /** @type {any} */ (self);
const CACHE = `smalti-${MARK}`;
const PATIENCE_MS = 8000;
const AWAY = [502, 503, 504];
const root = new URL("./", self.location.href);

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(keepLarge().catch(() => {}).then(forgetOthers)));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(root.href)) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (url.href.startsWith(`${root.href}v/`)) event.respondWith(kept(url).then((found) => found ?? loaded(request, url)));
});

self.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data?.json() ?? {})));
self.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data.path, root)));
});
self.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(subscribeAgain(event)));

/** What happens while nobody looks; nothing that is before somebody's eyes, and the same thing only once. @param {any} told */
async function show(told) {
  const { registration } = /** @type {any} */ (self);
  const url = new URL(told.path ?? "/", root);
  if ((await pagesAt(url)).some((page) => page.visibilityState === "visible")) return;
  const known = (await registration.getNotifications({ tag: told.tag })).some((/** @type {any} */ one) => one.data?.id === told.id);
  const icon = new URL("/static/icon-192.png", root).href;
  await registration.showNotification(told.title ?? "Smalti", { body: told.body, tag: told.tag, renotify: !known, icon, badge: icon, data: { id: told.id, path: url.pathname } });
}

/** The open pages at an address. @param {URL} url @returns {Promise<any[]>} */
async function pagesAt(url) {
  const pages = await /** @type {any} */ (self).clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((/** @type {any} */ page) => new URL(page.url).pathname === url.pathname);
}

/** To the table as it stands now: an old page of it is brought to the front and loaded anew. @param {URL} url */
async function lead(url) {
  const [old] = await pagesAt(url);
  try {
    if (old) return await (await old.focus()).navigate(url.href);
  } catch {} // a page that this worker does not serve cannot be led
  return /** @type {any} */ (self).clients.openWindow(url.href);
}

/** The browser has changed where it is reached. @param {any} event */
async function subscribeAgain(event) {
  const subscription = event.newSubscription ?? (await /** @type {any} */ (self).registration.pushManager.subscribe(event.oldSubscription?.options));
  const headers = { "Content-Type": "application/json" };
  await fetch(new URL("/api/notices/push", root), { method: "POST", headers, body: JSON.stringify(subscription) });
}

/** All of it in one packed file. */
async function keepAll() {
  const answer = await fetch(new URL(`v/${MARK}/kept.gz`, root));
  if (!answer.ok || !answer.body) throw new Error(`kept.gz: ${answer.status}`);
  const parts = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json();
  const cache = await caches.open(CACHE);
  for (const [path, type, text, isPacked] of parts) {
    const body = isPacked ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text;
    await cache.put(new URL(path, root), new Response(body, { headers: { "Content-Type": type } }));
  }
}

/** What bots have learned, unless whoever is here pays for every byte; what an older program has kept of it is taken over. */
async function keepLarge() {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const older = (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url)))).flat();
  for (const path of LATER) {
    const url = new URL(path, root);
    if (await kept(url)) continue;
    const same = older.find((one) => one.endsWith(path.slice(path.lastIndexOf("/"))));
    const found = same ? await caches.match(same) : await fetch(url);
    if (found?.ok) await (await caches.open(CACHE)).put(url, found);
  }
}

/** A file from the network; a large one of this program is kept. @param {Request} request @param {URL} url */
async function loaded(request, url) {
  const answer = await fetch(request);
  if (answer.ok && LATER.some((/** @type {string} */ path) => url.href.endsWith(path))) {
    const copy = answer.clone();
    caches.open(CACHE).then((cache) => cache.put(url, copy)).catch(() => {}); // without room it comes from the network again
  }
  return answer;
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith("smalti-") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** What was kept for an address. @param {URL} url */
async function kept(url) {
  const found = await (await caches.open(CACHE)).match(url, { ignoreSearch: true });
  return found ?? null;
}

/** A page from the network; without one the same page as it was kept, else the shelf. @param {Request} request @param {URL} url */
async function page(request, url) {
  try {
    const answer = await fetch(request, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) }); // what a web space forgot to forbid to keep is asked for again
    if (!AWAY.includes(answer.status)) return answer;
    return (await without(url)) ?? answer;
  } catch (error) {
    const found = await without(url);
    if (found) return found;
    throw error;
  }
}

/** @param {URL} url */
async function without(url) {
  const path = url.href.slice(root.href.length).replace(/[?#].*$/, "");
  if (path.startsWith("local/")) return kept(url);
  const [, kind, game] = /^(set-up|rules|learn|study)\/(\w+)$/.exec(path) ?? [];
  const [, id] = /^puzzle\/(\w+)$/.exec(path) ?? [];
  const [, about, when] = /^puzzles\/(\w+)\/(today|next)$/.exec(path) ?? [];
  const puzzle = id ? `puzzles.html#p=${id}` : about ? `puzzle-${about}.html#${when}` : "";
  const name = kind ? `${kind}-${game}` : /^(about|my-games|study|puzzles)$/.test(path) ? path : "index";
  return Response.redirect(new URL(`local/${await language()}/${puzzle || `${name}.html`}`, root), 302);
}

/** The language of the page that was last here. */
async function language() {
  const noted = await (await caches.open("smalti")).match(new URL("language", root));
  return (await noted?.text()) ?? "en";
}
