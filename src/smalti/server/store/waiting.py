"""What follows from the tables for people who are away: whose turn has waited, which games have ended, unseen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.store.outbox import moments
from smalti.server.store.schema import (
    endings,
    notices,
    people,
    reaches,
    reservations,
    seats,
    seen,
    tables,
    turns,
    wishes,
)
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row

if TYPE_CHECKING:
    from smalti.server.store.store import Store

BACK = timedelta(days=2)
"""For so long a game that has ended is news, if no server ran when it did."""
OVERLAP = timedelta(minutes=15)
"""So much is looked at again: the clock of another server may be some minutes behind."""


TURN = turns.c.table_id, turns.c.since, turns.c.due


def number_of(since: datetime) -> int:
    """By which a turn is known among those of its seat."""
    return int(since.timestamp() * 1000)


@dataclass(frozen=True)
class Circumstances:
    """How it is with what some notices tell of, and with those whom they are for: asked for all of them at once."""

    seen: dict[tuple[str, str], datetime]
    """By person and table: when they last had it before their eyes."""
    turns: dict[tuple[str, str, int], Row]
    """By person, table and number: the turns that are still somebody's."""
    tables: dict[str, Row]
    """The game, who sits there, and how it ended."""
    places: dict[str, list[Row]]
    """By person: where they can be told."""
    wishes: dict[str, dict[str, Any]]
    """By person: of what, if they have ever said so."""

    def has_seen(self, notice: Row) -> bool:
        """Whether somebody has had the table before their eyes since it was so."""
        at = self.seen.get((notice["person_id"], notice["about"]))
        return at is not None and at >= notice["since"]

    def turn(self, notice: Row) -> Row | None:
        """The turn that a notice tells of; None if it was made."""
        return self.turns.get((notice["person_id"], notice["about"], notice["number"]))


