"""A position of Mosaix as numbers."""

from __future__ import annotations

from smalti.games.mosaix.components import (
    CELLS_IN_GRID,
    DICE,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    MOST_SEATS,
    ROLL_COUNT,
    ROLLS,
    SHAPES,
    SIDE,
    SYMBOL_COUNT,
    SYMBOLS,
)
from smalti.games.mosaix.state import FORM, NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.encoding import SEATS, Encoding, Reals, write_one_of, write_set, write_value
from smalti.kernel.state import State

SHAPE_COUNT = len(SHAPES)


@kernel
def encode(state: State, seat: int, numbers: Reals) -> None:
    """The grids from the seat's own on, then the dice; nothing of what others have chosen."""
    seats, at = int(state.seats), 0
    for n in range(MOST_SEATS):
        for symbol in range(SYMBOL_COUNT):
            cells = int(state.marks[(seat + n) % seats, symbol]) if n < seats else 0
            at = write_set(numbers, at, cells, CELLS_IN_GRID)
    at = write_one_of(numbers, at, int(state.phase) - FORM, 2)
    at = write_one_of(numbers, at, int(state.roll), ROLL_COUNT)
    at = write_formation(state, numbers, at)
    at = write_one_of(numbers, at, seats - 1, MOST_SEATS)
    at = write_value(numbers, at, int(state.roller) == seat)
    at = write_value(numbers, at, int(state.scale))
    write_value(numbers, at, int(state.ending))


@kernel
def write_formation(state: State, numbers: Reals, at: int) -> int:
    """The shape that was laid, and the symbol in each of its slots."""
    formation = int(state.formation)
    at = write_one_of(numbers, at, int(FORMATION_SHAPE[formation]) if formation != NONE else NONE, SHAPE_COUNT)
    for slot in range(DICE):
        symbol = int(FORMATION_SYMBOLS[formation, slot]) if formation != NONE else NONE
        at = write_one_of(numbers, at, symbol, SYMBOL_COUNT)
    return at


ENCODING = Encoding(
    planes=tuple(f"{who}: {symbol}" for who in SEATS for symbol in SYMBOLS),
    board=(SIDE, SIDE),
    values=(
        "to lay the formation",
        "to enter it",
        *(f"rolled {a} circles, {b} triangles, {c} crosses" for a, b, c in ROLLS),
        *(f"shape {shape}" for shape in SHAPES),
        *(f"slot {slot + 1}: {symbol}" for slot in range(DICE) for symbol in SYMBOLS),
        *(f"{n + 1} seats" for n in range(MOST_SEATS)),
        "own roll",
        "free cells of the scale",
        "ends when a formation is impossible",
    ),
    write=encode,
)
