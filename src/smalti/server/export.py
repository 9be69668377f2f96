"""The records of finished games, read while the server goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

from smalti.games import find_game
from smalti.kernel.game import Entry
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.server.backup import Progress, Row, snapshot
from smalti.server.logbook import apply_event, chance_of, is_played, record_of
from smalti.server.schema import events, seats, tables


def finished_games(url: str, since: datetime | None, progress: Progress) -> Iterator[Entry]:
    """A record for each game that is over, in the order in which they ended; since a day if one is named."""
    ended = func.max(events.c.created)
    query = select(events.c.table_id).group_by(events.c.table_id).order_by(ended, events.c.table_id)
    if since:
        query = query.having(ended >= since.replace(tzinfo=UTC))
    with snapshot(url) as connection:
        wanted = connection.scalars(query).all()
        for done, table_id in enumerate(wanted):
            progress(done, len(wanted))
            if record := finished_game(connection, table_id):
                yield record


def finished_game(connection: Connection, table_id: str) -> Entry | None:
    """The record of a game, if it is over."""
    row: Row = dict(connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one())
    names = connection.scalars(select(seats.c.name).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
    match = Match(Position.new(find_game(row["game"]), len(names), row["options"]), chance_of(row))
    logged = select(events.c.event).where(events.c.table_id == table_id).order_by(events.c.number)
    for event in connection.scalars(logged):
        apply_event(match, event)
    if not match.position.is_over:
        return None
    record = record_of(match, row, tuple(names))
    if is_played(row, datetime.now(UTC)):
        record.pop("chance", None)
    return record
