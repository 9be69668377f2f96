"""What is said at tables, as it is stored: lines, who does not want to hear whom, and how long all of it is kept."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Column, ColumnElement, RowMapping, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.kernel.words import N_
from smalti.server.operation import clock
from smalti.server.operation.limits import MINUTE_S, TooMuch
from smalti.server.store.schema import deeds, endings, mutes, people, reports, silences, talk, ties
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row
from smalti.server.table.refusals import NotYours

if TYPE_CHECKING:
    from smalti.server.store.store import Store

CHANNEL = "smalti_talk"
"""Where PostgreSQL tells every process that somebody has talked at a table, or what concerns a person."""
EVERYWHERE = ""
"""The place of a mute that lasts for ever."""
KEPT_DEEDS = timedelta(days=365)
MOST_PRUNED = 500
"""So many tables are dealt with at a time."""
TALKATIVE = N_("You have said a lot in a short time; please wait a moment.")
SILENCED = N_("whoever runs this server has asked you not to talk here until {until}; you can play on as before")
SILENCED_FOR_GOOD = N_("whoever runs this server has asked you not to talk here any more; you can play on as before")
FOR_ACCOUNTS = N_("on this server only people with an account talk; a click under “Who I am” makes one")

Heard = Callable[[str, str], None]
"""Is told of a table, of a person, or of neither: then everything may be otherwise."""


class Silenced(NotYours):
    """Somebody who may not talk on this server."""


class Telling:
    """Writes what concerns those who talk, so that every process hears of it."""

    def __init__(self, store: Store, heard: Heard | None = None) -> None:
        self.store, self.heard = store, heard

    @asynccontextmanager
    async def telling(self, table_id: str = "", person_id: str = "") -> AsyncIterator[AsyncConnection]:
        """One transaction; what it concerns is told to all processes when it is stored."""
        async with self.store.writing() as connection:
            yield connection
            if self.store.has_news:
                news = json.dumps({"by": self.store.own, "table": table_id, "person": person_id})
                await connection.execute(select(func.pg_notify(CHANNEL, news)))
        if self.heard:
            self.heard(table_id, person_id)

    def hear(self, payload: str) -> None:
        """What PostgreSQL tells; nothing at all after the connection to it was lost."""
        news = json.loads(payload) if payload else {"by": "", "table": "", "person": ""}
        if self.heard and news["by"] != self.store.own:
            self.heard(news["table"], news["person"])


class Talking(Telling):
    """Reads and writes what is said."""

    def __init__(self, store: Store, heard: Heard | None = None, *, accounts_only: bool = False) -> None:
        super().__init__(store, heard)
        self.accounts_only = accounts_only
        """Whether guests may only read: who was asked not to talk would come back as another guest."""

    async def say(self, table_id: str, person_id: str, said_id: str, said: Row, most: int) -> None:
        """One more line, once however often it is sent; TooMuch beyond so many in a minute, at all servers together."""
        async with self.telling(table_id) as connection:
            await in_turn(connection, table_id)
            if await _is_said(connection, table_id, person_id, said_id):
                return
            await self._check(connection, person_id, most)
            last = select(func.coalesce(func.max(talk.c.number), -1)).where(talk.c.table_id == table_id)
            number = (await connection.execute(last)).scalar_one() + 1
            row = {"table_id": table_id, "number": number, "person_id": person_id, "said_id": said_id}
            await connection.execute(insert(talk).values(**row, **said, created=clock.now()))

    async def _check(self, connection: AsyncConnection, person_id: str, most: int) -> None:
        if refusal := await self._silence(connection, person_id):
            raise refusal
        lately = (talk.c.person_id == person_id) & (talk.c.created > clock.now() - timedelta(seconds=MINUTE_S))
        said = (await connection.execute(select(func.count()).where(lately).select_from(talk))).scalar_one()
        if most and said >= most:
            raise TooMuch(TALKATIVE, MINUTE_S / most)

    async def silence_of(self, person_id: str) -> Silenced | None:
        """Why somebody may not talk on this server, if so."""
        async with self.store.reading() as connection:
            return await self._silence(connection, person_id)

    async def _silence(self, connection: AsyncConnection, person_id: str) -> Silenced | None:
        kept = select(people.c.kept).where(people.c.id == person_id)
        if self.accounts_only and not (await connection.execute(kept)).scalar():
            return Silenced(FOR_ACCOUNTS)
        return await _silence(connection, person_id)

    async def lines(self, table_id: str, most: int, before: int | None = None) -> tuple[list[Row], bool]:
        """The last lines of a table, or the last before one, in their order; and whether there are older ones."""
        query = select(talk).where(talk.c.table_id == table_id).order_by(talk.c.number.desc()).limit(most + 1)
        if before is not None:
            query = query.where(talk.c.number < before)
        async with self.store.reading() as connection:
            found = [read_line(row) for row in (await connection.execute(query)).mappings()]
        return found[most - 1 :: -1], len(found) > most

    async def line(self, table_id: str, number: int) -> Row | None:
        """One line."""
        async with self.store.reading() as connection:
            return await find_line(connection, table_id, number)

    async def speakers(self, table_id: str) -> set[str]:
        """Who has said something at a table."""
        query = select(talk.c.person_id).where((talk.c.table_id == table_id) & talk.c.person_id.is_not(None))
        async with self.store.reading() as connection:
            return set((await connection.execute(query.distinct())).scalars())

    # Not wanting to hear somebody

    async def muted_by(self, person_id: str, table_id: str | None = None) -> dict[str, Row]:
        """Whom somebody does not hear at a table, or anywhere: their name, and whether it is for ever."""
        here = [EVERYWHERE] if table_id is None else [EVERYWHERE, table_id]
        query = select(mutes, people.c.name).join(people, people.c.id == mutes.c.other_id).order_by(people.c.name)
        query = query.where((mutes.c.person_id == person_id) & mutes.c.at.in_(here))
        found: dict[str, Row] = {}
        async with self.store.reading() as connection:
            for row in (await connection.execute(query)).mappings():
                ever = row["at"] == EVERYWHERE or found.get(row["other_id"], {}).get("ever", False)
                found[row["other_id"]] = {"name": row["name"], "ever": ever}
        return found

    async def blocked_by(self, person_id: str) -> set[str]:
        """With whom somebody wants nothing to do, so that they are not heard either."""
        query = select(ties.c.other_id).where((ties.c.person_id == person_id) & (ties.c.kind == "block"))
        async with self.store.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def mute(self, person_id: str, other_id: str, at: str) -> None:
        """Somebody does not want to hear somebody else, at a table or everywhere."""
        row = {"person_id": person_id, "other_id": other_id, "at": at}
        known = exists().where((mutes.c.person_id == person_id) & (mutes.c.other_id == other_id) & (mutes.c.at == at))
        async with self.telling(person_id=person_id) as connection:
            if not (await connection.execute(select(known))).scalar():
                await connection.execute(insert(mutes).values(**row))

    async def unmute(self, person_id: str, other_id: str) -> None:
        """Somebody wants to hear somebody again, wherever they did not."""
        async with self.telling(person_id=person_id) as connection:
            them = (mutes.c.person_id == person_id) & (mutes.c.other_id == other_id)
            await connection.execute(delete(mutes).where(them))

    async def report(self, table_id: str, number: int, person_id: str, reason: str, text: str) -> bool:
        """Somebody asks the stewards to look at a line; false if they have done so before."""
        row = {"table_id": table_id, "number": number, "person_id": person_id}
        async with self.store.writing() as connection:
            same = exists().where(*(reports.c[name] == value for name, value in row.items()))
            if (await connection.execute(select(same))).scalar():
                return False
            more = {"reason": reason, "text": text, "open": True, "created": clock.now()}
            await connection.execute(insert(reports).values(**row, **more))
        return True

    # How long it is kept

    async def prune(self, days: int) -> None:
        """Forgets what was said at games that ended so many days ago, or stand still; not where a report is open."""
        now = clock.now()
        gone = await self._old(now - timedelta(days=days))
        async with self.store.writing() as connection:
            for table, column in ((talk, talk.c.table_id), (reports, reports.c.table_id), (mutes, mutes.c.at)):
                await connection.execute(delete(table).where(column.in_(gone)))
            await connection.execute(delete(silences).where(silences.c.expires < now))
            await connection.execute(delete(deeds).where(deeds.c.made < now - KEPT_DEEDS))

    async def _old(self, old: datetime) -> list[str]:
        """Some tables whose talk is to be forgotten; those who play do not wait while they are looked for."""
        asked = exists().where((reports.c.table_id == talk.c.table_id) & reports.c.open)
        query = select(talk.c.table_id).outerjoin(endings, endings.c.table_id == talk.c.table_id).where(~asked)
        over = func.coalesce(func.max(endings.c.ended), func.max(talk.c.created)) < old
        async with self.store.reading() as connection:
            found = await connection.execute(query.group_by(talk.c.table_id).having(over).limit(MOST_PRUNED))
            return list(found.scalars())


async def in_turn(connection: AsyncConnection, what: str) -> None:
    """Who counts on goes one after the other; SQLite lets only one write anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"{CHANNEL} {what}"))))


