"""Alone, what is to be expected before a roll: every roll and every turn after it, each grid that may come judged.

Cells that are marked together share most of what is read: what the groups of a symbol promise depends on the cells it
got, and a window on the cells inside it. So grids that differ in the symbols alone are judged together, many times
faster than one by one, and with the same result (`evaluate`, but for the order in which numbers are added up).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from smalti.games.mosaix.components import DICE, GRID, ROLL_COUNT, ROLL_WEIGHT, ROLL_WEIGHTS, SYMBOL_COUNT
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import ROLL, is_solo
from smalti.games.mosaix.thinking.evaluation import FREE_CELL, LOST_CELL, time_place
from smalti.games.mosaix.thinking.footprints import (
    FOOT_CELL,
    FOOT_CELLS,
    FOOT_SIZE,
    FOOTPRINTS,
    ORDERS,
    POWERS,
    RANKED,
    ROLLS_FOR,
    SHOWING,
    SMALLER,
    TOUCHED,
    TOUCHED_COUNT,
    WAYS,
    WINDOW_AT,
    WINDOW_COUNT,
    WINDOW_UNITS,
    WITHIN,
)
from smalti.games.mosaix.thinking.layout import WINDOW_STAGE, WINDOW_STAGES, WINDOWS
from smalti.games.mosaix.thinking.patterns import (
    area_place,
    rank,
    read_groups,
    read_regions,
    sum_place,
    total_of,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Numbers, State, record_type
from smalti.kernel.thinking import Reals, Weights

SETS = 1 << DICE
KEPT = 8
"""So many turns are kept after each roll."""
DEPTHS = 2
WIDTHS: Numbers = np.array([0, 0, 8, 8, 6, 3, 2, 2, 0, 0, 0, 0, 0, 0, 0], np.int64)
"""[turns that are left at most]: so many turns after each roll are followed further; 0: a roll is the end.

