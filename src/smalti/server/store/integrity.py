"""Whether what is stored can be read and hangs together."""

from __future__ import annotations

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DatabaseError

from smalti.server.store.database import reason
from smalti.server.store.schema import METADATA, events, snapshots

MOST_NAMED = 20
"""So many findings are named; the rest are likely of the same cause."""


def quick_check(connection: Connection) -> list[str]:
    """What SQLite finds wrong in its file at a glance; PostgreSQL has sums on its pages and says so when it reads."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        said = [row[0] for row in connection.exec_driver_sql(f"PRAGMA quick_check({MOST_NAMED})")]
    except DatabaseError as error:
        return [reason(error)]
    return [] if said == ["ok"] else said


def full_check(connection: Connection) -> list[str]:
    """Everything that is wrong: pages, references, rows that cannot be read, logs with gaps. It reads all there is."""
    findings = quick_check(connection)
    for table in METADATA.sorted_tables:
        try:
            for _ in connection.execution_options(yield_per=500).execute(select(table)):
                pass
        except DatabaseError as error:
            cache = " (only a cache)" if table is snapshots else ""
            findings.append(f"rows of {table.name}{cache} cannot be read: {reason(error)}")
            if connection.dialect.name != "sqlite":
                return findings  # PostgreSQL reads nothing more in a transaction that has failed
    try:
        return findings + dangling(connection) + gaps(connection)
    except DatabaseError:
        return findings  # what it stumbled over is named already


def dangling(connection: Connection) -> list[str]:
    """References to rows that are not there; PostgreSQL never lets them come about."""
    if connection.dialect.name != "sqlite":
        return []
    found = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(MOST_NAMED)
    return [f"a row of {row[0]} refers to one of {row[2]} that is not there" for row in found]


def gaps(connection: Connection) -> list[str]:
    """Logs that lack an event."""
    number = events.c.number
    counted = select(events.c.table_id, func.count(), func.max(number) + 1).group_by(events.c.table_id)
    found = connection.execute(counted.having(func.count() != func.max(number) + 1).limit(MOST_NAMED))
    return [f"the log of table {row[0]} holds {row[1]} of its {row[2]} events" for row in found]
