"""Where people meet, as it is stored: open tables, seats that are kept for somebody, and who likes to meet whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from sqlalchemy import ColumnElement, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.kernel.words import N_
from smalti.server.operation import clock
from smalti.server.store.accounts import READ_AGAIN
from smalti.server.store.outbox import ASKED, LOOKS, notice, put_notices
from smalti.server.store.schema import events, openings, people, reservations, seats, tables, ties
from smalti.server.store.statements import in_utc, is_seat
from smalti.server.table.chairs import SOMEBODY
from smalti.server.table.changes import Row

if TYPE_CHECKING:
    from smalti.server.store.store import Store

Tie = Literal["friend", "block"]
MOST_LISTED = 200
"""So many open tables are shown, the newest."""
MOST_WAITING = 50
ASKS = N_("{by} asks you to play: {game}")
RECENT = 12
"""So many of those whom somebody played with last are shown."""
IS_FREE = seats.c.token_hash.is_not(None)
WAITS = exists().where((seats.c.table_id == openings.c.table_id) & IS_FREE)


class Meeting:
    """Reads and writes who meets whom, and where."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Open tables

    async def open_up(self, row: Row, most: int) -> bool:
        """A table waits for people from now on, or in another way; false if somebody lists more than so many."""
        same = openings.c.table_id == row["table_id"]
        others = (openings.c.person_id == row["person_id"]) & openings.c.listed & WAITS & ~same
        async with self.store.writing() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == row["person_id"]).with_for_update())
            count = (await connection.execute(select(func.count()).where(others))).scalar_one()
            if row["listed"] and 0 < most <= count:
                return False
            values = row | {"seen": clock.now()}
            if (await connection.execute(update(openings).where(same).values(**values))).rowcount == 0:
                await connection.execute(insert(openings).values(**values))
            return True

    async def listed_by(self, person_id: str) -> int:
        """How many tables of somebody stand on the list."""
        own = (openings.c.person_id == person_id) & openings.c.listed & WAITS
        async with self.store.reading() as connection:
            return (await connection.execute(select(func.count()).where(own))).scalar_one()

    async def reserve(self, table_id: str, kept: dict[int, str]) -> None:
        """Seats of a table are kept for these people."""
        rows = [{"table_id": table_id, "seat": seat, "person_id": who, "declined": False} for seat, who in kept.items()]
        async with self.store.writing() as connection:
            await connection.execute(insert(reservations), rows)
            owner = select(openings.c.person_id).where(openings.c.table_id == table_id)
            by_id, now = (await connection.execute(owner)).scalar(), clock.now()
            about, words = ASKED + table_id, {"title": ASKS}
            await put_notices(
                connection,
                [
                    notice(who, "invited", about, 0, "/club", now, due=now + LOOKS, by_id=by_id, words=words)
                    for who in kept.values()
                ],
            )

    async def listed(self) -> list[Row]:
        """The tables at which anybody may sit down, the newest first."""
        chosen = select(openings.c.table_id).where(openings.c.listed & WAITS)
        return await self._tables(chosen, MOST_LISTED)

    async def waiting_with(self, person_id: str) -> list[Row]:
        """The tables where somebody sits and waits for others, or may say who else may come."""
        free = select(seats.c.table_id).where(IS_FREE)
        mine = select(seats.c.table_id).where((seats.c.person_id == person_id) & seats.c.table_id.in_(free))
        return await self._tables(mine, MOST_WAITING)

    async def asked_of(self, person_id: str) -> list[Row]:
        """The tables where a seat is kept for somebody who has not answered yet."""
        kept = select(reservations.c.table_id).join(openings, openings.c.table_id == reservations.c.table_id)
        kept = kept.where((reservations.c.person_id == person_id) & ~reservations.c.declined)
        return await self._tables(kept, MOST_WAITING)

    async def ready_for(self, person_id: str) -> list[Row]:
        """The tables of somebody that are full, and that they have not seen since."""
        return await self._tables(select(openings.c.table_id).where((openings.c.person_id == person_id) & ~WAITS))

    async def table(self, table_id: str) -> Row | None:
        """One table as the lists have it."""
        found = await self._tables(select(tables.c.id).where(tables.c.id == table_id))
        return found[0] if found else None

    async def _tables(self, chosen: Select[tuple[str]], most: int = MOST_WAITING) -> list[Row]:
        """Tables with who sits there, whom the other seats are kept for, and how they are open."""
        query = select(tables, openings).outerjoin(openings, openings.c.table_id == tables.c.id)
        query = query.where(tables.c.id.in_(chosen)).order_by(tables.c.created.desc(), tables.c.id).limit(most)
        async with self.store.reading() as connection:
            found = [dict(row) for row in (await connection.execute(query)).mappings()]
            ids = [row["id"] for row in found]
            chairs = await _grouped(connection, select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat))
            named = select(reservations, people.c.name).join(people, people.c.id == reservations.c.person_id)
            kept = await _grouped(connection, named.where(reservations.c.table_id.in_(ids)))
        moments = ("created", "seen", "fill_at")
        return [
            row
            | {name: row[name] and in_utc(row[name]) for name in moments}
            | {"chairs": chairs[row["id"]], "kept": {one["seat"]: one for one in kept[row["id"]]}}
            for row in found
        ]

    async def decline(self, table_id: str, person_id: str) -> bool:
        """Somebody does not take the seat that is kept for them."""
        kept = (reservations.c.table_id == table_id) & (reservations.c.person_id == person_id)
        async with self.store.writing() as connection:
            done = await connection.execute(update(reservations).where(kept).values(declined=True))
            return bool(done.rowcount)

    async def is_kept_for(self, table_id: str, person_id: str | None) -> bool:
        """Whether a seat of a table is kept for somebody."""
        kept = (reservations.c.table_id == table_id) & (reservations.c.person_id == person_id)
        async with self.store.reading() as connection:
            return (await connection.execute(select(reservations.c.seat).where(kept))).first() is not None

    async def close(self, table_id: str) -> None:
        """A table is open no longer: it is full and its owner knows, or they do not wish it."""
        async with self.store.writing() as connection:
            await _close(connection, table_id)

    async def abandon(self, table_id: str, person_id: str, tokens: dict[int, str]) -> bool:
        """Whoever waits alone at a table leaves it, and its invitations lead nowhere; false if somebody else came."""
        of_table = seats.c.table_id == table_id
        async with self.store.writing() as connection:
            await connection.execute(select(seats.c.seat).where(of_table).with_for_update())
            others = of_table & seats.c.person_id.is_not(None) & (seats.c.person_id != person_id)
            await _close(connection, table_id)
            if (await connection.execute(select(seats.c.seat).where(others))).first():
                return False
            for seat, token in tokens.items():
                renewed = update(seats).where(is_seat(table_id, seat) & IS_FREE).values(token_hash=token)
                await connection.execute(renewed)
            mine = of_table & (seats.c.person_id == person_id)
            await connection.execute(update(seats).where(mine).values(person_id=None, name=SOMEBODY))
            theirs = (events.c.table_id == table_id) & events.c.move_id.startswith(f"person {person_id} ")
            await connection.execute(update(events).where(theirs).values(move_id=None))
            await self.store.announce(connection, {table_id: READ_AGAIN})
            return True

    async def opened(self) -> frozenset[str]:
        """All tables that somebody has opened, to everybody or to one person."""
        async with self.store.reading() as connection:
            return frozenset((await connection.execute(select(openings.c.table_id))).scalars())

    async def due(self, now: datetime) -> list[str]:
        """The tables whose free seats bots are to take by now."""
        async with self.store.reading() as connection:
            query = select(openings.c.table_id).where((openings.c.fill_at <= now) & openings.c.fill_bot.is_not(None))
            return list((await connection.execute(query)).scalars())

    async def filled(self, table_id: str) -> None:
        """Bots have taken the free seats of a table, or nobody needs them."""
        async with self.store.writing() as connection:
            at = openings.c.table_id == table_id
            await connection.execute(update(openings).where(at).values(fill_bot=None, fill_at=None))
            await connection.execute(delete(reservations).where(reservations.c.table_id == table_id))

    async def tidy(self, now: datetime, keep: timedelta) -> None:
        """Forgets openings whose owner is gone for so long, and seats that were kept at them; the tables stay."""
        async with self.store.writing() as connection:
            await connection.execute(delete(openings).where(openings.c.seen < now - keep))
            known = select(openings.c.table_id)
            await connection.execute(delete(reservations).where(reservations.c.table_id.not_in(known)))

    # People

    async def tie(self, person_id: str, other_id: str, kind: Tie | None) -> None:
        """Whom somebody likes to meet, or not; none: neither."""
        of_pair = _is_tie(person_id, other_id)
        async with self.store.writing() as connection:
            await connection.execute(delete(ties).where(of_pair))
            if kind:
                await connection.execute(insert(ties).values(person_id=person_id, other_id=other_id, kind=kind))

    async def ties(self, person_id: str) -> tuple[dict[str, Tie], dict[str, Tie]]:
        """What somebody thinks of others, and what others think of them."""
        async with self.store.reading() as connection:
            own = await connection.execute(select(ties.c.other_id, ties.c.kind).where(ties.c.person_id == person_id))
            others = await connection.execute(select(ties.c.person_id, ties.c.kind).where(ties.c.other_id == person_id))
            return {row[0]: row[1] for row in own}, {row[0]: row[1] for row in others}

    async def recent(self, person_id: str) -> list[str]:
        """Whom somebody played with last."""
        here, there = seats.alias(), seats.alias()
        query = select(there.c.person_id, func.max(tables.c.created).label("last"))
        query = query.join(here, here.c.table_id == there.c.table_id).join(tables, tables.c.id == here.c.table_id)
        query = query.where((here.c.person_id == person_id) & (there.c.person_id != person_id))
        query = query.group_by(there.c.person_id).order_by(func.max(tables.c.created).desc()).limit(RECENT)
        async with self.store.reading() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def met(self, person_id: str, others: Sequence[str]) -> set[str]:
        """Those of some people whom somebody has sat at a table with."""
        here, there = seats.alias(), seats.alias()
        query = select(there.c.person_id).join(here, here.c.table_id == there.c.table_id)
        query = query.where((here.c.person_id == person_id) & there.c.person_id.in_(others)).distinct()
        async with self.store.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def people(self, ids: Iterable[str]) -> dict[str, Row]:
        """Some people by id."""
        async with self.store.reading() as connection:
            found = await connection.execute(select(people).where(people.c.id.in_(list(ids))))
            return {row["id"]: dict(row) for row in found.mappings()}

    async def showing_themselves(self, ids: Iterable[str], most: int) -> list[str]:
        """Those of some people who show to everybody that they are there."""
        shown = (people.c.seen_by == "everybody") & people.c.show_presence
        query = select(people.c.id).where(people.c.id.in_(list(ids)) & shown)
        async with self.store.reading() as connection:
            return list((await connection.execute(query.order_by(people.c.name).limit(most))).scalars())


async def _grouped(connection: AsyncConnection, query: Select[tuple[object, ...]]) -> dict[str, list[Row]]:
    """Rows by their table."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in (await connection.execute(query)).mappings():
        found[row["table_id"]].append(dict(row))
    return found


async def _close(connection: AsyncConnection, table_id: str) -> None:
    await connection.execute(delete(openings).where(openings.c.table_id == table_id))
    await connection.execute(delete(reservations).where(reservations.c.table_id == table_id))


def _is_tie(person_id: str, other_id: str) -> ColumnElement[bool]:
    return (ties.c.person_id == person_id) & (ties.c.other_id == other_id)
