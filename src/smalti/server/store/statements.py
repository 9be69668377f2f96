"""What is said to the database, as values: rows of events, and what goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Delete, Insert, Update, delete, insert, update

from smalti.server.operation import clock
from smalti.server.store.schema import endings, prepared, seats, tables
from smalti.server.table.changes import ChanceFixed, GameEnded, PreparedMade, Row, SeatHandedOver, SeatTaken


def event_rows(table_id: str, number: int, new: Sequence[Row], move_id: str | None = None) -> list[Row]:
    """Events from a number on, as they are stored; the first one carries the id of the move."""
    return [
        {"table_id": table_id, "number": number + n, "event": one, "move_id": move_id if n == 0 else None}
        for n, one in enumerate(new)
    ]


def in_utc(moment: datetime) -> datetime:
    """SQLite gives times without their zone; they are in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


OneRow = SeatTaken | SeatHandedOver | ChanceFixed | GameEnded | PreparedMade


def statement(table_id: str, beside: OneRow) -> Update | Insert | Delete:
    """What goes with some events, as a change of exactly one row."""
    match beside:
        case GameEnded(scores, winners, record):
            ending = {"scores": list(scores), "winners": list(winners), "ended": clock.now(), "record": record}
            return insert(endings).values(table_id=table_id, **ending).execution_options(preserve_rowcount=True)
        case SeatTaken(seat, token_hash, person_id, name, bot):
            is_free = is_seat(table_id, seat) & (seats.c.token_hash == token_hash)
            return update(seats).where(is_free).values(person_id=person_id, name=name, token_hash=None, bot=bot)
        case SeatHandedOver(seat, bot, away):
            return update(seats).where(is_seat(table_id, seat)).values(bot=bot, away=away)
        case PreparedMade(seat, stamp, rest):
            plan = (prepared.c.table_id == table_id) & (prepared.c.seat == seat) & (prepared.c.stamp == stamp)
            return update(prepared).where(plan).values(steps=rest) if rest else delete(prepared).where(plan)
        case ChanceFixed(added):
            return update(tables).where(tables.c.id == table_id).values(added=added)


def is_seat(table_id: str, seat: int) -> ColumnElement[bool]:
    """The row of a seat."""
    return (seats.c.table_id == table_id) & (seats.c.seat == seat)


def played_by(game: str, version: str) -> ColumnElement[bool]:
    """The rows of tables that are played by this version of a game's rules."""
    return (tables.c.game == game) & (tables.c.rules == version)
