"""The numbers of panels and places."""

from __future__ import annotations

from smalti.games.mosaix.components import CELLS_IN_GRID, DICE, FORMATIONS, MOST_SEATS, SCALE, SHAPES, TURNS, roll_of
from smalti.kernel.compiling import kernel

SHAPE_COUNT = len(SHAPES)

# Panels
TRAY = 0
ROLL_PANEL = TRAY + MOST_SEATS
FORMATION_PANEL = ROLL_PANEL + 1
CARDS_PANEL = FORMATION_PANEL + 1
TURNS_PANEL = CARDS_PANEL + 1
BUTTONS_PANEL = TURNS_PANEL + 1


def _cards() -> list[int]:
    """For each formation which card of its shape it is, among those of the same roll."""
    dealt: dict[tuple[int, int], int] = {}
    cards = []
    for shape, symbols in FORMATIONS:
        key = shape, roll_of(symbols)
        cards.append(dealt.get(key, 0))
        dealt[key] = cards[-1] + 1
    return cards


CARD_OF = _cards()
MOST_CARDS = max(CARD_OF) + 1

# Places
CELL = 0
"""A cell for each seat and cell of its grid."""
NAME = CELL + MOST_SEATS * CELLS_IN_GRID
STATUS = NAME + MOST_SEATS
POINTS = STATUS + MOST_SEATS
CUP = POINTS + MOST_SEATS
"""Where the dice of a roller lie before the roll, one place for each die."""
ROLLED = CUP + MOST_SEATS * DICE
LAID = ROLLED + DICE
"""Where the dice of a formation lie: a place for each shape and slot."""
TURNED_DIE = LAID + SHAPE_COUNT * DICE
"""Where the formation may be picked up by a die: a place for each shape, quarter turn and slot."""
SHAPE = TURNED_DIE + SHAPE_COUNT * TURNS * DICE
CARD = SHAPE + SHAPE_COUNT
SCALE_WORDS = CARD + SHAPE_COUNT * MOST_CARDS
SCALE_CELL = SCALE_WORDS + 1
STOP_BUTTON = SCALE_CELL + SCALE
SKIP_BUTTON = STOP_BUTTON + 1
PLACE_COUNT = SKIP_BUTTON + 1


@kernel
def cell_of(seat: int, cell: int) -> int:
    """The place of a cell."""
    return CELL + seat * CELLS_IN_GRID + cell


@kernel
def cup_of(seat: int, die: int) -> int:
    """The place of a die in front of a seat that is to roll."""
    return CUP + seat * DICE + die


@kernel
def laid_in(shape: int, slot: int) -> int:
    """The place of a die of the formation on the table."""
    return LAID + shape * DICE + slot


@kernel
def die_of(shape: int, turn: int, slot: int) -> int:
    """The place of a die of the formation that is turned so, to pick it up."""
    return TURNED_DIE + (shape * TURNS + turn) * DICE + slot
