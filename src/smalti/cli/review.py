"""`smalti review`: what was luck and what was skill in finished games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from smalti.cli.files import written_whole
from smalti.cli.options import Language, LanguageChoice
from smalti.cli.terminal import complain, counted, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.kernel.game import Entry
    from smalti.kernel.match import Match
    from smalti.reviewing.values import Review

ERRORS_FOUND = 1


class DepthName(StrEnum):
    """How much is looked at."""

    quick = "quick"
    usual = "usual"
    deep = "deep"


def review(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records: one a line, or one JSON text.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each game.")] = False,
    depth: Annotated[DepthName, typer.Option(help="How much is looked at.")] = DepthName.usual,
    cores: Annotated[int, typer.Option(min=1, max=64, help="How many cores think.")] = 2,
    svg: Annotated[str | None, typer.Option(metavar="FOLDER", help="Write the graph of each game there.")] = None,
    language: LanguageChoice = Language.en,
) -> int:
    """Luck and skill apart in finished games; exit status 1 if a record is wrong or its game not over."""
    from smalti.reviewing.telling import tell

    count = errors = 0
    for place, found in read_records(Path(file)):
        heed_interrupts()
        count += 1
        try:
            if isinstance(found, SmaltiError):
                raise found
            match, told = review_one(found, depth.value, cores, language.value)
        except SmaltiError as error:
            errors += 1
            complain(f"{place}{error.say(language.value)}")
            continue
        if svg:
            keep_graph(Path(svg), count, told, language.value)
        if as_json:
            typer.echo(json.dumps(told.as_json()))
        else:
            typer.echo("\n".join([*([""] if count > 1 else []), *tell(told, match, language.value)]))
    if count == 0:
        complain("the file holds no record")
    if errors and count > 1:
        complain(f"{counted(count, 'record', 'records')}, {counted(errors, 'error', 'errors')}")
    return ERRORS_FOUND if errors or count == 0 else 0


def keep_graph(folder: Path, number: int, told: Review, language: str) -> None:
    """Writes the graph of the n-th game of a file."""
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(str(folder / f"review-{number}.svg")) as file:
        file.write(told.graph(language))


def review_one(record: Entry, depth: str, cores: int, language: str) -> tuple[Match, Review]:
    """A record replayed strictly, and its review; a bar shows how far it is, and what is expected there."""
    from smalti.games import find_game
    from smalti.kernel.names import shown_name
    from smalti.kernel.record import verify
    from smalti.reviewing.reviewing import add_up, review_events, seat_names

    match = verify(record, find_game)
    names, events = tuple(map(shown_name, seat_names(record, match.position.seats))), []
    with progress("expected") as bar:
        task = bar.add_task("Reviewing", total=len(match.log), expected="")
        for event in review_events(match, depth=depth, cores=cores):
            heed_interrupts()
            events.append(event)
            bar.update(task, advance=1, expected=say_expected(event.expected, names, language))
    return match, add_up(match, tuple(events), depth, names)


def say_expected(expected: tuple[float, ...], names: tuple[str, ...], language: str) -> str:
    """What every seat expects, in a few words: points alone, with several its share of the win in per cent."""
    if len(expected) == 1:
        return f"{names[0]} {expected[0]:z.1f}".replace(".", "," if language == "fr" else ".")
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in zip(names, expected, strict=True))


def read_records(path: Path) -> Iterator[tuple[str, Entry | SmaltiError]]:
    """The records of a file with their places: lines, or one JSON text over several lines; what is none is an error."""
    from smalti.kernel.record import open_records, parse_line, read_lines

    with open_records(path) as file:
        text = read_short(file)
    if text is not None and (found := whole_text(text)) is not None:
        yield from ((f"record {n}: " if len(found) > 1 else "", one) for n, one in enumerate(found))
        return
    with open_records(path) if text is None else nullcontext(BytesIO(text)) as file:
        try:
            for number, line in read_lines(file):
                try:
                    yield f"line {number}: ", parse_line(line)
                except SmaltiError as error:
                    yield f"line {number}: ", error
        except SmaltiError as error:  # it names its line; nothing behind it can be found again
            yield "", error


def read_short(file: BinaryIO) -> bytes | None:
    """All of a file; None for one that is long, or damaged: that is told where its lines are read."""
    from smalti.kernel.record import DAMAGED, LONGEST_LINE

    try:
        text = file.read(LONGEST_LINE + 1)
    except DAMAGED:
        return None
    return text if len(text) <= LONGEST_LINE else None


def whole_text(text: bytes) -> list[Entry] | None:
    """The records of a file that is one JSON text, an object or a list of them; None for one that is lines."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    some = found if isinstance(found, list) else [found]
    return some if all(isinstance(one, dict) for one in some) else None
