"""Databases of every earlier version, with tables in them, are brought up to date and played on."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, insert

from smalti.games import GAMES, find_game
from smalti.kernel.record import verify
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.migrating import MIGRATIONS, status, upgrade
from smalti.server.store.store import Store, open_engine
from smalti.server.table.challenges import is_closed
from smalti.server.table.events import record_of
from tests.server.hosts import host, move
from tests.server.postgres import Postgres

STORED = Path(__file__).parents[1] / "stored"
"""What the program of each revision has stored: rows by table, and what it made of them."""
MOMENTS = [
    *(
        "at",
        "begun",
        "claimed",
        "created",
        "done",
        "due",
        "ended",
        "expires",
        "fill_at",
        "made",
        "over",
        "seen",
        "since",
    )
]


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]


def fill(connection: Connection, rows_by_table: dict[str, list[dict[str, Any]]]) -> None:
    """Puts rows in as they were written down."""
    metadata = MetaData()
    metadata.reflect(connection)
    for table in metadata.sorted_tables:
        if rows := rows_by_table.get(table.name):
            connection.execute(
                insert(table), [{name: read(name, value) for name, value in row.items()} for row in rows]
            )


def read(name: str, value: Any) -> Any:
    if name in MOMENTS:
        return value and datetime.fromisoformat(value)
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) and "hex" in value else value


async def check(keeper: Keeper, expected: list[Any]) -> None:
    """The table is what it was, and goes on."""
    table = keeper.table
    assert [len(table.match.log), list(table.position.scores())] == expected
    assert table.frozen is None
    if table.position.is_over:
        verify(record_of(table.match, table.row, table.names), find_game)
    for n in range(2):
        acting = [seat for seat in table.position.actors() if table.chairs[seat].person_id and table.started]
        if acting and not table.chairs[acting[0]].bot and not is_closed(table.row, clock.now()):
            await move(keeper, acting[0], f"after-{n}")
            assert keeper.has_done(table.chairs[acting[0]].person_id, f"after-{n}")


async def endings(lobby: Lobby) -> dict[str, Any]:
    """The scores of the games that are noted as over."""
    versions = {name: game.facts.version for name, game in GAMES.items()}
    return {row["table_id"]: row["scores"] for row, _ in await lobby.store.ended_since(versions, None, "", 100)}


def test_every_revision_is_tested() -> None:
    assert sorted(path.stem for path in STORED.glob("*.json")) == sorted(revisions())


def some_are_long() -> list[Any]:
    """All but the newest two and the oldest, which leads through every migration."""
    newest, last, *older, oldest = revisions()
    return [oldest, last, newest, *(pytest.param(one, marks=pytest.mark.long) for one in older)]


@pytest.mark.parametrize("revision", some_are_long())
def test_tables_of_every_earlier_version_are_played_on(empty_url: str, revision: str) -> None:
    stored = json.loads((STORED / f"{revision}.json").read_text())

    async def run() -> None:
        engine = open_engine(empty_url)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, revision)
            await connection.run_sync(fill, stored)
        await engine.dispose()
        async with host(empty_url) as lobby:
            over = await endings(lobby)
            played = 0
            for table_id, expected in stored["expects"].items():
                keeper = await lobby.find(table_id)
                number = keeper.table.number
                assert keeper.table.position.is_over == (table_id in over)
                await check(keeper, expected)
                played += keeper.table.number > number
            assert played >= 3

    asyncio.run(run())


def test_several_processes_migrate_at_once(shared_postgres: Postgres) -> None:
    postgres_url = shared_postgres.new_database("template1")

    async def start() -> tuple[str | None, str]:
        store = Store(open_engine(postgres_url))
        await store.upgrade()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(status)
        await store.close()
        return found

    async def run() -> None:
        found = await asyncio.gather(*(start() for _ in range(6)))
        assert {here == newest for here, newest in found} == {True}

    asyncio.run(run())
