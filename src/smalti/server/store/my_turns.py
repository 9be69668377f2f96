"""Which games wait for somebody, as the stored turns have it: the same on every server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from smalti.server.store.schema import seats, turns

if TYPE_CHECKING:
    from smalti.server.store.store import Store


class MyTurns:
    """Reads whose turn it is."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, person_id: str) -> list[str]:
        """The tables where somebody is to choose: the least time left first, then those that wait longest."""
        here = (turns.c.table_id == seats.c.table_id) & (turns.c.seat == seats.c.seat)
        query = select(turns.c.table_id).join(seats, here)
        query = query.where((seats.c.person_id == person_id) & seats.c.bot.is_(None) & turns.c.since.is_not(None))
        due, since = func.min(turns.c.due), func.min(turns.c.since)
        query = query.group_by(turns.c.table_id).order_by(due.is_(None), due, since, turns.c.table_id)
        async with self.store.reading() as connection:
            return list((await connection.execute(query)).scalars())
