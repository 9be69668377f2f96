"""`smalti draw`: the picture of any position of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smalti.cli.files import written_whole
from smalti.cli.options import Language, LanguageChoice, RecordFile
from smalti.cli.terminal import counted
from smalti.kernel.errors import InvalidNotation, UnknownGame
from smalti.kernel.game import CHANCE, Entry


def draw(
    file: RecordFile,
    out: Annotated[str, typer.Option("--out", "-o", metavar="PICTURE.svg", help="Where to write; - is stdout.")],
    game_index: Annotated[int, typer.Option(metavar="I", min=0, help="Which record of the file, from 0.")] = 0,
    ply: Annotated[
        int | None, typer.Option(metavar="P", min=0, help="After how many entries of the log; by default all.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="S", min=1, help="Whose eyes, from 1; by default a spectator's.")
    ] = None,
    language: LanguageChoice = Language.en,
) -> None:
    """Draw a position of a record as SVG."""
    from smalti.games import find_game
    from smalti.kernel.record import read_header, replay
    from smalti.kernel.seeing import picture

    record = find_record(file, game_index)
    entries = len(read_header(record, find_game).log)
    if ply is not None and ply > entries:
        raise UnknownGame(f"the log of this game has {entries} entries, so there is no ply {ply}")
    position = replay(record, find_game, ply).position
    if seat is not None and seat > position.seats:
        raise UnknownGame(f"this game has {position.seats} seats, so there is no seat {seat}")
    eyes = CHANCE if seat is None else seat - 1
    with written_whole(out) as file_written:
        file_written.write(picture(position.game, position.state, eyes, language.value) + "\n")


def find_record(file: str, index: int) -> Entry:
    """The index-th record of a file."""
    from smalti.kernel.record import open_records, parse_line, read_lines

    count = 0
    with open_records(Path(file)) as records:
        for _, line in read_lines(records):
            if count == index:
                return parse_line(line)
            count += 1
    raise InvalidNotation(
        f"{file} has {counted(count, 'record', 'records')}, so there is no game {index}; the first one is 0"
    )
