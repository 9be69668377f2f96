"""Brings a database to the newest schema."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from smalti.kernel.errors import SmaltiError

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x5A17_1D8
"""Of several processes that start at once, one migrates; the number is ours."""


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Runs every migration that this database has not seen, all or none; whoever else starts now waits."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        if revision != "head" or current(connection) != newest():
            command.upgrade(_config(connection), revision)
        if connection.dialect.name == "postgresql":
            from smalti.server.store.queue_schema import install  # here, because SQLite needs none of it

            install(connection)
    except CommandError as error:
        raise SmaltiError("the database was made by a newer Smalti; install that one") from error


def status(connection: Connection) -> tuple[str | None, str]:
    """The revision that the database has (none: it is empty), and the newest one."""
    return current(connection), newest()


def current(connection: Connection) -> str | None:
    """The revision that a database has."""
    return MigrationContext.configure(connection).get_current_revision()


@cache
def newest() -> str:
    """The revision of this program; to find it out all migrations are read."""
    found = ScriptDirectory(MIGRATIONS).get_current_head()
    assert found is not None, "there is at least one migration"
    return found


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
