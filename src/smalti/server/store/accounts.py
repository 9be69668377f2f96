"""Accounts as they are stored: devices, passkeys and codes; all that is known of somebody, and how it is forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Column, Table, and_, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.operation import clock
from smalti.server.store.database import empty_log
from smalti.server.store.schema import (
    METADATA,
    codes,
    deeds,
    devices,
    endings,
    entries,
    events,
    mutes,
    notices,
    passkeys,
    people,
    rated,
    ratings,
    reaches,
    seats,
    standings,
    tables,
    ties,
    tournaments,
    turns,
)
from smalti.server.store.talking import bring_talk, done_to, forget_talk
from smalti.server.table.chairs import SOMEBODY
from smalti.server.table.challenges import is_played
from smalti.server.table.changes import Row
from smalti.server.table.events import without_chance

if TYPE_CHECKING:
    from smalti.server.store.store import Store

Kind = Literal["transfer", "recovery", "question"]
KEYS_TO_THE_DOOR = (devices, passkeys, codes)
"""What lets somebody in; of no use to anybody else."""
SCRUBS, SCRUB_S = 20, 0.25
"""So often it is tried to empty SQLite's log, and so long is waited in between; its next filling overwrites it too."""
GONE = "smalti_gone"
"""Where PostgreSQL tells every process whose connections end."""
READ_AGAIN = 10**9
"""So many events no table has: whoever hears of them reads it again, and who sits there."""


