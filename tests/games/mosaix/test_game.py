"""Mosaix bound to the interface: set-up, what is hidden, what reveals, what follows by itself."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.moves import SKIP
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, HOLE_OF_FOUR, at, grids

TWO = f"{FRESH_O},{FRESH_T}"


def test_every_seat_has_the_board_of_the_box() -> None:
    """Mosaix 2.1: the coloured sides for two to four players."""
    assert grids(Position.new(MOSAIX, 3)) == [FRESH_O, FRESH_T, FRESH_X]


@pytest.mark.parametrize(
    "boards",
    [
        "x",
        [],
        [{}, {}],
        [{"printed": [3, 3]}] * 2,
        [{"printed": [7, 0, "cross"]}] * 2,
        [{"printed": [0, -1, "cross"]}] * 2,
        [{"printed": [0, 0, "square"]}] * 2,
        [{"printed": [0, 0, ["cross"]]}] * 2,
        [{"printed": ["0", 0, "cross"]}] * 2,
        [{"printed": [True, 0, "cross"]}] * 2,
        [{"printed": [1.0, 0, "cross"]}] * 2,
        [{"printed": [10**400, 0, "cross"]}] * 2,
        [{"printed": [3, 3, "cross"]}] * 3,
    ],
)
def test_boards_that_are_none_are_refused(boards: Any) -> None:
    """Mosaix 8.1: a board is a cell of the grid and one of the three symbols, for each seat."""
    with pytest.raises(UnknownGame, match="board"):
        Position.new(MOSAIX, 2, {"boards": boards})


@pytest.mark.parametrize(("seats", "solo"), [(1, False), (2, True), (1, "yes"), (2, 0)])
def test_solo_means_one_seat(seats: int, solo: object) -> None:
    """Mosaix 7.1: the grey side is for one player."""
    with pytest.raises(UnknownGame, match="solo"):
        Position.new(MOSAIX, seats, {"solo": solo})


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_written_options_set_the_same_table_up_again(seats: int) -> None:
    position = Position.new(MOSAIX, seats, {"end": "formation-impossible"})

    written = MOSAIX.course.written_options(position.state)

    assert written["end"] == "formation-impossible"
    assert Position.new(MOSAIX, seats, written) == position


def test_a_view_hides_the_choices_of_the_others_only() -> None:
    """Mosaix 4.2: each sees the own choice, a spectator none."""
    position = at(f"{TWO},{FRESH_X} enter:0:oo/tx:x:a1,o:a7,-")

    assert [str(position.view(seat)).split(":", 3)[3] for seat in (0, 1, 2, CHANCE)] == [
        "x:a1,?,-",
        "?,o:a7,-",
        "?,?,-",
        "?,?,-",
    ]


def test_the_last_choice_reveals_all() -> None:
    """Mosaix 4.2: nothing is seen until everyone has chosen."""
    first = at(f"{TWO} enter:0:oo/tx:-,-")
    last = first.play("x:a1", 0)
    enter = first.legal_moves(0)[0]

    assert not MOSAIX.course.reveals(first.state, 0, enter)
    assert MOSAIX.course.reveals(last.state, 1, enter)


def test_a_skip_that_comes_last_reveals_all_too() -> None:
    """Mosaix 4.2: a record may write the skip after the choices of the others."""
    position = at(f"{FRESH_O},{HOLE_OF_FOUR} enter:0:ootx:-,-").play("x:a1", 0)

    assert MOSAIX.course.reveals(position.state, 1, SKIP)


def test_laying_a_formation_reveals_nothing() -> None:
    """Mosaix 3.1: the roller may think again until somebody has chosen."""
    position = at(f"{TWO} form:0:ootx")

    assert not MOSAIX.course.reveals(position.state, 0, position.legal_moves(0)[0])


def test_alone_nothing_is_hidden() -> None:
    """Mosaix 7.1: there is nobody to hide it from."""
    position = at(f"{FRESH_X} enter:0:oo/tx:-")

    assert not MOSAIX.course.reveals(position.state, 0, position.legal_moves(0)[0])


def test_only_who_can_enter_nothing_is_skipped() -> None:
    """Mosaix 4.8: the game does it without asking."""
    assert MOSAIX.course.automatic(at(f"{FRESH_O},{HOLE_OF_FOUR} enter:0:ootx:-,-").state) == (1, SKIP)
    assert MOSAIX.course.automatic(at(f"{FRESH_O},{HOLE_OF_FOUR} enter:0:oo/tx:-,-").state) is None
    assert MOSAIX.course.automatic(at(f"{FRESH_O},{HOLE_OF_FOUR} form:0:ootx").state) is None


def test_sentences_tell_what_was_done() -> None:
    laid = at(f"{TWO} form:0:ootx")
    entering = laid.play("oo/tx")
    corner = MOSAIX.text.parse_move(entering.state, 0, "x:a1")

    assert describe(MOSAIX, laid.state, 0, MOSAIX.text.parse_move(laid.state, 0, "oo/tx")) == (
        "lays the shape O with circle, circle, triangle, cross"
    )
    assert describe(MOSAIX, entering.state, 0, corner) == "enters cross a1; 3 lost"
    assert describe(MOSAIX, at(f"{TWO} start").state, CHANCE, 1) == "Seat 2 begins."


def test_sentences_speak_french_down_to_the_symbols() -> None:
    entering = at(f"{TWO} enter:0:oo/tx:-,-")
    whole = MOSAIX.text.parse_move(entering.state, 0, "o:a1 o:b1 t:a2 x:b2")

    assert describe(MOSAIX, entering.state, 0, whole, "fr") == "inscrit rond a1, rond b1, triangle a2, croix b2"
