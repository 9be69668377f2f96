"""Turns as they are stored: written with the change that makes them so, and found when they are due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Insert, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.server.store.schema import days_off, turns
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row, Turn, Turns


def turn_rows(table_id: str, changed: Turns) -> list[Row]:
    """Turns as they are stored."""
    return [{"table_id": table_id, **vars(turn)} for turn in changed.values()]


async def write_turns(connection: AsyncConnection, rows: list[Row]) -> None:
    """Turns in place of what they were."""
    if rows:
        await connection.execute(_in_place(connection.dialect.name), rows)


@cache
def _in_place(dialect: str) -> Insert:
    """Both databases know it, each by its own construct."""
    new = (postgresql if dialect == "postgresql" else sqlite).insert(turns)
    rest = {column.name: new.excluded[column.name] for column in turns.c if not column.primary_key}
    made: Insert = new.on_conflict_do_update(index_elements=["table_id", "seat"], set_=rest)
    return made


async def drop_turns(connection: AsyncConnection, table_id: str) -> None:
    """Nobody is to choose at a table any more."""
    await connection.execute(delete(turns).where(turns.c.table_id == table_id))


async def read_turns(
    connection: AsyncConnection, table: Row, its_seats: Sequence[Row]
) -> tuple[Turns, dict[str, frozenset[str]]]:
    """The turns of a table, and the days off of its people where they count; none where one plays without a clock."""
    people, pace = {seat["person_id"] for seat in its_seats} - {None}, table["pace"]
    if len(people) < 2 and not pace:
        return {}, {}
    found = await connection.execute(select(turns).where(turns.c.table_id == table["id"]))
    off = await read_days_off(connection, people) if pace and pace["kind"] == "days" else {}
    return {row["seat"]: read_turn(row) for row in found.mappings()}, off


def read_turn(row: Mapping[Any, Any]) -> Turn:
    """A turn as it is stored."""
    moments: dict[str, datetime | None] = {name: row[name] and in_utc(row[name]) for name in ("since", "due")}
    return Turn(row["seat"], moments["since"], moments["due"], row["left_s"], dict(row["votes"]), row["live"])


async def read_days_off(connection: AsyncConnection, people: Iterable[str]) -> dict[str, frozenset[str]]:
    """The days off of some people."""
    found: dict[str, set[str]] = {}
    chosen = select(days_off).where(days_off.c.person_id.in_(list(people)))
    for person_id, day in await connection.execute(chosen):
        found.setdefault(person_id, set()).add(day)
    return {person_id: frozenset(days) for person_id, days in found.items()}