class Waiting:
    """Looks at the tables for those who do not."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def anybody(self) -> bool:
        """Whether there is somebody who can be told."""
        return bool(await self._all(select(reaches.c.person_id).where(reaches.c.confirmed).limit(1)))

    async def turns(self, after: datetime | None, before: datetime) -> list[Row]:
        """Turns that have waited since before a moment, of people who can be told and were not told yet."""
        told = notices.c.person_id == seats.c.person_id
        told &= (notices.c.kind == "turn") & (notices.c.about == turns.c.table_id) & (notices.c.since == turns.c.since)
        shown = seats.c.person_id, turns.c.table_id, turns.c.since, turns.c.due, reached_since().label("created")
        query = open_turns(*shown).where((turns.c.since <= before) & can_be_told() & ~exists().where(told))
        return await self._all(query.where(turns.c.since > after - OVERLAP) if after else query)

    async def ends(self, after: datetime | None, before: datetime) -> list[Row]:
        """Games of two or more people that have ended since they can be told, and of which they were not told yet."""
        told = (notices.c.person_id == seats.c.person_id) & (notices.c.kind == "over")
        told &= notices.c.about == endings.c.table_id
        others = seats.alias()
        another = (others.c.table_id == endings.c.table_id) & (others.c.person_id != seats.c.person_id)
        query = select(seats.c.person_id, endings.c.table_id, endings.c.ended).distinct()
        query = query.join(seats, seats.c.table_id == endings.c.table_id).where(endings.c.ended <= before)
        query = query.where(endings.c.ended > (after or before - BACK) - OVERLAP)
        query = query.where((reached_since() <= endings.c.ended) & exists().where(another) & ~exists().where(told))
        return await self._all(query)

    async def look_into(self, told: Sequence[Row]) -> Circumstances:
        """What must be known to send some notices."""
        who, about = {one["person_id"] for one in told}, {one["about"] for one in told}
        theirs = seats.c.person_id.in_(who) & turns.c.table_id.in_(about)
        looks = select(seen).where(seen.c.person_id.in_(who) & seen.c.table_id.in_(about))
        told_at = select(reaches).where(reaches.c.person_id.in_(who) & reaches.c.confirmed)
        async with self.store.reading() as connection:
            seen_at = await _rows(connection, looks)
            its_turns = await _rows(connection, open_turns(seats.c.person_id, *TURN).where(theirs))
            known = await _rows(connection, told_at.order_by(reaches.c.created, reaches.c.id))
            wished = await _rows(connection, select(wishes).where(wishes.c.person_id.in_(who)))
            described = await _describe(connection, about)
        places: dict[str, list[Row]] = {one: [] for one in who}
        for row in known:
            places[row["person_id"]].append(row)
        return Circumstances(
            {(row["person_id"], row["table_id"]): in_utc(row["at"]) for row in seen_at},
            {(row["person_id"], row["table_id"], number_of(row["since"])): row for row in its_turns},
            described,
            places,
            {row["person_id"]: row["notices"] for row in wished},
        )

    async def is_asked(self, person_id: str, table_id: str) -> bool:
        """Whether a seat is still kept for somebody who has not answered."""
        at = (seats.c.table_id == reservations.c.table_id) & (seats.c.seat == reservations.c.seat)
        query = select(reservations.c.seat).join(seats, at & seats.c.token_hash.is_not(None))
        own = (reservations.c.table_id == table_id) & (reservations.c.person_id == person_id) & ~reservations.c.declined
        return bool(await self._all(query.where(own)))

    async def sleepers(self) -> list[Row]:
        """Whoever can be told and has turns that they have not seen: what they wish, and since when that is so."""
        shown = seats.c.person_id, wishes.c.notices, turns.c.since, reached_since().label("created")
        query = open_turns(*shown).where(can_be_told() & ~has_seen())
        query = query.outerjoin(wishes, wishes.c.person_id == seats.c.person_id)
        found = await self._all(query.order_by(turns.c.since.desc()))
        return list({row["person_id"]: row for row in found}.values())  # the turn that has waited longest

    async def unseen(self, person_id: str) -> list[str]:
        """The tables that wait for somebody who has not seen it."""
        query = open_turns(turns.c.table_id).where((seats.c.person_id == person_id) & ~has_seen())
        return [row["table_id"] for row in await self._all(query.order_by(turns.c.since))]

    async def describe(self, table_ids: Collection[str]) -> dict[str, Row]:
        """By table: the game, who sits there, and how it ended."""
        async with self.store.reading() as connection:
            return await _describe(connection, table_ids)

    async def name_of(self, person_id: str | None) -> str:
        """How somebody is called; nobody has no name."""
        found = await self._all(select(people.c.name).where(people.c.id == person_id))
        return str(found[0]["name"]) if found else ""

    async def tables_of(self, person_id: str) -> list[str]:
        """The tables where somebody is to choose: the least time left first, then those that wait longest."""
        due, since = func.min(turns.c.due), func.min(turns.c.since)
        query = open_turns(turns.c.table_id).where(seats.c.person_id == person_id).group_by(turns.c.table_id)
        found = await self._all(query.order_by(due.is_(None), due, since, turns.c.table_id))
        return [row["table_id"] for row in found]

    async def _all(self, query: Select[Any]) -> list[Row]:
        async with self.store.reading() as connection:
            return await _rows(connection, query)


async def _rows(connection: AsyncConnection, query: Select[Any]) -> list[Row]:
    return [moments(row) for row in (await connection.execute(query)).mappings()]


async def _describe(connection: AsyncConnection, table_ids: Collection[str]) -> dict[str, Row]:
    shown = select(tables.c.id, tables.c.game, endings.c.scores, endings.c.winners)
    query = shown.outerjoin(endings, endings.c.table_id == tables.c.id).where(tables.c.id.in_(table_ids))
    found: dict[str, Row] = {row["id"]: row | {"seats": []} for row in await _rows(connection, query)}
    at_them = select(seats.c.table_id, seats.c.person_id, seats.c.name).where(seats.c.table_id.in_(table_ids))
    for row in await _rows(connection, at_them.order_by(seats.c.seat)):
        found[row["table_id"]]["seats"].append(row)
    return found


def open_turns(*shown: ColumnElement[Any]) -> Select[Any]:
    """Turns of people that no bot makes."""
    at = (seats.c.table_id == turns.c.table_id) & (seats.c.seat == turns.c.seat) & seats.c.bot.is_(None)
    return select(*shown).select_from(turns).join(seats, at).where(turns.c.since.is_not(None))


def reached_since() -> ColumnElement[datetime]:
    """Since when somebody can be told; nothing if they cannot."""
    oldest = select(func.min(reaches.c.created)).where(reaches.c.person_id == seats.c.person_id)
    return oldest.where(reaches.c.confirmed).correlate(seats).scalar_subquery()


def can_be_told() -> ColumnElement[bool]:
    """Whether whoever sits there has said where."""
    return exists().where((reaches.c.person_id == seats.c.person_id) & reaches.c.confirmed)


def has_seen() -> ColumnElement[bool]:
    """Whether whoever sits there has had the table before their eyes since the turn began."""
    looked = (seen.c.person_id == seats.c.person_id) & (seen.c.table_id == turns.c.table_id)
    return exists().where(looked & (seen.c.at >= turns.c.since))
