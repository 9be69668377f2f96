"""Days off as they are stored. Turns that are running are due later, or sooner, with the same commit."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.store.accounts import READ_AGAIN
from smalti.server.store.schema import days_off, seats, turns
from smalti.server.store.statements import in_utc
from smalti.server.store.turning import read_days_off
from smalti.server.table import calendar

if TYPE_CHECKING:
    from smalti.server.store.store import Store


class DaysOff:
    """Reads and writes when somebody is away."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, person_id: str) -> frozenset[str]:
        """The days off of somebody."""
        async with self.store.reading() as connection:
            return (await read_days_off(connection, [person_id])).get(person_id, frozenset())

    async def save(self, person_id: str, days: frozenset[str], now: datetime) -> list[str]:
        """These days off in place of those before; returns the tables where a clock runs otherwise by that."""
        async with self.store.writing() as connection:
            before = (await read_days_off(connection, [person_id])).get(person_id, frozenset())
            await connection.execute(delete(days_off).where(days_off.c.person_id == person_id))
            if days:
                rows = [{"person_id": person_id, "day": day} for day in sorted(days)]
                await connection.execute(insert(days_off), rows)
            tables = await _move_dues(connection, person_id, before, days, now)
            await self.store.announce(connection, dict.fromkeys(tables, READ_AGAIN))
        return tables


async def _move_dues(
    connection: AsyncConnection, person_id: str, before: frozenset[str], days: frozenset[str], now: datetime
) -> list[str]:
    """What is left of each running turn stays; when it is over follows from the new days."""
    query = select(turns.c.table_id, turns.c.seat, turns.c.due)
    query = query.join(seats, (seats.c.table_id == turns.c.table_id) & (seats.c.seat == turns.c.seat))
    query = query.where((seats.c.person_id == person_id) & turns.c.due.is_not(None) & ~turns.c.live)
    found = (await connection.execute(query)).all()
    for table_id, seat, due in found:
        left_s = calendar.between(now, in_utc(due), before)
        chosen = (turns.c.table_id == table_id) & (turns.c.seat == seat)
        await connection.execute(update(turns).where(chosen).values(due=calendar.after(now, left_s, days)))
    return list(dict.fromkeys(row[0] for row in found))
