"""What is to be told to people who are away: written once, taken by one server at a time, kept until it has arrived.

A row is known by whom it is for, its kind, what it is about and which one of it. Whoever wants to tell something puts
it into the transaction of what it tells of (`put_notices`); what follows from the tables is found by `waiting.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Update, bindparam, delete, func, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.operation import clock
from smalti.server.store.batching import Batches
from smalti.server.store.schema import METADATA, notices, reaches, seen
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row

if TYPE_CHECKING:
    from smalti.server.store.store import Store

KEY = (notices.c.person_id, notices.c.kind, notices.c.about, notices.c.number)
TAKEN = (*KEY, notices.c.tried, notices.c.claimed)
"""By this it is known who has taken a notice: nobody takes the same one twice at the same time."""
SERVERS = 8
"""So many may have taken what is due first."""
MOMENTS = ("since", "due", "claimed", "done", "ended", "created")
LOOKS = timedelta(seconds=20)
"""Who is there sees it within so long, and need not be told elsewhere."""
ASKED = "asked "
"""What a notice is about that tells of a seat kept for somebody: this, and the table."""
KEPT = timedelta(days=90)
"""For so long it is remembered that somebody was told."""
SEEN_KEPT = timedelta(days=30)


class Outbox:
    """Reads and writes what is to be told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.settled = Batches(self._settle)
        self.taken: dict[tuple[Any, ...], float] = {}
        """What somebody had taken at the last look, and since when that was seen."""

    async def tell(self, told: Iterable[Row]) -> None:
        """Writes notices down, each once however often it is told."""
        if rows := list(told):
            async with self.store.writing() as connection:
                await put_notices(connection, rows)

    async def withdraw(self, about: str, person_id: str | None = None) -> None:
        """What is not sent yet is no longer to be told: it was seen elsewhere, or there is nothing to it any more."""
        chosen = (notices.c.about == about) & notices.c.done.is_(None)
        chosen &= notices.c.person_id == person_id if person_id else True
        async with self.store.writing() as connection:
            await connection.execute(update(notices).where(chosen).values(done=clock.now()))

    async def look(self, glances: Mapping[tuple[str, str], datetime]) -> None:
        """Who has seen which table when; kept of those only who could be told of it."""
        async with self.store.reading() as connection:
            who = {person for person, _ in glances}
            query = select(reaches.c.person_id).where(reaches.c.person_id.in_(who)).distinct()
            reached = set((await connection.execute(query)).scalars())
        rows = [
            {"person_id": person, "table_id": table, "at": at}
            for (person, table), at in sorted(glances.items())
            if person in reached
        ]
        if rows:
            async with self.store.writing() as connection:
                await put(connection, "seen", rows, renew="at")

    async def release(self) -> None:
        """Whoever had taken something is gone: of an SQLite file there is one owner, and it has just come."""
        async with self.store.writing() as connection:
            await connection.execute(update(notices).where(notices.c.done.is_(None)).values(claimed=None))

    async def claim(self, now: datetime, patience_s: float, most: int) -> list[Row]:
        """Takes some of what is due, and what somebody else has taken and not settled for so long.

        How long is not told by the clock, which may be set, and is another one at another server: each server counts
        from when it first saw that it was taken.
        """
        due = notices.c.done.is_(None) & (notices.c.due <= now)
        first = select(*TAKEN).where(due).order_by(notices.c.due).limit(SERVERS * most)
        async with self.store.reading() as connection:  # most of the time there is nothing, and nobody has to write
            found = [tuple(row) for row in await connection.execute(first)]
        taken = [row for row in found if row[-1] is not None]
        self.taken = {row: self.taken.get(row, clock.passed_s()) for row in taken}
        left = [row for row, since in self.taken.items() if clock.passed_s() - since >= patience_s]
        if len(found) == len(taken) and not left:
            return []
        free = due & or_(notices.c.claimed.is_(None), tuple_(*TAKEN).in_(left))
        some = select(*KEY).where(free).order_by(notices.c.due).limit(most)
        lease = timedelta(seconds=patience_s)  # by which older servers go
        mine = tuple_(*KEY).in_(some.with_for_update(skip_locked=True)) & free
        take = update(notices).where(mine).values(claimed=now + lease, tried=notices.c.tried + 1)
        async with self.store.writing() as connection:
            return [moments(row) for row in (await connection.execute(take.returning(notices))).mappings()]

    async def settle(self, notice: Row, **values: Any) -> None:
        """What became of a notice that was taken; what is settled together is committed together."""
        key = {f"its_{column.name}": notice[column.name] for column in KEY}
        await self.settled.add(key | {f"new_{name}": value for name, value in values.items()})

    async def _settle(self, settled: list[Row]) -> None:
        by_columns: dict[tuple[str, ...], list[Row]] = {}
        for row in settled:
            by_columns.setdefault(tuple(sorted(row)), []).append(row)
        async with self.store.writing() as connection:
            for names, rows in by_columns.items():
                await connection.execute(_settling(names), rows)

    async def waits(self) -> int:
        """How many notices are due and not sent."""
        query = select(func.count()).where(notices.c.done.is_(None) & (notices.c.due <= clock.now()))
        async with self.store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def clean(self, now: datetime) -> None:
        """What was told or seen long ago is forgotten."""
        async with self.store.writing() as connection:
            await connection.execute(delete(notices).where(notices.c.done <= now - KEPT))
            await connection.execute(delete(seen).where(seen.c.at <= now - SEEN_KEPT))


def notice(
    person_id: str, kind: str, about: str, number: int, path: str, since: datetime, *, due: datetime | None = None,
    by_id: str | None = None, words: dict[str, Any] | None = None, done: datetime | None = None,
) -> Row:  # fmt: skip
    """A notice as it is written down."""
    return {
        "person_id": person_id,
        "kind": kind,
        "about": about,
        "number": number,
        "by_id": by_id,
        "path": path,
        "words": words or {},
        "since": since,
        "due": due or since,
        "tried": 0,
        "done": done,
    }


async def put_notices(connection: AsyncConnection, rows: Sequence[Row]) -> None:
    """Writes notices down in a transaction that is under way, each once however often it is told."""
    await put(connection, "notices", list(rows))


async def put(connection: AsyncConnection, name: str, rows: list[Row], renew: str = "") -> None:
    """Rows that are not there yet; of those that are one column may be renewed."""
    if not rows:
        return
    table = METADATA.tables[name]
    on_postgres = connection.dialect.name == "postgresql"
    new = postgresql.insert(table) if on_postgres else sqlite.insert(table)
    keys = list(table.primary_key)
    if renew:
        await connection.execute(
            new.on_conflict_do_update(index_elements=keys, set_={renew: new.excluded[renew]}), rows
        )
    else:
        await connection.execute(new.on_conflict_do_nothing(), rows)


@cache
def _settling(names: tuple[str, ...]) -> Update:
    """Notices by their keys are free again, with new values in some columns."""
    values: dict[str, Any] = {name.removeprefix("new_"): bindparam(name) for name in names if name.startswith("new_")}
    its = (column == bindparam(f"its_{column.name}") for column in KEY)
    return update(notices).where(*its).values(claimed=None, **values)


def moments(row: Mapping[Any, Any]) -> Row:
    """A row whose moments know their zone."""
    return dict(row) | {name: in_utc(row[name]) for name in MOMENTS if row.get(name)}