async def _is_said(connection: AsyncConnection, table_id: str, person_id: str, said_id: str) -> bool:
    same = (talk.c.table_id == table_id) & (talk.c.person_id == person_id) & (talk.c.said_id == said_id)
    return (await connection.execute(select(talk.c.number).where(same))).first() is not None


async def _silence(connection: AsyncConnection, person_id: str) -> Silenced | None:
    found = (await connection.execute(select(silences.c.expires).where(silences.c.person_id == person_id))).first()
    if found is None:
        return None
    if found[0] is None:
        return Silenced(SILENCED_FOR_GOOD)
    until = in_utc(found[0])
    return Silenced(SILENCED, until=written(until)) if until > clock.now() else None


def written(moment: datetime) -> str:
    """A moment for people."""
    return f"{in_utc(moment):%Y-%m-%d %H:%M} UTC"


def read_line(row: RowMapping) -> Row:
    """A line as it was stored."""
    return dict(row) | {"created": in_utc(row["created"])}


async def find_line(connection: AsyncConnection, table_id: str, number: int) -> Row | None:
    """One line."""
    one = (talk.c.table_id == table_id) & (talk.c.number == number)
    row = (await connection.execute(select(talk).where(one))).mappings().first()
    return read_line(row) if row else None


# When somebody comes along, or leaves for good


