// The front door of the static edition: straight on to the shelf in the language of the browser.

const languages = [...document.querySelectorAll("a[hreflang]")].map((link) => /** @type {HTMLAnchorElement} */ (link));
const wanted = navigator.languages.map((one) => one.slice(0, 2)).find((one) => languages.some((link) => link.hreflang === one));
location.replace((languages.find((link) => link.hreflang === wanted) ?? languages[0]).href);
