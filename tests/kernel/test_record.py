"""Records: written, read, replayed, verified, and whatever a stranger may send instead."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games import find_game
from smalti.kernel.errors import InvalidNotation, SmaltiError, UnknownGame
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.record import (
    LONGEST_LINE,
    RecordError,
    parse_line,
    read_lines,
    replay,
    verify,
    write_line,
    write_record,
)
from smalti.kernel.schema import MOST_ENTRIES
from tests.play import finished


@cache
def written(seats: int) -> str:
    return write_line(write_record(finished("mosaix", seats, {})))


def record(seats: int = 2) -> Entry:
    """A fresh copy of a finished game's record."""
    return parse_line(written(seats).encode())


# Writing and reading


def test_a_record_states_format_game_rules_options_seats_and_log() -> None:
    game = record()

    assert list(game) == ["format", "game", "rules", "options", "seats", "log", "scores", "winners", "chance"]
    assert (game["format"], game["game"], game["rules"]) == ("smalti-record/1", "mosaix", "1")
    assert [seat["name"] for seat in game["seats"]] == ["Seat 1", "Seat 2"]


def test_names_are_written_as_they_are() -> None:
    line = write_line(write_record(finished("mosaix", 2, {}), ("Zoë", 'A"B\n')))

    assert "\n" not in line
    assert "Zoë" in line
    assert parse_line(line.encode())["seats"][1]["name"] == 'A"B\n'


def test_a_record_is_one_line() -> None:
    assert written(2).count("\n") == 0


def test_further_fields_are_ignored() -> None:
    game = record()
    game |= {"note": "a fine game", "comments": [1, {"deep": None}]}
    game["seats"][0]["colour"] = "green"

    verify(game, find_game)


def test_a_game_can_be_replayed_to_any_entry() -> None:
    match = replay(record(), find_game, plies=5)

    assert len(match.log) == 5
    assert [event.entry for event in match.log] == record()["log"][:5]


def test_missing_options_have_their_defaults() -> None:
    game = record()
    del game["options"]

    verify(game, find_game)


# What is wrong, and where


def broken(change: dict[str, Any]) -> RecordError:
    with pytest.raises(RecordError) as error:
        verify(record() | change, find_game)
    return error.value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "smalti-record/2"}, "expected 'smalti-record/1'"),
        ({"format": None}, "the format is None"),
        ({"game": 5}, "names no game"),
        ({"rules": "0"}, "this program knows '1'"),
        ({"rules": 1}, "this program knows '1'"),
        ({"options": []}, "'options' is not an object"),
        ({"seats": {}}, "'seats' is not a list"),
        ({"seats": ["Ann", "Bob"]}, "'seats' is not a list of objects"),
        ({"log": None}, "'log' is not a list"),
        ({"log": [[]]}, "'log' is not a list of objects"),
        ({"scores": [0, 0]}, "'scores' is [0, 0], computed"),
        ({"scores": None}, "'scores' is None, computed"),
        ({"winners": []}, "'winners' is [], computed"),
        ({"chance": "seed"}, "needs the texts 'secret', 'id' and 'added'"),
        ({"chance": {"secret": 1, "id": "", "added": ""}}, "needs the texts"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], words: str) -> None:
    error = broken(change)

    assert words in str(error)
    assert error.entry is None


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        verify(record() | {"game": "chess"}, find_game)


@pytest.mark.parametrize("seats", [[], [{}] * 5])
def test_a_seat_count_that_the_game_does_not_have_is_refused(seats: list[Entry]) -> None:
    with pytest.raises(UnknownGame, match="seats"):
        verify(record() | {"seats": seats}, find_game)


def test_an_illegal_entry_is_named_with_its_clause() -> None:
    log = record()["log"]
    log[3] = {"by": 0, "do": "skip"}

    error = broken({"log": log})

    assert error.entry == 3
    assert "entry 3: " in str(error)
    assert "(rule " in str(error)


def test_nothing_follows_the_end() -> None:
    log = record()["log"]

    error = broken({"log": [*log, log[-1]]})

    assert error.entry == len(log)
    assert "the game is over" in str(error)


def test_a_result_without_an_end_is_refused() -> None:
    assert "the log ends before the game does" in str(broken({"log": record()["log"][:-1]}))


def test_a_log_longer_than_any_game_is_refused_before_it_is_replayed() -> None:
    assert f"no game has more than {MOST_ENTRIES}" in str(broken({"log": [{}] * (MOST_ENTRIES + 1)}))


# Chance


def test_every_outcome_follows_from_the_published_secret() -> None:
    game = record()
    rolls = [n for n, entry in enumerate(game["log"]) if entry["do"] == "roll"]
    game["log"][rolls[0]]["dice"] = ["cross"] * 4
    running = {key: value for key, value in game.items() if key not in ("scores", "winners")}

    with pytest.raises(RecordError, match="not what the secret gives") as error:
        verify(running | {"log": game["log"][: rolls[0] + 1]}, find_game)

    assert error.value.entry == rolls[0]


def test_the_secret_fits_the_commitment_that_was_published() -> None:
    game = record()
    game["chance"]["commitment"] = finished("mosaix", 2, {}).chance.commitment  # type: ignore[union-attr]  # it has one
    verify(game, find_game)

    game["chance"]["commitment"] = "0" * 64

    with pytest.raises(RecordError, match="commitment"):
        verify(game, find_game)


def test_a_record_without_a_secret_is_a_record() -> None:
    game = record()
    del game["chance"]

    verify(game, find_game)


