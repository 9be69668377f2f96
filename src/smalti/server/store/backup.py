"""Backups: all that is stored at one moment, in a file of ours that every database can be filled from.

A backup is compressed JSON lines: what it is, then every row, then how many rows there were and the SHA-256 of all
lines before. It is read whole and compared with that sum before anything is changed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlalchemy import (
    BIGINT,
    JSON,
    Column,
    Connection,
    MetaData,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import DBAPIError

from smalti.kernel.errors import SmaltiError
from smalti.server.store.database import connection_options, read_url
from smalti.server.store.integrity import MOST_NAMED, quick_check
from smalti.server.store.migrating import status, upgrade
from smalti.server.store.owning import own
from smalti.server.store.salvage import salvage
from smalti.server.store.schema import METADATA, snapshots

FORMAT = "smalti-backup/1"
LONGEST_LINE = 16_000_000
MOST_PACKED, SPARE_BYTES = 200, 20_000_000
"""Rows shrink to a tenth or so; what unpacks to far more was made to fill a disk."""
SOME_ROWS = 500
NOT_OURS = "this is no backup of Smalti, or it was cut off or altered"

SHAPES = {"scores": list, "winners": list, "judged": list}
"""The JSON columns that hold something else than an object."""

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
        connection.rollback()  # nothing was changed, and a damaged file may not even take the end of that


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


def write_backup(url: str, file: BinaryIO, progress: Progress, losses: list[str] | None = None) -> int:
    """Writes everything that is stored; returns the number of rows.

    What is damaged is refused, unless losses are put up with: then they are listed there, and the rest is written.
    """
    with snapshot(url) as connection, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        stored = _stored(connection)
        total, rows = _readable(connection, stored, losses)
        digest = hashlib.sha256()

        def write(line: object) -> None:
            written = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=_write_value).encode() + b"\n"
            digest.update(written)
            packed.write(written)

        write({"format": FORMAT, "schema": status(connection)[0], "rows": total})
        for done, row in enumerate(rows):
            write(row)
            progress(done + 1, total)
        write({"sha256": digest.hexdigest()})
    return total


def _readable(connection: Connection, stored: MetaData, losses: list[str] | None) -> tuple[int, Rows]:
    """How many rows there are to write, and the rows."""
    if not quick_check(connection):
        return sum(_count(connection, table) for table in stored.sorted_tables), _rows(connection, stored)
    found, lost = salvage(connection, stored)
    if losses is None:
        names = "; ".join(lost[:MOST_NAMED]) or "all rows can still be read"
        raise BackupRefused(f"the database is damaged: {names}. --salvage saves what can be read")
    losses += lost
    return sum(map(len, found.values())), (
        (table.name, row) for table in stored.sorted_tables for row in found[table.name]
    )


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
def _unpacked(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a backup, each of a bounded length; what cannot be unpacked is refused."""
    try:
        with gzip.open(path) as lines:
            yield _bounded(cast(BinaryIO, lines), path.stat().st_size)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BackupRefused(NOT_OURS) from error


def _bounded(lines: BinaryIO, packed: int) -> Iterator[bytes]:
    """Lines that are not too long, and not far more of them than their packed size can hold."""
    left = SPARE_BYTES + MOST_PACKED * packed
    while line := lines.readline(LONGEST_LINE):
        left -= len(line)
        if left < 0 or len(line) == LONGEST_LINE:
            raise BackupRefused("the backup unpacks to more than a backup of its size can hold")
        yield line


def check_backup(path: Path) -> tuple[str, int]:
    """The schema and the number of rows of a backup that is whole and unchanged; any other is refused."""
    digest, count = hashlib.sha256(), -1
    with _unpacked(path) as lines:
        last = next(lines, b"")
        head = _read_head(last)
        for line in lines:
            digest.update(last)
            last, count = line, count + 1
    if _read_object(last).get("sha256") != digest.hexdigest():
        raise BackupRefused("the backup was cut off or altered: its sum is wrong")
    if head["rows"] != count:
        raise BackupRefused(NOT_OURS)
    return head["schema"], count


def _read_head(line: bytes) -> Row:
    """What a backup says of itself."""
    head = _read_object(line)
    if head.get("format") != FORMAT or type(head.get("rows")) is not int:
        raise BackupRefused(NOT_OURS)
    if not (isinstance(head.get("schema"), str) and head["schema"].isalnum()):
        raise BackupRefused(NOT_OURS)
    return head


