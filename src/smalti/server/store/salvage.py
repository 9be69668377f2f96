"""What can still be read of a damaged SQLite file, so that a backup of it can be filled into a sound database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, MetaData, Table, bindparam, literal_column, select
from sqlalchemy.exc import DatabaseError

from smalti.server.store.database import is_damaged

Row = dict[str, Any]
Found = dict[str, list[Row]]
"""The rows of each table."""


def salvage(connection: Connection, stored: MetaData) -> tuple[Found, list[str]]:
    """Every row that can be read and whose fellows can, and in words what is lost."""
    found: Found = {}
    losses: list[str] = []
    for table in stored.sorted_tables:
        found[table.name], lost = read_table(connection, table)
        if lost:
            losses.append(f"{lost} rows of {table.name} cannot be read")
    return found, [*losses, *fitted(found)]


def read_table(connection: Connection, table: Table) -> tuple[list[Row], int]:
    """The rows of one table, and how many are known to be lost."""
    with unless_damaged():
        ordered = select(table).order_by(*table.primary_key.columns)
        return [dict(row) for row in connection.execute(ordered).mappings()], 0
    rows: list[Row] = []
    places = row_ids(connection, table.name)
    one = select(table).where(literal_column("rowid") == bindparam("place"))
    for place in places:
        with unless_damaged():
            rows += [dict(row) for row in connection.execute(one, {"place": place}).mappings()]
    rows.sort(key=lambda row: [row[column.name] for column in table.primary_key.columns])
    return rows, len(places) - len(rows)


@contextmanager
def unless_damaged() -> Iterator[None]:
    """Inside, what cannot be read because it is damaged ends the block."""
    try:
        yield
    except DatabaseError as error:
        if not is_damaged(error):
            raise


def row_ids(connection: Connection, name: str) -> list[int]:
    """Every row that the table or one of its indexes knows of, from both ends until a page cannot be read."""
    ways = ["NOT INDEXED ORDER BY rowid", "NOT INDEXED ORDER BY rowid DESC"]
    with unless_damaged():
        ways += [f'INDEXED BY "{row[1]}"' for row in connection.exec_driver_sql(f"PRAGMA index_list({name})")]
    found: set[int] = set()
    for way in ways:
        with unless_damaged():
            for row in connection.exec_driver_sql(f"SELECT rowid FROM {name} {way}"):
                found.add(row[0])
    return sorted(found)


def fitted(found: Found) -> Iterator[str]:
    """Takes away what refers to lost rows, and cuts logs at their first gap; says what it did."""
    known = {row["id"] for row in found["tables"]}
    logs: dict[str, set[int]] = defaultdict(set)
    for row in found["events"]:
        logs[row["table_id"]].add(row["number"])
    whole = {table: next(n for n in range(len(log) + 1) if n not in log) for table, log in logs.items()}
    cut = {table for table, log in logs.items() if whole[table] < max(log) + 1}
    found["events"] = [row for row in found["events"] if row["number"] < whole[row["table_id"]]]
    found["endings"] = [row for row in found.get("endings", []) if row["table_id"] not in cut]
    for name in ("seats", "events", "endings"):
        found[name] = [row for row in found[name] if row["table_id"] in known]
    for table in sorted(cut & known):
        yield f"the log of table {table} ends after {whole[table]} events"
    for table in sorted(logs.keys() - known):
        yield f"table {table} is lost"
    people = {row["id"] for row in found["people"]}
    for seat in found["seats"]:
        if seat["person_id"] not in people | {None}:
            people.add(seat["person_id"])
            found["people"].append({"id": seat["person_id"], "name": seat["name"], "created": datetime.now(UTC)})
            yield f"the person {seat['name']!r} is known by a seat only"