async def bring_talk(connection: AsyncConnection, guest: str, person_id: str) -> None:
    """What others do not want to hear of a guest holds for who they are; what stewards did too."""
    same = mutes.alias()
    known = exists().where(
        (same.c.person_id == mutes.c.person_id) & (same.c.at == mutes.c.at) & (same.c.other_id == person_id)
    )
    await connection.execute(update(mutes).where((mutes.c.other_id == guest) & ~known).values(other_id=person_id))
    await connection.execute(delete(mutes).where(mutes.c.other_id == guest))
    for column in (deeds.c.target_id, deeds.c.steward_id):
        await connection.execute(update(deeds).where(column == guest).values({column.name: person_id}))


async def forget_talk(connection: AsyncConnection, person_id: str, name: str) -> None:
    """What somebody said is gone: where it stood, a nameless line says that it was removed."""
    gone = {"person_id": None, "name": name, "sign": None, "text": "", "said_id": "", "removed": True}
    await connection.execute(update(talk).where(talk.c.person_id == person_id).values(**gone))
    await connection.execute(delete(mutes).where(mutes.c.other_id == person_id))
    for which in ("target", "steward"):
        column: Column[str] = deeds.c[f"{which}_id"]
        nameless = {column.name: None, which: name}
        await connection.execute(update(deeds).where(column == person_id).values(**nameless))


def done_to(person_id: str) -> ColumnElement[bool]:
    """What stewards did that concerns somebody."""
    return deeds.c.target_id == person_id
