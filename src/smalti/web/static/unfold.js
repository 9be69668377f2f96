// A mark of the graph that leads to something folded unfolds it first, so that the page can go there.

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.(".graph a");
  const place = document.getElementById(link?.getAttribute("href")?.slice(1) ?? "");
  for (let fold = place?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  const own = place?.matches(".all > li") ? place.querySelector("details") : null;
  if (own) own.open = true;
});
