"""Writes the pictures of `docs/pictures`. Run by hand: `python -m tests.web.pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import BOT, ME, Follower, Player, play_on

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MIDDLE = {"mosaix": 12, "maharani": 18, "majolica": 55}
"""About how many own moves lie behind the picture of a table."""
LARGEST = 300_000
MIND = "heuristic"
"""The bot that plays up to the picture, so that it shows a good game."""


def picture(player: Player, name: str) -> None:
    """The page as it stands."""
    player.page.mouse.move(0, 0)
    player.page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    path = FOLDER / f"{name}.jpg"
    for quality in (90, 80, 70, 60):
        player.page.screenshot(path=path, type="jpeg", quality=quality)
        if path.stat().st_size < LARGEST:
            break
    print(f"{name}: {path.stat().st_size // 1000} KB")  # noqa: T201


def middle(player: Player, game: str) -> None:
    """A table in the middle of a game, with the own turn to come."""
    player.post("/api/name", {"name": "Ada"})
    seats = [ME, {**BOT, "bot": MIND, "name": "Blaise"}]
    table = player.make(game, *seats)["table"]
    player.open("/about")
    player.page.evaluate("() => localStorage.setItem('smalti-help', 'false')")
    player.sit(table)
    follower = Follower(player.server, table, MIND)
    play_on(player, follower, MIDDLE[game])
    for _ in range(20):
        if len(player.wait_turn()["choices"]) > 8:
            return
        play_on(player, follower, 1)


def take(server: Server, browser: Browser) -> None:
    """All pictures."""
    for game in MIDDLE:
        player = Player(server, browser.new_context(viewport=DESK, reduced_motion="reduce", locale="en-GB"))
        player.context.set_default_timeout(300_000)
        middle(player, game)
        picture(player, f"{game}-table")
        if game == "maharani":
            player.page.set_viewport_size(PHONE)
            player.wait_turn()
            picture(player, "phone")
        player.context.close()
    player = Player(server, browser.new_context(viewport=DESK, locale="en-GB"))
    player.open("/")
    picture(player, "shelf")


def main() -> int:
    """Starts a server and a browser and takes the pictures."""
    path = find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        take(server, browser)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