class Accounts:
    """Reads and writes who somebody is."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def is_at_home(self, person_id: str, device: str) -> bool:
        """Whether a cookie counts: the device of an account is known, and who has no account needs none."""
        known = exists().where((devices.c.id == device) & (devices.c.person_id == person_id))
        kept = exists().where((people.c.id == person_id) & people.c.kept)
        async with self.store.reading() as connection:
            return bool((await connection.execute(select(known if device else ~kept))).scalar())

    async def add_device(self, person_id: str, device: str, name: str) -> None:
        """One more device; whoever has one has an account from then on."""
        async with self.store.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(kept=True))
            row = {"id": device, "person_id": person_id, "name": name, "created": clock.now()}
            await connection.execute(insert(devices).values(**row))
            as_guest = (reaches.c.person_id == person_id) & (reaches.c.way == "push") & (reaches.c.device == "")
            await connection.execute(update(reaches).where(as_guest).values(device=device))

    async def sign_out(self, person_id: str, device: str | None = None) -> None:
        """One device, or all of them and whatever was on its way to another one; nothing is told there any more."""
        async with self.store.writing() as connection:
            of_person = devices.c.person_id == person_id
            chosen = of_person if device is None else of_person & (devices.c.id == device)
            await connection.execute(delete(devices).where(chosen))
            browsers = (reaches.c.person_id == person_id) & (reaches.c.way == "push")
            there = browsers if device is None else browsers & (reaches.c.device == device)
            await connection.execute(delete(reaches).where(there))
            if device is None:
                on_its_way = (codes.c.person_id == person_id) & (codes.c.kind == "transfer")
                await connection.execute(delete(codes).where(on_its_way))
                await self._see_off(connection, person_id)

    async def add_passkey(self, person_id: str, passkey: Row) -> None:
        """One more passkey; Conflict if somebody has it already."""
        async with self.store.writing() as connection:
            await connection.execute(insert(passkeys).values(person_id=person_id, created=clock.now(), **passkey))

    async def passkey(self, passkey_id: str) -> Row | None:
        """A passkey by its id."""
        async with self.store.reading() as connection:
            found = await connection.execute(select(passkeys).where(passkeys.c.id == passkey_id))
            row = found.mappings().first()
        return dict(row) if row else None

    async def used_passkey(self, passkey_id: str, sign_count: int) -> None:
        """How often it was used by now."""
        async with self.store.writing() as connection:
            chosen = update(passkeys).where(passkeys.c.id == passkey_id)
            await connection.execute(chosen.values(sign_count=sign_count))

    async def drop_passkey(self, person_id: str, passkey_id: str) -> None:
        """A passkey that is no longer wanted."""
        async with self.store.writing() as connection:
            own = (passkeys.c.person_id == person_id) & (passkeys.c.id == passkey_id)
            await connection.execute(delete(passkeys).where(own))

    async def keys_of(self, person_id: str) -> tuple[list[Row], list[Row], bool]:
        """The devices and the passkeys of somebody, and whether they have a recovery code."""
        async with self.store.reading() as connection:
            found = [
                [dict(row) for row in (await connection.execute(query)).mappings()]
                for query in (
                    select(devices).where(devices.c.person_id == person_id).order_by(devices.c.created),
                    select(passkeys).where(passkeys.c.person_id == person_id).order_by(passkeys.c.created),
                )
            ]
            spare = exists().where((codes.c.person_id == person_id) & (codes.c.kind == "recovery"))
            return found[0], found[1], bool((await connection.execute(select(spare))).scalar())

    async def add_code(self, code_hash: str, kind: Kind, person_id: str | None, lasts_s: float | None) -> None:
        """A code in place of an older one of the same kind; those that have run out go with it."""
        now = clock.now()
        expires = now + timedelta(seconds=lasts_s) if lasts_s else None
        async with self.store.writing() as connection:
            old = (codes.c.person_id == person_id) & (codes.c.kind == kind)  # questions are nobody's
            await connection.execute(delete(codes).where(old | (codes.c.expires < now)))
            row = {"hash": code_hash, "kind": kind, "person_id": person_id, "expires": expires}
            await connection.execute(insert(codes).values(**row))

    async def look_up(self, code_hash: str) -> Row | None:
        """A code that still counts."""
        counts = (codes.c.hash == code_hash) & (codes.c.expires.is_(None) | (codes.c.expires > clock.now()))
        async with self.store.reading() as connection:
            row = (await connection.execute(select(codes).where(counts))).mappings().first()
        return dict(row) if row else None

    async def take(self, code_hash: str) -> bool:
        """Uses a code up; false if somebody else was faster."""
        async with self.store.writing() as connection:
            return bool((await connection.execute(delete(codes).where(codes.c.hash == code_hash))).rowcount)

    async def tidy(self) -> None:
        """Codes that have run out are forgotten."""
        async with self.store.writing() as connection:
            await connection.execute(delete(codes).where(codes.c.expires < clock.now()))

    async def change(self, person_id: str, **facts: object) -> None:
        """What somebody shows of themselves."""
        async with self.store.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(**facts))

    # Everything at once

    async def all_of(self, person_id: str) -> dict[str, list[Row]]:
        """Every row that is about somebody, by its table, and the tables they sit at; no key to any door."""
        found: dict[str, list[Row]] = {}
        async with self.store.reading() as connection:
            own = {people: people.c.id == person_id} | {table: column == person_id for table, column in personal()}
            at = select(seats.c.table_id).where(seats.c.person_id == person_id)
            own |= {tables: tables.c.id.in_(at), endings: endings.c.table_id.in_(at)}
            own |= {table: table.c.who == f"person {person_id}" for table in (ratings, standings, rated)}
            own |= {deeds: done_to(person_id)}
            own |= {tournaments: tournaments.c.host == person_id}
            for table, chosen in own.items():
                rows = (await connection.execute(select(table).where(chosen))).mappings()
                found[table.name] = [_without_secrets(table, row) for row in rows]
        played = {row["id"] for row in found[tables.name] if is_played(row, clock.now())}
        for row in found[endings.name]:
            if row["table_id"] in played and row["record"]:
                row["record"] = without_chance(row["record"])
        return found

    async def bring(self, guest: str, person_id: str) -> list[str]:
        """Somebody who played here as a guest is known now: their games come along. Returns their tables."""
        async with self.store.writing() as connection:
            await _alone_with(connection, guest)
            at = select(seats.c.table_id).where(seats.c.person_id == guest)
            moved = list((await connection.execute(at.distinct())).scalars())
            await bring_talk(connection, guest, person_id)
            await _leave_double(connection, guest, person_id)
            for table, column in personal() + named():
                await _move(connection, table, column, guest, person_id)
            for table in (ties, mutes):
                await connection.execute(delete(table).where(table.c.person_id == table.c.other_id))
            await connection.execute(update(tournaments).where(tournaments.c.host == guest).values(host=person_id))
            await connection.execute(delete(ratings).where(ratings.c.who == f"person {guest}"))
            renamed = func.replace(events.c.move_id, f"person {guest} ", f"person {person_id} ")
            of_guest = events.c.table_id.in_(moved) & events.c.move_id.startswith(f"person {guest} ")
            await connection.execute(update(events).where(of_guest).values(move_id=renamed))
            await _drop(connection, guest)
            await self._see_off(connection, guest)
            await self.store.announce(connection, dict.fromkeys(moved, READ_AGAIN))
        await self._scrub()
        return moved

    async def forget(self, person_id: str, name: str) -> list[str]:
        """Nothing here is about this person any more; at their tables somebody of this name has sat."""
        async with self.store.writing() as connection:
            await _alone_with(connection, person_id)
            at = select(seats.c.table_id).where(seats.c.person_id == person_id)
            left = list((await connection.execute(at.distinct())).scalars())
            of_person = events.c.table_id.in_(left) & events.c.move_id.startswith(f"person {person_id} ")
            await connection.execute(update(events).where(of_person).values(move_id=None))
            written = endings.c.table_id.in_(left)  # records and reviews name people; both are worked out again
            await connection.execute(update(endings).where(written).values(record=None, review=None))
            unpaced = select(tables.c.id).where(tables.c.id.in_(left) & tables.c.pace.is_(None))
            await connection.execute(delete(turns).where(turns.c.table_id.in_(unpaced)))  # who stays may be alone now
            mine = seats.c.person_id == person_id
            await connection.execute(update(seats).where(mine).values(person_id=None, name=name))
            await forget_talk(connection, person_id, name)
            entered = update(entries).where(entries.c.person_id == person_id)
            await connection.execute(entered.values(person_id=None, name=name, absent=True))
            await connection.execute(update(tournaments).where(tournaments.c.host == person_id).values(host=None))
            await _forget_ratings(connection, f"person {person_id}", left)
            await _drop(connection, person_id)
            await self._see_off(connection, person_id)
            await self.store.announce(connection, dict.fromkeys(left, READ_AGAIN))
        await self._scrub()
        return left

    async def _see_off(self, connection: AsyncConnection, person_id: str) -> None:
        """Other processes end the connections of somebody who is nobody there any more."""
        if self.store.has_news:
            told = json.dumps({"by": self.store.own, "person": person_id})
            await connection.execute(select(func.pg_notify(GONE, told)))

    async def _scrub(self) -> None:
        """What SQLite has overwritten is gone from its log too, as soon as nobody reads there."""
        for _ in range(0 if self.store.has_news else SCRUBS):
            async with self.store.turn, self.store.reading() as connection:
                if await connection.run_sync(empty_log):
                    return
            await asyncio.sleep(SCRUB_S)


def personal() -> list[tuple[Table, Column[Any]]]:
    """Every table that says of a row whose it is."""
    return [(table, table.c.person_id) for table in METADATA.sorted_tables if "person_id" in table.c]


async def _alone_with(connection: AsyncConnection, person_id: str) -> None:
    """Who else writes something of this person waits until it is done; SQLite lets only one write anyway."""
    await connection.execute(select(people.c.id).where(people.c.id == person_id).with_for_update())


async def _drop(connection: AsyncConnection, person_id: str) -> None:
    """Every row that is still somebody's, and at last the person."""
    for table, column in personal() + named():
        await connection.execute(delete(table).where(column == person_id))
    await connection.execute(delete(people).where(people.c.id == person_id))


