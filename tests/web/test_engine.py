"""The shipped modules in a real Chromium: the same games and the same thoughts as here, by what a server gives away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from smalti.games import GAMES
from tests.server.serving import Server
from tests.wasm.cases import GOLDEN, games_of, think_here, thoughts_of

SUMS = (Path(__file__).parents[1] / "wasm" / "sums.mjs").read_text(encoding="utf-8").replace("export ", "")
ASK = f"""async ({{name, games, thoughts}}) => {{
  {SUMS}
  const {{ Engine }} = await import("/static/engine/engine.js");
  const engine = await Engine.load(`/engine/${{name}}.json`);
  return {{ sums: sumsOf(engine, games), thoughts: await thoughtsOf(engine, thoughts) }};
}}"""


@pytest.fixture(scope="module")
def page(server: Server, browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(server.url)
    yield page
    page.close()


def ask(page: Page, name: str, **order: Any) -> Any:
    """What the engine of a game answers, in the page."""
    return page.evaluate(ASK, {"name": name, "games": [], "thoughts": [], **order})


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_module_plays_the_same_games_in_chromium(page: Page, name: str) -> None:
    """Sums over every position, view, move and row of a hundred games; `make wasm` has them from native code."""
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))[name]

    assert ask(page, name, games=games_of(GAMES[name], len(expected)))["sums"] == expected


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_thinks_the_same_in_chromium_and_here(page: Page, name: str) -> None:
    """Every level, with the same seed and simulations: the move, and what was thought of all others."""
    game = GAMES[name]
    cases = [case for seats in {game.facts.seat_counts[0], 3} for case in thoughts_of(game, seats, (6,))]

    assert ask(page, name, thoughts=cases)["thoughts"] == think_here(game, cases)[0]
