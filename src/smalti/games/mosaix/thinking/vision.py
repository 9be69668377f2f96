"""What a network sees of a grid alone: of each cell whether it is free, or its symbol and how large its group is."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from smalti.games.mosaix.components import (
    BOX,
    CELLS_IN_GRID,
    DICE,
    GRID,
    ROLL_COUNT,
    ROLL_WEIGHT,
    ROLL_WEIGHTS,
    SCALE,
    SIDE,
    SYMBOL_COUNT,
    SYMBOLS,
    cell_index,
)
from smalti.games.mosaix.thinking.footprints import FOOT_SIZE
from smalti.games.mosaix.thinking.foresight import FOOT, KEPT, SIGHT, VALUE_AT, WAY, Sight, can_go_on, look, marked
from smalti.games.mosaix.thinking.patterns import group_of
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Numbers
from smalti.kernel.symmetry import square
from smalti.kernel.thinking import Reals, Weights
from smalti.kernel.vision import GOES_ON, IS_OVER, NO_TURN, Codes, Turns, Vision

SIZES = 8
"""Groups of so many cells and larger ones look alike."""
FREE = 0
CODES = 1 + SYMBOL_COUNT * SIZES
"""A code is 0 for a free cell, else 1 + 8 x symbol + cells of its group - 1."""
OTHERS = 3
"""Sizes of the groups of another symbol: up to 2 cells, up to 4, more."""
PLANES = SIZES + OTHERS + 1
WORST = -1e8
"""Below this is no turn's value."""


@kernel
def write_codes(marks: tuple[int, int, int], codes: Codes) -> None:
    """The code of each cell."""
    for cell in range(CELLS_IN_GRID):
        codes[cell] = FREE
    for symbol in range(SYMBOL_COUNT):
        rest = marks[symbol]
        while rest:
            group = group_of(rest & -rest, rest)
            rest &= ~group
            code = 1 + SIZES * symbol + min(SIZES, count(group)) - 1
            while group:
                codes[lowest(group)] = code
                group &= group - 1


@kernel
def write_turn(marks: tuple[int, int, int], scale: int, best: Reals, turns: Turns, i: int, roll: int, n: int) -> None:
    """One of the turns that were kept, and what it leaves; codes where the game goes on."""
    value, foot = best[VALUE_AT], int(best[FOOT])
    kind, after, left = NO_TURN if value < WORST else IS_OVER, marks, scale
    if kind == IS_OVER and foot >= 0:
        after, left = marked(marks, foot, int(best[WAY])), scale - DICE + int(FOOT_SIZE[foot])
        if can_go_on(GRID & ~(after[0] | after[1] | after[2]), left):
            kind = GOES_ON
            write_codes(after, turns.codes[i, roll, n])
    turns.values[i, roll, n], turns.kinds[i, roll, n], turns.lefts[i, roll, n] = value, kind, left
    for symbol in range(SYMBOL_COUNT):
        turns.grids[i, roll, n, symbol] = after[symbol]


@kernel
def list_turns(
    grids: Numbers, lefts: Numbers, weights: Weights, sight: Sight, kept: int, turns: Turns, low: int, high: int
) -> None:
    """The best turns of some positions after every roll."""
    for i in range(low, high):
        marks, scale = (int(grids[i, 0]), int(grids[i, 1]), int(grids[i, 2])), int(lefts[i])
        look(marks, scale, weights, sight, 0, kept, 0)
        for roll in range(ROLL_COUNT):
            for n in range(kept):
                write_turn(marks, scale, sight.best[0, roll, n], turns, i, roll, n)


def planes() -> Weights:
    """[symbol, code, plane]: its own groups by size, the others' more roughly, free cells."""
    table = np.zeros((SYMBOL_COUNT, CODES, PLANES), np.float32)
    table[:, FREE, PLANES - 1] = 1
    for own in range(SYMBOL_COUNT):
        for code in range(1, CODES):
            symbol, size = divmod(code - 1, SIZES)
            table[own, code, size if symbol == own else SIZES + min(OTHERS - 1, size // 2)] = 1
    return table


def exchanges() -> Codes:
    """[order of symbols, code]: what a code becomes."""
    orders = list(permutations(range(SYMBOL_COUNT)))
    table = np.zeros((len(orders), CODES), np.uint8)
    for n, order in enumerate(orders):
        for code in range(1, CODES):
            symbol, size = divmod(code - 1, SIZES)
            table[n, code] = 1 + SIZES * order[symbol] + size
    return table


@cache
def vision() -> Vision:
    """How a network sees Mosaix."""
    row, col, name = BOX["boards"]["solo"]["printed"]
    printed = tuple(bit(cell_index(row, col)) if symbol == name else 0 for symbol in SYMBOLS)
    return Vision(
        planes=planes(),
        mirrors=np.array(square(SIDE), np.int64),
        exchanges=exchanges(),
        lefts=SCALE + 1,
        usual=(140.0, 20.0),
        chances=ROLL_WEIGHT / ROLL_WEIGHTS,
        begin=(printed, SCALE),
        list_turns=list_turns,
        sight=SIGHT,
        kept=KEPT,
    )
