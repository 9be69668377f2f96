"""`smalti stats`: what the games of a folder of records add up to for one of its players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.files import written_whole
from smalti.cli.options import Language, LanguageChoice
from smalti.cli.review import ERRORS_FOUND, DepthName, read_records
from smalti.cli.terminal import complain, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError, UnknownGame

if TYPE_CHECKING:
    from smalti.kernel.game import Entry
    from smalti.statistics.summing import Statistics

ENDINGS = (".jsonl", ".json", ".jsonl.gz")


def stats(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="A folder of records, or one file of them.")],
    name: Annotated[str | None, typer.Option(help="Whose games; else of who is named most often.")] = None,
    depth: Annotated[DepthName | None, typer.Option("--review", help="Review every game, for skill and luck.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write a line for each game.")] = None,
    svg: Annotated[str | None, typer.Option(metavar="FOLDER", help="Write the pictures there.")] = None,
    language: LanguageChoice = Language.en,
) -> int:
    """Results, points, streaks and days of somebody's games; exit status 1 if a record cannot be read."""
    from smalti.statistics.drawing import pictures
    from smalti.statistics.telling import tell

    wrong: list[str] = []
    records, today = list(read_folder(Path(folder), wrong, language.value)), datetime.now(UTC).date()
    told = add_up_all(records, name, depth)
    if as_json:
        typer.echo(json.dumps(told.as_json(today)))
    else:
        typer.echo("\n".join(tell(told, today, language.value)))
    if csv:
        with written_whole(csv) as file:
            file.write(told.as_csv())
    if svg:
        Path(svg).mkdir(parents=True, exist_ok=True)
        for title, drawn in pictures(told, today, language.value).items():
            with written_whole(str(Path(svg) / f"{title}.svg")) as file:
                file.write(drawn)
    return ERRORS_FOUND if wrong else 0


def add_up_all(records: list[Entry], name: str | None, depth: DepthName | None) -> Statistics:
    """The sums; a bar shows how far the reviews are."""
    from smalti.statistics.summing import stats as sums

    with progress() as bar:
        task = bar.add_task("Reviewing" if depth else "Reading", total=len(records))

        def counted() -> Iterator[Entry]:
            for record in records:
                heed_interrupts()
                bar.advance(task)
                yield record

        return sums(counted(), name, depth=depth.value if depth else None)


def read_folder(folder: Path, wrong: list[str], language: str = "en") -> Iterator[Entry]:
    """The records of all files of a folder and those below it; what is none is complained of, and left out."""
    files = sorted(one for one in folder.rglob("*") if one.name.endswith(ENDINGS)) if folder.is_dir() else [folder]
    if not files:
        raise UnknownGame(f"{folder}: there is no file of records ({', '.join(ENDINGS)})")
    for file in files:
        for place, found in read_records(file):
            try:
                yield countable(found)
            except SmaltiError as error:
                wrong.append(str(error))
                complain(f"{file.name}: {place}{error.say(language)}")


def countable(found: Entry | SmaltiError) -> Entry:
    """A record of a running game, or of one that can be counted."""
    from smalti.statistics.played import read_played

    if isinstance(found, SmaltiError):
        raise found
    if "scores" in found:
        read_played(found, 0)
    return found
