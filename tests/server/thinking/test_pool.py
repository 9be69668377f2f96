"""Processes that bots think in: who goes first, and what becomes of one that dies."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from smalti.bots import BotFailed
from smalti.bots.external import leave_all
from smalti.bots.players import find_player
from smalti.games import find_game
from smalti.games.mosaix.thinking import EVALUATION
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.record import write_record
from smalti.server.thinking.pool import HINTS_FIRST, MOVES_NEXT, REVIEWS_LAST, Pool
from smalti.server.thinking.thinker import MOVE, REVIEW, Question
from tests.play import ended

BAD = ("tests.server.bad_bots",)


def question(bot: str) -> Question:
    position = Match.new(find_game("mosaix"), 1, {}, Chance.from_seed(1, "pool")).position
    return Question(MOVE, "mosaix", str(position), 0, bot, 1)


def test_whoever_looks_at_the_page_goes_first() -> None:
    async def ask(pool: Pool, urgency: int, order: list[int]) -> None:
        await pool.ask(question("random"), urgency)
        order.append(urgency)

    async def run() -> list[int]:
        pool, order = Pool(1, BAD), list[int]()
        async with asyncio.TaskGroup() as group:
            group.create_task(pool.ask(question("nap")))
            await asyncio.sleep(0)
            for urgency in (REVIEWS_LAST, MOVES_NEXT, HINTS_FIRST):
                group.create_task(ask(pool, urgency, order))
            await asyncio.sleep(0)
            assert pool.backlog.length == 3
        assert pool.backlog == (0, 0.0)
        await pool.close()
        return order

    assert asyncio.run(run()) == [HINTS_FIRST, MOVES_NEXT, REVIEWS_LAST]


@pytest.mark.parametrize(
    ("bot", "words"), [("die", "has ended"), ("hang", "said nothing"), ("crash", "a bug in the bot")]
)
def test_one_that_fails_is_replaced(bot: str, words: str) -> None:
    async def run() -> int:
        pool = Pool(1, BAD, limit_s=1)
        with pytest.raises(BotFailed, match=words):
            await pool.ask(question(bot))
        move = await pool.ask(question("random"))
        await pool.close()
        return int(move)

    assert asyncio.run(run()) >= 0


@pytest.mark.parametrize("busy", [False, True])
def test_what_is_loaded_ahead_answers_first(busy: bool) -> None:
    """It takes the place of a process that has not begun; if all have, it ends."""

    async def run() -> None:
        pool, record = Pool(1, BAD), json.dumps(write_record(ended("mosaix", 1, {})))
        if busy:
            await pool.ask(question("random"))
        before, place = pool.slots[0].helper, pool.spare
        await pool.load(["mosaix"])
        assert pool.spare.helper is None
        loaded = pool.slots[0]
        assert (loaded.helper is before) == (loaded is not place) == busy
        assert loaded.games == (set() if busy else {"mosaix"})
        helper = loaded.helper
        assert (await pool.ask(Question(REVIEW, "mosaix", record, asked=(0, 2))))["events"]
        assert loaded.helper is helper
        assert pool.free == pool.slots == [loaded]
        await pool.close()
        assert loaded.helper is None

    asyncio.run(run())


def test_weights_that_a_server_is_given_reach_those_who_think() -> None:
    """What is told to the whole server is told to each worker: a table judges as the arena and an engine do."""
    first = f"weights:{EVALUATION.first}"
    engine = find_player(f"cmd:{sys.executable} -m smalti --weights {EVALUATION.first} engine --bot master")

    async def ask(*sources: str) -> int:
        pool = Pool(1, sources)
        move = int(await pool.ask(question("master")))
        await pool.close()
        return move

    seen = Match.new(find_game("mosaix"), 1, {}, Chance.from_seed(1, "pool")).position
    told = find_player(f"master:weights={EVALUATION.first}").move(seen, 0, 1)
    assert asyncio.run(ask(first)) == told == engine.move(seen, 0, 1)
    leave_all()
