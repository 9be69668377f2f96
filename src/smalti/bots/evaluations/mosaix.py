"""What a position of Mosaix promises: areas there are, and groups that may still become areas."""

from __future__ import annotations

import numpy as np

from smalti.bots.evaluations.types import Reals, Weights
from smalti.games.mosaix.components import (
    DICE,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    GRID,
    NEIGHBOURS,
    SLOT_CELL,
    SMALLEST_AREA,
    SYMBOL_COUNT,
)
from smalti.games.mosaix.moves import FIRST_ENTER, STOP
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import ENTER, OVER, is_solo, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import State

GROWN: Reals = np.array([0.0, 0.11, 0.27, 0.50, 0.78])
"""[size]: how surely a group with room becomes an area."""
ROOM: Reals = np.array([0.0, 0.55, 0.85, 1.0, 1.05])
"""[free neighbours]: how much that helps."""
FREE_CELL = 1.15
"""What a free cell that can still be filled will bring."""
LOST_CELL = 1.6
"""What a free cell of the scale is worth, in points and in freedom."""


@kernel
def pending(state: State, seat: int, symbol: int) -> int:
    """The cells that a choice of this round, not yet shown, will mark."""
    chosen = int(state.chosen[seat])
    if int(state.phase) != ENTER or chosen < FIRST_ENTER or chosen >= STOP:
        return 0
    formation = int(state.formation)
    cells = 0
    for slot in range(DICE):
        cell = SLOT_CELL[FORMATION_SHAPE[formation], chosen - FIRST_ENTER, slot]
        if cell >= 0 and FORMATION_SYMBOLS[formation, slot] == symbol:
            cells |= bit(cell)
    return cells


@kernel
def around(cells: int) -> int:
    """The neighbours of a set of cells."""
    found = 0
    rest = cells
    while rest:
        found |= int(NEIGHBOURS[lowest(rest)])
        rest &= rest - 1
    return found & ~cells


@kernel
def symbol_value(cells: int, free: int) -> float:
    """Rule 6.4 with groups for what they may become: areas times cells."""
    areas = 0.0
    total = 0.0
    rest = cells
    while rest:
        group = flood(bit(lowest(rest)), rest, NEIGHBOURS)
        rest &= ~group
        size = count(group)
        if size >= SMALLEST_AREA:
            areas += 1.0
            total += size
        else:
            chance = min(0.95, GROWN[size] * ROOM[min(4, count(around(group) & free))])
            areas += chance
            total += chance * SMALLEST_AREA
    return areas * total


@kernel
def usable(free: int) -> int:
    """The free cells in regions that may still be filled: four together, or at the rim of the free space."""
    cells = 0
    rest = free
    while rest:
        region = flood(bit(lowest(rest)), rest, NEIGHBOURS)
        rest &= ~region
        size = count(region)
        cells += size if size >= DICE else size // 2
    return cells


@kernel
def seat_value(state: State, seat: int) -> float:
    """The points that a seat may expect."""
    if int(state.phase) == OVER:
        total = 0.0
        for symbol in range(SYMBOL_COUNT):
            total += symbol_points(int(state.marks[seat, symbol]))
        return total + (int(state.scale) if is_solo(state) else 0)
    free = GRID & ~occupied(state, seat)
    for symbol in range(SYMBOL_COUNT):
        free &= ~pending(state, seat, symbol)
    value = FREE_CELL * usable(free)
    for symbol in range(SYMBOL_COUNT):
        value += symbol_value(int(state.marks[seat, symbol]) | pending(state, seat, symbol), free)
    return value + (LOST_CELL * int(state.scale) if is_solo(state) else 0.0)


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """Writes the points that every seat may expect."""
    for seat in range(int(state.seats)):
        values[seat] = seat_value(state, seat)