def _read_object(line: bytes) -> Row:
    found = _read_line(line)
    if not isinstance(found, dict):
        raise BackupRefused(NOT_OURS)
    return found


def _read_line(line: bytes) -> Any:
    try:
        return json.loads(line.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BackupRefused(NOT_OURS) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def restore_backup(url: str, path: Path, progress: Progress, *, replace: bool = False) -> int:
    """Fills an empty database, or replaces what is there if told so: all or nothing. Returns the number of rows."""
    schema, total = check_backup(path)
    with _gone_unless_filled(url), own(url), _transaction(url) as connection:
        upgrade(connection)  # it begins the transaction
        if not replace and _is_filled(connection):
            raise BackupRefused("this database holds games already; --replace gives them up for those of the backup")
        for table in reversed(METADATA.sorted_tables):
            connection.execute(delete(table))
        is_newest = schema == status(connection)[1]
        with _unpacked(path) as lines, _as_they_are(lines) if is_newest else _up_to_date(lines, schema) as rows:
            _fill(connection, rows, lambda done: progress(done, total))
        _check_references(connection)
    return total


@contextmanager
def _gone_unless_filled(url: str) -> Iterator[None]:
    """An SQLite file that was made for a restore that failed is taken away again."""
    address = read_url(url)
    file = Path(address.database or "") if address.get_backend_name() == "sqlite" else None
    was_there = file is None or file.exists()
    try:
        yield
    except BaseException:
        if file is not None and not was_there:
            file.unlink(missing_ok=True)
        raise


def _check_references(connection: Connection) -> None:
    """SQLite does not look at references while it is filled; PostgreSQL does."""
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise BackupRefused("the backup holds rows that refer to others it does not hold")


@contextmanager
def _as_they_are(lines: Iterator[bytes]) -> Iterator[Rows]:
    """The rows between the first line and the last."""
    next(lines)
    yield (_read_pair(row) for line in lines if not isinstance(row := _read_line(line), dict))


def _read_pair(row: Any) -> tuple[str, Row]:
    match row:
        case [str(name), dict(values)]:
            return name, values
    raise BackupRefused(NOT_OURS)


@contextmanager
def _up_to_date(lines: Iterator[bytes], schema: str) -> Iterator[Rows]:
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
        table = stored.tables.get(name)
        if table is None:
            raise BackupRefused(f"the backup holds rows of {name[:40]!r}, which is no table of Smalti")
        while some := [_read_row(table, row) for _, row in islice(group, SOME_ROWS)]:
            connection.execute(insert(table), some)
            done += len(some)
            progress(done)


def _stored(connection: Connection) -> MetaData:
    """Our tables as this database has them."""
    found = MetaData()
    found.reflect(connection, only=_is_ours)
    for kind in (column.type for table in found.tables.values() for column in table.columns):
        if isinstance(kind, JSON):
            kind.none_as_null = True  # as the program itself writes that there is nothing
    return found


def _is_filled(connection: Connection) -> bool:
    return any(_count(connection, table) for table in METADATA.sorted_tables)


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _read_row(table: Table, row: Row) -> Row:
    """A row with exactly the columns of its table, each of its kind."""
    if set(row) != set(table.columns.keys()):
        raise BackupRefused(f"the backup holds a row of {table.name} with other columns")
    return {name: _read_value(table.columns[name], value) for name, value in row.items()}


def _read_value(column: Column[Any], value: Any) -> Any:
    """A value as its column takes it; any other kind, and what is too long or too large, is refused."""
    if value is None and column.nullable:
        return None
    kind, length = column.type.python_type, getattr(column.type, "length", None)
    if isinstance(value, datetime | bytes) and isinstance(value, kind):
        return value  # from a file aside, where it was read before
    with suppress(ValueError):  # of text that is no time, no Base64 or no character
        if isinstance(value, str) and value.encode().find(b"\0") < 0:
            if kind is datetime:
                return datetime.fromisoformat(value)
            if kind is bytes:
                return b64decode(value, validate=True)
            if kind is str and (length is None or len(value) <= length):
                return value
        if kind is int and type(value) is int and abs(value) < (2**63 if isinstance(column.type, BIGINT) else 2**31):
            return value
        if kind in (bool, float) and type(value) is kind and math.isfinite(value):
            return value
        if isinstance(column.type, JSON) and type(value) is SHAPES.get(column.name, dict):
            return value
    raise BackupRefused(f"the backup holds a row whose {column.name} is none")
