"""The shipped modules in a real Chromium: the same games and the same thoughts as here, by what a server gives away."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from smalti.bots.bot import Budget
from smalti.bots.defaults import terms_of
from smalti.bots.hints import OTHERS, hint
from smalti.games import GAMES
from smalti.kernel.state import state_bytes
from tests.bots.search.test_ending import some_ends
from tests.server.serving import Server
from tests.wasm.cases import GOLDEN, games_of, position_at, think_here, thoughts_at, thoughts_of

SUMS = (Path(__file__).parents[1] / "wasm" / "sums.mjs").read_text(encoding="utf-8").replace("export ", "")
ASK = f"""async ({{name, games, thoughts, hints}}) => {{
  {SUMS}
  const {{ Engine }} = await import("/static/engine/engine.js");
  const engine = await Engine.load(`/engine/${{name}}.json`);
  const {{ hint }} = await import("/static/engine/hints.js");
  const advised = [];
  for (const {{ position, seat, budget }} of hints)
    advised.push(await hint(engine, Uint8Array.from(atob(position), (one) => one.charCodeAt(0)), seat, 5n, budget));
  return {{ sums: sumsOf(engine, games), thoughts: await thoughtsOf(engine, thoughts), hints: advised }};
}}"""


@pytest.fixture(scope="module")
def page(server: Server, browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(server.url)
    yield page
    page.close()


def ask(page: Page, name: str, **order: Any) -> Any:
    """What the engine of a game answers, in the page."""
    return page.evaluate(ASK, {"name": name, "games": [], "thoughts": [], "hints": [], **order})


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


def test_the_end_is_known_in_chromium_as_it_is_here(page: Page) -> None:
    """Maharani, every line to the last move."""
    end = some_ends(2)[0]
    cases = list(thoughts_at(end, 5))

    assert ask(page, "maharani", thoughts=cases)["thoughts"] == think_here(end.game, cases)[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_has_the_same_reasons_in_chromium_and_here(page: Page, name: str) -> None:
    """The best moves, how much worse they are than the first, and the terms of the evaluation that speak for each."""
    game, budget = GAMES[name], {"simulations": 6}
    places = [position_at(game, seats, ply) for seats in (game.facts.seat_counts[0], 3) for ply in (9,)]
    cases = [
        {"position": b64encode(state_bytes(one.state)).decode(), "seat": one.actors()[0], "budget": budget}
        for one in places
    ]
    words = [*terms_of(game).words, OTHERS]
    here = [
        [
            {
                "move": one.move,
                "difference": one.difference,
                "reasons": [{"term": words.index(term), "gain": gain} for term, gain in one.reasons],
                "isOnly": one.is_only,
                "decides": one.decides,
            }
            for one in hint(place, place.actors()[0], Budget(**budget), 5)
        ]
        for place in places
    ]
    there = ask(page, name, hints=cases)["hints"]
    for reason in (reason for best in there for one in best for reason in one["reasons"]):
        reason["term"] %= len(words)

    assert there == here
    assert any(one["reasons"] for best in here for one in best)
