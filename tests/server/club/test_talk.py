"""Who may say what at a table, and how it may be shown."""

from __future__ import annotations

import unicodedata

import pytest

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.match import Match
from smalti.server.club import talk
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table

HOSTILE = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",  # shown as it is written, by whoever shows it
    "\u202eevil\u202c": "evil",
    "\u2066a\u2069\u200fb\u061c": "ab",
    "a\0b\x07\x1b[31mc\x7f": "ab[31mc",
    "  one\r\n\ttwo\u2028three\u0085four ": "one two three four",
    "zag" + "\u030d" * 50 + "o": "zag" + "\u030d" * 3 + "o",
    "\ufeffhid\u00adden\U000e0041": "hidden",
    "e\u0301te\u0301": "été",
}


def table(*people: str | None, challenge: str | None = None, invited: int = 0) -> Table:
    chairs = [Chair(seat, f"Seat {seat}", person) for seat, person in enumerate(people)]
    chairs += [Chair(len(chairs) + n, "?", invited=True) for n in range(invited)]
    match = Match.new(find_game("mosaix"), len(chairs), {})
    return Table({"id": "t", "options": {}, "aids": {}, "challenge": challenge}, match, chairs)


@pytest.mark.parametrize(("text", "shown"), HOSTILE.items())
def test_a_line_stands_on_one_line_and_changes_nothing_around_it(text: str, shown: str) -> None:
    said = talk.clean_line(text)
    assert said == shown
    assert all(unicodedata.category(letter)[0] != "C" for letter in said)


@pytest.mark.parametrize("text", ["", "   ", "\0", "\u200b\u2060", "\u3164\u2800", None, 5, [], {"a": 1}])
def test_nothing_that_can_be_seen_is_no_line(text: object) -> None:
    with pytest.raises(SmaltiError, match="at least one letter"):
        talk.clean_line(text)


def test_a_line_has_a_length() -> None:
    assert len(talk.clean_line("é" * talk.LONGEST_LINE)) == talk.LONGEST_LINE
    with pytest.raises(SmaltiError, match="up to 280 letters, this one has 281"):
        talk.clean_line("x" * (talk.LONGEST_LINE + 1))


def test_there_is_talk_where_two_people_sit() -> None:
    assert talk.talks(table("a", "b"))
    assert not talk.talks(table("a", "a")), "around one screen"
    assert not talk.talks(table("a", None))
    assert not talk.talks(table("a", "b", challenge="daily 2026-11-15"))
    assert not talk.talks(table("a", invited=1))
    assert talk.may_talk(table("a", invited=1)), "somebody may come"
    assert not talk.may_talk(table("a", "a"))


def test_who_looks_on_reads_while_the_game_runs() -> None:
    at = table("a", "b", "a")
    with pytest.raises(SmaltiError, match="when the game is over"):
        talk.read_said(at, "c", "Cy", {"text": "take the red one"})
    with pytest.raises(SmaltiError, match="with a name"):
        talk.read_said(at, None, "", {"text": "hello"})
    assert talk.read_said(at, "a", "Ada", {"text": "hello", "seat": 2})["name"] == "Seat 2"
    assert talk.read_said(at, "a", "Ada", {"text": "hello", "seat": 1})["seat"] == 0, "not under another's name"


@pytest.mark.parametrize("sign", ["", "rude", 5, ["well"], {}, "well "])
def test_a_reaction_is_one_of_ours(sign: object) -> None:
    with pytest.raises(SmaltiError, match="no reaction"):
        talk.read_said(table("a", "b"), "a", "", {"sign": sign})


def test_nobody_is_named_by_their_id() -> None:
    assert talk.who("t", "person") != talk.who("other", "person")
    assert "person" not in talk.who("t", "person")
    assert talk.who("t", None) == ""
