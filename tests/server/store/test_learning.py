"""What people learn from, in a real database: ratings once, mined puzzles, exercises by person."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest

from smalti.games import find_game
from smalti.puzzles.grading import Grade
from smalti.puzzles.puzzle import shipped
from smalti.server.operation import clock
from smalti.server.store.learning import Learning, keep_mistakes
from tests.server.hosts import host, person_at, two_at_a_table

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
BAD = Grade(0.5, 0.01, 1.0, "blunder", (0,), (1,), ())


def test_only_the_first_answer_to_a_puzzle_is_rated(database_url: str) -> None:
    puzzle, other = shipped(find_game("mosaix"))[:2]

    async def run() -> None:
        async with host(database_url) as lobby:
            learning = Learning(lobby.store)
            await lobby.store.save_person("ann", "Ann")
            first = await learning.attempt("ann", puzzle, 1.0)
            assert first is not None
            assert first.after.rating > first.before.rating
            assert await learning.attempt("ann", puzzle, 0.0) is None
            assert await learning.rating_of("ann", "mosaix") == first.after
            assert await learning.tried("ann") == {puzzle.id}
            assert (await learning.rated("mosaix"))[puzzle.id].tries == 1
            await learning.attempt("ann", other, 0.0)
            assert (await learning.rating_of("ann", "mosaix")).rating < first.after.rating
            assert await learning.ladder("mosaix", 9) == [], "two answers say little"

    asyncio.run(run())


def test_mined_puzzles_are_kept_once(database_url: str) -> None:
    found = list(shipped(find_game("maharani"))[:3])

    async def run() -> None:
        async with host(database_url) as lobby:
            learning = Learning(lobby.store)
            assert [await learning.add_puzzles(found), await learning.add_puzzles(found)] == [3, 0]
            assert {one.id for one in await learning.mined("maharani")} == {one.id for one in found}
            assert await learning.mined("mosaix") == []

    asyncio.run(run())


def test_mistakes_of_a_person_become_exercises(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = (("mistake", 0), ("inaccuracy", 0), ("blunder", 0), ("blunder", 1))
    events = [{"ply": ply, "by": by, "mark": mark} for ply, (mark, by) in enumerate(marks)]
    monkeypatch.setattr(clock, "now", lambda: NOW)

    async def run() -> None:
        async with host(database_url) as lobby:
            table = await two_at_a_table(lobby)
            learning, person = Learning(lobby.store), person_at(table, 0)
            async with lobby.store.writing() as connection:
                await keep_mistakes(connection, table.id, json.dumps({"events": events}))
                await keep_mistakes(connection, table.id, json.dumps({"events": events}))
            assert await learning.due(person, NOW) == []
            assert [one["ply"] for one in await learning.due(person, NOW + timedelta(days=1))] == [0, 2]
            assert await learning.repeat(person, table.id, 0, BAD) is None, "it is not due yet"
            monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(days=1))
            again = await learning.repeat(person, table.id, 0, BAD)
            assert again is not None
            assert again.due == NOW + timedelta(days=2)
            assert (await learning.deck(person))[:2] == (2, 0)

    asyncio.run(run())
