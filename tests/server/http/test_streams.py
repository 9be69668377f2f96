"""Records come from what is stored, and an address has few streams of them at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from smalti.games import find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.record import verify
from smalti.server.http import archive
from smalti.server.http.archive import Stream, records_since, versions_of
from smalti.server.keeping import keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, set_up
from smalti.server.operation.limits import Counts, Limits, TooMany
from smalti.server.store.schema import endings
from smalti.server.store.store import Store
from tests.server.hosts import ANN, host
from tests.server.sqlite import new_file


async def finish_games(lobby: Lobby, count: int) -> None:
    await lobby.store.save_person(ANN, "Ann")
    for _ in range(count):
        at, _ = await set_up(lobby, Order("mosaix", (Wish("me"),)), Person(ANN, "Ann"))
        await at.begin()
        await at.play(ANN, 0, STOP, "stop", at.table.number)


async def lines(store: Store) -> list[str]:
    return [record async for record in records_since(store, versions_of(None), None, set())]


def test_records_are_written_once_and_read_from_what_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[str] = []
    open_table = keeper.open_table

    async def counted(store: Store, table_id: str) -> Any:
        replayed.append(table_id)
        return await open_table(store, table_id)

    monkeypatch.setattr(archive, "open_table", counted)

    async def run() -> None:
        async with host(new_file(tmp_path / "smalti.sqlite")) as lobby:
            await finish_games(lobby, 3)
            stored = await lines(lobby.store)
            assert len(stored) == 3
            assert replayed == []
            for record in stored:
                verify(json.loads(record), find_game)
            async with lobby.store.engine.begin() as connection:  # as an older program left it
                await connection.execute(update(endings).values(record=None))
            assert await lines(lobby.store) == stored
            assert await lines(lobby.store) == stored
            assert len(replayed) == 3, "worked out once, then kept"

    asyncio.run(run())


def test_an_address_has_few_streams_at_once() -> None:
    async def run() -> None:
        counts, go_on = Counts(Limits(address_streams=2)), asyncio.Event()

        async def slow() -> AsyncIterator[str]:
            yield "first\n"
            await go_on.wait()

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        async def send(_: object) -> None:
            await asyncio.sleep(0)

        def stream(address: str) -> asyncio.Task[None]:
            return asyncio.create_task(Stream(slow(), counts, address)({"type": "http"}, receive, send))

        running = [stream("a"), stream("a"), stream("b")]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await stream("a")
        go_on.set()
        await asyncio.gather(*running)
        await stream("a")
        assert not counts.sockets, "nothing is left of them"

    asyncio.run(run())
