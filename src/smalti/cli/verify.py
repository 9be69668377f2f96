"""`smalti verify`: the strict replay of a file of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import typer

from smalti.cli.options import RecordFile
from smalti.cli.terminal import counted, heed_interrupts, progress, shorten

ERRORS_FOUND = 1
WORTH_COMPILING_BYTES = 1_000_000


def verify(file: RecordFile) -> int:
    """Replay every record strictly; exit status 1 if one of them is wrong."""
    path = Path(file)
    count = errors = 0
    with path.open("rb") as records, progress() as bar:
        task = bar.add_task("Verifying", total=path.stat().st_size)
        for place, error in check_lines(records, compiled=path.stat().st_size >= WORTH_COMPILING_BYTES):
            heed_interrupts()
            count += 1
            bar.update(task, completed=records.tell())
            if error:
                errors += 1
                bar.console.file.flush()
                typer.echo(shorten(f"{place}{error}"))
    if count == 0:
        errors = 1
        typer.echo("the file holds no record")
    typer.echo(f"{counted(count, 'record', 'records')}, {counted(errors, 'error', 'errors')}")
    return ERRORS_FOUND if errors else 0


def check_lines(records: BinaryIO, *, compiled: bool) -> Iterator[tuple[str, str]]:
    """For each record its place and what is wrong with it, if anything; a line without end is the last one."""
    from smalti.games import find_game
    from smalti.kernel import record
    from smalti.kernel.errors import SmaltiError

    lines = record.read_lines(records)
    while True:
        try:
            number, line = next(lines)
        except StopIteration:
            return
        except SmaltiError as error:  # it names its line; nothing behind it can be found again
            yield "", str(error)
            return
        try:
            if not (compiled and record.is_surely_right(line, find_game)):
                record.verify(record.parse_line(line), find_game, compiled=compiled)
            yield f"line {number}: ", ""
        except SmaltiError as error:
            yield f"line {number}: ", str(error)
