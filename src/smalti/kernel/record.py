"""The game record: one JSON object a game, a line each (docs/records.md)."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from smalti.kernel.chance import Chance
from smalti.kernel.door import read_names
from smalti.kernel.entry import read_numbered, show
from smalti.kernel.errors import InvalidNotation, SmaltiError
from smalti.kernel.game import CHANCE, Entry, Game
from smalti.kernel.ledger import WRITER, ledger
from smalti.kernel.match import Match
from smalti.kernel.names import shown_name
from smalti.kernel.outcome import Outcome
from smalti.kernel.position import Position
from smalti.kernel.schema import FORMAT, MOST_ENTRIES, NUMBERED
from smalti.kernel.state import State

LONGEST_LINE = 4_000_000
GZIP = b"\x1f\x8b"
"""How a compressed file begins."""
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
"""What reading one may raise that is cut off or damaged."""

BY_HAND = "by_hand"
"""Says that outcomes were chosen by hand, as they fell at a real table or as somebody wished."""

FindGame = Callable[[str], Game]


class RecordError(SmaltiError, ValueError):
    """What is wrong with a record, and at which entry of its log (None: outside the log)."""

    def __init__(self, words: str, entry: int | None = None) -> None:
        place = "" if entry is None else f"entry {entry}: "
        super().__init__(place + words)
        self.entry = entry


def write_record(match: Match, names: tuple[str, ...] | None = None) -> Entry:
    """The match as a record, with the names of its seats; a running game has no scores and no winners.

    >>> import smalti
    >>> match = smalti.Match.new("mosaix", 2, chance=smalti.Chance.from_seed(1, "ours"))
    >>> [seat["name"] for seat in smalti.write_record(match, ("Ann", "Bob"))["seats"]]
    ['Ann', 'Bob']
    """
    if not isinstance(match, Match):
        raise InvalidNotation(f"a match is written, not {show(match)}")
    head = write_head(match.position, names)
    first = match.log[0].before if match.log else match.position
    if first != Position.new(match.game, first.seats, head["options"]):
        raise InvalidNotation("a record begins where its game does, and this match does not; `write_tree` writes it")
    return head | write_course(match)


def write_course(match: Match) -> Entry:
    """What a record says of a match behind its head."""
    return {"log": [event.entry for event in match.log]} | write_result(match.position, match.chance)


def write_head(position: Position, names: tuple[str, ...] | None = None) -> Entry:
    """What a record says before its log: the same for all games with these options and seats."""
    game, state = position.game, position.state
    titles = read_names(names, position.seats)
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.facts.version,
        "options": game.course.written_options(state),
        "seats": [{"name": name, **game.course.written_seat(state, seat)} for seat, name in enumerate(titles)],
    }


def write_result(position: Position, chance: Chance | None) -> Entry:
    """What a record says behind its log."""
    said: Entry = {}
    if outcome := position.outcome():
        said |= {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        said |= {"rank": outcome.rank} if outcome.rank else {}
    if chance:
        said["chance"] = {"secret": chance.secret, "id": chance.game_id, "added": chance.added}
    return said


def write_line(record: Entry) -> str:
    """The record as one line of a .jsonl file."""
    return WRITER.encode(record)


@contextmanager
def open_records(path: Path) -> Iterator[BinaryIO]:
    """A file of records; one that is compressed is unpacked while it is read.

    It is opened once: what has been read of a pipe is gone.
    """
    with path.open("rb") as file:
        head = file.peek(len(GZIP))[: len(GZIP)]
        if head and GZIP.startswith(head):
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield cast(BinaryIO, unpacked)
        else:
            yield file


def read_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers; one that is too long is refused before it is read."""
    number = 0
    while line := _read_line(file, number):
        number += 1
        if len(line) > LONGEST_LINE:
            raise InvalidNotation(f"line {number} is longer than {LONGEST_LINE} bytes")
        if line.strip():
            yield number, line


