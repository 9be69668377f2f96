"""`smalti backup`, `smalti restore`, `smalti export`: what a server keeps, taken elsewhere while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from smalti.cli.database import Database, DataFolder, stored_at, using_server
from smalti.cli.db import find_damage, read_status
from smalti.cli.files import bytes_written_whole, written_whole
from smalti.cli.options import AsJson
from smalti.cli.terminal import answer, complain, counted, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, e.g. smalti.backup.")]


def backup(
    file: BackupFile,
    data: DataFolder = None,
    database: Database = "",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Of a damaged SQLite file, save what can be read; name what cannot.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write everything a server keeps into one file, also while it runs."""
    losses: list[str] | None = [] if salvage else None
    if file.exists() and not force:
        raise SmaltiError(f"{file} is there already; --force replaces it")
    with refusing(), bytes_written_whole(file) as target, telling("Backing up") as told:
        from smalti.server.store.backup import write_backup

        rows = write_backup(stored_at(data, database), target, told, losses)
    for loss in losses or ():
        complain(loss)
    answer(f"{rows} rows in {file}", as_json, rows=rows, file=str(file), losses=losses or [])


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or the folder of an archive.")],
    data: DataFolder = None,
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Give up what the database holds now.")] = False,
    until: Annotated[
        datetime | None, typer.Option(formats=FORMATS, help="Of an archive: as it was at this moment (UTC).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fill an empty database from a backup or an archive: all of it or nothing."""
    words, told = restored(file, data, database, replace, until)
    answer(words, as_json, **told)


def restored(
    file: Path, data: Path | None, database: str, replace: bool, until: datetime | None
) -> tuple[str, dict[str, object]]:
    """Fills a database; what came of it in words and in fields."""
    if file.is_dir():
        moment = recovered(file, data, database, until)
        return f"as it was at {moment:%Y-%m-%d %H:%M:%S} UTC", {"moment": f"{moment:%Y-%m-%dT%H:%M:%S}Z"}
    if until is not None:
        raise SmaltiError("a backup is of one moment; --until is for the folder of an archive")
    with refusing(), telling("Restoring") as told:
        from smalti.server.store.backup import restore_backup

        rows = restore_backup(stored_at(data, database, new=True), file, told, replace=replace)
    return f"{rows} rows from {file}", {"rows": rows, "file": str(file)}


FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S"]


def recovered(folder: Path, data: Path | None, database: str, until: datetime | None) -> datetime:
    """Puts an archive back together in the data folder; returns the moment it has."""
    if database:
        raise SmaltiError("an archive is of an SQLite file; name a folder with --data")
    with using_server():
        from smalti.server.store.archiving import recover
        from smalti.server.store.owning import lock_for

        target = Path(stored_at(data, "", new=True).removeprefix("sqlite:///"))
        with lock_for(target):
            return recover(folder, target, until and until.replace(tzinfo=UTC))


def drill(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup, or the folder of an archive.", show_default=False)
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=FORMATS, help="Of an archive: as it was at this moment (UTC).")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="Instead of FILE: a database that was had back, such as a PostgreSQL.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Try a restore: fill a database aside, check it, play every game of it again, and throw it away.

    A PostgreSQL is had back by its own tools; name it with --database: it is checked in the same way, and only read.
    """
    if (file is None) == (not database) or (database and until):
        raise SmaltiError("a drill needs a backup, or an archive and perhaps --until, or --database URL alone")
    if file is None:
        words, told, faults = tried(database)
    else:
        with TemporaryDirectory(prefix="smalti-drill-") as folder:
            first, facts = restored(file, Path(folder), "", False, until)
            words, told, faults = tried(stored_at(Path(folder), ""))
            words, told = f"{first}\n{words}".rstrip(), facts | told
    for fault in faults:
        complain(fault)
    answer(words, as_json, **told, faults=faults)
    if faults:
        raise typer.Exit(1)


def tried(url: str) -> tuple[str, dict[str, object], list[str]]:
    """Whether a database that was had back is sound: what there is in words and in fields, and what is wrong."""
    with using_server():
        from smalti.server.keeping.drilling import play_all_again

        here, newest = asyncio.run(read_status(url))
        if here != newest:
            return (
                "",
                {},
                [f"it has the schema {here or 'of nothing yet'}, not {newest}: use the program that wrote it"],
            )
        if faults := asyncio.run(find_damage(url)):
            return "", {}, faults
        played = asyncio.run(play_all_again(url))
    words = f"{played.tables} tables and {played.events} events, the last of {played.last or 'no time'}"
    words = words if played.faults else f"The database is sound.\n{words}"
    told: dict[str, object] = {
        "tables": played.tables,
        "events": played.events,
        "last": played.last and str(played.last),
    }
    return words, told, played.faults


def export(
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE.jsonl", help="Where to write; - is stdout.")],
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Only games that ended on this day or later (UTC).")
    ] = None,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Write the records of all finished games, also while the server runs."""
    with refusing(), written_whole(out) as file, telling("Exporting") as told:
        from smalti.kernel.record import write_line
        from smalti.server.store.finished import finished_games

        count = 0
        for record in finished_games(stored_at(data, database), since, told):
            file.write(write_line(record) + "\n")
            count += 1
    typer.echo(counted(count, "game", "games"), err=True)


@contextmanager
def refusing() -> Iterator[None]:
    """Inside, a refusal is one sentence and the exit status 1."""
    with using_server():
        from smalti.server.store.backup import BackupRefused

        try:
            yield
        except BackupRefused as refusal:
            complain(str(refusal))
            raise typer.Exit(1) from refusal


@contextmanager
def telling(words: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar that is told how much of how much is done; Ctrl-C is heeded between."""
    with progress() as bar:
        task = bar.add_task(words, total=None)

        def told(done: int, total: int) -> None:
            heed_interrupts()
            bar.update(task, completed=done, total=total)

        yield told
