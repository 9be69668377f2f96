"""Backups: all that is stored at one moment, in a file of ours that every database can be filled from.

A backup is compressed JSON lines: what it is, then every row, then how many rows there were and the SHA-256 of all
lines before. It is read whole and compared with that sum before anything is changed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlalchemy import Connection, MetaData, Table, create_engine, delete, event, func, insert, inspect, select
from sqlalchemy.exc import DBAPIError

from smalti.kernel.errors import SmaltiError
from smalti.server.store.database import connection_options, read_url
from smalti.server.store.migrating import status, upgrade
from smalti.server.store.schema import METADATA, snapshots

FORMAT = "smalti-backup/1"
LONGEST_LINE = 16_000_000
SOME_ROWS = 500
NOT_OURS = "this is no backup of Smalti, or it was cut off or altered"

Row = dict[str, Any]
Rows = Iterator[tuple[str, Row]]
"""Each with the name of its table."""
Progress = Callable[[int, int], None]
"""Is told how many rows of how many are done."""


class BackupRefused(SmaltiError):
    """The backup cannot be made or used; nothing was changed."""


@contextmanager
def snapshot(url: str) -> Iterator[Connection]:
    """Reads of one moment, while others go on writing."""
    with _transaction(url, "BEGIN") as connection:
        if not inspect(connection).has_table("alembic_version"):
            raise BackupRefused("this database holds no tables of Smalti")
        yield connection


@contextmanager
def _transaction(url: str, begin: str = "") -> Iterator[Connection]:
    """One transaction: on SQLite begun as told, if at all, on PostgreSQL with repeatable reads."""
    address = read_url(url)
    if address.get_backend_name() == "sqlite":
        engine = create_engine(address.set(drivername="sqlite"))
        event.listen(engine, "connect", _begin_ourselves)
        event.listen(engine, "begin", lambda connection: begin and connection.exec_driver_sql(begin))
    else:
        engine = create_engine(address, isolation_level="REPEATABLE READ", connect_args=connection_options())
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        raise BackupRefused(f"the database says: {str(error.orig).strip()}") from error
    finally:
        engine.dispose()


def _begin_ourselves(connection: Any, _: object) -> None:
    """Python's SQLite would begin a transaction at the first change only, and end it before a new table is made."""
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=60000")
    connection.execute("PRAGMA synchronous=FULL")


# Writing


def write_backup(url: str, file: BinaryIO, progress: Progress) -> int:
    """Writes everything that is stored; returns the number of rows."""
    with snapshot(url) as connection, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        stored = _stored(connection)
        total = sum(_count(connection, table) for table in stored.sorted_tables)
        digest = hashlib.sha256()

        def write(line: object) -> None:
            written = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=_write_value).encode() + b"\n"
            digest.update(written)
            packed.write(written)

        write({"format": FORMAT, "schema": status(connection)[0], "rows": total})
        for done, row in enumerate(_rows(connection, stored)):
            write(row)
            progress(done + 1, total)
        write({"sha256": digest.hexdigest()})
    return total


def _is_ours(name: str, _: MetaData) -> bool:
    """The tables of the schema; not a cache, not a queue, whose jobs are made anew, nor the number of the migration."""
    return name in METADATA.tables and name != snapshots.name


def _rows(connection: Connection, stored: MetaData) -> Rows:
    """Every row, such that one comes after those that it refers to."""
    for table in stored.sorted_tables:
        found = connection.execution_options(yield_per=SOME_ROWS).execute(
            select(table).order_by(*table.primary_key.columns)
        )
        for row in found.mappings():
            yield table.name, dict(row)


def _write_value(value: object) -> object:
    """What JSON has no word for."""
    if isinstance(value, datetime):  # SQLite keeps universal time without saying so
        return (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)).isoformat()
    if isinstance(value, bytes):
        return b64encode(value).decode()
    raise TypeError(f"a column holds {type(value)}")


