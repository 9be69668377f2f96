"""What a position of Mosaix promises: areas there are, groups that may still become areas, room, and what was learned.

Without weights it is a rule of thumb; weights add what self-play has taught about patterns of cells (`smalti train`).
"""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix.components import (
    CELLS_IN_GRID,
    DICE,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    GRID,
    SLOT_CELL,
    SYMBOL_COUNT,
)
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import ENTER, FORM, OVER, is_solo, occupied
from smalti.games.mosaix.thinking.patterns import (
    NOTES,
    note_areas,
    note_groups,
    note_pace,
    note_regions,
    note_time,
    note_windows,
    rank,
    total,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights

FREE_CELL = 1.15
"""What a free cell that can still be filled will bring."""
LOST_CELL = 1.6
"""What a free cell of the scale is worth, in points and in freedom."""
STALLED = 1000.0
"""So bad is it to stall."""


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
def note(state: State, seat: int, found: Numbers) -> float:
    """Notes the patterns of a grid, choices of this round entered; returns what they promise by rule of thumb.

    `found[0]` is where the notes end; they begin at 1.
    """
    a = int(state.marks[seat, 0]) | pending(state, seat, 0)
    b = int(state.marks[seat, 1]) | pending(state, seat, 1)
    c = int(state.marks[seat, 2]) | pending(state, seat, 2)
    scale = int(state.scale) if is_solo(state) else -1
    free = GRID & ~(a | b | c)
    empty = count(free)
    stage = empty // 4
    found[0] = 1
    a_areas, a_cells, a_value = note_groups(a, free, stage, found)
    b_areas, b_cells, b_value = note_groups(b, free, stage, found)
    c_areas, c_cells, c_value = note_groups(c, free, stage, found)
    value = a_value + b_value + c_value + FREE_CELL * note_regions(free, scale, found)
    a_rank, b_rank, c_rank = (
        rank(a_areas, a_cells, count(a)),
        rank(b_areas, b_cells, count(b)),
        rank(c_areas, c_cells, count(c)),
    )
    if a_rank < b_rank:
        a, b, a_rank, b_rank, a_areas, b_areas = b, a, b_rank, a_rank, b_areas, a_areas
    if b_rank < c_rank:
        b, c, b_rank, b_areas, c_areas = c, b, c_rank, c_areas, b_areas
    if a_rank < b_rank:
        a, b, a_areas, b_areas = b, a, b_areas, a_areas
    note_windows(a | c, b | c, found)
    note_areas(a_areas, b_areas, c_areas, stage, found)
    if scale >= 0:
        note_time(empty, scale, found)
        return value + LOST_CELL * scale
    if stalls(state, seat):
        value -= STALLED
    note_pace(empty, fullest(state, seat), int(next_roller(state) == seat), int(state.seats), found)
    return value


@kernel
def stalls(state: State, seat: int) -> bool:
    """Whether a roller has laid what it cannot enter itself: if all did so, the game would never end."""
    return int(state.phase) == ENTER and int(state.roller) == seat and int(state.chosen[seat]) == SKIP


@kernel
def next_roller(state: State) -> int:
    """The seat that will roll after the entering of this round."""
    entering = int(state.phase) == ENTER or int(state.phase) == FORM
    return (int(state.roller) + int(entering)) % int(state.seats)


@kernel
def fullest(state: State, seat: int) -> int:
    """The free cells of the other grid that has fewest."""
    least = CELLS_IN_GRID
    for other in range(int(state.seats)):
        if other != seat:
            least = min(least, count(GRID & ~occupied(state, other)))
    return least


@kernel
def seat_value(state: State, seat: int, weights: Weights) -> float:
    """The points that a seat may expect."""
    if int(state.phase) == OVER:
        points = 0.0
        for symbol in range(SYMBOL_COUNT):
            points += symbol_points(int(state.marks[seat, symbol]))
        return points + (int(state.scale) if is_solo(state) else 0)
    found = np.empty(NOTES, np.int64)
    value = note(state, seat, found)
    return value + total(weights, found) if len(weights) else value


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:
    """Writes the points that every seat may expect."""
    for seat in range(int(state.seats)):
        values[seat] = seat_value(state, seat, weights)
