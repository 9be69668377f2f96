"""The owner of what is stored: an append-only log per table, committed before anybody is told."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.store.batching import Batches
from smalti.server.store.database import SILENCE_S, is_damaged, is_lost, open_engine, reason, why
from smalti.server.store.history import History, names_at
from smalti.server.store.integrity import quick_check
from smalti.server.store.migrating import upgrade
from smalti.server.store.schema import endings, events, keys, people, seats, snapshots, tables, tries
from smalti.server.store.statements import event_rows, in_utc, is_seat, played_by, statement
from smalti.server.store.turning import drop_turns, read_turns, turn_rows, write_turns
from smalti.server.table.changes import Beside, GameEnded, PreparedMade, RematchMade, Row, Turns

__all__ = ["Conflict", "Row", "Snapshot", "Store", "StoreError", "Stored", "Unknown", "open_engine"]

log = logging.getLogger(__name__)

CHANNEL = "smalti"
"""Where PostgreSQL tells every process which table has a new event."""
TOGETHER = "smalti_together"
"""Where it tells them who leads at a table."""
PLAYED = tables.c.game, tables.c.rules, tables.c.deal, tables.c.sealed, tables.c.private
"""What is asked of the table of a finished game: whether this program can read it, and who may see it."""


class StoreError(SmaltiError):
    """The database did not take it. Nothing was changed."""

    lost = False
    """Whether only reading back tells what became of it."""


class Unknown(StoreError):
    """The answer of the database was lost: perhaps it is stored, perhaps not."""

    lost = True


class Conflict(StoreError):
    """Somebody else wrote this number first."""


@dataclass(frozen=True)
class Snapshot:
    """A match worked out already, for a program of that layout."""

    number: int
    layout: str
    packed: bytes


@dataclass(frozen=True)
class Stored:
    """A table as the database has it: its events from a number on, and the snapshot that holds those before."""

    table: Row
    seats: list[Row]
    events: list[Row]
    snapshot: Snapshot | None = None
    turns: Turns = field(default_factory=dict)
    days_off: dict[str, frozenset[str]] = field(default_factory=dict)


class Store(History):
    """Reads and writes tables, seats, events and people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.has_news = engine.dialect.name == "postgresql"
        """Whether the database tells other processes what this one wrote."""
        self.readers = engine.execution_options(isolation_level="AUTOCOMMIT") if self.has_news else engine
        """PostgreSQL answers single questions without a transaction around them: a third of the way there and back."""
        self.turn: AbstractAsyncContextManager[Any] = nullcontext() if self.has_news else asyncio.Lock()
        """On SQLite one writes at a time; who waits here is served in order, who waits in SQLite only by luck."""
        self.patience_s: float | None = SILENCE_S if self.has_news else None
        """After so long a database that says nothing is taken for gone; nobody knows then what became of a commit."""
        self.batches, self.saves = Batches(self._commit), Batches(self._save)
        self.own = secrets.token_hex(8)
        """By which a process knows what it has told itself."""
        self.damaged = False
        """Whether the database was found damaged since this process began; whoever mends it starts it again."""

    async def check(self) -> None:
        """Looks through the database for damage, beside everything else."""
        async with self.reading() as connection:
            findings = await connection.run_sync(quick_check)
        if findings:
            log.error("the database is damaged: %s", findings[0])
            self.damaged = True

    async def upgrade(self) -> None:
        """Brings the database to the newest schema."""
        async with self.turn, self._with_words(), self.engine.begin() as connection:
            await connection.run_sync(upgrade)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction; what the database says no to becomes a sentence."""
        async with self.turn, self._with_words(), asyncio.timeout(self.patience_s), self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read on."""
        async with self._with_words(), asyncio.timeout(self.patience_s), self.readers.connect() as connection:
            yield connection

    @asynccontextmanager
    async def _with_words(self) -> AsyncIterator[None]:
        try:
            yield
        except IntegrityError as error:
            raise Conflict(N_("somebody else was first; here is the table as it stands now")) from error
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database said: %s", reason(error))
            self.damaged |= is_damaged(error)
            raise (Unknown if is_lost(error) else StoreError)(why(error)) from error

    async def create_table(
        self, table: Row, its_seats: Sequence[Row], first_events: Sequence[Row], ended: GameEnded | None = None
    ) -> None:
        """A new table with its seats and whatever has happened already, perhaps the end.

        Conflict if there is such a table, or at a second try of a challenge.
        """
        async with self.writing() as connection:
            await self.create_within(connection, table, its_seats, first_events)
            if ended:
                await connection.execute(statement(table["id"], ended))

    async def create_within(
        self, connection: AsyncConnection, table: Row, its_seats: Sequence[Row], first_events: Sequence[Row]
    ) -> None:
        """The same in somebody's transaction."""
        await connection.execute(insert(tables).values(**table))
        await connection.execute(insert(seats), [{**seat, "table_id": table["id"]} for seat in its_seats])
        if table["challenge"]:
            one = {"challenge": table["challenge"], "person_id": its_seats[0]["person_id"], "table_id": table["id"]}
            await connection.execute(insert(tries).values(**one, alone=True))
        await self._append(connection, event_rows(table["id"], 0, first_events))

    async def append(
        self,
        table_id: str,
        number: int,
        new: Sequence[Row],
        move_id: str | None = None,
        beside: Beside | None = None,
        turns: Turns | None = None,
    ) -> None:
        """Events from a number on, and what goes with them, all or none: also turns, or empty: none are left.

        Raises Conflict if one of these numbers is taken, or if the row is no longer as it was.
        """
        rows, its_turns = event_rows(table_id, number, new, move_id), turn_rows(table_id, turns or {})
        if beside is None and turns != {}:
            await self.batches.add((rows, its_turns))
            return
        async with self.writing() as connection:
            if isinstance(beside, RematchMade):
                await self.create_within(connection, beside.table, beside.seats, beside.events)
            elif beside and (await connection.execute(statement(table_id, beside))).rowcount != 1:
                raise Conflict(N_("somebody else was first; here is the table as it stands now"))
            if isinstance(beside, PreparedMade) and beside.ended:
                await connection.execute(statement(table_id, beside.ended))
            await self._append(connection, rows)
            await write_turns(connection, its_turns)
            if turns == {}:
                await drop_turns(connection, table_id)

    async def _commit(self, appended: list[tuple[list[Row], list[Row]]]) -> None:
        """The new events and turns of several tables, all or none."""
        rows, its_turns = (sorted(chain(*some), key=itemgetter("table_id")) for some in zip(*appended, strict=True))
        async with self.writing() as connection:
            await self._append(connection, rows)
            await write_turns(connection, its_turns)

    async def _append(self, connection: AsyncConnection, rows: list[Row]) -> None:
        """New events; those of one table stand together and in order."""
        if not rows:
            return
        await connection.execute(insert(events), rows)
        await self.announce(connection, {row["table_id"]: row["number"] + 1 for row in rows})

    async def announce(self, connection: AsyncConnection, numbers: Mapping[str, int]) -> None:
        """Tells other processes how many events each of these tables has."""
        if self.has_news and numbers:
            news = [{"news": f"{table_id} {number}"} for table_id, number in numbers.items()]
            await connection.execute(select(func.pg_notify(CHANNEL, bindparam("news"))), news)

    async def tell_together(self, table_id: str, told: Row) -> None:
        """Tells the other processes who leads at a table; nothing of it is stored."""
        await self.notify(TOGETHER, {"by": self.own, "table": table_id, "told": told})

    async def notify(self, channel: str, told: Row) -> None:
        """Tells the other processes something, where the database can."""
        if self.has_news:
            async with self.writing() as connection:
                await connection.execute(select(func.pg_notify(channel, json.dumps(told))))

    async def renew_invitation(self, table_id: str, seat: int, token_hash: str) -> bool:
        """Another invitation to a seat in place of the old one; false if it was taken meanwhile."""
        async with self.writing() as connection:
            is_free = is_seat(table_id, seat) & seats.c.token_hash.is_not(None)
            done = await connection.execute(update(seats).where(is_free).values(token_hash=token_hash))
            return bool(done.rowcount)

    async def load(self, table_id: str, since: int | None = None, *, settled: bool = False) -> Stored | None:
        """A table with its events since a number; else since its snapshot, if there is one.

        The log is read first: what others write meanwhile makes the rest newer than it, never older.
        `settled` waits until every transaction that is still writing to this table has ended.
        """
        if settled and not self.has_news:
            await self._supersede()
        of_table = select(tables).where(tables.c.id == table_id)
        async with self.reading() as connection:
            if settled:
                await connection.execute(of_table.with_for_update())
            snapshot = await _snapshot(connection, table_id) if since is None else None
            first = since if since is not None else snapshot.number if snapshot else 0
            newer = select(events).where((events.c.table_id == table_id) & (events.c.number >= first))
            its_events = [dict(row) for row in (await connection.execute(newer.order_by(events.c.number))).mappings()]
            table = (await connection.execute(of_table)).mappings().first()
            if table is None:
                return None
            chosen = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            its_seats = [dict(row) for row in (await connection.execute(chosen)).mappings()]
            its_turns, off = await read_turns(connection, dict(table), its_seats)
            return Stored(dict(table), its_seats, its_events, snapshot, its_turns, off)

    async def _supersede(self) -> None:
        """A commit over one that failed: SQLite may have written that one, and would find it when it starts again."""
        async with self.writing() as connection:
            version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
            await connection.exec_driver_sql(f"PRAGMA user_version = {(version + 1) % 2**31}")

    async def save_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Keeps a match that was worked out, in place of an older one; moves wait for one such commit at most."""
        await self.saves.add((table_id, snapshot))

    async def _save(self, due: list[tuple[str, Snapshot]]) -> None:
        """The snapshots of several tables, all or none."""
        rows = [{"table_id": table_id, **asdict(snapshot)} for table_id, snapshot in due]
        async with self.writing() as connection:
            await connection.execute(delete(snapshots).where(snapshots.c.table_id.in_([one for one, _ in due])))
            await connection.execute(insert(snapshots), rows)

    async def numbers_of(self, table_ids: Iterable[str]) -> dict[str, int]:
        """How many events each of these tables has; those that have none are left out."""
        query = select(events.c.table_id, func.max(events.c.number) + 1).where(events.c.table_id.in_(list(table_ids)))
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query.group_by(events.c.table_id))}

    async def has_move(self, table_id: str, keys_of_it: Sequence[str]) -> bool:
        """Whether a move was stored under one of its keys."""
        query = select(events.c.number).where((events.c.table_id == table_id) & events.c.move_id.in_(keys_of_it))
        async with self.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def inventory(self) -> tuple[list[str], int, datetime | None]:
        """Every table, how many events there are, and of when the last one is."""
        async with self.reading() as connection:
            ids = (await connection.execute(select(tables.c.id))).scalars().all()
            count, last = (await connection.execute(select(func.count(), func.max(events.c.created)))).one()
        return list(ids), count, last

    async def find_invitation(self, token_hash: str) -> tuple[str, int] | None:
        """The table and seat that an invitation leads to."""
        async with self.reading() as connection:
            query = select(seats.c.table_id, seats.c.seat).where(seats.c.token_hash == token_hash)
            row = (await connection.execute(query)).first()
        return (row[0], row[1]) if row else None

    async def tables_of(self, person_id: str, most: int = 200) -> list[str]:
        """The tables where somebody has a seat, newest first."""
        query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).where(seats.c.person_id == person_id)
        query = query.distinct().add_columns(tables.c.created).order_by(tables.c.created.desc()).limit(most)
        async with self.reading() as connection:
            return [row[0] for row in await connection.execute(query)]

    async def last_played(self, table_ids: Sequence[str]) -> dict[str, datetime]:
        """When something last happened at each of these tables; nothing has at one that waits for its players."""
        query = select(events.c.table_id, func.max(events.c.created)).where(events.c.table_id.in_(table_ids))
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query.group_by(events.c.table_id))}

    async def ended_since(
        self, versions: dict[str, str], moment: datetime | None, after: str, most: int, hidden: Iterable[str] = ()
    ) -> list[tuple[Row, list[str]]]:
        """So many games that are over, with the names at them, in the order in which they ended.

        Only games played by these versions of their rules, that ended behind a place: a moment, and a table's id; and
        none of the deals that are hidden.
        """
        shown = endings.c.table_id, endings.c.ended, endings.c.scores, endings.c.winners, tables.c.game
        query = select(*shown).join(tables, tables.c.id == endings.c.table_id)
        query = query.where(or_(*(played_by(game, version) for game, version in versions.items())))
        query = query.where(tables.c.deal.not_in(list(hidden)) & ~tables.c.private)
        query = query.where(tables.c.secret != "")  # chance that was chosen by hand has none
        if moment is not None:
            place = (endings.c.ended == moment) & (endings.c.table_id > after)
            query = query.where((endings.c.ended > moment) | place)
        query = query.order_by(endings.c.ended, endings.c.table_id).limit(most)
        async with self.reading() as connection:
            found = [dict(row) for row in (await connection.execute(query)).mappings()]
            names = await names_at(connection, [row["table_id"] for row in found])
        return [(row | {"ended": in_utc(row["ended"])}, names[row["table_id"]]) for row in found]

    async def records(self, table_ids: Sequence[str]) -> dict[str, Row]:
        """Of some games that are over the record, if it was kept, with the game, its rules, the deal and the end,
        and whether others may see it."""
        columns = endings.c.table_id, endings.c.record, endings.c.ended, *PLAYED
        query = select(*columns).join(tables, tables.c.id == endings.c.table_id)
        async with self.reading() as connection:
            found = await connection.execute(query.where(endings.c.table_id.in_(table_ids)))
            return {row["table_id"]: dict(row) for row in found.mappings()}

    async def keep_record(self, table_id: str, record: str) -> None:
        """The record of a game that an older program ended."""
        async with self.writing() as connection:
            await connection.execute(update(endings).where(endings.c.table_id == table_id).values(record=record))

    async def who_plays(self, challenge: str) -> list[Row]:
        """Who has taken a challenge: their table, their name, and once they are through when and with which scores."""
        query = select(tries, seats.c.name, endings.c.scores, endings.c.ended).where(tries.c.challenge == challenge)
        query = query.join(seats, seats.c.table_id == tries.c.table_id).join(tables, tables.c.id == tries.c.table_id)
        query = query.outerjoin(endings, endings.c.table_id == tables.c.id).order_by(tables.c.created, tables.c.id)
        async with self.reading() as connection:
            found = (await connection.execute(query)).mappings()
            return [row | {"ended": row["ended"] and in_utc(row["ended"])} for row in map(dict, found)]

    async def table_of_try(self, challenge: str, person_id: str) -> str | None:
        """The table at which somebody has taken a challenge."""
        query = select(tries.c.table_id).where((tries.c.challenge == challenge) & (tries.c.person_id == person_id))
        async with self.reading() as connection:
            return (await connection.execute(query)).scalar()

    async def person(self, person_id: str) -> Row | None:
        """Somebody by id."""
        async with self.reading() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person_id))).mappings().first()
        return dict(row) if row else None

    async def save_person(self, person_id: str, name: str) -> None:
        """Somebody new, or a new name."""
        async with self.writing() as connection:
            done = await connection.execute(update(people).where(people.c.id == person_id).values(name=name))
            if done.rowcount == 0:
                await connection.execute(insert(people).values(id=person_id, name=name))

    async def key(self, name: str, first: bytes | None = None) -> bytes:
        """A secret that all processes share; the first one that asks brings it along or draws it."""
        query = select(keys.c.secret).where(keys.c.name == name)
        async with self.reading() as connection:
            known: bytes | None = (await connection.execute(query)).scalar()
        if known is not None:
            return known
        try:
            async with self.writing() as connection:
                await connection.execute(insert(keys).values(name=name, secret=first or secrets.token_bytes(32)))
        except Conflict:
            log.info("another process drew the key %r first", name)
        return await self.key(name)

    async def close(self) -> None:
        """Gives the connections back."""
        await self.engine.dispose()


async def _snapshot(connection: AsyncConnection, table_id: str) -> Snapshot | None:
    query = select(snapshots).where(snapshots.c.table_id == table_id)
    row = (await connection.execute(query)).mappings().first()
    return Snapshot(row["number"], row["layout"], row["packed"]) if row else None
