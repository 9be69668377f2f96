"""How long what is stored of people is kept, and that all of it goes with them, as docs/privacy.md says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Column, Table, func, insert, select

from smalti.server.club.room import FORGOTTEN
from smalti.server.http.accounts import TRANSFER_S
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.accounts import Accounts, personal
from smalti.server.store.meeting import Meeting
from smalti.server.store.outbox import Outbox
from smalti.server.store.presence import Attendance
from smalti.server.store.reaching import Reaches
from smalti.server.store.schema import (
    METADATA,
    codes,
    notices,
    openings,
    passkeys,
    presence,
    reaches,
    reservations,
    seen,
    tournaments,
    tries,
    turns,
)
from smalti.server.store.store import Store
from tests.server.hosts import ANN, BEN, host, move, seat_to_move, two_at_a_table

Work = Callable[[Lobby, Keeper], Awaitable[None]]
MOMENT = timedelta(seconds=1)
DUMMIES: dict[type, object] = {str: "x", int: 7, float: 7.0, bool: False, bytes: b"x", dict: {}, object: {}}


def at_a_table(url: str, work: Work) -> None:
    async def run() -> None:
        async with host(url) as lobby:
            await work(lobby, await two_at_a_table(lobby))

    asyncio.run(run())


def dummy(column: Column[Any], person: str, known: dict[str, str]) -> object:
    """Something that a column takes, of a person if it is about people."""
    names = {key.column.table.name for key in column.foreign_keys}
    if "people" in names:
        return BEN if column.name == "other_id" else person
    if names:
        return known[names.pop()]
    kind = column.type.python_type
    if kind is str and (column.name in ("id", "hash") or not column.primary_key):
        return f"x{len(person)}"
    return clock.now() if kind is datetime else DUMMIES[kind]


async def put(store: Store, table: Table, person: str, known: dict[str, str], **values: object) -> None:
    """A row of a table that is about a person."""
    row = {column.name: dummy(column, person, known) for column in table.c} | values
    async with store.writing() as connection:
        await connection.execute(insert(table).values(row))


async def count(store: Store, table: Table) -> int:
    async with store.reading() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def everything(store: Store) -> str:
    async with store.reading() as connection:
        return repr([(one.name, (await connection.execute(select(one))).all()) for one in METADATA.sorted_tables])


@pytest.mark.parametrize("comes_as_guest", [False, True])
def test_of_every_table_nothing_is_left_of_who_deletes_themselves(database_url: str, comes_as_guest: bool) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        store, accounts = lobby.store, Accounts(lobby.store)
        known = {"tables": keeper.id, "tournaments": "x7"}
        for number, person in enumerate(("zenobia", "odo") if comes_as_guest else ("zenobia",)):
            await store.save_person(person, person.title())
            await put(store, tournaments, person, known)
            for table, _ in personal():
                if number and table in (openings, tries):
                    continue  # there is one for each table
                places = {one: 7 + number for one in ("seat", "number") if one in table.primary_key.columns}
                names = {"name": person.title()} if "name" in table.c else {}
                await put(store, table, person, known, **places, **names)
        assert "zenobia" in await everything(store)
        if comes_as_guest:
            await accounts.bring("zenobia", "odo")
            assert "zenobia" not in await everything(store)
        await accounts.forget("odo" if comes_as_guest else "zenobia", "Somebody")
        left = await everything(store)
        assert [name for name in ("zenobia", "Zenobia", "'odo'", "Odo") if name in left] == []

    at_a_table(database_url, work)


def test_what_was_told_is_kept_for_90_days_and_what_was_seen_for_30(database_url: str) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        store, now, known = lobby.store, clock.now(), {"tables": keeper.id}
        await put(store, notices, ANN, known, kind="turn", done=now, claimed=None)
        await put(store, notices, ANN, known, kind="over", done=None, claimed=None)
        await put(store, seen, ANN, known, at=now)
        for after, left in (
            (timedelta(days=30) - MOMENT, (2, 1)),
            (timedelta(days=30), (2, 0)),
            (timedelta(days=90) - MOMENT, (2, 0)),
            (timedelta(days=90), (1, 0)),  # what nobody was told yet stays
        ):
            await Outbox(store).clean(now + after)
            assert (await count(store, notices), await count(store, seen)) == left

    at_a_table(database_url, work)


def test_an_open_table_whose_owner_is_gone_is_forgotten_after_30_days(database_url: str) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        store, now, known = lobby.store, clock.now(), {"tables": keeper.id}
        await put(store, openings, ANN, known, seen=now)
        await put(store, reservations, BEN, known)
        for after, left in ((timedelta(days=30), 1), (timedelta(days=30) + MOMENT, 0)):
            await Meeting(store).tidy(now + after, FORGOTTEN)
            assert (await count(store, openings), await count(store, reservations)) == (left, left)

    at_a_table(database_url, work)


def test_a_minute_after_they_were_seen_nobody_is_there(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        now = clock.now()
        await put(lobby.store, presence, ANN, {"tables": keeper.id}, seen=now)
        for after_s, left in ((60, 1), (61, 0)):
            monkeypatch.setattr(clock, "now", lambda after_s=after_s: now + timedelta(seconds=after_s))
            await Attendance(lobby.store).confirm()
            assert await count(lobby.store, presence) == left

    at_a_table(database_url, work)


def test_codes_and_passkeys_go(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby, _: Keeper) -> None:
        accounts, now = Accounts(lobby.store), clock.now()
        await accounts.add_code("hash", "transfer", ANN, TRANSFER_S)
        assert await accounts.look_up("hash")
        monkeypatch.setattr(clock, "now", lambda: now + timedelta(minutes=10, seconds=30))
        assert await accounts.look_up("hash") is None
        await accounts.tidy()
        assert await count(lobby.store, codes) == 0
        await accounts.add_passkey(ANN, {"id": "key", "public_key": b"x", "sign_count": 0, "name": "phone"})
        await accounts.drop_passkey(BEN, "key")
        assert await count(lobby.store, passkeys) == 1
        await accounts.drop_passkey(ANN, "key")
        assert await count(lobby.store, passkeys) == 0

    at_a_table(database_url, work)


def test_an_address_that_nobody_confirms_is_forgotten_after_an_hour(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        now = clock.now()
        await put(lobby.store, reaches, ANN, {"tables": keeper.id}, way="mail", created=now)
        for after, left in ((timedelta(hours=1) - MOMENT, 1), (timedelta(hours=1), 0)):
            monkeypatch.setattr(clock, "now", lambda after=after: now + after)
            await Reaches(lobby.store).clean()
            assert await count(lobby.store, reaches) == left

    at_a_table(database_url, work)


def test_whose_turn_it_was_is_forgotten_when_the_game_is_over(database_url: str) -> None:
    async def work(lobby: Lobby, keeper: Keeper) -> None:
        assert await count(lobby.store, turns) > 0
        while not keeper.table.position.is_over:
            await move(keeper, seat_to_move(keeper), f"m{keeper.table.number}")
        assert await count(lobby.store, turns) == 0

    at_a_table(database_url, work)