Four free cells or cells of the scale pay for a turn, so with one turn left the expectation is exact. Early in a game
there are thousands of turns, and it matters less."""
AREAS, RANK, POINTS, READ = range(4)
VALUE_AT, FOOT, WAY, TURN = range(4)


Sight = Any
"""A record with the fields of `SIGHT`."""
_ORDERS = len(ORDERS)
SIGHT = record_type(
    [
        ("codes", np.int64, (_ORDERS, WINDOW_COUNT)),  # [order]: the code of each window if symbols ranked so
        ("old", np.float64, (2, _ORDERS, WINDOW_COUNT)),  # [stage of two, order]: the weight of each window,
        ("whole", np.float64, (2, _ORDERS)),  # and their sum
        ("known", np.int64, (3, _ORDERS)),  # whether both are worked out, and the codes
        ("promised", np.float64, (SYMBOL_COUNT, SETS)),  # what a symbol's groups promise if it gets these cells,
        ("shown", np.int64, (SYMBOL_COUNT, SETS, READ)),  # and its areas, rank and points then
        ("sums", np.float64, (_ORDERS, WAYS)),  # [order, way]: how much the windows gain
        ("small", np.float64, (WAYS,)),  # the same for the cells of some windows
        ("best", np.float64, (DEPTHS, ROLL_COUNT, KEPT, TURN)),  # the best turns after each roll
    ]
)
"""Room to work in, laid out once."""


@kernel
def order_of(first: int, second: int, third: int) -> int:
    """The order of the symbols by rank, as `read` sorts them."""
    a, b, c = 0, 1, 2
    if first < second:
        a, b, first, second = b, a, second, first
    if second < third:
        b, c, second = c, b, third
    if first < second:
        a, b = b, a
    of_first = 0 if a == 0 else 1 if b == 0 else 2
    of_second = 0 if a == 1 else 1 if b == 1 else 2
    return 2 * of_first + int(of_second > 3 - of_first - of_second)


@kernel
def can_go_on(free: int, scale: int) -> bool:
    """Rule 7.5, by footprints."""
    least = DICE - min(DICE - 1, scale)
    for foot in range(FOOTPRINTS):
        if FOOT_SIZE[foot] < least:
            return False
        if FOOT_CELLS[foot] & ~free == 0:
            return True
    return False


@kernel
def read_codes(marks: tuple[int, int, int], order: int, sight: Sight) -> None:
    """The codes of all windows if symbols ranked so."""
    for window in range(WINDOW_COUNT):
        sight.codes[order, window] = WINDOW_AT[window]
    for symbol in range(SYMBOL_COUNT):
        digit, rest = ORDERS[order, symbol] + 1, marks[symbol]
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            for window in range(WINDOW_COUNT):
                sight.codes[order, window] += digit * WINDOW_UNITS[window, cell]


@kernel
def weigh_windows(marks: tuple[int, int, int], order: int, at: int, part: int, sight: Sight, weights: Weights) -> None:
    """The weights of all windows as they are."""
    if sight.known[part, order]:
        return
    if sight.known[2, order] == 0:
        read_codes(marks, order, sight)
        sight.known[2, order] = 1
    sight.known[part, order] = 1
    total = 0.0
    for window in range(WINDOW_COUNT):
        weight = float(weights[at + sight.codes[order, window]])
        sight.old[part, order, window] = weight
        total += weight
    sight.whole[part, order] = total


@kernel
def weigh_changes(foot: int, order: int, at: int, part: int, sight: Sight, weights: Weights) -> None:
    """How much the windows gain, for each way of ranks that the cells may show."""
    sums, small = sight.sums[order], sight.small
    ways = POWERS[FOOT_SIZE[foot]]
    for way in range(ways):
        sums[way] = sight.whole[part, order]
    n, end = 0, TOUCHED_COUNT[foot]
    while n < end:
        inside = WITHIN[foot, n]
        cells = count(int(inside))
        smaller = POWERS[cells]
        for way in range(smaller):
            small[way] = 0.0
        while n < end and WITHIN[foot, n] == inside:
            add_window(foot, TOUCHED[foot, n], int(inside), order, at, part, sight, weights)
            n += 1
        for way in range(ways):
            sums[way] += small[SMALLER[inside, way]]


@kernel
def add_window(
    foot: int, window: int, inside: int, order: int, at: int, part: int, sight: Sight, weights: Weights
) -> None:
    """Adds what one window gains, for each way of its own cells."""
    units = WINDOW_UNITS[window]
    code = at + sight.codes[order, window]
    old = sight.old[part, order, window]
    first, second, third, fourth, rest = 0, 0, 0, 0, inside
    first = units[FOOT_CELL[foot, lowest(rest)]]
    rest &= rest - 1
    if rest:
        second = units[FOOT_CELL[foot, lowest(rest)]]
        rest &= rest - 1
    if rest:
        third = units[FOOT_CELL[foot, lowest(rest)]]
        rest &= rest - 1
    if rest:
        fourth = units[FOOT_CELL[foot, lowest(rest)]]
    way = 0
    for d in range(1, 4 if fourth else 2):
        for c in range(1, 4 if third else 2):
            for b in range(1, 4 if second else 2):
                place = code + d * fourth + c * third + b * second
                for a in range(1, 4):
                    sight.small[way] += weights[place + a * first] - old
                    way += 1


@kernel
def read_symbols(
    marks: tuple[int, int, int], foot: int, free: int, table: int, over: bool, sight: Sight, weights: Weights
) -> None:
    """What each symbol promises, and gives, with each set of the cells."""
    stage = count(free) // 4
    size = FOOT_SIZE[foot]
    for symbol in range(SYMBOL_COUNT):
        for chosen in range(1 << size):
            cells = marks[symbol]
            for n in range(size):
                if chosen & bit(n):
                    cells |= bit(FOOT_CELL[foot, n])
            if over:
                sight.shown[symbol, chosen, POINTS] = symbol_points(cells)
                continue
            groups, hope, areas, total, value = read_groups(cells, free, stage, table)
            value += total_of(groups, weights) + weights[hope] + weights[table + sum_place(areas, total, stage)]
            sight.promised[symbol, chosen] = value
            sight.shown[symbol, chosen, AREAS] = areas
            sight.shown[symbol, chosen, RANK] = rank(areas, total, count(cells))


@kernel
def keep(best: Reals, rolls: Numbers, value: float, foot: int, way: int, kept: int) -> None:
    """Keeps a turn under the rolls that allow it, if it is among the best."""
    for n in range(ROLL_COUNT):
        roll = rolls[n]
        if roll < 0:
            return
        place = kept
        while place > 0 and best[roll, place - 1, VALUE_AT] < value:
            place -= 1
        if place == kept:
            continue
        for later in range(kept - 1, place, -1):
            for column in range(TURN):
                best[roll, later, column] = best[roll, later - 1, column]
        best[roll, place, VALUE_AT], best[roll, place, FOOT], best[roll, place, WAY] = value, foot, way


@kernel
def look(
    marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight, depth: int, kept: int, table: int
) -> None:
    """Judges every turn after every roll, and keeps the best."""
    best = sight.best[depth]
    stop = float(scale)
    for symbol in range(SYMBOL_COUNT):
        stop += symbol_points(marks[symbol])
    for roll in range(ROLL_COUNT):
        for n in range(kept):
            best[roll, n, VALUE_AT], best[roll, n, FOOT] = (stop if n == 0 else -1e9), -1
    for order in range(_ORDERS):
        sight.known[0, order], sight.known[1, order], sight.known[2, order] = 0, 0, 0
    free = GRID & ~(marks[0] | marks[1] | marks[2])
    empty, least = count(free), DICE - min(DICE - 1, scale)
    first_stage = min(WINDOW_STAGES - 1, (empty - 1) // WINDOW_STAGE)
    for foot in range(FOOTPRINTS):
        if FOOT_SIZE[foot] < least:
            return
        if FOOT_CELLS[foot] & ~free:
            continue
        left, after = free & ~FOOT_CELLS[foot], scale - DICE + FOOT_SIZE[foot]
        over = not can_go_on(left, after)
        read_symbols(marks, foot, left, table, over, sight, weights)
        stage = min(WINDOW_STAGES - 1, (empty - FOOT_SIZE[foot]) // WINDOW_STAGE)
        judge(marks, foot, left, after, over, first_stage - stage, stage, sight, weights, best, kept, table)


@kernel
def judge(
    marks: tuple[int, int, int],
    foot: int,
    free: int,
    scale: int,
    over: bool,
    part: int,
    stage: int,
    sight: Sight,
    weights: Weights,
    best: Reals,
    kept: int,
    table: int,
) -> None:
    """Judges the grids in which some cells were marked, for all they may show."""
    size = FOOT_SIZE[foot]
    common, at, quarter = float(scale), table + stage * WINDOWS, count(free) // 4
    if not over:
        regions, usable = read_regions(free, scale, table)
        common = LOST_CELL * scale + FREE_CELL * usable + total_of(regions, weights)
        common += weights[table + time_place(count(free), scale)]
    weighed = 0
    for way in range(POWERS[size]):
        within = (1 << size) - 1
        a, b, c = SHOWING[way, 0] & within, SHOWING[way, 1], SHOWING[way, 2]
        value = common
        if over:
            value += sight.shown[0, a, POINTS] + sight.shown[1, b, POINTS] + sight.shown[2, c, POINTS]
        else:
            order = order_of(sight.shown[0, a, RANK], sight.shown[1, b, RANK], sight.shown[2, c, RANK])
            if weighed & bit(order) == 0:
                weigh_windows(marks, order, at, part, sight, weights)
                weigh_changes(foot, order, at, part, sight, weights)
                weighed |= bit(order)
            value += sight.promised[0, a] + sight.promised[1, b] + sight.promised[2, c]
            most, more, fewest = sorted_areas(order, a, b, c, sight)
            value += (
                weights[table + area_place(most, more, fewest, quarter)]
                + sight.sums[order, RANKED[order, way] % POWERS[size]]
            )
        keep(best, ROLLS_FOR[size, way], value, foot, way, kept)


@kernel
def sorted_areas(order: int, a: int, b: int, c: int, sight: Sight) -> tuple[int, int, int]:
    """The areas of the symbols in the order of their ranks."""
    first, second, third = sight.shown[0, a, AREAS], sight.shown[1, b, AREAS], sight.shown[2, c, AREAS]
    of_first, of_second = ORDERS[order, 0], ORDERS[order, 1]
    most = first if of_first == 0 else second if of_second == 0 else third
    more = first if of_first == 1 else second if of_second == 1 else third
    fewest = first if of_first == 2 else second if of_second == 2 else third
    return most, more, fewest


@kernel
def marked(marks: tuple[int, int, int], foot: int, way: int) -> tuple[int, int, int]:
    """The grid after a turn."""
    a, b, c = marks
    for n in range(FOOT_SIZE[foot]):
        cell, symbol = bit(FOOT_CELL[foot, n]), way % SYMBOL_COUNT
        way //= SYMBOL_COUNT
        if symbol == 0:
            a |= cell
        elif symbol == 1:
            b |= cell
        else:
            c |= cell
    return a, b, c


@kernel
def expect(marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight) -> float:
    """The points to be expected before a roll, each turn after it judged at first sight."""
    look(marks, scale, weights, sight, 0, 1, 0)
    total = 0.0
    for roll in range(ROLL_COUNT):
        total += ROLL_WEIGHT[roll] * sight.best[0, roll, 0, VALUE_AT]
    return total / ROLL_WEIGHTS


@kernel
def expect_further(marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight, kept: int) -> float:
    """The same with a further roll weighed after the best turns of each."""
    look(marks, scale, weights, sight, 1, kept, 0)
    total = 0.0
    for roll in range(ROLL_COUNT):
        highest = -1e9
        for n in range(kept):
            value, foot, way = sight.best[1, roll, n, VALUE_AT], int(sight.best[1, roll, n, FOOT]), 0
            if value < -1e8:
                break
            if foot >= 0:
                way = int(sight.best[1, roll, n, WAY])
                after, left = marked(marks, foot, way), scale - DICE + int(FOOT_SIZE[foot])
                if can_go_on(GRID & ~(after[0] | after[1] | after[2]), left):
                    value = expect(after, left, weights, sight)
            highest = max(highest, value)
        total += ROLL_WEIGHT[roll] * highest
    return total / ROLL_WEIGHTS


@kernel
def foresee(state: State, weights: Weights, sight: Sight, weighed: Reals) -> bool:
    """Writes the points to be expected before a roll alone; whether there was anything to foresee."""
    if not is_solo(state) or int(state.phase) != ROLL or len(weights) == 0:
        return False
    marks = int(state.marks[0, 0]), int(state.marks[0, 1]), int(state.marks[0, 2])
    rest = count(GRID & ~(marks[0] | marks[1] | marks[2])) + int(state.scale)
    width = WIDTHS[rest // DICE]
    if width:
        weighed[0] = expect_further(marks, int(state.scale), weights, sight, width)
    else:
        weighed[0] = expect(marks, int(state.scale), weights, sight)
    return True
