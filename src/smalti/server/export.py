"""The records of finished games, read while the server goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import Connection, inspect, select

from smalti.kernel.game import Entry
from smalti.server.backup import BackupRefused, Progress, snapshot
from smalti.server.endings import replay
from smalti.server.logbook import is_played, record_of
from smalti.server.schema import endings


def finished_games(url: str, since: datetime | None, progress: Progress) -> Iterator[Entry]:
    """A record for each game that is over, in the order in which they ended; since a day if one is named."""
    query = select(endings.c.table_id).order_by(endings.c.ended, endings.c.table_id)
    if since:
        query = query.where(endings.c.ended >= since.replace(tzinfo=UTC))
    with snapshot(url) as connection:
        if not inspect(connection).has_table(endings.name):
            raise BackupRefused("this database was made by an older Smalti; bring it up to date by `smalti db upgrade`")
        wanted = connection.scalars(query).all()
        for done, table_id in enumerate(wanted):
            progress(done, len(wanted))
            yield finished_game(connection, table_id)


def finished_game(connection: Connection, table_id: str) -> Entry:
    """The record of a game that is over."""
    row, names, match = replay(connection, table_id)
    record = record_of(match, row, names)
    if is_played(row, datetime.now(UTC)):
        record.pop("chance", None)
    return record
