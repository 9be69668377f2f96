"""What a first visit loads before the first move: the bytes from the shelf to the table of each game, as they come.

    python -m benchmarks.first_visit

A real Chromium with nothing kept, at a real server: the shelf is opened, a game is begun there, and its table is drawn.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from smalti.games import GAMES
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.loading import Loaded
from tests.web.table import Player

LARGEST = 8


def visit(server: Server, browser: Browser, game: str) -> Loaded:
    """From the shelf to a table that is drawn."""
    player = Player(server, browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB"))
    loaded = Loaded(player)
    player.open("/")
    player.page.locator(f'[data-play="{game}"]').first.click()
    player.wait_for("() => window.lastTable !== undefined && document.querySelector('.panel [data-piece]') !== null")
    player.page.wait_for_load_state("networkidle")
    player.context.close()
    return loaded


def main() -> int:
    """Prints the bytes of each game, and where most of them come from."""
    path = find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for game in GAMES:
            loaded = visit(server, browser, game)
            print(f"{game}: {loaded.total / 1000:.1f} KB in {len(loaded.bytes)} answers")
            for name, size in loaded.bytes.most_common(LARGEST):
                print(f"  {size / 1000:6.1f} KB  {name} {loaded.encoded.get(name, '')}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
