"""Writes the pictures of `docs/pictures`: every page, and three moments of each game, at three sizes.

Run by hand: `python -m tests.web.pictures`, or with the names of some games for their tables only.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import BOT, INVITE, ME, Follower, Player, play_on

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
}
MIDDLE = {"mosaix": 12, "maharani": 18, "majolica": 45}
"""About how many own moves lie behind the picture in the middle of a game."""
MIND = "heuristic"
"""The bot that chooses for both seats, so that the pictures show a good game."""
LARGEST = 140_000
PATIENCE_MS = 300_000


def picture(player: Player, name: str, at: str | None = None) -> None:
    """The page as it stands, from its head or from `at` on, as WebP, no larger than it may be."""
    player.page.mouse.move(0, 0)
    player.page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    if at:
        player.page.locator(at).first.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top - 24)")
    player.page.wait_for_timeout(400)
    line = player.context.new_cdp_session(player.page)
    data = b""
    for quality in (86, 76, 66, 56):
        shot = line.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        data = base64.b64decode(shot["data"])
        if len(data) < LARGEST:
            break
    (FOLDER / f"{name}.webp").write_bytes(data)
    print(f"{name}: {len(data) // 1000} KB", flush=True)  # noqa: T201
    line.detach()


def at_all_sizes(player: Player, name: str, *, opened: bool = True) -> None:
    """One page at a desk, on a tablet and on a phone, opened there or only resized."""
    for size, view in SIZES.items():
        player.page.set_viewport_size(view)
        if opened:
            player.page.reload()
            if "/table/" in player.page.url:
                player.wait_turn()
        picture(player, f"{name}-{size}")
    player.page.set_viewport_size(SIZES["desk"])


def somebody(server: Server, browser: Browser, name: str, language: str = "en-GB") -> Player:
    """Somebody with a name and a browser without movement."""
    player = Player(server, browser.new_context(viewport=SIZES["desk"], reduced_motion="reduce", locale=language))
    player.context.set_default_timeout(PATIENCE_MS)
    player.post("/api/name", {"name": name})
    return player


def moments(player: Player, game: str) -> str:
    """Early (with the first lesson), in the middle and at the end of a game; returns its table."""
    table = player.play(game, ME, {**BOT, "bot": MIND, "name": "Blaise"})
    player.wait_turn()
    at_all_sizes(player, f"{game}-early")
    player.page.evaluate("() => localStorage.setItem('smalti-help', 'false')")
    follower = Follower(player.server, table, MIND)
    play_on(player, follower, MIDDLE[game])
    while len(player.wait_turn()["choices"]) < 9:  # an answer to a question of the rules is no picture of a game
        play_on(player, follower, 1)
    at_all_sizes(player, f"{game}-middle")
    player.page.emulate_media(color_scheme="dark")
    picture(player, f"{game}-dark")
    player.page.emulate_media(color_scheme="light")
    player.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": MIND})
    player.wait_for("() => window.lastTable.over")
    player.wait_turn()
    at_all_sizes(player, f"{game}-final")
    return table


def replay(player: Player, table: str) -> None:
    """A point in the middle of a finished game."""
    player.sit(table)
    player.page.locator("#slider").fill(str(player.number // 2))
    player.page.locator("body.replaying").wait_for()
    at_all_sizes(player, "replay", opened=False)


def pages(server: Server, browser: Browser, player: Player) -> None:
    """Every page that is no table."""
    link = player.make("majolica", ME, INVITE)["invitations"]["1"]
    daily = player.post("/api/daily/mosaix")["table"]
    player.sit(daily)
    player.move()
    player.move(player.wait_turn(player.number)["choices"][-1]["move"])
    player.page.locator("#after:not([hidden])").wait_for()
    own = {"my-games": "/my-games", "daily": "/daily/mosaix", "set-up": "/set-up/majolica", "rules": "/rules/maharani"}
    for name, path in own.items():
        player.open(path)
        at_all_sizes(player, name)
    guest = somebody(server, browser, "Bea")
    for name, path in {"shelf": "/", "invitation": link, "about": "/about"}.items():
        guest.open(path)
        at_all_sizes(guest, name)
    guest.context.close()


def main() -> int:
    """Starts a server and a browser and takes the pictures."""
    path = find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        player = somebody(server, browser, "Ada")
        tables = {game: moments(player, game) for game in wanted or MIDDLE}
        if not wanted:
            replay(player, tables["maharani"])
            pages(server, browser, player)
        browser.close()
    total = sum(file.stat().st_size for file in FOLDER.iterdir())
    print(f"{total / 1e6:.1f} MB in all")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
