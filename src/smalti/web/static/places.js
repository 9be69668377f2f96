// Where things are: on a server, or in the edition that needs none (pages beside each other, files under a mark).

const { dataset } = document.body;
const { lang } = document.documentElement;

/** Whether this page belongs to the edition that needs no server. */
export const isLocal = dataset.local !== undefined;
/** The games that can be played in a browser alone. */
export const keeps = (dataset.keeps ?? "").split(" ").filter(Boolean);
/** Whether there is no server behind the page at all. */
export const isAlone = dataset.alone !== undefined;
export const root = new URL(dataset.root ?? "/", location.href);
/** Where the files of the edition are. */
export const files = new URL(dataset.files ?? "/", location.href);

/** Whether a game, or any, can be played in this browser alone: chance that can be checked, and one tab at a time, need a secure page. @param {string} [game] */
export const canPlayHere = (game) =>
  (game ? keeps.includes(game) : keeps.length > 0) && isSecureContext && "locks" in navigator && "indexedDB" in globalThis && "WebAssembly" in globalThis;

/** A page of the edition. @param {string} name */
export const localPage = (name) => new URL(`local/${lang}/${name}.html`, root).href;
export const home = isLocal ? localPage("index") : "/";
/** @param {string} game */
export const rulesPage = (game) => (isLocal ? localPage(`rules-${game}`) : `/rules/${game}`);
/** @param {string} game */
export const learnPage = (game) => (isLocal ? localPage(`learn-${game}`) : `/learn/${game}`);
/** @param {string} game */
export const lessonFile = (game) => (isLocal ? new URL(`lessons/${game}.${lang}.json`, files).href : `/api/lessons/${game}`);
/** @param {string} name */
export const catalogueFile = (name) => (isLocal ? new URL(`catalogues/${name}.json`, files).href : `/catalogues/${name}.json`);
/** The picture on the box. @param {string} game */
export const cover = (game) => new URL(`cover/${game}.svg`, files).href;
/** Where a game of this browser is played. @param {string} game @param {string} id */
export const localTable = (game, id) => `${localPage(`play-${game}`)}#g=${id}`;
/** Where something is studied: a kept study (`g=…`), or what one is made of. @param {string} game @param {string} what */
export const studyPage = (game, what) => `${localPage(`study-${game}`)}#${what}`;
