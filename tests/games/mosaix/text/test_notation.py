"""Moves and positions as text, both ways."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.text import positions
from smalti.kernel.errors import IllegalMove, InvalidNotation, SmaltiError
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, at, letters_of, moves

TWO = f"{FRESH_O},{FRESH_T}"
EXAMPLES = re.findall(r"^ {4}(\S.*)$", positions.__doc__ or "", re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_documentation_read_as_they_are_written(text: str) -> None:
    assert str(at(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO} start",
        f"{TWO} roll:1",
        f"{TWO} form:1:ootx",
        f"{TWO} enter:0:oo/tx:-,-",
        f"{TWO} enter:0:oo/tx:?,-",
        f"{TWO} enter:0:ootx:o:a1+o:b1+t:c1+x:d1,-",
        f"{TWO} over",
        f"{TWO} over end=formation-impossible",
        f"{FRESH_X} roll:0 scale=0",
        f"{FRESH_X} enter:0:.o/.t/ox:- scale=8",
        "ooooooo/1t1t1t1/x5x/7/3x3/7/6T,7/7/7/7/7/7/O6 roll:0",
    ],
)
def test_positions_read_as_they_are_written(text: str) -> None:
    assert str(at(text)) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (f"  {TWO}   roll:1 ", f"{TWO} roll:1"),
        (f"{TWO} form:0:xtoo", f"{TWO} form:0:ootx"),
        (f"{TWO} enter:0:to/xo:-,-", f"{TWO} enter:0:oo/tx:-,-"),
        ("34/7/7/3O3/7/7/7,7/7/7/1113111/7/7/7".replace("1113111", "111T111") + " start", f"{TWO} start"),
        (f"{FRESH_X} roll:0", f"{FRESH_X} roll:0 scale=8"),
    ],
    ids=["spaces", "dice in any order", "a turned formation", "gaps in pieces", "a scale left out"],
)
def test_other_spellings_mean_the_same(text: str, meant: str) -> None:
    assert str(at(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        FRESH_O,
        f"{FRESH_O},{FRESH_O},{FRESH_O},{FRESH_O},{FRESH_O} start",
        "7/7/7/7/7/7/7,7/7/7/3T3/7/7/7 start",
        "O6/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 start",
        "7/7/7/3O3/7/7,7/7/7/3T3/7/7/7 start",
        "7/7/7/3O3/7/7/8,7/7/7/3T3/7/7/7 start",
        "7/7/7/3O4/7/7/7,7/7/7/3T3/7/7/7 start",
        "7/7/7/3O3/7/7/7/7,7/7/7/3T3/7/7/7 start",
        f"{TWO} dance",
        f"{TWO} roll",
        f"{TWO} roll:2",
        f"{TWO} roll:-1",
        f"{TWO} roll:0:ootx",
        f"{TWO} start:0",
        f"{TWO} start::junk",
        f"{TWO} form:0",
        f"{TWO} form:0:oot",
        f"{TWO} form:0:ootz",
        f"{TWO} enter:0:oo/tx",
        f"{TWO} enter:0:oo/tx:-",
        f"{TWO} enter:0:oo/..tx:-,-",
        f"{TWO} enter:0:oo/tx:a1,-",
        f"{TWO} enter:0:oo/tx:x:a1,x:a1",
        f"{TWO} enter:0:oo/tx:?,?",
        f"{FRESH_X} enter:0:oo/tx:stop",
        f"{FRESH_X} start",
        f"{TWO} roll:0 scale=5",
        f"{FRESH_X} roll:0 scale=9",
        f"{FRESH_X} roll:0 end=never",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        at(text)


def test_a_position_whose_choice_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"4\.6"):
        at(f"{TWO} enter:0:oo/tx:o:d4+o:e4+t:d5+x:e5,-")


@pytest.mark.parametrize("text", ["OO/TX", " oo/tx ", "to/xo", "../oo/tx", "..oo/..tx"])
def test_a_formation_may_be_typed_loosely(text: str) -> None:
    position = at(f"{TWO} form:0:ootx")

    assert position.play(text) == position.play("oo/tx")


@pytest.mark.parametrize("text", ["x:b2 t:a2 o:b1 o:a1", "  O:A1 O:B1  T:A2 X:B2"])
def test_marks_may_be_typed_loosely(text: str) -> None:
    position = at(f"{TWO} enter:0:oo/tx:-,-")

    assert position.play(text, 0) == position.play("o:a1 o:b1 t:a2 x:b2", 0)


@pytest.mark.parametrize("text", ["", "ootxo", "o", "oo|tx", "x:h1", "x:a8", "x:a0", "z:a1", "x:", ":", "x:a1,t:b1"])
def test_what_is_no_move_says_what_was_expected(text: str) -> None:
    for next_thing in ("form:0:ootx", "enter:0:oo/tx:-,-"):
        with pytest.raises(InvalidNotation, match="expected"):
            at(f"{TWO} {next_thing}").play(text, 0)


@given(st.text(max_size=60) | st.text("otx./:abcg178 ", max_size=30))
def test_no_text_brings_the_reader_of_moves_down(text: str) -> None:
    for next_thing in ("form:0:ootx", "enter:0:oo/tx:-,-", "roll:0", "over"):
        position = at(f"{TWO} {next_thing}")
        try:
            move = MOSAIX.text.parse_move(position.state, 0, text)
        except SmaltiError:
            continue
        assert move in position.legal_moves(0)


@given(st.text(max_size=60) | st.text("otxOTX./:,-?=1234567 enterfomlvs", max_size=60))
def test_no_text_brings_the_reader_of_positions_down(text: str) -> None:
    for candidate in (text, f"{TWO} {text}", f"{FRESH_X} enter:0:{text}", f"{text} roll:0"):
        try:
            position = at(candidate)
        except SmaltiError:
            continue
        assert at(str(position)) == position


@st.composite
def filled_grids(draw: st.DrawFn) -> str:
    """Any grid with any printed cell, written as the notation writes it."""
    letters = draw(st.lists(st.sampled_from("otx......"), min_size=49, max_size=49))
    printed = draw(st.integers(0, 48))
    letters[printed] = draw(st.sampled_from("OTX"))
    rows = ["".join(letters[row * 7 : row * 7 + 7]) for row in range(7)]
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


@given(st.lists(filled_grids(), min_size=1, max_size=4), st.sampled_from(["roll:0", "form:0:otxx", "over"]))
def test_random_grids_round_trip(boards: list[str], following: str) -> None:
    scale = " scale=4" if len(boards) == 1 else ""
    text = f"{','.join(boards)} {following}{scale}"

    position = at(text)

    assert str(position) == text
    for seat, board in enumerate(boards):
        marked = {(r, c) for r, c in letters_of(board)}
        symbols = [int(cells) for cells in position.state.marks[seat]]
        assert {divmod(cell, 7) for cell in range(49) if sum(symbols) >> cell & 1} == marked


def test_every_move_of_a_fresh_board_has_a_text_of_its_own() -> None:
    for next_thing in ("form:0:ootx", "enter:0:ootx:-,-"):
        texts = moves(at(f"{TWO} {next_thing}"))
        assert len(set(texts)) == len(texts)
