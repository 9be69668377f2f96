"""The database behind the store: SQLite in a file, or PostgreSQL; how it is opened, and what it says when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")
"""What is deleted is overwritten, also whole pages (which FAST would leave); a move takes no longer for it."""
SESSION = "-c synchronous_commit=on -c timezone=UTC -c lock_timeout=5s"
"""What every session on PostgreSQL begins with: a commit is on the disk, and on the standby if there is one."""
SILENCE_S = 10
"""A PostgreSQL that says nothing for so long is taken for gone."""

FULL = N_("the disk is full, so this was not stored and not done; please try again later")
READ_ONLY = N_("the database can only be read at the moment, so this was not stored and not done")
BROKEN = N_("the disk did not take it, so this was not stored and not done; please try again later")
GONE = N_("the database does not answer; the table goes on by itself when it is back")
BUSY = N_("the database is busy, so this was not stored and not done; please try again")
DAMAGED = N_("the database is damaged, so this was not stored and not done; whoever runs this server can see it")
OTHER = N_("this could not be stored, so it was not done; please try again")


def read_url(text: str) -> URL:
    """The address of a database as SQLAlchemy opens it; the usual short forms are understood."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise SmaltiError("this is no database address; one looks like postgresql://host/name") from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise SmaltiError(f"tables are kept in SQLite or PostgreSQL, not in {kind!r}")
    return url.set(drivername=DRIVERS[kind])


def sqlite_url(file: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite:///{file}"


def plain_url(text: str) -> str:
    """The address of a PostgreSQL as psycopg takes it."""
    return read_url(text).set(drivername="postgresql").render_as_string(hide_password=False)


def shown_url(text: str) -> str:
    """The address without its password."""
    return read_url(text).set(drivername=read_url(text).get_backend_name()).render_as_string(hide_password=True)


def open_engine(url: str, connections: int = 10, *, archived: bool = False) -> AsyncEngine:
    """The database; what is committed is on the disk when a commit returns. An archive empties SQLite's log itself."""
    address = read_url(url)
    if address.get_backend_name() == "postgresql":
        return create_async_engine(
            address, pool_size=connections, max_overflow=0, pool_timeout=SILENCE_S, pool_pre_ping=True,
            connect_args=connection_options(),
        )  # fmt: skip
    engine = create_async_engine(address)
    pragmas = (*PRAGMAS, "wal_autocheckpoint=0") if archived else PRAGMAS
    event.listen(engine.sync_engine, "connect", lambda connection, _: _prepare(connection, pragmas))
    return engine


def connection_options() -> dict[str, Any]:
    """How a connection to PostgreSQL is opened, so that a host that vanished is noticed."""
    return {
        "options": SESSION,
        "application_name": "smalti",
        "connect_timeout": SILENCE_S,
        "keepalives_idle": SILENCE_S,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": SILENCE_S * 1000,
    }


def _prepare(connection: Any, pragmas: Sequence[str]) -> None:
    """SQLite with a write-ahead log that is on the disk when a commit returns."""
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def empty_log(connection: Connection) -> bool:
    """SQLite's log goes into its database and is empty; False if somebody reads in it, whom nobody waits for."""
    ask = connection.exec_driver_sql
    if not ask("PRAGMA wal_autocheckpoint").scalar():
        return True  # an archive still needs it
    patience = ask("PRAGMA busy_timeout").scalar()
    ask("PRAGMA busy_timeout=50")
    try:
        return not ask("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
    finally:
        ask(f"PRAGMA busy_timeout={patience}")


def why(error: Exception) -> str:
    """What the database said no with, as a sentence for the person whose move it was."""
    if isinstance(error, PoolTimeout):
        return BUSY
    cause = error.orig if isinstance(error, DBAPIError) else None
    name = str(getattr(cause, "sqlite_errorname", ""))
    state = getattr(cause, "sqlstate", None)
    if name.startswith("SQLITE_FULL") or state == "53100":
        return FULL
    if name.startswith("SQLITE_READONLY") or state == "25006":
        return READ_ONLY
    if name.startswith("SQLITE_IOERR") or state == "58030":
        return BROKEN
    if is_damaged(error):
        return DAMAGED
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or state in {"40001", "40P01", "55P03"}:
        return BUSY
    return GONE if name.startswith("SQLITE_CANTOPEN") or is_lost(error) else OTHER


def is_damaged(error: Exception) -> bool:
    """Whether the database has found that what it holds cannot be right."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    name, state = str(getattr(cause, "sqlite_errorname", "")), getattr(cause, "sqlstate", None)
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or state in {"XX001", "XX002"}


def reason(error: Exception) -> str:
    """The first line of what the driver said; SQLAlchemy's own words would hold what was to be stored."""
    said = str(error.orig if isinstance(error, DBAPIError) else error) or type(error).__name__
    return said.splitlines()[0]


def is_lost(error: Exception) -> bool:
    """Whether the database is gone, or the disk failed to keep, so that nobody knows what became of a commit.

    What could not even be written to SQLite's log lacks its last page there, and is no commit.
    """
    if not isinstance(error, DBAPIError):
        return not isinstance(error, PoolTimeout)
    state = getattr(error.orig, "sqlstate", "")
    name = str(getattr(error.orig, "sqlite_errorname", ""))
    unkept = name.startswith("SQLITE_IOERR") and name != "SQLITE_IOERR_WRITE"
    return unkept or error.connection_invalidated or state is None or state.startswith(("08", "57P"))
