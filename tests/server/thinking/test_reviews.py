"""Reviews in parts: the same as in one piece, and whatever else waits goes between them."""

from __future__ import annotations

import asyncio
import json

import pytest

import smalti
from smalti.bots import find_bot
from smalti.bots.helper import LONGEST_LINE
from smalti.bots.simulation import Simulation
from smalti.games import find_game
from smalti.server.operation.limits import Patron
from smalti.server.thinking import reviews
from smalti.server.thinking.pool import NOBODY, Pool
from smalti.server.thinking.reviews import Ended, Far, ask_review, joined, news_of
from tests.server.thinking.test_pool import question

MOST_BYTES = 8000
"""PostgreSQL passes on in one message."""


def ended(game: str, seats: int, seed: int = 6) -> Ended:
    """A game of random bots, over."""
    record = Simulation(find_game(game), (find_bot("random"),) * seats, seed).record(0)
    return Ended("table", game, json.dumps(record), NOBODY, "quick")


@pytest.mark.parametrize(
    ("game", "seats"),
    [("mosaix", 2), *(pytest.param(name, 2, marks=pytest.mark.long) for name in ("majolica", "maharani"))],
)
def test_parts_are_the_same_as_one_piece(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, also where it is longer than what a worker says at a time; and each shows the beginning."""
    monkeypatch.setitem(reviews.PARTS, "quick", 7)
    shown, over = list[Far](), ended(game, seats)

    async def run() -> str:
        pool = Pool(1)
        told = await ask_review(pool, over, shown.append, asyncio.Lock())
        await pool.close()
        return told

    told, whole = asyncio.run(run()), smalti.review(json.loads(over.record), depth="quick")
    assert told == json.dumps(whole.as_json())
    assert game != "majolica" or len(told) > LONGEST_LINE
    known = [far for far in shown if far.expected]
    assert [len(far.expected) for far in known][:3] == [2, 9, 16]
    for far in known:
        assert (far.done, far.of, far.value) == (len(far.expected), len(whole.events), whole.value)
        assert list(far.expected) == [event.expected for event in whole.events][: far.done]


def test_a_move_does_not_wait_for_a_review_to_end() -> None:
    """One process for all: the review goes on when everybody else has been served, wherever they come from."""
    order: list[str] = []

    async def move(pool: Pool, whose: str) -> None:
        await pool.ask(question("random"), patron=Patron(whose, ""))
        order.append("move")

    async def run() -> None:
        pool = Pool(1)
        async with asyncio.TaskGroup() as group:

            def show(far: Far) -> None:
                order.append("part")
                if far.expected and "asked" not in order:
                    order.append("asked")
                    for whose in ("Ben", "Ben", "Cleo"):
                        group.create_task(move(pool, whose))

            over = ended("mosaix", 1, seed=1)._replace(patron=Patron("Ada", ""))
            await ask_review(pool, over, show, asyncio.Lock())
            order.append("review")
        await pool.close()

    asyncio.run(run())
    since = order[order.index("asked") + 1 :]
    assert since[:4] == ["part", "move", "move", "move"], "the part that had begun, and then all who waited"
    assert since[-1] == "review"
    assert since.count("part") > 1


def test_of_two_reviews_each_has_its_turn() -> None:
    order: list[str] = []

    async def run() -> None:
        pool, turns = Pool(2), asyncio.Lock()

        async def look(whose: str) -> None:
            over = ended("mosaix", 1, seed=1)
            await ask_review(pool, over, lambda far: order.append(whose * bool(far.expected)), turns)

        await asyncio.gather(look("Ada"), look("Ben"))
        await pool.close()

    asyncio.run(run())
    assert [one for one in order if one][:4] == ["Ada", "Ben", "Ada", "Ben"]


@pytest.mark.parametrize(("seats", "events"), [(1, 100), (4, 200), (4, 600)])
def test_what_is_known_of_a_review_goes_through_a_notice(seats: int, events: int) -> None:
    """As much of it as there is room for; who hears of each part knows all in the end."""
    value = "points" if seats == 1 else "share"
    rows = tuple(tuple((n * 7 + seat) % 4096 / 4096 for seat in range(seats)) for n in range(events))
    far = Far(0, 1, value)
    for done in range(10, events + 1, 10):
        news = json.dumps({"review": "a-table-of-some-length", **news_of(Far(done, events, value, rows[:done]))})
        assert len(news) < MOST_BYTES
        far = joined(far, json.loads(news))
    assert far == Far(events, events, value, rows)
    late = joined(Far(0, 1, value), json.loads(news))
    assert late == Far(events, events, value, rows if events < 600 else ())
