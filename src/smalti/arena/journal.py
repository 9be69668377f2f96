"""What was played, line by line, so that interrupted work goes on where it stopped."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from smalti.arena.play import Result
from smalti.kernel.errors import SmaltiError, show

FORMAT = "smalti-arena 2"


class Journal:
    """The finished games of a series: a line that says what is played, then a line for each game."""

    def __init__(self, file: TextIO | None, results: dict[int, Result]) -> None:
        self.file = file
        self.results = results

    def add(self, result: Result) -> None:
        """A finished game; it is in the file when this returns, whatever becomes of the process."""
        self.results[result.number] = replace(result, record="")  # which may be long, and is in the file
        if self.file:
            self.file.write(json.dumps(result.fields()) + "\n")
            self.file.flush()


@contextmanager
def open_journal(path: Path | None, what: dict[str, Any]) -> Iterator[Journal]:
    """The journal in a file, begun or continued; without a path one that is forgotten."""
    if path is None:
        yield Journal(None, {})
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SmaltiError(f"{path} is being written by another arena") from None
        yield Journal(file, read_results(path, file, {"format": FORMAT} | what))


def read_results(path: Path, file: TextIO, header: dict[str, Any]) -> dict[int, Result]:
    """The games in the file, without a line that was cut off; a new file gets its header."""
    file.seek(0)
    lines = [line for line in file if line.endswith("\n")]
    file.seek(0)
    file.truncate(sum(len(line.encode()) for line in lines))
    file.seek(0, 2)
    if not lines:
        file.write(json.dumps(header) + "\n")
        file.flush()
        return {}
    try:
        found, *games = map(json.loads, lines)
        results = {game["number"]: Result.from_fields(game | {"record": ""}) for game in games}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SmaltiError(f"{path} is no journal of an arena: {show(str(error))}") from error
    refuse_another(path, found, header)
    return results


def records_in(path: Path, numbers: Iterable[int]) -> Iterator[str]:
    """The records of these games, in this order."""
    places, place = {}, 0
    with path.open("rb") as file:
        for line in file:
            places[json.loads(line).get("number")] = place
            place += len(line)
        for number in numbers:
            file.seek(places[number])
            yield json.loads(file.readline())["record"]


def refuse_another(path: Path, found: Any, header: dict[str, Any]) -> None:
    """A journal goes on only with the command that began it."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SmaltiError(f"{path} is no journal of an arena")
    for name, value in header.items():
        if (was := found.get(name)) != json.loads(json.dumps(value)):
            raise SmaltiError(
                f"{path} was begun with {name} {show(was)}, not {show(value)}; go on with the same, or write elsewhere"
            )