def _read_line(file: BinaryIO, number: int) -> bytes:
    """The line behind that number, or as much of it as anybody wants to see."""
    try:
        return file.readline(LONGEST_LINE + 1)
    except DAMAGED as error:
        raise InvalidNotation(f"the compressed file is damaged behind line {number}: {error}") from error


def parse_line(line: bytes) -> Entry:
    """The JSON object of a line, whatever a stranger may have put there."""
    try:
        record = json.loads(line.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError("the line is not UTF-8 text") from error
    except RecursionError as error:
        raise RecordError("the line is nested too deeply") from error
    except ValueError as error:
        raise RecordError(f"the line is not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError("the line is not a JSON object")
    return record


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


@dataclass(frozen=True)
class Header:
    """The checked part of a record around its log."""

    game: Game
    options: Entry
    seats: list[Entry]
    log: list[Entry]
    numbered: bool
    """Whether its entries are told by their numbers."""


def read_header(record: Entry, find_game: FindGame) -> Header:
    """The game, options, seats and log of a record, each of the right kind."""
    if record.get("format") not in (FORMAT, NUMBERED):
        raise RecordError(f"the format is {show(record.get('format'))}, expected {FORMAT!r}")
    name = record.get("game")
    if not isinstance(name, str):
        raise RecordError("the field 'game' names no game")
    game = find_game(name)
    if record.get("rules") != game.facts.version:
        raise RecordError(
            f"the rules are version {show(record.get('rules'))}; this program knows {game.facts.version!r}"
        )
    options, seats, log = record.get("options", {}), record.get("seats"), record.get("log")
    if not isinstance(options, dict):
        raise RecordError("the field 'options' is not an object")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise RecordError("the field 'seats' is not a list of objects")
    for seat, fields in enumerate(seats):
        if not (isinstance(name := fields.get("name", "-"), str) and shown_name(name)):
            raise RecordError(f"the name of seat {seat} is {show(name)}, in which nothing can be seen")
    if not isinstance(log, list) or not all(isinstance(entry, dict) for entry in log):
        raise RecordError("the field 'log' is not a list of objects")
    if len(log) > MOST_ENTRIES:
        raise RecordError(f"the log has {len(log)} entries; no game has more than {MOST_ENTRIES}")
    return Header(game, options, seats, log, record["format"] == NUMBERED)


def start(header: Header, *, compiled: bool | None = None) -> Match:
    """The match before its first entry, after checking what the record says of options and seats."""
    match = Match(Position.new(header.game, len(header.seats), header.options, compiled=compiled))
    state = match.position.state
    for seat, fields in enumerate(header.seats):
        for name, expected in header.game.course.written_seat(state, seat).items():
            if name in fields and fields[name] != expected:
                raise RecordError(f"seat {seat} has {name} {show(fields[name])}, expected {expected!r}")
    return match


def replay(record: Entry, find_game: FindGame, plies: int | None = None, *, compiled: bool | None = None) -> Match:
    """Plays a record again, strictly, up to a number of entries; raises RecordError with the place."""
    header = read_header(record, find_game)
    match = start(header, compiled=compiled)
    for index, entry in enumerate(header.log[:plies]):
        if match.position.is_over:
            raise RecordError("the game is over, and nothing may follow", index)
        try:
            if header.numbered:
                match.record(*read_numbered(entry, len(header.seats)))
            else:
                match.enter(entry)
        except SmaltiError as error:
            raise RecordError(str(error), index) from error
    return match


def verify(record: Entry, find_game: FindGame, *, compiled: bool | None = None) -> Match:
    """Replays a record and compares everything it claims; raises RecordError at the first difference."""
    match = replay(record, find_game, compiled=compiled)
    if outcome := match.position.outcome():
        _check_result(record, outcome)
    elif "scores" in record or "winners" in record:
        raise RecordError("the log ends before the game does, yet the record has a result")
    if "chance" in record:
        _check_chance(record["chance"], match)
    return match


def replay_file(path: Path, find_game: FindGame, *, compiled: bool | None = None) -> Iterator[Match]:
    """The games of a file one after the other; each is read when it is asked for."""
    with open_records(path) as file:
        for _, line in read_lines(file):
            yield verify(parse_line(line), find_game, compiled=compiled)


def _check_result(record: Entry, outcome: Outcome) -> None:
    expected: Entry = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    ending: Entry = {"rank": outcome.rank} if outcome.rank is not None and "rank" in record else {}
    for name, value in (expected | ending).items():
        if record.get(name) != value or isinstance(record.get(name), bool):
            raise RecordError(f"the field {name!r} is {show(record.get(name))}, computed {value!r}")


def _check_chance(chance: object, match: Match) -> None:
    """Every roll and draw follows from the published secret."""
    source = read_chance(chance)
    drawn = [(index, event) for index, event in enumerate(match.log) if event.by == CHANCE]
    for n, (index, event) in enumerate(drawn):
        if event.before.sample(source.generator(n)) != event.move:
            raise RecordError("this is not what the secret gives", index)


def read_chance(chance: object) -> Chance:
    """The published secret, if it is the one that was promised."""
    if not isinstance(chance, dict) or not all(isinstance(chance.get(k), str) for k in ("secret", "id", "added")):
        raise RecordError("the field 'chance' needs the texts 'secret', 'id' and 'added'")
    source = Chance(chance["secret"], chance["id"], chance["added"])
    if "commitment" in chance and chance["commitment"] != source.commitment:
        raise RecordError("the secret does not fit the commitment that was published before the game")
    return source


def is_surely_right(line: bytes, find_game: FindGame) -> bool:
    """Whether the record of a line is right, found out at full speed; False where only `verify` can tell."""
    try:
        before, entries, behind = _split(line.decode())
        begun, rest = _begin(before, find_game), parse_line(behind.encode())
        if not rest.keys() <= BEHIND_LOG or begun.said.keys() & rest.keys() or len(entries) > MOST_ENTRIES:
            return False
        record = begun.said | rest
        after = ledger(begun.game).replay(begun.state, read_chance(record.get("chance")), entries)
        if after is None:
            return False
        if outcome := Position.of(begun.game, after, compiled=True).outcome():
            _check_result(record, outcome)
        return outcome is not None or not ("scores" in record or "winners" in record)
    except (SmaltiError, UnicodeDecodeError):
        return False


LOG, ENTRY, BEHIND = ',"log":[', '{"by":', '{"":['
BEHIND_LOG = {"", "scores", "winners", "rank", "chance"}
"""What may stand behind the log. All else is left to `verify`: it may decide how the game begins."""


def _split(line: str) -> tuple[str, list[str], str]:
    """What a record says before its log, the entries of that as they are written, and what it says behind.

    No letter is lost. Both ends are JSON if and only if the record is and has its log in the middle.
    """
    if line.count(LOG) != 1 or line.count('"log"') != 1:
        raise RecordError("the log is not where it is expected")
    before, rest = line.split(LOG)
    end = rest.find("}]", rest.rfind(ENTRY)) + 1
    entries = rest[:end].split("," + ENTRY)
    return f"{before}{LOG}]}}", [entries[0], *(ENTRY + entry for entry in entries[1:])], BEHIND + rest[end:]


class _Begun(NamedTuple):
    """What a record says before its log, and the position in which that begins."""

    said: Entry
    game: Game
    state: State


@lru_cache(maxsize=1)
def _begin(before: str, find_game: FindGame) -> _Begun:
    """Reads what stands before a log, once for the games of a series."""
    said = parse_line(before.encode())
    header = read_header(said, find_game)
    if header.log or header.numbered or header.game.text.context is None:
        raise RecordError("such a log is read one entry at a time")
    return _Begun(said, header.game, start(header, compiled=True).position.state)