async def _forget_ratings(connection: AsyncConnection, who: str, left: list[str]) -> None:
    """Nobody's ratings: games that run on do not count, and with what those came who have met them stays nameless."""
    runs = tables.c.id.in_(left) & ~exists().where(endings.c.table_id == tables.c.id)
    await connection.execute(update(tables).where(runs).values(rated=None))
    await connection.execute(update(rated).where(rated.c.who == who).values(who=""))
    for table in (ratings, standings):
        await connection.execute(delete(table).where(table.c.who == who))


def named() -> list[tuple[Table, Column[Any]]]:
    """Every table in which somebody stands in a row of others; that is not theirs to take along."""
    return [(ties, ties.c.other_id), (notices, notices.c.by_id)]


def _without_secrets(table: Table, row: Mapping[Any, Any]) -> Row:
    hidden = {"secret", "public_key", "hash", "token_hash", "steward_id", "steward"}
    return {
        column.name: _written(row[column.name])
        for column in table.c
        if column.name not in hidden and not (table in KEYS_TO_THE_DOOR and column.name == "id")
    }


def _written(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


async def _leave_double(connection: AsyncConnection, guest: str, person_id: str) -> None:
    """Where both take part in the same tournament, the entry of the guest is nobody's; not even their name is left."""
    both = select(entries.c.tournament_id).where(entries.c.person_id == person_id)
    double = (entries.c.person_id == guest) & entries.c.tournament_id.in_(both)
    await connection.execute(update(entries).where(double).values(person_id=None, name=SOMEBODY, absent=True))


async def _move(connection: AsyncConnection, table: Table, column: Column[Any], guest: str, person_id: str) -> None:
    """The rows of one become another's, except those of which the other has their own."""
    rest = [one for one in table.primary_key if one is not column]
    chosen = column == guest
    if column.primary_key:
        others = table.alias()
        same = and_(others.c[column.name] == person_id, *(others.c[one.name] == one for one in rest))
        chosen &= ~exists().where(same)
    await connection.execute(update(table).where(chosen).values({column.name: person_id}))
