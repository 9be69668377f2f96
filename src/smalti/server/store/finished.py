"""Games worked out from their logs: for records, and for how they ended where that was not written down."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import Connection, func, insert, inspect, select

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Entry
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.server.operation import clock
from smalti.server.store.backup import BackupRefused, Progress, snapshot
from smalti.server.store.schema import endings, events, notes, seats, tables, tries
from smalti.server.store.statements import in_utc
from smalti.server.table.challenges import is_played
from smalti.server.table.changes import Row
from smalti.server.table.events import apply_event, chance_of, comments_of, record_of

log = logging.getLogger(__name__)

REPLAYED = [tables.c[name] for name in ("id", "game", "rules", "options", "secret", "deal", "added", "branched")]
"""What a replay needs of a table; an older database has no more."""


def replay(connection: Connection, table_id: str) -> tuple[Row, tuple[str, ...], Match]:
    """A table's row, the names of those who sit there, and the match as its log says."""
    row: Row = dict(connection.execute(select(*REPLAYED).where(tables.c.id == table_id)).mappings().one())
    names = connection.scalars(select(seats.c.name).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
    match = Match(Position.new(find_game(row["game"]), len(names), row["options"]), chance_of(row))
    logged = select(events.c.event).where(events.c.table_id == table_id).order_by(events.c.number)
    for event in connection.scalars(logged):
        apply_event(match, event)
    return row, tuple(names), match


def write_endings(connection: Connection) -> None:
    """Notes of every game in an older database how it ended, if it did and these rules can tell."""
    last = select(events.c.table_id, func.max(events.c.created)).group_by(events.c.table_id)
    for table_id, moment in connection.execute(last).all():
        try:
            row, _, match = replay(connection, table_id)
        except SmaltiError as error:
            log.warning("table %s is left out: %s", table_id, error)
            continue
        position = match.position
        if position.is_over and row["rules"] == match.game.facts.version:
            ending = {"scores": list(position.scores()), "winners": list(position.winners()), "ended": in_utc(moment)}
            connection.execute(insert(endings).values(table_id=table_id, **ending))


def write_tries(connection: Connection) -> None:
    """Notes who has taken a challenge in an older database: the first time counts, and only what nobody helped with."""
    query = select(tables.c.id, tables.c.challenge, seats.c.person_id).join(seats, seats.c.table_id == tables.c.id)
    query = query.where(tables.c.challenge.is_not(None) & seats.c.person_id.is_not(None))
    seen: set[tuple[str, str]] = set()
    for table_id, challenge, person_id in connection.execute(query.order_by(tables.c.created, tables.c.id)).all():
        if (challenge, person_id) not in seen:
            seen.add((challenge, person_id))
            logged = connection.scalars(select(events.c.event).where(events.c.table_id == table_id))
            alone = not any("bot" in event for event in logged)
            row = {"challenge": challenge, "person_id": person_id, "table_id": table_id, "alone": alone}
            connection.execute(insert(tries).values(**row))


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
            row, names, match = replay(connection, table_id)
            if not is_played(row, clock.now()):
                yield record_of(match, row, names) | noted_at(connection, table_id)


def noted_at(connection: Connection, table_id: str) -> Entry:
    """When a game ended, and what was noted at it."""
    ended = connection.execute(select(endings.c.ended).where(endings.c.table_id == table_id)).scalar_one()
    query = select(notes).where(notes.c.table_id == table_id).order_by(notes.c.ply, notes.c.created)
    noted = (
        [dict(row) for row in connection.execute(query).mappings()] if inspect(connection).has_table("notes") else []
    )
    return {"ended": in_utc(ended).isoformat()} | ({"comments": comments_of(noted)} if noted else {})
