"""Reading the fields of an entry that may come from a stranger."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.kernel.entry import is_number, read_by, read_number, read_place, read_word, show
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.game import CHANCE


def test_who_is_a_seat_or_chance() -> None:
    assert read_by({"by": "chance"}, 2) == CHANCE
    assert read_by({"by": 1}, 2) == 1


@pytest.mark.parametrize("by", [2, -1, "1", True, None, 1.0, [0], 10**400])
def test_anything_else_is_nobody(by: object) -> None:
    with pytest.raises(InvalidNotation, match="'chance' or a seat below 2"):
        read_by({"by": by}, 2)


def test_a_word_is_one_of_a_few() -> None:
    assert read_word({"do": "roll"}, "do", ("start", "roll")) == "roll"
    with pytest.raises(InvalidNotation, match="expected one of start, roll"):
        read_word({"do": "dance"}, "do", ("start", "roll"))


def test_a_number_is_of_a_range() -> None:
    assert read_number({"seat": 3}, "seat", 0, 3) == 3
    with pytest.raises(InvalidNotation, match="from 0 to 3"):
        read_number({"seat": 4}, "seat", 0, 3)


def test_a_place_is_a_row_and_a_column() -> None:
    assert read_place([0, 6], 0, 6) == (0, 6)


@pytest.mark.parametrize("value", [[0], [0, 7], [0, 0, 0], "00", None, [0.0, 1], [True, 1], {0: 1}])
def test_anything_else_is_no_place(value: object) -> None:
    with pytest.raises(InvalidNotation, match="is no place"):
        read_place(value, 0, 6)


def test_true_and_false_are_no_numbers() -> None:
    assert is_number(1)
    assert not is_number(True)
    assert not is_number(1.0)


@given(st.recursive(st.text() | st.integers(), st.lists))
def test_whatever_came_is_shown_short(value: object) -> None:
    assert len(show(value)) <= 60


@pytest.mark.parametrize("value", [10**5000, "x" * 10**6, [[]] * 10**5], ids=["number", "text", "list"])
def test_even_what_is_huge_is_shown_short(value: object) -> None:
    assert len(show(value)) <= 60


def test_even_what_is_nested_too_deeply_to_print_is_shown() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]

    assert len(show(value)) <= 60
    while value:  # taken apart by hand: freeing it in one go would recurse as deeply
        value = value.pop()  # type: ignore[assignment]  # lists all the way down
