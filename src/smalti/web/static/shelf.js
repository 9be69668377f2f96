// Starts a game with the defaults at one click.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-play]"))) {
  button.addEventListener("click", async () => {
    const others = Array.from({ length: Number(button.dataset.seats) - 1 }, () => ({ kind: "bot" }));
    const entropy = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    const order = { game: button.dataset.play, seats: [{ kind: "me" }, ...others], entropy };
    const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order) });
    const made = await answer.json();
    if (answer.ok) location.href = `/table/${made.table}`;
    else /** @type {HTMLElement} */ (document.getElementById("problem")).textContent = made.words;
  });
}
