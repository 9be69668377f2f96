"""SQLite files of the newest schema: made once in a process, and copied for whoever needs one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from smalti.server.store.database import sqlite_url
from smalti.server.store.migrating import upgrade


def new_file(file: Path) -> str:
    """The address of a file in which nothing is stored, unless it was there before."""
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(_made())
    return sqlite_url(file)


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "smalti.sqlite"
        engine = create_engine(sqlite_url(file))
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return file.read_bytes()
