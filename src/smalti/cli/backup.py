"""`smalti backup`, `smalti restore`, `smalti export`: what a server keeps, taken elsewhere while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from smalti.cli.database import Database, DataFolder, stored_at, using_server
from smalti.cli.files import bytes_written_whole, written_whole
from smalti.cli.terminal import complain, heed_interrupts, progress
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
    typer.echo(f"{rows} rows in {file}")


def restore(
    file: BackupFile,
    data: DataFolder = None,
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Give up what the database holds now.")] = False,
) -> None:
    """Fill an empty database from a backup: all of it or nothing."""
    with refusing(), telling("Restoring") as told:
        from smalti.server.store.backup import restore_backup

        rows = restore_backup(stored_at(data, database, new=True), file, told, replace=replace)
    typer.echo(f"{rows} rows from {file}")


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
    typer.echo(f"{count} games", err=True)


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
