"""Perft: what is published is counted again, and agrees with playing one step at a time."""

from __future__ import annotations

import re

import pytest

import smalti
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.perft import perft
from smalti.kernel.position import Position
from tests.docs.test_site import DOCS

PUBLISHED = re.search(r"```text\n(.*?)```", (DOCS / "perft.md").read_text(), re.DOTALL)
assert PUBLISHED is not None
ROWS = re.findall(r"^(\w+) (.+)\n  ([\d ]+)$", PUBLISHED.group(1), re.MULTILINE)


def position_of(name: str, text: str) -> Position:
    seats = re.fullmatch(r"(\d) seats", text)
    return Position.new(GAMES[name], int(seats.group(1))) if seats else smalti.parse(name, text)


@pytest.mark.parametrize(("name", "text", "counts"), ROWS)
def test_what_is_published_is_counted_again(name: str, text: str, counts: str) -> None:
    position = position_of(name, text)

    assert [perft(position, depth + 1) for depth in range(len(counts.split()))] == list(map(int, counts.split()))


@pytest.mark.parametrize("name", GAMES)
def test_counting_agrees_with_playing(name: str) -> None:
    position = Position.new(GAMES[name], 2)
    steps = [position.after(smalti.CHANCE, outcome) for outcome in position.outcomes()]

    assert perft(position, 3) == sum(perft(step, 2) for step in steps)
    assert perft(position, 1) == len(steps)


def test_what_cannot_be_listed_is_said() -> None:
    with pytest.raises(SmaltiError, match="more here than can be listed"):
        perft(Position.new(GAMES["majolica"], 2), 20)


@pytest.mark.parametrize("depth", [0, -1, 65])
def test_depths_that_make_no_sense_are_refused(depth: int) -> None:
    with pytest.raises(SmaltiError, match="1 to 64 steps"):
        perft(Position.new(GAMES["mosaix"], 1), depth)
