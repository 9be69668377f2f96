"""Where the server keeps what it keeps, as several commands ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from smalti.cli.saves import data_folder
from smalti.kernel.errors import SmaltiError

DataFolder = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the server keeps its tables.")]
Database = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="SMALTI_DATABASE_URL", help="A database; else a SQLite file in the data folder."
    ),
]
EXTRAS = {
    "server": {
        "aiosqlite",
        "alembic",
        "fastapi",
        "fsrs",
        "glicko2",
        "jinja2",
        "markdown_it",
        "openskill",
        "sqlalchemy",
        "starlette",
        "uvicorn",
    },
    "postgres": {"procrastinate", "psycopg"},
}


@contextmanager
def using_server() -> Iterator[None]:
    """Inside, what is not installed is asked for by the name of its extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in EXTRAS.items() if missing in modules), None)
        if extra is None:
            raise
        raise SmaltiError(f"this needs the extra `{extra}`: pip install 'smalti[{extra}]'") from error


def stored_at(data: Path | None, database: str, *, new: bool = False) -> str:
    """The address of a database that is there, or that may be made."""
    from smalti.server.operation.settings import Settings

    folder = data or data_folder(os.environ)
    settings = Settings(folder, database)
    if new:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    elif not database and not (folder / "smalti.sqlite").exists():
        raise SmaltiError(f"no server has kept anything in {folder}; name another folder with --data")
    return settings.database_url
