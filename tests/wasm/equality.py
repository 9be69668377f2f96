"""The same games on every target: python -m tests.wasm.equality [GAMES]

So many games in all, of every kind in turn, natively and in a real Chromium: of each the sum over every position, view,
move, score and row is the same. A few are interpreted too.
What Chromium plays by is a module that sums up by itself, made of the same functions as those that are shipped.
"""

from __future__ import annotations

import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.wasm.building import DIGEST_SHEETS, digest_exports, layout
from tests.wasm.cases import Native, build_apart, games_of, native_sums, starts_of
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium

USUAL = 3_000
ROUND = 500
"""Games between two comparisons."""
INTERPRETED = 4
MODULE = Path(__file__).parents[2] / "src" / "smalti" / "web" / "static" / "engine" / "module.js"
DIGEST = Path(__file__).with_name("digest.mjs")


def plain(file: Path) -> str:
    """A module of JavaScript as a script."""
    return "\n".join(line.removeprefix("export ") for line in file.read_text(encoding="utf-8").splitlines())


@contextmanager
def blank_page() -> Iterator[Page]:
    """A page of a real browser, with nothing on it."""
    path = find_chromium()
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium.new_page()
        chromium.close()


def load(page: Page, game: Game) -> None:
    """Has the page ready to sum up games."""
    order = {
        "wasm": b64encode(build_apart(game, digest_exports)).decode(),
        "layout": layout(game),
        "starts": [start.tobytes().hex() for start in starts_of(game).values()],
        "sheets": DIGEST_SHEETS,
    }
    page.evaluate(f"(order) => {{ {plain(MODULE)}\n{plain(DIGEST)}\nwindow.sums = sumsBy(order); }}", order)


def there(page: Page, game: Game, first: int, number: int) -> list[int]:
    """The sums of some games in the page."""
    places = {key: place for place, key in enumerate(starts_of(game))}
    asked = [[places[case["key"]], case["generator"]] for case in games_of(game, number, first)]
    found: list[int] = page.evaluate("asked => window.sums(asked)", asked)
    return found


def compare(page: Page, game: Game, games: int) -> None:
    """So many games, round by round: native code works while the page does."""
    load(page, game)
    begun = time.monotonic()
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        for first in range(0, games, ROUND):
            number = min(ROUND, games - first)
            native = apart.submit(native_sums, game.name, first, number)
            assert there(page, game, first, number) == native.result(), f"{game.name}: not equal from game {first} on"
    plainly = Native(game, compiled=False)
    sample = [plainly.sum_of(case) for case in games_of(game, min(INTERPRETED, games))]
    assert sample == native_sums(game.name, 0, len(sample)), f"{game.name}: interpreted it is another game"
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{game.name}: {games:,} games equal, {len(sample)} of them interpreted; {seconds:,.0f} s\n")
    sys.stdout.flush()


def main(games: int) -> None:
    """So many games in all."""
    with blank_page() as page:
        for place, game in enumerate(GAMES.values()):
            compare(page, game, games // len(GAMES) + int(place < games % len(GAMES)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL)
