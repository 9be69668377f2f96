"""Where people are reached and of what they want to be told, as it is stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.operation import clock
from smalti.server.store.schema import reaches, wishes
from smalti.server.table.changes import Row

if TYPE_CHECKING:
    from smalti.server.store.store import Store

MOST = 20
TOO_MANY = N_("you have {most} of them already; remove one first")
MOST_FAILED = 30
"""A hook that fails so often in a row is forgotten; a push service says itself when a browser is gone."""
MOST_GUESSES = 5
UNCONFIRMED = timedelta(hours=1)
"""For so long a code that was sent by mail counts."""
AGAIN = timedelta(minutes=10)
"""So long nobody sends another code to the same address."""
JUST_SENT = N_("a code was sent to this address just now; please wait some minutes")


class Reaches:
    """Reads and writes where somebody is reached."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person_id: str, row: Row) -> None:
        """One more; a browser that somebody else was reached by is this person's from now on."""
        async with self.store.writing() as connection:
            await connection.execute(delete(reaches).where(reaches.c.id == row["id"]))
            mine = select(func.count()).where(reaches.c.person_id == person_id)
            if (await connection.execute(mine)).scalar_one() >= MOST:
                raise SmaltiError(TOO_MANY, most=MOST)
            if row["way"] == "mail":
                young = reaches.c.created > clock.now() - AGAIN
                asked = select(reaches.c.id).where((reaches.c.address == row["address"]) & young)
                if (await connection.execute(asked.where(~reaches.c.confirmed))).first():
                    raise SmaltiError(JUST_SENT)
            stored = {"person_id": person_id, "created": clock.now(), "failed": 0, **row}
            await connection.execute(insert(reaches).values(**stored))

    async def drop(self, person_id: str | None, reach_id: str) -> bool:
        """One less; False if there is none. Whoever brings the link of a mail need not say who they are."""
        chosen = reaches.c.id == reach_id
        chosen &= reaches.c.person_id == person_id if person_id else True
        async with self.store.writing() as connection:
            return bool((await connection.execute(delete(reaches).where(chosen))).rowcount)

    async def of(self, person_id: str) -> list[Row]:
        """All of somebody's, the oldest first."""
        return await self._found(reaches.c.person_id == person_id)

    async def one(self, reach_id: str) -> Row | None:
        """One by its id."""
        return next(iter(await self._found(reaches.c.id == reach_id)), None)

    async def _found(self, chosen: ColumnElement[bool]) -> list[Row]:
        async with self.store.reading() as connection:
            found = await connection.execute(select(reaches).where(chosen).order_by(reaches.c.created, reaches.c.id))
            return [dict(row) for row in found.mappings()]

    async def confirm(self, person_id: str, code_hash: str) -> bool:
        """Whether a code is the one that was sent to an address of this person; a few guesses end it."""
        waits = (reaches.c.person_id == person_id) & ~reaches.c.confirmed
        waits &= reaches.c.created > clock.now() - UNCONFIRMED
        async with self.store.writing() as connection:
            right = update(reaches).where(waits & (reaches.c.secret == code_hash))
            if (await connection.execute(right.values(confirmed=True, secret="", failed=0))).rowcount:
                return True
            await connection.execute(update(reaches).where(waits).values(failed=reaches.c.failed + 1))
            await connection.execute(delete(reaches).where(waits & (reaches.c.failed >= MOST_GUESSES)))
        return False

    async def answered(self, taken: Iterable[str], failed: Iterable[str], gone: Iterable[str]) -> None:
        """Who has taken what was sent after they had failed, who has not taken it, and who is gone for ever."""
        taken, failed, gone = list(taken), list(failed), list(gone)
        if not taken and not failed and not gone:
            return
        async with self.store.writing() as connection:
            if taken:
                await connection.execute(update(reaches).where(reaches.c.id.in_(taken)).values(failed=0))
            if failed:
                more = update(reaches).where(reaches.c.id.in_(failed)).values(failed=reaches.c.failed + 1)
                await connection.execute(more)
                tired = reaches.c.id.in_(failed) & (reaches.c.failed >= MOST_FAILED)
                await connection.execute(delete(reaches).where(tired))
            if gone:
                await connection.execute(delete(reaches).where(reaches.c.id.in_(gone)))

    async def wishes_of(self, person_id: str) -> dict[str, Any] | None:
        """Of what somebody wants to be told, if they have ever said so."""
        async with self.store.reading() as connection:
            query = select(wishes.c.notices).where(wishes.c.person_id == person_id)
            return (await connection.execute(query)).scalar()

    async def save_wishes(self, person_id: str, told: dict[str, Any]) -> None:
        """From now on they want this."""
        since = {"since": clock.now().isoformat()}
        async with self.store.writing() as connection:
            await connection.execute(delete(wishes).where(wishes.c.person_id == person_id))
            await connection.execute(insert(wishes).values(person_id=person_id, notices=since | told))

    async def clean(self) -> None:
        """Addresses that nobody has confirmed in time are forgotten."""
        async with self.store.writing() as connection:
            old = ~reaches.c.confirmed & (reaches.c.created <= clock.now() - UNCONFIRMED)
            await connection.execute(delete(reaches).where(old))
