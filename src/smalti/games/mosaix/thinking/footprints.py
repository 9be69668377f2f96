"""Where four dice can come to lie in a grid, whatever they show, and which patterns of the grid that touches."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from smalti.games.mosaix.components import (
    CELLS_IN_GRID,
    DICE,
    PLACED_CELLS,
    ROLL_COUNT,
    ROLLS,
    SIDE,
    SYMBOL_COUNT,
)
from smalti.games.mosaix.thinking.layout import (
    BAR,
    BAR_BITS,
    BAR_PLACES,
    SQUARE,
    SQUARE_BITS,
    SQUARE_PLACES,
    Window,
)
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places

Small = npt.NDArray[np.int16]

WAYS = SYMBOL_COUNT**DICE
"""So many ways to let four cells show symbols: the n-th cell is the n-th digit, to the base of three."""
ORDERS: Numbers = np.array(list(permutations(range(SYMBOL_COUNT))), np.int64)
"""[order, symbol]: its rank."""
POWERS: Numbers = SYMBOL_COUNT ** np.arange(DICE + 1)
"""[cells]: the ways of so many."""


def _footprints() -> list[tuple[int, ...]]:
    """All sets of cells that a formation can mark, the larger ones first."""
    sets = {int(cells) for cells in PLACED_CELLS.ravel() if cells}
    cells = [tuple(cell for cell in range(CELLS_IN_GRID) if one >> cell & 1) for one in sets]
    return sorted(cells, key=lambda one: (-len(one), one))


_FOUND = _footprints()
FOOTPRINTS = len(_FOUND)
FOOT_CELLS: Numbers = np.array([sum(1 << cell for cell in one) for one in _FOUND], np.int64)
"""[footprint]: its cells as a set,"""
FOOT_SIZE: Numbers = np.array([len(one) for one in _FOUND], np.int64)
"""and their number."""
FOOT_CELL: Numbers = np.array([one + (-1,) * (DICE - len(one)) for one in _FOUND], np.int64)
"""[footprint, n]: its n-th cell."""


def _units(places: Numbers, bits: Places, window: Window, turned: bool) -> Places:
    """[window, cell]: what a symbol of rank 1 in that cell adds to the code of the pattern; 0 outside."""
    units = np.zeros((len(places), CELLS_IN_GRID), np.int32)
    for number, (first, image, _at) in enumerate(places):
        for n, (row, col) in enumerate(product(range(window[0]), range(window[1]))):
            r, c = divmod(int(first) + row * SIDE + col, SIDE)
            units[number, c * SIDE + r if turned else r * SIDE + c] = bits[image, 1 << n]
    return units


WINDOW_UNITS: Places = np.concatenate(
    [
        _units(SQUARE_PLACES, SQUARE_BITS, SQUARE, False),
        _units(BAR_PLACES, BAR_BITS, BAR, False),
        _units(BAR_PLACES, BAR_BITS, BAR, True),
    ]
)
"""[window, cell]: squares, bars, bars of the grid with rows and columns swapped."""
WINDOW_COUNT = len(WINDOW_UNITS)
WINDOW_AT: Numbers = np.concatenate([SQUARE_PLACES[:, 2], BAR_PLACES[:, 2], BAR_PLACES[:, 2]])
"""[window]: where its table begins."""


def _touched() -> tuple[Small, Small, Numbers]:
    """[footprint, n]: the windows it touches and which of its cells lie there, as a set; and how many there are."""
    windows = np.zeros((FOOTPRINTS, WINDOW_COUNT), np.int16)
    within = np.zeros((FOOTPRINTS, WINDOW_COUNT), np.int16)
    number = np.zeros(FOOTPRINTS, np.int64)
    for foot, cells in enumerate(_FOUND):
        inside = (WINDOW_UNITS[:, list(cells)] > 0) @ (1 << np.arange(len(cells)))
        order = np.argsort(-inside, kind="stable")
        number[foot] = np.count_nonzero(inside)
        windows[foot], within[foot] = order, inside[order]
    return windows, within, number


TOUCHED, WITHIN, TOUCHED_COUNT = _touched()
"""Windows with the same cells inside come one after the other."""


def _digits(way: int) -> list[int]:
    return [way // SYMBOL_COUNT**n % SYMBOL_COUNT for n in range(DICE)]


SHOWING: Small = np.array(
    [[sum(1 << n for n in range(DICE) if _digits(way)[n] == s) for s in range(SYMBOL_COUNT)] for way in range(WAYS)],
    np.int16,
)
"""[way, symbol]: which of the cells show it, as a set."""
RANKED: Small = np.array(
    [[sum(order[d] * SYMBOL_COUNT**n for n, d in enumerate(_digits(way))) for way in range(WAYS)] for order in ORDERS],
    np.int16,
)
"""[order, way]: the way with ranks for symbols."""
SMALLER: Small = np.zeros((1 << DICE, WAYS), np.int16)
"""[set of cells, way]: the same way of these cells alone."""
for _inside, _way in product(range(1 << DICE), range(WAYS)):
    _kept = [digit for n, digit in enumerate(_digits(_way)) if _inside >> n & 1]
    SMALLER[_inside, _way] = sum(digit * SYMBOL_COUNT**n for n, digit in enumerate(_kept))


def _rolls_for() -> Small:
    """[cells, way, n]: the rolls with which so many cells can be marked so, then -1."""
    table = np.full((DICE + 1, WAYS, ROLL_COUNT), -1, np.int16)
    for cells in range(1, DICE + 1):
        for way in range(SYMBOL_COUNT**cells):
            shown = [_digits(way)[:cells].count(s) for s in range(SYMBOL_COUNT)]
            found = [n for n, roll in enumerate(ROLLS) if all(a >= b for a, b in zip(roll, shown, strict=True))]
            table[cells, way, : len(found)] = found
    return table


ROLLS_FOR = _rolls_for()
