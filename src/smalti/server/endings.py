"""Games worked out from their logs: for records, and for how they ended where that was not written down."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, func, insert, select

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.server.logbook import apply_event, chance_of
from smalti.server.schema import endings, events, seats, tables
from smalti.server.store import Row, in_utc

log = logging.getLogger(__name__)


def replay(connection: Connection, table_id: str) -> tuple[Row, tuple[str, ...], Match]:
    """A table's row, the names of those who sit there, and the match as its log says."""
    row: Row = dict(connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one())
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
