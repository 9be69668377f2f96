"""What somebody has played, what became of their challenges, and what was noted at finished games."""

from __future__ import annotations

import json
import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.reviewing.values import is_current, read_review
from smalti.server.store.learning import keep_mistakes
from smalti.server.store.schema import endings, notes, seats, tables, tries
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row
from smalti.server.table.rating import OPEN
from smalti.statistics.played import judge

log = logging.getLogger(__name__)

MOST_GAMES = 5000
"""So many of somebody's games are added up, the newest."""
MOST_TRIES = 200


class History(ABC):
    """The part of a store that looks back."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read on."""

    @abstractmethod
    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """One transaction."""

    async def review(self, table_id: str) -> str | None:
        """The review of a game that is over, if there is one; one of an older format is worked out again."""
        async with self.reading() as connection:
            told = (await connection.execute(select(endings.c.review).where(endings.c.table_id == table_id))).scalar()
        return told if told and is_current(told) else None

    async def keep_review(self, table_id: str, review: str) -> None:
        """The review of a game that is over, beside it what statistics want of it, and the mistakes as exercises."""
        told = {"review": review, "judged": judged(review)}
        async with self.writing() as connection:
            await connection.execute(update(endings).where(endings.c.table_id == table_id).values(**told))
            counts = (tables.c.id == table_id) & tables.c.rated.is_not(None)  # its luck is known now
            await connection.execute(update(tables).where(counts).values(rated=OPEN))
            await keep_mistakes(connection, table_id, review)

    async def games_of(self, person_id: str) -> list[Row]:
        """Somebody's finished games as they played them, without what-ifs and seats that a bot took over.

        With the names at the table by seat, and the seats that are theirs.
        """
        shown = tables.c.game, tables.c.rules, tables.c.deal, tables.c.challenge, tables.c.sealed, endings.c.judged
        result = endings.c.table_id, endings.c.ended, endings.c.scores, endings.c.winners
        own = select(seats.c.table_id).where((seats.c.person_id == person_id) & seats.c.bot.is_(None))
        query = select(*shown, *result).join(endings, endings.c.table_id == tables.c.id)
        query = query.where(tables.c.id.in_(own) & tables.c.branched.is_(None))
        query = query.order_by(endings.c.ended.desc()).limit(MOST_GAMES)
        at_them = select(seats).where(seats.c.table_id.in_(own)).order_by(seats.c.seat)
        async with self.reading() as connection:
            found = {row["table_id"]: dict(row) for row in (await connection.execute(query)).mappings()}
            chairs = (await connection.execute(at_them)).mappings().all()
        for row in found.values():
            row |= {"ended": in_utc(row["ended"]), "names": [], "mine": []}
        for chair in chairs:
            if (game := found.get(chair["table_id"])) is not None:
                game["names"].append(chair["name"])
                game["mine"] += [chair["seat"]] if chair["person_id"] == person_id and chair["bot"] is None else []
        return list(found.values())

    async def notes(self, table_ids: Iterable[str]) -> dict[str, list[Row]]:
        """What was noted at some finished games, in their order."""
        query = select(notes).where(notes.c.table_id.in_(list(table_ids)))
        found: dict[str, list[Row]] = defaultdict(list)
        async with self.reading() as connection:
            for row in (await connection.execute(query.order_by(notes.c.ply, notes.c.created))).mappings():
                found[row["table_id"]].append(dict(row))
        return found

    async def write_note(self, note: Row) -> None:
        """Somebody's note at a point of a game, in place of an older one; without words it is taken away."""
        same = [notes.c[name] == note[name] for name in ("table_id", "ply", "person_id")]
        async with self.writing() as connection:
            await connection.execute(delete(notes).where(*same))
            if note["text"]:
                await connection.execute(insert(notes).values(**note))

    async def finished_by(self, person_id: str | None, challenges: Iterable[str]) -> set[str]:
        """Which of some deals somebody has brought to an end: as a challenge, or in a tournament."""
        wanted = list(challenges)
        if person_id is None or not wanted:
            return set()
        query = select(tries.c.challenge).join(endings, endings.c.table_id == tries.c.table_id)
        query = query.where((tries.c.person_id == person_id) & tries.c.challenge.in_(wanted))
        same = select(tables.c.deal).join(seats, seats.c.table_id == tables.c.id)
        same = same.join(endings, endings.c.table_id == tables.c.id).where(tables.c.sealed & tables.c.deal.in_(wanted))
        async with self.reading() as connection:
            found = await connection.execute(query.union(same.where(seats.c.person_id == person_id)))
            return set(found.scalars())

    async def sealed_deals(self) -> set[str]:
        """The deals of rounds that are still played."""
        async with self.reading() as connection:
            return set((await connection.execute(select(tables.c.deal).where(tables.c.sealed).distinct())).scalars())

    async def tries_beside(self, person_id: str) -> list[Row]:
        """All finished tries of the challenges that somebody has taken, the newest first."""
        mine = select(tries.c.challenge).join(tables, tables.c.id == tries.c.table_id)
        mine = mine.where(tries.c.person_id == person_id).order_by(tables.c.created.desc()).limit(MOST_TRIES)
        query = select(tries, endings.c.scores, endings.c.ended, tables.c.game, tables.c.deal, tables.c.sealed)
        query = query.join(endings, endings.c.table_id == tries.c.table_id)
        query = query.join(tables, tables.c.id == tries.c.table_id).where(tries.c.challenge.in_(mine))
        async with self.reading() as connection:
            found = (await connection.execute(query.order_by(tables.c.created.desc()))).mappings()
            return [row | {"ended": in_utc(row["ended"])} for row in map(dict, found)]

    async def results_of(self, challenges: Iterable[str]) -> list[Row]:
        """The tries of some challenges that were brought to an end: whose, their name, when and with which scores."""
        query = select(tries, seats.c.name, endings.c.scores, endings.c.ended, tables.c.deal)
        query = query.join(endings, endings.c.table_id == tries.c.table_id)
        query = query.join(seats, seats.c.table_id == tries.c.table_id).join(tables, tables.c.id == tries.c.table_id)
        query = query.where(tries.c.challenge.in_(list(challenges))).order_by(endings.c.ended, tables.c.id)
        async with self.reading() as connection:
            found = (await connection.execute(query)).mappings()
            return [row | {"ended": in_utc(row["ended"])} for row in map(dict, found)]


def judged(review: str) -> list[dict[str, Any]]:
    """What statistics want of a review, by seat."""
    return [asdict(one) for one in judge(read_review(json.loads(review)))]


def judge_all(connection: Connection) -> None:
    """Reads the reviews of an older database; one that this program cannot read counts for nothing."""
    kept = connection.execute(select(endings.c.table_id, endings.c.review).where(endings.c.review.is_not(None)))
    change = update(endings).where(endings.c.table_id == bindparam("of")).values(judged=bindparam("judged"))
    for table_id, review in kept.all():
        try:
            connection.execute(change, {"of": table_id, "judged": judged(review)})
        except (KeyError, TypeError, ValueError) as error:
            log.warning("the review of table %s is left out: %r", table_id, error)


async def names_at(connection: AsyncConnection, table_ids: list[str]) -> dict[str, list[str]]:
    """The names at some tables, by seat."""
    names: dict[str, list[str]] = {table_id: [] for table_id in table_ids}
    query = select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(table_ids)).order_by(seats.c.seat)
    for table_id, name in await connection.execute(query):
        names[table_id].append(name)
    return names
