"""Sets in an integer, against Python's own sets."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.kernel.compiling import Build
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Numbers

COMPILED = Build("test-sets", {}, compiled=True)
SPACES = 63

spaces = st.sets(st.integers(0, SPACES - 1))
Flood = Callable[[int, int, Numbers], int]


def packed(members: set[int]) -> int:
    return sum(1 << space for space in members)


def unpacked(bits: int) -> set[int]:
    return {space for space in range(SPACES) if bits >> space & 1}


def walk(start: set[int], allowed: set[int], roads: set[tuple[int, int]]) -> set[int]:
    """What can be reached, one step after the other."""
    reached = start & allowed
    while True:
        wider = reached | {b for a, b in roads if a in reached and b in allowed}
        if wider == reached:
            return reached
        reached = wider


@given(spaces)
def test_count_is_the_number_of_members(members: set[int]) -> None:
    assert count(packed(members)) == COMPILED(count)(packed(members)) == len(members)


@given(spaces.filter(bool))
def test_lowest_is_the_smallest_member(members: set[int]) -> None:
    assert lowest(packed(members)) == COMPILED(lowest)(packed(members)) == min(members)


@given(st.integers(0, SPACES - 1))
def test_bit_is_the_set_of_one(space: int) -> None:
    assert unpacked(bit(space)) == unpacked(COMPILED(bit)(space)) == {space}


@given(st.sets(st.integers(0, 15)), spaces, st.sets(st.tuples(st.integers(0, SPACES - 1), st.integers(0, SPACES - 1))))
def test_flood_reaches_what_walking_reaches(start: set[int], allowed: set[int], roads: set[tuple[int, int]]) -> None:
    roads = roads | {(b, a) for a, b in roads}
    neighbours = np.array([packed({b for a, b in roads if a == space}) for space in range(SPACES)], np.int64)

    for way in (flood, COMPILED(flood)):
        assert unpacked(way(packed(start), packed(allowed), neighbours)) == walk(start, allowed, roads)


@pytest.mark.parametrize("way", [flood, COMPILED(flood)], ids=["interpreted", "compiled"])
def test_flood_follows_a_long_path(way: Flood) -> None:
    neighbours = np.zeros(SPACES, np.int64)
    for space in range(SPACES - 1):
        neighbours[space] |= 1 << space + 1
        neighbours[space + 1] |= 1 << space

    assert way(1, (1 << SPACES) - 1, neighbours) == (1 << SPACES) - 1
    assert way(1, ((1 << SPACES) - 1) & ~(1 << 17), neighbours) == (1 << 17) - 1
