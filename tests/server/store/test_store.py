"""The store keeps what it was given, all or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text
from sqlalchemy.event import listen

from smalti.reviewing.values import FORMAT
from smalti.server.store.schema import METADATA, endings
from smalti.server.store.store import Conflict, Snapshot, Store, StoreError, open_engine
from smalti.server.table.changes import Row

TABLE: Row = {
    "id": "t1",
    "game": "mosaix",
    "rules": "1",
    "options": {},
    "aids": {"undo": True},
    "secret": "s",
    "deal": "t1",
    "added": "",
    "challenge": None,
    "parent": None,
    "branched": None,
}
OLDER = """{"format": "smalti-review/1", "game": "mosaix", "value": "points", "unit": 15.76, "evaluator": {"name":
"smalti-walks", "version": "1", "depth": "usual", "hash": "0", "fitted": 0}, "seats": [], "events": []}"""
SEAT: Row = {"seat": 0, "name": "Ann", "person_id": None, "bot": None, "token_hash": None}


def with_store(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(open_engine(url))
        await store.upgrade()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def numbers(store: Store) -> list[int]:
    stored = await store.load("t1")
    assert stored is not None
    return [row["number"] for row in stored.events]


def test_events_come_back_in_order(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [{"n": 0}])
        await store.append("t1", 1, [{"n": 1}, {"n": 2}], "move-a")
        stored = await store.load("t1")
        assert stored is not None
        assert [row["event"] for row in stored.events] == [{"n": 0}, {"n": 1}, {"n": 2}]
        assert [row["move_id"] for row in stored.events] == [None, "move-a", None]

    with_store(database_url, work)


def test_two_writers_at_the_same_number_one_wins(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [])
        tries = [store.append("t1", 0, [{"who": who}, {"who": who}], f"move-{who}") for who in range(4)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 3
        stored = await store.load("t1")
        assert stored is not None
        assert len({row["event"]["who"] for row in stored.events}) == 1
        assert len(stored.events) == 2

    with_store(database_url, work)


def test_snapshots_that_are_due_together_are_one_commit_and_replace_older_ones(database_url: str) -> None:
    async def work(store: Store) -> None:
        ids = [f"t{n}" for n in range(20)]
        for table_id in ids:
            await store.create_table({**TABLE, "id": table_id, "deal": table_id}, [SEAT], [])
        commits: list[object] = []
        listen(store.engine.sync_engine, "commit", commits.append)
        for number in (3, 7):
            due = [store.save_snapshot(table_id, Snapshot(number, "layout", table_id.encode())) for table_id in ids]
            await asyncio.gather(*due)
        assert len(commits) == 2
        kept = [await store.load(table_id) for table_id in ids]
        assert [one and one.snapshot for one in kept] == [Snapshot(7, "layout", one.encode()) for one in ids]

    with_store(database_url, work)


def test_the_same_move_id_is_stored_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [])
        await store.append("t1", 0, [{"n": 0}], "move-a")
        with pytest.raises(Conflict):
            await store.append("t1", 1, [{"n": 1}], "move-a")
        stored = await store.load("t1")
        assert stored is not None
        assert len(stored.events) == 1

    with_store(database_url, work)


def test_a_commit_is_on_the_disk_when_it_returns(database_url: str) -> None:
    async def work(store: Store) -> None:
        settings = ("synchronous_commit",) if store.has_news else ("journal_mode", "synchronous")
        ask = "SHOW" if store.has_news else "PRAGMA"
        async with store.engine.connect() as connection:
            said = [(await connection.execute(text(f"{ask} {name}"))).scalar() for name in settings]
        assert said == (["on"] if store.has_news else ["wal", 2])

    with_store(database_url, work)


def test_a_database_that_says_no_becomes_a_sentence_and_play_goes_on_afterwards(database_url: str) -> None:
    async def run(store: Store, statement: str) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text(statement))

    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [])
        await run(store, "ALTER TABLE events RENAME TO gone")
        with pytest.raises(StoreError, match="could not be stored"):
            await store.append("t1", 0, [{"n": 0}])
        await run(store, "ALTER TABLE gone RENAME TO events")
        await store.append("t1", 0, [{"n": 0}])
        assert await numbers(store) == [0]

    with_store(database_url, work)


def test_a_review_of_an_older_format_is_worked_out_again(database_url: str) -> None:
    """What it said of performance was another measure; what statistics read out of it stays."""

    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [])
        ended = {"ended": datetime(2026, 11, 16, tzinfo=UTC), "scores": [5], "winners": [], "judged": [{"luck": 0.4}]}
        async with store.writing() as connection:
            await connection.execute(insert(endings).values(table_id="t1", review=OLDER, **ended))
        assert await store.review("t1") is None
        await store.keep_review("t1", OLDER.replace("smalti-review/1", FORMAT))
        assert FORMAT in (await store.review("t1") or "")

    with_store(database_url, work)


def test_migrations_make_exactly_the_schema_that_the_code_uses(database_url: str) -> None:
    def is_ours(_thing: object, name: str | None, kind: str, *_: object) -> bool:
        return kind != "table" or not (name or "").startswith("procrastinate")  # the queue brings its own

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"include_object": is_ours})
        return list(compare_metadata(context, METADATA))

    async def work(store: Store) -> None:
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    with_store(database_url, work)


def test_upgrading_twice_changes_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create_table(TABLE, [SEAT], [{"n": 0}])
        await store.upgrade()
        assert await store.load("t1") is not None

    with_store(database_url, work)
