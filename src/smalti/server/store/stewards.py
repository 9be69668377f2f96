"""What stewards see and do: reports with what was said around a line, removing, silencing; and the log of all of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.kernel.errors import UnknownGame
from smalti.kernel.words import N_
from smalti.server.operation import clock
from smalti.server.store.schema import deeds, people, reports, silences, stewards, talk
from smalti.server.store.statements import in_utc
from smalti.server.store.talking import Telling, find_line, in_turn, read_line
from smalti.server.table.changes import Row
from smalti.server.table.refusals import NotYours

AROUND = 5
"""So many lines before and after a reported one are shown with it."""
MOST_DEEDS = 200
NO_PERSON = N_("there is nobody with this id here")
NO_LINE = N_("there is no such line")
NO_REPORT = N_("there is no open report of this line")
NOT_SILENCED = N_("this person may talk already")
IS_STEWARD = N_("this is a steward, whom only whoever runs the server can mute")
NO_STEWARD = N_("this is no steward")


class By(NamedTuple):
    """Who does something: a steward, or whoever runs the server."""

    id: str | None = None
    name: str = ""


class Place(NamedTuple):
    """Where a line stands."""

    table: str
    number: int

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class Stewards(Telling):
    """Reads reports, and does what stewards do."""

    # Who they are

    async def is_one(self, person_id: str | None) -> bool:
        """Whether somebody is a steward."""
        if person_id is None:
            return False
        async with self.store.reading() as connection:
            return await _is_steward(connection, person_id)

    async def all(self) -> list[Row]:
        """The stewards."""
        query = select(stewards, people.c.name).join(people, people.c.id == stewards.c.person_id)
        return await self._rows(query.order_by(stewards.c.created), "created")

    async def add(self, person_id: str) -> None:
        """Names somebody a steward."""
        async with self.telling(person_id=person_id) as connection:
            name = await _name(connection, person_id)
            if not await _is_steward(connection, person_id):
                await connection.execute(insert(stewards).values(person_id=person_id, created=clock.now()))
                await _log(connection, By(), "name", person_id, name)

    async def drop(self, person_id: str) -> None:
        """Somebody is no steward any more."""
        async with self.telling(person_id=person_id) as connection:
            name = await _name(connection, person_id)
            done = await connection.execute(delete(stewards).where(stewards.c.person_id == person_id))
            if not done.rowcount:
                raise UnknownGame(NO_STEWARD)
            await _log(connection, By(), "dismiss", person_id, name)

    # What they see

    async def reports(self, *, closed: bool = False) -> list[Row]:
        """What was reported, the oldest first: each line with who said it, what was said around it, and why."""
        query = select(reports, people.c.name).join(people, people.c.id == reports.c.person_id)
        found: dict[Place, list[Row]] = {}
        async with self.store.reading() as connection:
            chosen = query if closed else query.where(reports.c.open)
            for row in (await connection.execute(chosen.order_by(reports.c.created))).mappings():
                found.setdefault(Place(row["table_id"], row["number"]), []).append(
                    {name: row[name] for name in ("name", "reason", "text", "open")}
                    | {"created": in_utc(row["created"])}
                )
            return [await _reported(connection, place, why) for place, why in found.items()]

    async def show(self, place: Place) -> Row:
        """A line with what was said around it, and why it was reported, if it was."""
        for one in await self.reports(closed=True):
            if one["place"] == place:
                return one
        async with self.store.reading() as connection:
            if await find_line(connection, *place) is None:
                raise UnknownGame(NO_LINE)
            return await _reported(connection, place, [])

    async def silenced(self) -> list[Row]:
        """Who may not talk."""
        query = select(silences, people.c.name).join(people, people.c.id == silences.c.person_id)
        current = silences.c.expires.is_(None) | (silences.c.expires > clock.now())
        return await self._rows(query.where(current).order_by(people.c.name), "expires")

    async def log(self, most: int = MOST_DEEDS) -> list[Row]:
        """What was done, the newest first."""
        return await self._rows(select(deeds).order_by(deeds.c.number.desc()).limit(most), "made", "expires")

    async def newest(self) -> int | None:
        """The number of the last deed: another one when somebody else has done something."""
        async with self.store.reading() as connection:
            number: int | None = (await connection.execute(select(func.max(deeds.c.number)))).scalar()
        return number

    async def _rows(self, query: Any, *moments: str) -> list[Row]:
        async with self.store.reading() as connection:
            found = [dict(row) for row in (await connection.execute(query)).mappings()]
        return [row | {name: row[name] and in_utc(row[name]) for name in moments} for row in found]

    # What they do

    async def remove(self, by: By, place: Place) -> None:
        """Takes a line from all who read; that it was there is still seen."""
        async with self.telling(place.table) as connection:
            line = await find_line(connection, *place)
            if line is None:
                raise UnknownGame(NO_LINE)
            where = (talk.c.table_id == place.table) & (talk.c.number == place.number)
            await connection.execute(update(talk).where(where).values(removed=True))
            await _close(connection, place)
            await _log(connection, by, "remove", line["person_id"], line["name"], place)

    async def close(self, by: By, place: Place) -> None:
        """The reports of a line were looked at; nothing more is to be done."""
        async with self.telling() as connection:
            if not await _close(connection, place):
                raise UnknownGame(NO_REPORT)
            line = await find_line(connection, *place)
            whose, name = (line["person_id"], line["name"]) if line else (None, "")
            await _log(connection, by, "close", whose, name, place)

    async def silence(self, by: By, person_id: str, days: int | None) -> None:
        """Somebody may not talk for so many days, or for good; a steward cannot do that to a steward."""
        expires = clock.now() + timedelta(days=days) if days else None
        async with self.telling(person_id=person_id) as connection:
            name = await _name(connection, person_id)
            if by.id is not None and await _is_steward(connection, person_id):
                raise NotYours(IS_STEWARD)
            await connection.execute(delete(silences).where(silences.c.person_id == person_id))
            await connection.execute(insert(silences).values(person_id=person_id, expires=expires))
            await _log(connection, by, "mute", person_id, name, expires=expires)

    async def unsilence(self, by: By, person_id: str) -> None:
        """Somebody may talk again."""
        async with self.telling(person_id=person_id) as connection:
            name = await _name(connection, person_id)
            done = await connection.execute(delete(silences).where(silences.c.person_id == person_id))
            if not done.rowcount:
                raise UnknownGame(NOT_SILENCED)
            await _log(connection, by, "unmute", person_id, name)


async def _is_steward(connection: AsyncConnection, person_id: str) -> bool:
    known = exists().where(stewards.c.person_id == person_id)
    return bool((await connection.execute(select(known))).scalar())


async def _name(connection: AsyncConnection, person_id: str) -> str:
    """The name of somebody who is known here."""
    name = (await connection.execute(select(people.c.name).where(people.c.id == person_id))).scalar()
    if name is None:
        raise UnknownGame(NO_PERSON)
    return str(name)


async def _close(connection: AsyncConnection, place: Place) -> int:
    """How many open reports of a line there were."""
    those = (reports.c.table_id == place.table) & (reports.c.number == place.number) & reports.c.open
    return (await connection.execute(update(reports).where(those).values(open=False))).rowcount


async def _reported(connection: AsyncConnection, place: Place, why: Iterable[Row]) -> Row:
    """A line for who judges it."""
    near = talk.c.number.between(place.number - AROUND, place.number + AROUND)
    query = select(talk).where((talk.c.table_id == place.table) & near).order_by(talk.c.number)
    around = [read_line(row) for row in (await connection.execute(query)).mappings()]
    line = next((one for one in around if one["number"] == place.number), None)
    return {"place": place, "line": line, "around": around, "reports": list(why)}


async def _log(
    connection: AsyncConnection,
    by: By,
    deed: str,
    target_id: str | None,
    target: str,
    place: Place | None = None,
    expires: object = None,
) -> None:
    """Writes down what was done."""
    await in_turn(connection, "deeds")
    last = (await connection.execute(select(func.coalesce(func.max(deeds.c.number), -1)))).scalar_one()
    row = {"number": last + 1, "made": clock.now(), "deed": deed, "steward_id": by.id, "steward": by.name}
    about = {"target_id": target_id, "target": target, "line": str(place or ""), "expires": expires}
    await connection.execute(insert(deeds).values(**row, **about))
