"""What waits for the disk together is committed together, and each learns its own end."""

from __future__ import annotations

import asyncio
from typing import Any

from smalti.server.store.batching import Batches
from smalti.server.store.store import Conflict, Store, StoreError
from tests.server.store.test_store import SEAT, TABLE, with_store


def test_what_comes_while_a_commit_is_on_its_way_goes_with_the_next() -> None:
    commits: list[list[int]] = []

    async def commit(some: list[int]) -> None:
        commits.append(some)
        await asyncio.sleep(0)

    async def run() -> None:
        together = Batches(commit)
        first = asyncio.create_task(together.add(0))
        await asyncio.sleep(0)
        await asyncio.gather(first, *(together.add(number) for number in range(1, 6)))

    asyncio.run(run())

    assert sorted(number for some in commits for number in some) == list(range(6))
    assert len(commits) <= 3


def test_a_refused_one_does_not_take_the_others_with_it() -> None:
    stored: list[int] = []

    async def commit(some: list[int]) -> None:
        await asyncio.sleep(0)
        if 3 in some:
            raise ValueError("three")
        stored.extend(some)

    async def run() -> list[Any]:
        together = Batches(commit)
        return await asyncio.gather(*(together.add(number) for number in range(6)), return_exceptions=True)

    ends = asyncio.run(run())

    assert sorted(stored) == [0, 1, 2, 4, 5]
    assert [repr(end) for end in ends if end is not None] == ["ValueError('three')"]


def test_when_the_database_is_gone_all_are_told_at_once() -> None:
    commits: list[list[int]] = []

    async def commit(some: list[int]) -> None:
        commits.append(some)
        await asyncio.sleep(0)
        gone = StoreError("gone")
        gone.lost = True
        raise gone

    async def run() -> list[Any]:
        together = Batches(commit)
        return await asyncio.gather(*(together.add(number) for number in range(6)), return_exceptions=True)

    ends = asyncio.run(run())

    assert [type(end) for end in ends] == [StoreError] * 6
    assert sorted(number for some in commits for number in some) == list(range(6)), "none is tried again"


def test_who_does_not_wait_any_more_is_stored_all_the_same() -> None:
    stored: list[int] = []

    async def commit(some: list[int]) -> None:
        await asyncio.sleep(0.01)
        stored.extend(some)

    async def run() -> None:
        together = Batches(commit)
        gone = asyncio.create_task(together.add(1))
        await asyncio.sleep(0)
        gone.cancel()
        await together.add(2)

    asyncio.run(run())

    assert stored == [1, 2]


def test_many_tables_append_at_once_and_a_conflict_is_one_table_s_own(database_url: str) -> None:
    async def work(store: Store) -> None:
        names = [f"t{n}" for n in range(12)]
        for name in names:
            await store.create_table(TABLE | {"id": name, "deal": name}, [SEAT], [{"n": 0}])
        tries = [store.append(name, 0 if name == "t7" else 1, [{"n": 1}, {"n": 2}], "move") for name in names]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert [name for name, end in zip(names, ends, strict=True) if isinstance(end, Conflict)] == ["t7"]
        assert await store.numbers_of(names) == {name: 1 if name == "t7" else 3 for name in names}

    with_store(database_url, work)
