"""The owner of what is stored: an append-only log per table, committed before anybody is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.migrate import upgrade
from smalti.server.schema import events, people, seats, tables

Row = dict[str, Any]


class StoreError(SmaltiError):
    """The database did not take it; nothing was changed."""


class Conflict(StoreError):
    """Somebody else wrote this number first."""


@dataclass(frozen=True)
class Stored:
    """A table as the database has it."""

    table: Row
    seats: list[Row]
    events: list[Row]


def open_engine(url: str) -> AsyncEngine:
    """The database; SQLite with a write-ahead log that is on the disk when a commit returns."""
    engine = create_async_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine.sync_engine, "connect")
        def _pragmas(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


class Store:
    """Reads and writes tables, seats, events and people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def upgrade(self) -> None:
        """Brings the database to the newest schema."""
        async with self.engine.begin() as connection:
            await connection.run_sync(upgrade)

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """One transaction; what the database says no to becomes a sentence."""
        try:
            async with self.engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Conflict(N_("somebody else was first; here is the table as it stands now")) from error
        except (DBAPIError, OSError) as error:
            raise StoreError(N_("the move could not be stored, so it was not made; please try again")) from error

    async def create_table(self, table: Row, its_seats: Sequence[Row], first_events: Sequence[Row]) -> None:
        """A new table with its seats and whatever has happened already."""
        async with self._write() as connection:
            await connection.execute(insert(tables).values(**table))
            await connection.execute(insert(seats), [{**seat, "table_id": table["id"]} for seat in its_seats])
            await _append(connection, table["id"], 0, first_events, None)

    async def append(self, table_id: str, number: int, new: Sequence[Row], move_id: str | None) -> None:
        """Events from a number on, all or none; raises Conflict if one of these numbers is taken."""
        async with self._write() as connection:
            await _append(connection, table_id, number, new, move_id)

    async def seat_person(self, table_id: str, seat: int, person_id: str, name: str) -> None:
        """Somebody takes a seat they were invited to."""
        async with self._write() as connection:
            change = {"person_id": person_id, "name": name, "token_hash": None, "bot": None}
            await connection.execute(update(seats).where(_is_seat(table_id, seat)).values(**change))

    async def renew_invitation(self, table_id: str, seat: int, token_hash: str) -> bool:
        """Another invitation to a seat in place of the old one; false if it was taken meanwhile."""
        async with self._write() as connection:
            is_free = _is_seat(table_id, seat) & seats.c.token_hash.is_not(None)
            done = await connection.execute(update(seats).where(is_free).values(token_hash=token_hash))
            return bool(done.rowcount)

    async def seat_bot(self, table_id: str, seat: int, bot: str | None, number: int, note: Row) -> None:
        """A seat is handed to a bot or taken back; the log says so."""
        async with self._write() as connection:
            await connection.execute(update(seats).where(_is_seat(table_id, seat)).values(bot=bot))
            await _append(connection, table_id, number, [note], None)

    async def load(self, table_id: str) -> Stored | None:
        """Everything about a table."""
        async with self.engine.connect() as connection:
            table = (await connection.execute(select(tables).where(tables.c.id == table_id))).mappings().first()
            if table is None:
                return None
            of_table = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            its_seats = (await connection.execute(of_table)).mappings().all()
            logged = select(events).where(events.c.table_id == table_id).order_by(events.c.number)
            its_events = (await connection.execute(logged)).mappings().all()
        return Stored(dict(table), [dict(row) for row in its_seats], [dict(row) for row in its_events])

    async def find_invitation(self, token_hash: str) -> tuple[str, int] | None:
        """The table and seat that an invitation leads to."""
        async with self.engine.connect() as connection:
            query = select(seats.c.table_id, seats.c.seat).where(seats.c.token_hash == token_hash)
            row = (await connection.execute(query)).first()
        return (row[0], row[1]) if row else None

    async def tables_of(self, person_id: str, most: int = 200) -> list[str]:
        """The tables where somebody has a seat, newest first."""
        query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).where(seats.c.person_id == person_id)
        query = query.distinct().add_columns(tables.c.created).order_by(tables.c.created.desc()).limit(most)
        async with self.engine.connect() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def last_played(self, table_ids: Sequence[str]) -> dict[str, datetime]:
        """When something last happened at each of these tables; nothing has at one that waits for its players."""
        query = select(events.c.table_id, func.max(events.c.created)).where(events.c.table_id.in_(table_ids))
        async with self.engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(query.group_by(events.c.table_id))}

    async def tables_of_challenge(self, challenge: str) -> list[str]:
        """The tables that play a challenge."""
        query = select(tables.c.id).where(tables.c.challenge == challenge).order_by(tables.c.created)
        async with self.engine.connect() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def person(self, person_id: str) -> Row | None:
        """Somebody by id."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person_id))).mappings().first()
        return dict(row) if row else None

    async def save_person(self, person_id: str, name: str) -> None:
        """Somebody new, or a new name."""
        async with self._write() as connection:
            done = await connection.execute(update(people).where(people.c.id == person_id).values(name=name))
            if done.rowcount == 0:
                await connection.execute(insert(people).values(id=person_id, name=name))

    async def close(self) -> None:
        """Gives the connections back."""
        await self.engine.dispose()


def _is_seat(table_id: str, seat: int) -> Any:
    return (seats.c.table_id == table_id) & (seats.c.seat == seat)


async def _append(
    connection: AsyncConnection, table_id: str, number: int, new: Sequence[Row], move_id: str | None
) -> None:
    rows = [
        {"table_id": table_id, "number": number + n, "event": one, "move_id": move_id if n == 0 else None}
        for n, one in enumerate(new)
    ]
    if rows:
        await connection.execute(insert(events), rows)
