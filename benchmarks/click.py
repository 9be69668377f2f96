"""Click to shown, in the page: from the click that completes a move to the painted frame with the new picture.

    python -m benchmarks.click [MOVES]

A real Chromium at a real server with a real SQLite file, everybody at one screen with the most seats of each game,
movement switched on. The busiest are the tenth of the moves that were made where there were the most choices.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from smalti.games import GAMES
from smalti.kernel.game import Game
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import Player

MOVES = 60
WATCH = """
window.shown = [];
addEventListener("click", (event) => {
  const log = document.getElementById("log");
  if (!log) return;
  const [before, start] = [log.childElementCount, event.timeStamp];
  const watch = new MutationObserver(() => {
    if (log.childElementCount === before) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame((now) => window.shown.push(performance.now() - start)));
  });
  watch.observe(log, { childList: true });
  setTimeout(() => watch.disconnect(), 5000);
}, true);
"""
"""A click that completes no move changes no log; the observer of one that did fires when the picture is drawn."""


def play(server: Server, browser: Browser, game: Game, moves: int) -> list[tuple[int, float]]:
    """(choices, milliseconds) of each move."""
    player = Player(server, browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB"))
    player.context.add_init_script(WATCH)
    others = [{"kind": "local", "name": f"Player {n}"} for n in range(2, game.seat_counts[-1] + 1)]
    player.play(game.name, {"kind": "me"}, *others)
    found: list[tuple[int, float]] = []
    for n in range(moves):
        if player.page.locator("#cover[open]").is_visible():
            player.page.locator("#cover-ok").click()
        table = player.wait_turn()
        if table["over"]:
            break
        choices = [choice["move"] for choice in table["choices"]]
        player.page.evaluate("() => (window.shown = [])")
        player.choose(choices[n * 37 % len(choices)], table)
        player.wait_for("() => window.shown.length > 0")
        found.append((len(choices), float(player.page.evaluate("() => window.shown[0]"))))
    player.context.close()
    return found


def told(times: list[float]) -> str:
    """Median and 95 of 100."""
    ordered = sorted(times)
    return f"median {statistics.median(ordered):4.0f} ms, 95 % under {ordered[int(len(ordered) * 0.95)]:4.0f} ms"


def main() -> None:
    """Prints the figures."""
    path = find_chromium()
    assert path is not None, MISSING
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for game in GAMES.values():
            found = sorted(play(server, browser, game, moves))
            busiest = found[-max(1, len(found) // 10) :]
            print(f"{game.name}: {len(found)} moves, {told([took for _, took in found])}")
            print(f"  busiest ({busiest[0][0]} to {busiest[-1][0]} choices): {told([took for _, took in busiest])}")
        browser.close()


if __name__ == "__main__":
    main()
