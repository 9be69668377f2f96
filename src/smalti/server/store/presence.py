"""Who is there, as it is stored: each server says whom it sees, again and again; one that is gone says nothing."""

from __future__ import annotations

from collections.abc import Set
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from smalti.server.operation import clock
from smalti.server.store.schema import openings, people, presence

if TYPE_CHECKING:
    from smalti.server.store.store import Store

GONE = timedelta(seconds=60)
"""Whom no server has seen for so long is not there."""


class Attendance:
    """Reads and writes who is there, for one server among several."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def change(self, came: Set[str], left: Set[str]) -> None:
        """Whom this server sees now, and whom no longer."""
        own, now = presence.c.server == self.store.own, clock.now()
        async with self.store.writing() as connection:
            await connection.execute(delete(presence).where(own & presence.c.person_id.in_(came | left)))
            known = set((await connection.execute(select(people.c.id).where(people.c.id.in_(came)))).scalars())
            if rows := [{"person_id": one, "server": self.store.own, "seen": now} for one in known]:
                await connection.execute(insert(presence), rows)

    async def confirm(self) -> None:
        """This server still sees whom it saw, so their open tables stay listed; servers that are gone are forgotten."""
        own, now = presence.c.server == self.store.own, clock.now()
        async with self.store.writing() as connection:
            await connection.execute(update(presence).where(own).values(seen=now))
            here = select(presence.c.person_id).where(own)
            await connection.execute(update(openings).where(openings.c.person_id.in_(here)).values(seen=now))
            await connection.execute(delete(presence).where(presence.c.seen < now - GONE))

    async def present(self) -> frozenset[str]:
        """Everybody whom some server sees."""
        query = select(presence.c.person_id).where(presence.c.seen > clock.now() - GONE)
        async with self.store.reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def leave(self) -> None:
        """This server ends."""
        async with self.store.writing() as connection:
            await connection.execute(delete(presence).where(presence.c.server == self.store.own))
