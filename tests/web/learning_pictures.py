"""Writes the pictures of learning into `docs/pictures`: a review, a mistake, a puzzle, the study board and statistics.

Run by hand: `python -m tests.web.learning_pictures`; at a desk and on a phone, after finished games.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from smalti.bots import find_bot
from smalti.bots.simulation import play_bot, write_match
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.puzzles.puzzle import shipped_by_id
from tests.server.forked import CLOCK
from tests.server.http.test_daily import it_is
from tests.server.http.test_reviews import bad_game
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.pictures import SIZES, picture, somebody
from tests.web.table import Player
from tests.web.test_puzzles import asked, best_move, wait_for_grade

DAY = datetime(2027, 3, 1, 12, tzinfo=UTC)
SHOWN = ("desk", "phone")
OLDER = 6
"""So many games lie behind the statistics."""


def at_both_sizes(player: Player, name: str, at: str | None = None) -> None:
    """The page as it stands, at a desk and on a phone; `at` says what is to be seen."""
    for size in SHOWN:
        player.page.set_viewport_size(SIZES[size])
        picture(player, f"{name}-{size}", at)
    player.page.set_viewport_size(SIZES["desk"])


def game_of(name: str, seed: int) -> dict[str, Any]:
    """A finished game of two who learn."""
    bots = (find_bot(("apprentice", "journeyman", "novice")[seed % 3]), find_bot("journeyman"))
    match = Match.new(find_game(name), 2, {}, Chance.from_seed(seed, f"Game-that-taught-{seed}"), compiled=True)
    while not match.position.is_over:
        play_bot(match, bots, match.position.actors()[0])
    return dict(write_match(match, bots))


def hand_in(player: Player, record: dict[str, Any]) -> str:
    """A game that Ada has played against a bot, reviewed."""
    for seat, name in zip(record["seats"], ("Ada", "Blaise", "Chloé"), strict=False):
        seat["name"] = name
    bots = [None, *["journeyman"] * (len(record["seats"]) - 1)]
    table = str(player.post("/api/games", {"record": record, "bots": bots})["table"])
    player.until(lambda: player.context.request.get(f"{player.server.url}/api/games/{table}/review").status == 200)
    return table


def review(player: Player, table: str) -> None:
    """The graph and the sums; a mistake with the better move on the board; the list with a row unfolded."""
    player.open(f"/table/{table}/review")
    at_both_sizes(player, "review")
    mistake = player.page.locator(".moments > li", has=player.page.locator("details")).first
    mistake.locator("summary").click()
    player.wait_for("() => [...document.querySelectorAll('.moments img')].some((one) => one.naturalWidth > 0)")
    at_both_sizes(player, "review-moment", f"#{mistake.get_attribute('id')}")
    player.page.locator(".graph a[href^='#event-']").first.focus()
    player.page.keyboard.press("Enter")
    at_both_sizes(player, "review-all", ".all li:target")


def answer(player: Player, name: str, move: int, ways: dict[int, list[int]]) -> None:
    """What is said of an answer."""
    for place in ways[move]:
        player.click(place)
    wait_for_grade(player)
    at_both_sizes(player, name)


def mistakes(player: Player) -> None:
    """The next day an own mistake is asked again, and missed again."""
    it_is(player.server, DAY + timedelta(days=1))
    player.open("/puzzles")
    player.page.get_by_role("link", name="Try again").click()
    key, ways = asked(player)
    best = best_move(player.server, key)
    answer(player, "mistake", next(move for move in ways if move != best), ways)


def puzzle(player: Player) -> None:
    """A puzzle that is missed."""
    player.open("/puzzles/majolica/next")
    key, ways = asked(player)
    answer(player, "puzzle", shipped_by_id()[key].next, ways)


def study(player: Player, table: str, ply: int) -> None:
    """A point of the game on the study board."""
    player.open(f"/study/maharani#game={table}&at={ply}")
    player.wait_for("() => document.querySelector('.panel [data-piece]') !== null")
    at_both_sizes(player, "study")


def statistics(player: Player) -> None:
    """Games of some days, added up."""
    player.open("/statistics")
    player.wait_for("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    at_both_sizes(player, "statistics")


def take_all(server: Server, browser: Browser) -> None:
    """Everything, in the order in which somebody learns."""
    player = somebody(server, browser, "Ada")
    for n in range(OLDER):
        it_is(server, DAY - timedelta(days=2 * OLDER - 2 * n))
        hand_in(player, game_of(("maharani", "mosaix")[n % 2], n))
    it_is(server, DAY)
    table = hand_in(player, bad_game())
    review(player, table)
    statistics(player)
    study(player, table, 20)
    puzzle(player)
    mistakes(player)


def main() -> int:
    """Starts a server and a browser and takes the pictures."""
    path = find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        clock = Path(folder) / "clock"
        clock.write_text(DAY.isoformat())
        with serving(Path(folder), SMALTI_WORKERS="1", **{CLOCK: str(clock)}) as server:
            browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
            take_all(server, browser)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
