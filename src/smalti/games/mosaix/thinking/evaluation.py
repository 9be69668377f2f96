"""What a position of Mosaix promises: areas there are, groups that may still become areas, room, and what was learned.

Without weights it is a rule of thumb; weights add what self-play has taught about patterns of cells (`smalti train`).
"""

from __future__ import annotations

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
from smalti.games.mosaix.thinking.layout import (
    CLOCK_AT,
    PACE,
    TABLE,
    TABLES,
    TIME_AT,
    WINDOW_STAGE,
    WINDOW_STAGES,
    WINDOWS,
)
from smalti.games.mosaix.thinking.patterns import (
    Reading,
    area_place,
    note_all,
    rank,
    read_groups,
    read_regions,
    sum_place,
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
def read(state: State, seat: int, weights: Weights) -> tuple[Reading, float]:
    """Reads a grid, choices of this round entered; returns also what it promises by rule of thumb."""
    a = int(state.marks[seat, 0]) | pending(state, seat, 0)
    b = int(state.marks[seat, 1]) | pending(state, seat, 1)
    c = int(state.marks[seat, 2]) | pending(state, seat, 2)
    solo = is_solo(state)
    scale = int(state.scale) if solo else -1
    table = min(int(state.seats) - 1, TABLES - 1) * TABLE
    free = GRID & ~(a | b | c)
    empty = count(free)
    clocked = len(weights) and weights[table + CLOCK_AT] > 0.0
    left = time_left(state, seat, empty) if clocked else empty
    stage = left // 4
    first, a_hope, a_areas, a_cells, a_value = read_groups(a, free, stage, table)
    second, b_hope, b_areas, b_cells, b_value = read_groups(b, free, stage, table)
    third, c_hope, c_areas, c_cells, c_value = read_groups(c, free, stage, table)
    regions, usable = read_regions(free, scale, table)
    value = a_value + b_value + c_value + FREE_CELL * usable
    hopes = a_hope, b_hope, c_hope
    sums = (
        table + sum_place(a_areas, a_cells, stage),
        table + sum_place(b_areas, b_cells, stage),
        table + sum_place(c_areas, c_cells, stage),
    )
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
    time = time_place(empty, scale) if solo else pace_place(state, seat, empty)
    value += LOST_CELL * scale if solo else -STALLED * stalls(state, seat)
    areas = table + area_place(a_areas, b_areas, c_areas, stage)
    windows = table + min(WINDOW_STAGES - 1, left // WINDOW_STAGE) * WINDOWS
    return Reading(a | c, b | c, windows, first, second, third, regions, sums, hopes, areas, table + time), value


@kernel
def note(state: State, seat: int, weights: Weights, found: Numbers) -> float:
    """Notes the patterns of a grid, from 1 on, and in `found[0]` where they end; returns what `read` promises."""
    reading, value = read(state, seat, weights)
    note_all(reading, found)
    return value


@kernel
def time_place(empty: int, scale: int) -> int:
    """Alone: the weight of the free cells and the scale."""
    return TIME_AT + scale * (CELLS_IN_GRID + 1) + empty


@kernel
def pace_place(state: State, seat: int, empty: int) -> int:
    """With several players: by the free cells of the own grid and of the fullest other, and who rolls next."""
    near, own, rolling, tables = PACE
    others, rolls = fullest(state, seat), int(next_roller(state) == seat)
    place = (min(others // 3, near - 1) * own + min(empty // 2, own - 1)) * rolling + rolls
    return TIME_AT + place * tables + int(state.seats) - 2


@kernel
def time_left(state: State, seat: int, empty: int) -> int:
    """The free cells of the grid that will be full first: others enter this round too, most of them four dice."""
    entering = int(state.phase) == ENTER or int(state.phase) == FORM
    return min(empty, max(0, fullest(state, seat) - (DICE if entering else 0)))


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
    reading, value = read(state, seat, weights)
    return value + total(reading, weights) if len(weights) else value


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:
    """Writes the points that every seat may expect."""
    for seat in range(int(state.seats)):
        values[seat] = seat_value(state, seat, weights)
