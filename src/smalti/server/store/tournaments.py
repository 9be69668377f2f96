"""Tournaments as they are stored. Every change goes through the row of its tournament: of two at once one waits.

A round is made once: its number is a key, and its tables are committed with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, func, insert, or_, select, update
from sqlalchemy import delete as remove
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.kernel.words import N_
from smalti.server.operation import clock
from smalti.server.store.accounts import READ_AGAIN
from smalti.server.store.outbox import LOOKS, notice, put_notices
from smalti.server.store.schema import (
    endings,
    entries,
    people,
    places,
    rounds,
    seats,
    tables,
    tournaments,
    turns,
)
from smalti.server.store.turning import turn_rows, write_turns
from smalti.server.table.changes import Row, Turns

if TYPE_CHECKING:
    from smalti.server.store.store import Store

OPEN, RUNNING, OVER = "open", "running", "over"
MOST_LISTED = 100
BEGINS = N_("{tournament}: round {number} begins")


class NewTable(NamedTuple):
    """A table of a round with all that is stored of it when it is made."""

    row: Row
    seats: list[Row]
    events: Sequence[Row]
    turns: Turns
    """Who is to choose, if its game begins at once."""


class Stored(NamedTuple):
    """A tournament as the database has it."""

    row: Row
    entries: list[Row]
    rounds: list[Row]
    places: list[Row]
    """Each with the scores and winners of its table, once that is over."""


class Tournaments:
    """Reads and writes tournaments."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def make(self, row: Row) -> None:
        """A new one."""
        async with self.store.writing() as connection:
            usual = {"state": OPEN, "version": 0, "added": "", "created": clock.now()}
            await connection.execute(insert(tournaments).values(**row | usual))

    async def load(self, tournament_id: str) -> Stored | None:
        """All of it."""
        async with self.store.reading() as connection:
            chosen = select(tournaments).where(tournaments.c.id == tournament_id)
            row = (await connection.execute(chosen)).mappings().first()
            if row is None:
                return None
            ended = select(places, endings.c.scores, endings.c.winners).outerjoin(
                endings, endings.c.table_id == places.c.table_id
            )
            of = (
                select(entries).where(entries.c.tournament_id == tournament_id).order_by(entries.c.number),
                select(rounds).where(rounds.c.tournament_id == tournament_id).order_by(rounds.c.number),
                ended.where(places.c.tournament_id == tournament_id).order_by(
                    places.c.round, places.c.board, places.c.seat
                ),
            )
            found = [[dict(one) for one in (await connection.execute(query)).mappings()] for query in of]
        return Stored(dict(row), *found)

    async def mark(self, tournament_id: str) -> str:
        """Another text whenever something has changed; empty if there is no such tournament."""
        ended = select(func.count()).select_from(endings.join(tables, tables.c.id == endings.c.table_id))
        ended = ended.where(tables.c.tournament == tournament_id)
        query = select(tournaments.c.version, ended.scalar_subquery()).where(tournaments.c.id == tournament_id)
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).first()
        return f"{row[0]}.{row[1]}" if row else ""

    async def listed(self, person_id: str | None) -> list[Row]:
        """Those that everybody sees, and those that somebody takes part in or has made; the newest first."""
        mine = select(entries.c.tournament_id).where(entries.c.person_id == (person_id or ""))
        seen = or_(tournaments.c.listed, tournaments.c.host == (person_id or ""), tournaments.c.id.in_(mine))
        count = select(func.count()).where(entries.c.tournament_id == tournaments.c.id).scalar_subquery()
        query = select(tournaments, count.label("count"), people.c.name.label("host_name"))
        query = query.outerjoin(people, people.c.id == tournaments.c.host).where(seen)
        query = query.order_by(tournaments.c.created.desc()).limit(MOST_LISTED)
        async with self.store.reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def running(self) -> list[str]:
        """Those that have begun and are not over."""
        async with self.store.reading() as connection:
            query = select(tournaments.c.id).where(tournaments.c.state == RUNNING)
            return list((await connection.execute(query)).scalars())

    async def enter(self, tournament_id: str, new: Sequence[Row], most: int, most_bots: int) -> bool:
        """Further entries, while it is open and there is room, also for bots; Conflict if somebody is in already."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, OPEN):
                return False
            own = entries.c.tournament_id == tournament_id
            bots = func.count().filter(entries.c.bot.is_not(None))
            query = select(func.count(), bots, func.coalesce(func.max(entries.c.number), 0)).where(own)
            count, bots_there, last = (await connection.execute(query)).one()
            bots_come = sum(one["bot"] is not None for one in new)
            if count + len(new) > most or (bots_come and bots_there + bots_come > most_bots):
                return False
            usual = {"tournament_id": tournament_id, "absent": False}
            rows = [{**usual, **one, "number": last + n} for n, one in enumerate(new, 1)]
            await connection.execute(insert(entries), rows)
        return True

    async def leave(self, tournament_id: str, number: int) -> bool:
        """An entry goes, while it is open."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, OPEN):
                return False
            done = await connection.execute(remove(entries).where(_is_entry(tournament_id, number)))
            return bool(done.rowcount)

    async def change_entry(self, tournament_id: str, number: int, **facts: object) -> bool:
        """Who plays for somebody, or whether they are there; while it runs."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, RUNNING):
                return False
            chosen = update(entries).where(_is_entry(tournament_id, number))
            return bool((await connection.execute(chosen.values(**facts))).rowcount)

    async def lose(self, tournament_id: str, number: int, entry: int) -> bool:
        """Somebody loses by not playing, while the round runs and their table is not over."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, RUNNING):
                return False
            chosen = (places.c.tournament_id == tournament_id) & (places.c.round == number) & (places.c.entry == entry)
            ended = select(endings.c.table_id).where(endings.c.table_id == places.c.table_id).exists()
            runs = select(rounds.c.number).where(_is_round(tournament_id, number) & rounds.c.over.is_(None)).exists()
            done = await connection.execute(update(places).where(chosen & ~ended & runs).values(lost=True))
            return bool(done.rowcount)

    async def delete(self, tournament_id: str) -> bool:
        """It never was; only before it begins."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, OPEN):
                return False
            await connection.execute(remove(entries).where(entries.c.tournament_id == tournament_id))
            await connection.execute(remove(tournaments).where(tournaments.c.id == tournament_id))
        return True

    async def begin(self, drawn_from: Row, number: int, added: str, new: list[NewTable], its_places: list[Row]) -> bool:
        """A round with its tables, all or none; false if the tournament has changed since it was drawn from."""
        tournament_id = drawn_from["id"]
        async with self.store.writing() as connection:
            chosen = (tournaments.c.id == tournament_id) & (tournaments.c.version == drawn_from["version"])
            change = {"version": drawn_from["version"] + 1, "state": RUNNING, "added": added}
            if not (await connection.execute(update(tournaments).where(chosen).values(**change))).rowcount:
                return False
            row = {"tournament_id": tournament_id, "number": number, "begun": clock.now()}
            await connection.execute(insert(rounds).values(**row))
            for table in new:
                await self.store.create_within(connection, table.row, table.seats, table.events)
                await write_turns(connection, turn_rows(table.row["id"], table.turns))
            keys = {"tournament_id": tournament_id, "round": number}
            await connection.execute(insert(places), [{**one, **keys} for one in its_places])
            await put_notices(connection, list(begun(drawn_from["name"], number, new)))
        return True

    async def end_round(self, tournament_id: str, number: int, *, last: bool) -> list[str] | None:
        """Nothing more is waited for: its deal is open to all. Returns its tables; None if that was done already."""
        async with self.store.writing() as connection:
            if not await self._touch(connection, tournament_id, RUNNING, **({"state": OVER} if last else {})):
                return None
            over = update(rounds).where(_is_round(tournament_id, number) & rounds.c.over.is_(None))
            if not (await connection.execute(over.values(over=clock.now()))).rowcount:
                return None
            sealed = (tables.c.tournament == tournament_id) & tables.c.sealed
            opened = list((await connection.execute(select(tables.c.id).where(sealed))).scalars())
            await connection.execute(update(tables).where(sealed).values(sealed=False))
            await self.store.announce(connection, dict.fromkeys(opened, READ_AGAIN))
        return opened

    async def finish(self, tournament_id: str) -> None:
        """Nobody is left to play another round."""
        async with self.store.writing() as connection:
            await self._touch(connection, tournament_id, RUNNING, state=OVER)

    async def bots_alone(self, tournament_id: str) -> list[str]:
        """The tables of a running round at which only bots sit."""
        now = select(rounds.c.number).where((rounds.c.tournament_id == tournament_id) & rounds.c.over.is_(None))
        person = select(seats.c.seat).where((seats.c.table_id == places.c.table_id) & seats.c.bot.is_(None)).exists()
        ended = select(endings.c.table_id).where(endings.c.table_id == places.c.table_id).exists()
        chosen = (places.c.tournament_id == tournament_id) & places.c.round.in_(now) & places.c.table_id.is_not(None)
        async with self.store.reading() as connection:
            query = select(places.c.table_id).distinct().where(chosen & ~person & ~ended)
            return list((await connection.execute(query)).scalars())

    async def not_begun(self, tournament_id: str, before: datetime) -> list[str]:
        """The tables of a round that was made so long ago, whose game has not begun; with a clock turns are kept."""
        now = (rounds.c.tournament_id == tournament_id) & rounds.c.over.is_(None) & (rounds.c.begun < before)
        turning = select(turns.c.seat).where(turns.c.table_id == tables.c.id).exists()
        ended = select(endings.c.table_id).where(endings.c.table_id == tables.c.id).exists()
        placed = select(places.c.table_id).join(rounds, rounds.c.number == places.c.round)
        placed = placed.where((places.c.tournament_id == tournament_id) & now)
        lost = select(places.c.entry).where((places.c.table_id == tables.c.id) & places.c.lost).exists()
        open_ones = tables.c.id.in_(placed) & ~turning & ~ended & ~lost
        async with self.store.reading() as connection:
            return list((await connection.execute(select(tables.c.id).where(open_ones))).scalars())

    async def out_of_time(self, tournament_id: str) -> list[int]:
        """The entries whose time is over in a running round, and who have not been told to have lost yet."""
        now = (rounds.c.tournament_id == tournament_id) & rounds.c.over.is_(None)
        late = turns.c.since.is_not(None) & turns.c.due.is_(None) & turns.c.left_s.is_not(None)
        seat = (turns.c.table_id == places.c.table_id) & (turns.c.seat == places.c.seat)
        query = select(places.c.entry).join(turns, seat).join(rounds, rounds.c.number == places.c.round)
        query = query.where((places.c.tournament_id == tournament_id) & now & late & ~places.c.lost)
        async with self.store.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _touch(self, connection: AsyncConnection, tournament_id: str, now: str, **facts: object) -> bool:
        """Takes the row of a tournament for this transaction, if it is in this state."""
        chosen = update(tournaments).where((tournaments.c.id == tournament_id) & (tournaments.c.state == now))
        done = await connection.execute(chosen.values(version=tournaments.c.version + 1, **facts))
        return bool(done.rowcount)


def begun(name: str, number: int, new: list[NewTable]) -> Iterator[Row]:
    """What those are told who play in a round."""
    now, words = clock.now(), {"title": BEGINS, "gaps": {"tournament": name, "number": number}}
    for table in new:
        path = f"/table/{table.row['id']}"
        for person_id in {seat["person_id"] for seat in table.seats if not seat["bot"]} - {None}:
            yield notice(person_id, "round", table.row["id"], number, path, now, due=now + LOOKS, words=words)


def _is_entry(tournament_id: str, number: int) -> ColumnElement[bool]:
    return (entries.c.tournament_id == tournament_id) & (entries.c.number == number)


def _is_round(tournament_id: str, number: int) -> ColumnElement[bool]:
    return (rounds.c.tournament_id == tournament_id) & (rounds.c.number == number)
