"""Panes while every turn is judged: how what a symbol sees of the grid changes with the cells that it gets."""

from __future__ import annotations

from typing import Any

from smalti.games.mosaix.thinking.footprints import (
    FOOT_CELL,
    FOOT_SIZE,
    PANE_AT,
    PANE_COUNT,
    PANE_UNITS,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, lowest
from smalti.kernel.thinking import Weights

Sight = Any
"""A record with the fields of `foresight.SIGHT`."""


@kernel
def read_panes(marks: tuple[int, int, int], symbol: int, sight: Sight, weights: Weights) -> None:
    """The panes of the grid as it is, as a symbol sees them."""
    own, rest = marks[symbol], marks[0] | marks[1] | marks[2]
    for pane in range(PANE_COUNT):
        sight.pane_codes[symbol, pane] = PANE_AT[pane]
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        digit = 1 if own & bit(cell) else 2
        for pane in range(PANE_COUNT):
            sight.pane_codes[symbol, pane] += digit * PANE_UNITS[pane, cell]
    total = 0.0
    for pane in range(PANE_COUNT):
        weight = float(weights[sight.pane_codes[symbol, pane]])
        sight.pane_old[symbol, pane] = weight
        total += weight
    sight.pane_whole[symbol] = total


@kernel
def weigh_panes(foot: int, symbol: int, sight: Sight, weights: Weights) -> None:
    """The panes of a symbol, for each set of the cells that it may get while others get the rest."""
    size, sums = FOOT_SIZE[foot], sight.pane_sums
    sets = 1 << size
    for chosen in range(sets):
        sums[chosen] = sight.pane_whole[symbol]
    for pane in range(PANE_COUNT):
        units, old = PANE_UNITS[pane], sight.pane_old[symbol, pane]
        first = units[FOOT_CELL[foot, 0]]
        second = units[FOOT_CELL[foot, 1]] if size > 1 else 0
        third = units[FOOT_CELL[foot, 2]] if size > 2 else 0
        fourth = units[FOOT_CELL[foot, 3]] if size > 3 else 0
        if first + second + third + fourth == 0:
            continue
        code = sight.pane_codes[symbol, pane] + 2 * (first + second + third + fourth)
        for chosen in range(sets):
            place = code - (chosen & 1) * first - (chosen >> 1 & 1) * second
            place -= (chosen >> 2 & 1) * third + (chosen >> 3 & 1) * fourth
            sums[chosen] += weights[place] - old
