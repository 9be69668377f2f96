"""Moves as integers, and their fields.

0 .. 401     lay formation 0 .. 401 (`FORMATIONS`)
402 .. 801   enter it: 100 x quarter turns to the right + 10 x (row + 3) + (column + 3) of its top left corner
802          stop (solo)
803          skip: nothing of this formation can be entered
"""

from __future__ import annotations

from smalti.games.mosaix.components import ANCHORS, FORMATION_COUNT, OVERHANG, PLACES, REACH

FIRST_ENTER = FORMATION_COUNT
STOP = FIRST_ENTER + PLACES
SKIP = STOP + 1
ACTION_COUNT = SKIP + 1


def is_form(move: int) -> bool:
    """Whether the move lays a formation."""
    return 0 <= move < FIRST_ENTER


def is_enter(move: int) -> bool:
    """Whether the move enters the formation."""
    return FIRST_ENTER <= move < STOP


def encode_enter(turn: int, row: int, col: int) -> int:
    """The move that enters the formation turned so, its top left corner there."""
    return FIRST_ENTER + turn * ANCHORS + (row + OVERHANG) * REACH + col + OVERHANG


def decode_enter(move: int) -> tuple[int, int, int]:
    """The (turn, row, column) of an entering move; up to three rows and columns outside the grid."""
    turn, anchor = divmod(move - FIRST_ENTER, ANCHORS)
    row, col = divmod(anchor, REACH)
    return turn, row - OVERHANG, col - OVERHANG
