// The page of statistics: has games reviewed, so that skill and luck are known.

import { fail, post } from "./ask.js";

const more = /** @type {HTMLButtonElement | null} */ (document.getElementById("review-more"));
more?.addEventListener("click", () => {
  more.disabled = true;
  post("/api/statistics/reviews")
    .then(() => {
      const place = document.getElementById("begun");
      if (place) place.textContent = more.dataset.begun ?? "";
    })
    .catch((error) => {
      fail(error);
      more.disabled = false;
    });
});
