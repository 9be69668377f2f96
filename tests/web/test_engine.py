"""The shipped modules in a real Chromium: the same games and the same thoughts as here, by what a server gives away."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from smalti.bots import BOTS
from smalti.bots.bot import Budget
from smalti.bots.defaults import terms_of
from smalti.bots.hints import OTHERS, hint
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.match import Match
from smalti.kernel.state import state_bytes
from smalti.puzzles.grading import grade
from smalti.puzzles.puzzle import shipped
from smalti.reviewing.evaluator import seed_of
from smalti.reviewing.reviewing import review, review_events
from tests.bots.search.test_ending import some_ends
from tests.server.serving import Server
from tests.wasm.cases import GOLDEN, games_of, position_at, think_here, thoughts_at, thoughts_of
from tests.web.table import one_of

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

AGAIN = """async ({name, seats, log, plies}) => {
  const { Engine } = await import("/static/engine/engine.js");
  const { Reviewer, eventsOf, lookAgain, seedOf } = await import("/static/engine/reviewing.js");
  const address = new URL(`/engine/${name}.json`, location.href).href;
  const engine = await Engine.load(address);
  const [start, closer] = [engine.newPosition(seats), new Reviewer(engine, seats)];
  await closer.prepare();
  const [seed, events] = [await seedOf(name, seats, log), eventsOf(engine, start, log)];
  const whole = await lookAgain(engine, address, { start, log, depth: "quick" }, () => {});
  return { seed: String(seed), whole, closer: plies.map((ply) => closer.event(events, ply, seed)) };
}"""
"""A whole game looked at quickly, by workers, and some of its events as usual."""
GRADE = """async ({name, tasks}) => {
  const { newThinker } = await import("/static/engine/asking.js");
  const [ask, address, found] = [newThinker(), new URL(`/engine/${name}.json`, location.href).href, []];
  for (const { state, ...task } of tasks) {
    const position = Uint8Array.from(atob(state), (one) => one.charCodeAt(0));
    found.push(await ask({ address, task: { ...task, position } }));
  }
  return found;
}"""


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
@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.long)])
def test_the_shipped_module_plays_the_same_games_in_chromium(page: Page, name: str, count: int) -> None:
    """Sums over every position, view, move and row of up to a hundred games; `make wasm` has them from native code."""
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))[name][:count]

    assert ask(page, name, games=games_of(GAMES[name], len(expected)))["sums"] == expected


@pytest.mark.parametrize("name", one_of(GAMES, "majolica"))
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


@pytest.mark.parametrize("name", one_of(GAMES, "maharani"))
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


def event_json(told: dict[str, Any], log: list[tuple[int, int]], words: tuple[str, ...]) -> dict[str, Any]:
    """An event of the page as `ReviewedEvent.as_json` has it, with the best move by its number."""
    common = {name: told[name] for name in ("ply", "expected")} | {"mark": told["mark"] or None}
    if told["by"] < 0:
        more = {"by": "chance", "kind": "chance", "luck": told["change"], "error": told["errors"], "best": None}
        return common | more | {"outcomes": told["choices"]}
    by, (_, move) = told["by"], log[told["ply"]]
    more = {"by": by, "kind": "decision", "cost": 0 - told["change"][by], "error": told["errors"][by], "move": move}
    more |= {"changes": told["change"], "counts": told["counts"], "moves": told["choices"], "best": told["best"]}
    lost = {name: told[name] for name in ("lost", "lost_error")}
    why = {"why": [[words[term], gain] for term, gain in told["why"]], "decides": told["decides"]}
    why |= {"first": told["quick"]}
    return common | more | {name: one for name, one in why.items() if one is not None} | lost


def numbered(events: Any) -> list[dict[str, Any]]:
    """Events of a review here, with the best move by its number."""
    return [
        one.as_json() | ({} if one.is_chance else {"best": one.best, "move": one.move})
        | ({} if one.quick is None else {"first": one.quick})
        for one in events
    ]  # fmt: skip


REVIEWED = [
    ("mosaix", 1),
    ("majolica", 1),
    ("mosaix", 2),
    ("maharani", 2),
    *(pytest.param(name, seats, marks=pytest.mark.long) for name, seats in (("maharani", 3), ("majolica", 2))),
]
"""Alone and of several, with choices at the same time and without, and by walks and by search what was lost."""


@pytest.mark.parametrize(("name", "seats"), REVIEWED)
def test_a_review_is_the_same_in_chromium_and_here(page: Page, name: str, seats: int) -> None:
    """Every number to the last bit: luck, costs, errors, marks, reasons and sums."""
    game = GAMES[name]
    match: Match = Simulation(game, (BOTS["random"],) * seats, 3, compiled=True).play(0)
    log, words = [(event.by, event.move) for event in match.log], (*terms_of(game).words, OTHERS)
    plies = [ply for ply, event in enumerate(match.log) if ply % 11 == 5 and len(event.before.outcomes()) != 1]
    plies = [ply for ply in plies if log[ply][0] < 0 or len(match.log[ply].before.legal_moves(log[ply][0])) > 1]
    plies = [*plies[:5], *plies[-1:]]
    found = page.evaluate(AGAIN, {"name": name, "seats": seats, "log": log, "plies": plies})

    assert found["seed"] == str(seed_of(match))
    told = review(match, depth="quick")
    assert [event_json(one, log, words) for one in found["whole"]["events"]] == numbered(told.events)
    ours = [{key: value for key, value in vars(seat).items() if key != "name"} for seat in told.seats]
    assert found["whole"]["seats"] == ours
    closer = [next(review_events(match, cores=1, plies=range(ply, ply + 1))) for ply in plies]
    assert [event_json(one, log, words) for one in found["closer"]] == numbered(closer)


@pytest.mark.parametrize("name", one_of(GAMES, "majolica"))
def test_an_answer_to_a_puzzle_is_graded_the_same_in_chromium_and_here(page: Page, name: str) -> None:
    """What it costs, how sure that is, both lines and the reasons."""
    game, chosen = GAMES[name], [shipped(GAMES[name])[place] for place in (0, -1)]
    tasks = [
        {
            "state": b64encode(state_bytes(one.open().state)).decode(),
            "seat": one.seat,
            "ply": one.ply,
            "best": one.answers[0],
            "made": made,
        }
        for one in chosen
        for made in (one.next, one.answers[0])
    ]
    words = (*terms_of(game).words, OTHERS)
    there = page.evaluate(GRADE, {"name": name, "tasks": tasks})
    here = [
        grade(one.open(), one.seat, one.ply, one.answers[0], made)
        for one in chosen
        for made in (one.next, one.answers[0])
    ]

    assert [(one["cost"], one["error"], one["score"], one["mark"]) for one in there] == [
        (one.cost, one.error, one.score, one.mark) for one in here
    ]
    assert [(tuple(one["yours"]), tuple(one["best"])) for one in there] == [(one.yours, one.best) for one in here]
    assert [tuple((words[term], gain) for term, gain in one["why"]) for one in there] == [one.why for one in here]
    assert [one["decides"] for one in there] == [one.decides for one in here]
    assert any(one.cost > 0 for one in here)
