"""The same games on every target: python -m tests.wasm.equality [GAMES] [GAME ...] [--minutes M] [--ledger FILE]

So many games in all, of every kind in turn, natively and in a real Chromium: of each the sum over every position, view,
move, score and row is the same. A few are interpreted too. `python -m tests.wasm.cuda` has the same games from a GPU;
with `--sums FOLDER` Chromium is compared with what it kept there, and native code plays nothing again.
What Chromium plays by is a module that sums up by itself, made of the same functions as those that are shipped.

What was found equal is written down part by part: a run that was stopped goes on, as long as the sources are the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.wasm.building import DIGEST_SHEETS, digest_exports, layout
from tests.wasm.cases import Native, build_apart, games_of, native_sums, starts_of
from tests.wasm.ledger import LEDGER, Ledger, shared_out, sums_file
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
def blank_pages() -> Iterator[dict[str, Page]]:
    """A page of a real browser for each game, with nothing on it."""
    path = find_chromium()
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield {name: chromium.new_page() for name in GAMES}
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


Sums = Callable[[str, int, int], Callable[[], list[int]]]
"""Begins to sum up some games of a name and gives what waits for their sums."""


@contextmanager
def native() -> Iterator[Sums]:
    """Native code in a process of its own, which works while the page does."""
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        yield lambda name, first, number: apart.submit(native_sums, name, first, number).result


@contextmanager
def kept(folder: Path) -> Iterator[Sums]:
    """What native code and a GPU have agreed on."""
    known = cache(lambda name: np.load(sums_file(folder, name)))
    yield lambda name, first, number: known(name)[first : first + number].tolist


def compare(page: Page, game: Game, first: int, number: int, sums: Sums) -> list[int]:
    """The sums of some games, which are the same here and there."""
    expected = sums(game.name, first, number)
    found = there(page, game, first, number)
    assert found == expected(), f"{game.name}: not equal from game {first} on"
    return found


def interpret(game: Game) -> None:
    """A few games as the rules stand."""
    plainly = Native(game, compiled=False)
    sample = [plainly.sum_of(case) for case in games_of(game, INTERPRETED)]
    assert sample == native_sums(game.name, 0, len(sample)), f"{game.name}: interpreted it is another game"


def compare_all(wanted: dict[str, int], ledger: Ledger, end: float, sums: Sums) -> None:
    """The game of which least is known goes on, until all is known or the time is up."""
    with blank_pages() as pages:
        loaded: set[str] = set()
        while time.monotonic() < end:
            name = min(wanted, key=lambda one: ledger.games(one) / wanted[one])
            number = min(ROUND, wanted[name] - ledger.games(name))
            if number <= 0:
                return
            if name not in loaded:
                load(pages[name], GAMES[name])
                interpret(GAMES[name])
                loaded.add(name)
            ledger.add(name, compare(pages[name], GAMES[name], ledger.games(name), number, sums))


def main() -> None:
    """So many games in all, or as many as there is time for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="?", type=int, default=USUAL)
    asked.add_argument("names", nargs="*", default=list(GAMES))
    asked.add_argument("--minutes", type=float, default=float("inf"))
    asked.add_argument("--ledger", type=Path, default=LEDGER)
    asked.add_argument("--sums", type=Path)
    order = asked.parse_args()
    ledger, end = Ledger(order.ledger), time.monotonic() + 60 * order.minutes
    with kept(order.sums) if order.sums else native() as sums:
        compare_all(shared_out(order.games, order.names), ledger, end, sums)
    sys.stdout.write(f"{ledger.told()}\n{INTERPRETED} of each game were interpreted too.\n")


if __name__ == "__main__":
    main()
