"""Moves as integers, both ways."""

from __future__ import annotations

from smalti.games.mosaix.components import FORMATION_COUNT
from smalti.games.mosaix.moves import (
    ACTION_COUNT,
    FIRST_ENTER,
    SKIP,
    STOP,
    decode_enter,
    encode_enter,
    is_enter,
    is_form,
)


def test_there_are_804_moves_as_the_module_lists_them() -> None:
    assert (FORMATION_COUNT, FIRST_ENTER, STOP, SKIP, ACTION_COUNT) == (402, 402, 802, 803, 804)


def test_entering_moves_round_trip() -> None:
    assert [encode_enter(*decode_enter(move)) for move in range(FIRST_ENTER, STOP)] == list(range(FIRST_ENTER, STOP))


def test_an_anchor_lies_up_to_three_cells_outside() -> None:
    assert decode_enter(FIRST_ENTER) == (0, -3, -3)
    assert decode_enter(STOP - 1) == (3, 6, 6)


def test_every_move_is_of_one_kind() -> None:
    for move in range(ACTION_COUNT):
        assert is_form(move) + is_enter(move) + (move in (STOP, SKIP)) == 1
