"""Entries that are put together from dice."""

from __future__ import annotations

import pytest

from smalti.games.mosaix.components import FORMATION_COUNT
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.text.dice import context, read_body, write_body
from smalti.games.mosaix.text.entries import write_entry
from smalti.kernel.record import write_line
from smalti.kernel.state import State, copy_state
from tests.games.mosaix.table import FRESH_O, FRESH_T, at

STEP = 7
"""Every formation is entered at each seventh place, and every place is used by some."""


def agree(state: State, move: int) -> bool:
    """Whether both ways to write a move say the same."""
    return write_line(write_entry(state, 1, move)) == '{"by":1,' + write_body(move, context(state, 1, move))


def test_every_formation_is_written_as_its_fields_are() -> None:
    state = at(f"{FRESH_O},{FRESH_T} form:1:ootx").state

    assert all(agree(state, move) for move in range(FIRST_ENTER))


def test_entering_is_written_as_its_fields_are_in_the_grid_and_beyond_its_edge() -> None:
    state = copy_state(at(f"{FRESH_O},{FRESH_T} enter:1:oo/tx:-,-").state)

    for formation in range(FORMATION_COUNT):
        state.formation = formation
        assert all(agree(state, move) for move in range(FIRST_ENTER + formation % STEP, STOP, STEP))


def test_moves_without_dice_are_written_as_their_fields_are() -> None:
    state = at(f"{FRESH_O},{FRESH_T} enter:1:oo/tx:-,-").state

    assert agree(state, SKIP)
    assert agree(state, STOP)


def test_laying_is_read_from_its_text() -> None:
    state = at(f"{FRESH_O},{FRESH_T} form:1:ootx").state

    assert all(read_body(write_body(move, context(state, 1, move))) == move for move in range(FIRST_ENTER))


def test_entering_is_read_as_the_first_move_that_is_written_so() -> None:
    state = copy_state(at(f"{FRESH_O},{FRESH_T} enter:1:oo/tx:-,-").state)

    for formation in range(0, FORMATION_COUNT, STEP):
        state.formation = formation
        firsts: dict[str, int] = {}
        for move in range(FIRST_ENTER, STOP):
            firsts.setdefault(write_body(move, context(state, 1, move)), move)
        assert all(read_body(body) == move for body, move in firsts.items())


def test_moves_without_dice_are_read_from_their_texts() -> None:
    assert read_body(write_body(SKIP, 0)) == SKIP
    assert read_body(write_body(STOP, 0)) == STOP


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[[",
        '"do":"pass"}',
        '"do":"enter","cells":[]}',
        '"do":"enter","cells":[[0,0,"circle"],[0,1,"circle"],[0,2,"circle"]]}',
        '"do":"enter","cells":[[0,0,"circle"],[0,1,"circle"],[0,2,"circle"],[0,4,"circle"]]}',
        '"do":"enter","cells":[[0,0,"circle"],[0,1,"circle"],[0,2,"circle"],[0,3,"square"]]}',
        '"do":"enter","cells":[[0,0,"circle"],[0,1,"circle"],[0,2,"circle"],[0,3,"circle"],[0,4,"circle"]]}',
        '"do":"enter","cells":[[0,3,"circle"],[0,2,"circle"],[0,1,"circle"],[0,0,"circle"]]}',
    ],
)
def test_what_names_no_formation_in_reading_order_is_no_move(body: str) -> None:
    assert read_body(body) is None
