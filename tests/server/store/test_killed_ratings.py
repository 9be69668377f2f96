"""A process that is killed while it rates, at every statement and after the commit: each game is rated exactly once."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from sqlalchemy import event

from smalti.server.store.standings import Standings
from smalti.server.store.store import Store, open_engine
from tests.server.forked import FORKS
from tests.server.store.test_standings import Base, a_game, everything, put_in, some_games, using


def rate_until(url: str, statement: int) -> None:
    """In a process of its own: rates whatever is due, and is dead at the so-manieth statement it would make."""

    async def run() -> None:
        engine, made = open_engine(url), 0

        def count(*_: Any) -> None:
            nonlocal made
            made += 1
            if made == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(engine.sync_engine, "before_cursor_execute", count)
        event.listen(engine.sync_engine, "commit", count)
        store = Store(engine)
        await Standings(store).catch_up()
        await store.close()

    asyncio.run(run())


def killed_again_and_again(url: str) -> int:
    """Rates, killed one statement later each time, until nothing is left that could be cut off; how often it died."""
    statement = 0
    while True:
        statement += 1
        process = FORKS.Process(target=rate_until, args=(url, statement))
        process.start()
        process.join()
        if process.exitcode == 0:
            return statement - 1
        assert process.exitcode == -signal.SIGKILL


def test_whoever_is_killed_while_rating_has_rated_each_game_once_or_not_at_all(database_url: str) -> None:
    """The late game takes others back, so that there is something to lose in the middle."""
    games = some_games(6)
    states: list[str] = []

    async def before(base: Base) -> None:
        await base.rate(games[:2] + games[3:])
        await base.do(put_in, [games[2], a_game(9, "ann", "bot novice")])

    async def after(base: Base) -> None:
        states.append(await base.do(everything))
        await base.ratings.rate_anew()
        states.append(await base.do(everything))

    using(database_url, before)
    assert killed_again_and_again(database_url) > 5
    using(database_url, after)
    assert states[0] == states[1]