# Reading


@contextmanager
def _unpacked(path: Path) -> Iterator[BinaryIO]:
    """The lines of a backup; what cannot be unpacked is refused."""
    try:
        with gzip.open(path) as lines:
            yield cast(BinaryIO, lines)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BackupRefused(NOT_OURS) from error


def check_backup(path: Path) -> tuple[str, int]:
    """The schema and the number of rows of a backup that is whole and unchanged; any other is refused."""
    digest, count = hashlib.sha256(), 0
    with _unpacked(path) as lines:
        last = lines.readline(LONGEST_LINE)
        head = _read_object(last)
        if head.get("format") != FORMAT:
            raise BackupRefused(NOT_OURS)
        while line := lines.readline(LONGEST_LINE):
            digest.update(last)
            last, count = line, count + 1
    if _read_object(last).get("sha256") != digest.hexdigest():
        raise BackupRefused("the backup was cut off or altered: its sum is wrong")
    return str(head.get("schema")), count - 1


def _read_object(line: bytes) -> Row:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise BackupRefused(NOT_OURS) from None
    if not isinstance(found, dict):
        raise BackupRefused(NOT_OURS)
    return found


def restore_backup(url: str, path: Path, progress: Progress, *, replace: bool = False) -> int:
    """Fills an empty database, or replaces what is there if told so: all or nothing. Returns the number of rows."""
    schema, total = check_backup(path)
    with _transaction(url) as connection:
        upgrade(connection)  # it begins the transaction
        if not replace and _is_filled(connection):
            raise BackupRefused("this database holds games already; --replace gives them up for those of the backup")
        for table in reversed(METADATA.sorted_tables):
            connection.execute(delete(table))
        is_newest = schema == status(connection)[1]
        with _unpacked(path) as lines, _as_they_are(lines) if is_newest else _up_to_date(lines, schema) as rows:
            _fill(connection, rows, lambda done: progress(done, total))
    return total


@contextmanager
def _as_they_are(lines: BinaryIO) -> Iterator[Rows]:
    """The rows between the first line and the last."""
    lines.readline()
    yield ((row[0], row[1]) for line in lines if isinstance(row := json.loads(line), list))


@contextmanager
def _up_to_date(lines: BinaryIO, schema: str) -> Iterator[Rows]:
    """The rows of an older backup, brought to the newest schema in a file aside."""
    with tempfile.TemporaryDirectory() as folder:
        aside = f"sqlite:///{folder}/aside.sqlite"
        with _transaction(aside) as connection, _as_they_are(lines) as rows:
            try:
                upgrade(connection, schema)
            except SmaltiError as error:
                raise BackupRefused("this backup was made by a newer Smalti; restore it with that one") from error
            _fill(connection, rows, lambda _: None)
        with _transaction(aside) as connection:
            upgrade(connection)
        with snapshot(aside) as connection:
            yield _rows(connection, _stored(connection))


def _fill(connection: Connection, rows: Rows, progress: Callable[[int], None]) -> None:
    """Puts rows into tables, some at a time."""
    stored, done = _stored(connection), 0
    for name, group in groupby(rows, key=itemgetter(0)):
        table = stored.tables[name]
        while some := [_read_row(table, row) for _, row in islice(group, SOME_ROWS)]:
            connection.execute(insert(table), some)
            done += len(some)
            progress(done)


def _stored(connection: Connection) -> MetaData:
    """Our tables as this database has them."""
    found = MetaData()
    found.reflect(connection, only=_is_ours)
    return found


def _is_filled(connection: Connection) -> bool:
    return any(_count(connection, table) for table in METADATA.sorted_tables)


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _read_row(table: Table, row: Row) -> Row:
    return {name: _read_value(table.columns[name].type.python_type, value) for name, value in row.items()}


def _read_value(kind: type, value: Any) -> Any:
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if kind is bytes and isinstance(value, str):
        return b64decode(value)
    return value
