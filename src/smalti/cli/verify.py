"""`smalti verify`: the strict replay of a file of records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO, NamedTuple

import typer

from smalti.cli.options import RecordFile, Workers
from smalti.cli.terminal import counted, heed_interrupts, progress, shorten

ERRORS_FOUND = 1
WORTH_COMPILING_BYTES = 1_000_000
PIECE = 64
"""So many records are checked at a time."""

Lines = list[tuple[int, bytes]]


class Finding(NamedTuple):
    """What is wrong with the record of a line; no words if nothing is."""

    line: int | None
    error: str

    def __str__(self) -> str:
        return self.error if self.line is None else f"line {self.line}: {self.error}"


def verify(
    file: RecordFile,
    workers: Workers = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one object: how many records, and each error.")
    ] = False,
) -> int:
    """Replay every record strictly; exit status 1 if one of them is wrong."""
    path = Path(file)
    count, errors = 0, list[Finding]()
    with progress() as bar:
        task = bar.add_task("Verifying", total=None)
        for finding in check_file(path, workers):
            heed_interrupts()
            count += 1
            bar.update(task, description=f"Verifying: {count}")
            if finding.error:
                errors.append(finding)
                if not as_json:
                    bar.console.file.flush()
                    typer.echo(shorten(str(finding)))
    if count == 0:
        errors.append(Finding(None, "the file holds no record"))
        if not as_json:
            typer.echo(str(errors[0]))
    typer.echo(
        json.dumps({"records": count, "errors": [shown._asdict() for shown in errors]})
        if as_json
        else f"{counted(count, 'record', 'records')}, {counted(len(errors), 'error', 'errors')}"
    )
    return ERRORS_FOUND if errors else 0


def check_file(path: Path, workers: int) -> Iterator[Finding]:
    """What is found of each record of a file, in their order; `.gz` is read as it stands."""
    from smalti.bots.processes import in_turn
    from smalti.kernel.record import open_records

    is_long = path.stat().st_size >= WORTH_COMPILING_BYTES or not path.is_file()  # a pipe does not say
    check = partial(check_lines, compiled=is_long)
    with open_records(path) as records:
        broken: list[Finding] = []
        for findings in in_turn(workers, check, cut(records, broken)):
            yield from findings
        yield from broken


def cut(records: BinaryIO, broken: list[Finding]) -> Iterator[Lines]:
    """The lines of a file in pieces; one without end is the last that can be found, and is told behind the others."""
    from smalti.kernel.errors import SmaltiError
    from smalti.kernel.record import read_lines

    piece: Lines = []
    try:
        for numbered in read_lines(records):
            piece.append(numbered)
            if len(piece) == PIECE:
                yield piece
                piece = []
    except SmaltiError as error:
        broken.append(Finding(None, str(error)))
    if piece:
        yield piece


def check_lines(lines: Lines, *, compiled: bool) -> list[Finding]:
    """What is found of the record of each line."""
    from smalti.games import find_game
    from smalti.kernel.errors import SmaltiError
    from smalti.kernel.record import is_surely_right, parse_line
    from smalti.kernel.record import verify as verify_record

    found = []
    for number, line in lines:
        try:
            if not (compiled and is_surely_right(line, find_game)):
                verify_record(parse_line(line), find_game, compiled=compiled)
            found.append(Finding(number, ""))
        except SmaltiError as error:
            found.append(Finding(number, str(error)))
    return found