# By number


def by_number(seats: int = 2) -> Entry:
    """A finished game as a browser writes it: every entry by its number."""
    match = finished("mosaix", seats, {})
    log = [{"by": "chance" if event.by == CHANCE else event.by, "do": event.move} for event in match.log]
    return record(seats) | {"log": log}


def test_entries_may_be_told_by_their_numbers() -> None:
    assert list(verify(by_number(), find_game).log) == list(verify(record(), find_game).log)


@pytest.mark.parametrize("entry", [{"do": 10**9}, {"do": -1}, {"do": True}, {"by": 7}, {"by": -1}, {"more": 1}])
def test_a_wrong_number_is_refused_with_its_place(entry: Entry) -> None:
    game = by_number()
    game["log"][5] = game["log"][5] | entry

    with pytest.raises(RecordError) as error:
        verify(game, find_game)

    assert error.value.entry == 5


# What a stranger may send


def deep(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"{",
        b'{"format": "smalti-record/1"',
        b"[]",
        b"null",
        b"7",
        b'"text"',
        b"\xff\xfe",
        b'{"scores": [NaN]}',
        b'{"scores": [Infinity]}',
        b'{"scores": [-Infinity]}',
        b'{"seats": ' + b"9" * 5000 + b"}",
        deep(100_000),
        b'{"log": ' + deep(100_000) + b"}",
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    ],
    ids=range(16),
)
def test_a_line_that_is_no_object_is_refused(line: bytes) -> None:
    with pytest.raises(RecordError, match="the line is n"):
        parse_line(line)


FIELDS = ["format", "game", "rules", "options", "seats", "log", "scores", "winners", "chance"]


@pytest.mark.parametrize("field", FIELDS)
def test_a_number_of_400_digits_is_refused_in_every_field(field: str) -> None:
    with pytest.raises(SmaltiError) as error:
        verify(record() | {field: 10**400}, find_game)

    assert len(str(error.value)) < 300


def deepest() -> bytes:
    """The deepest nesting that the JSON reader takes here."""
    low, high = 1, 200_000
    while high - low > 1:
        middle = (low + high) // 2
        try:
            json.loads(deep(middle))
            low = middle
        except RecursionError:
            high = middle
    return deep(low)


@pytest.mark.parametrize("field", FIELDS)
def test_what_can_just_be_read_can_also_be_refused(field: str) -> None:
    """A value nested so deeply that printing it would overflow."""
    for less in (0, 20, 100):
        text = deepest()
        value = json.loads(text[less : len(text) - less])
        for wrong in (value, {"end": value}, {"boards": value}, [{"by": value}], {"secret": value, "id": value}):
            with pytest.raises(SmaltiError):
                verify(record() | {field: wrong, "winners": 0}, find_game)


def test_a_message_shows_only_the_beginning_of_what_came() -> None:
    for field in FIELDS:
        with pytest.raises(SmaltiError) as error:
            verify(record() | {field: {"end": "x" * 100_000}, "winners": ["x" * 100_000]}, find_game)
        assert len(str(error.value)) < 300


def test_half_a_character_in_a_secret_is_refused_like_any_wrong_secret() -> None:
    with pytest.raises(RecordError, match="secret"):
        verify(parse_line(written(2).replace("seed-0", "\\ud800").encode()), find_game)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(
        ["circle", "cross", "chance", "enter", "form", "skip", "stop", "roll", "start", "mosaix", "\ud800"]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a record."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@st.composite
def mutated_records(draw: st.DrawFn) -> Entry:
    """A short game in which a few parts are replaced, doubled or gone."""
    game = record(draw(st.sampled_from([1, 2])))
    game["log"] = game["log"][: draw(st.integers(1, 12))]
    if draw(st.booleans()):
        del game["scores"], game["winners"]
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(game)))
        holder: Any = game
        for key in path[:-1]:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "double", "remove"]))
        if change == "replace":
            holder[path[-1]] = draw(anything)
        elif change == "double" and isinstance(holder, list):
            holder.insert(path[-1], deepcopy(holder[path[-1]]))
        elif change == "remove":
            del holder[path[-1]]
    return game


@given(mutated_records())
def test_a_mutated_record_is_verified_or_refused_and_nothing_else(game: Entry) -> None:
    try:
        match = verify(game, find_game)
    except SmaltiError:
        return
    assert [event.entry for event in match.log] == game["log"]


@given(st.binary(max_size=200) | st.text('{}[]":,0123456789eE.-nulltrfas ', max_size=60).map(str.encode))
def test_no_line_brings_the_reader_down(line: bytes) -> None:
    try:
        game = parse_line(line)
    except RecordError:
        return
    with pytest.raises(SmaltiError):
        verify(game, find_game)


# Files


def test_lines_come_with_their_numbers_and_empty_ones_are_left_out() -> None:
    file = io.BytesIO(b"one\n\n  \ntwo\nthree")

    assert list(read_lines(file)) == [(1, b"one\n"), (4, b"two\n"), (5, b"three")]


class Endless(io.RawIOBase):
    """A line without end, which counts what is asked of it."""

    asked = 0

    def readline(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0, "the whole line would be read into memory"
        self.asked += size
        return b"x" * size


def test_a_line_that_is_too_long_is_refused_before_it_is_read() -> None:
    file = Endless()

    with pytest.raises(InvalidNotation, match="line 1 is longer"):
        list(read_lines(file))  # type: ignore[arg-type]  # a file as far as it is needed here

    assert file.asked <= LONGEST_LINE + 1
