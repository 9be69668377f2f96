"""The clocks of all tables as the database has them: what is due, and that nobody loses time while no server runs."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.store.accounts import READ_AGAIN
from smalti.server.store.schema import beats, turns
from smalti.server.store.statements import in_utc

if TYPE_CHECKING:
    from smalti.server.store.store import Store

MOST_AT_ONCE = 200
NAME = "clocks"
LIVE = turns.c.live & turns.c.due.is_not(None)


class Beats:
    """Reads what is due, and notes that the clocks are looked at."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def due(self, moment: datetime) -> list[tuple[str, int]]:
        """The tables and seats whose time was over by then, the first ones first; one look into an index."""
        query = select(turns.c.table_id, turns.c.seat).where(turns.c.due <= moment)
        async with self.store.reading() as connection:
            found = await connection.execute(query.order_by(turns.c.due).limit(MOST_AT_ONCE))
            return [(row[0], row[1]) for row in found]

    async def put_off(self, table_id: str, seat: int, until: datetime) -> None:
        """Somebody sees to it now, and looks again then."""
        chosen = (turns.c.table_id == table_id) & (turns.c.seat == seat) & turns.c.due.is_not(None)
        async with self.store.writing() as connection:
            await connection.execute(update(turns).where(chosen).values(due=until))

    async def beat(self, now: datetime, gap: timedelta) -> list[str]:
        """Notes that live clocks are looked at. What passed since the last time, if that is longer than a gap, is given
        back to each of them, by one server alone; returns the tables at which that was so."""
        async with self.store.reading() as connection:
            if not (await connection.execute(select(exists().where(LIVE)))).scalar():
                return []
        async with self.store.writing() as connection:
            last = (await connection.execute(select(beats.c.at).where(beats.c.name == NAME))).scalar()
            if last is None:
                await connection.execute(insert(beats).values(name=NAME, at=now))
                return []
            mine = update(beats).where((beats.c.name == NAME) & (beats.c.at == last)).values(at=now)
            if (await connection.execute(mine)).rowcount != 1 or now - in_utc(last) <= gap:
                return []
            tables = await _give_back(connection, in_utc(last), now)
            await self.store.announce(connection, dict.fromkeys(tables, READ_AGAIN))
        return tables


async def _give_back(connection: AsyncConnection, last: datetime, now: datetime) -> list[str]:
    """Live clocks go on as if the time since then, or since their turn began, had not been."""
    found = (await connection.execute(select(turns).where(LIVE).with_for_update())).mappings().all()
    for row in found:
        lost = max(timedelta(), now - max(last, in_utc(row["since"])))
        chosen = (turns.c.table_id == row["table_id"]) & (turns.c.seat == row["seat"])
        await connection.execute(update(turns).where(chosen).values(due=in_utc(row["due"]) + lost))
    return list(dict.fromkeys(row["table_id"] for row in found))
