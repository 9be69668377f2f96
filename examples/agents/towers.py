"""A network that `smalti train mosaix --lesson net` has taught, as kernel functions: three towers, one for each symbol.

A tower sees the grid from the side of its symbol, hears of the sum of all towers, and a head says by how many points
more than the patterns expect the grid promises. `docs/bots.md` says how it learns.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.games.mosaix.components import CELLS_IN_GRID, SCALE, SIDE, SYMBOL_COUNT
from smalti.games.mosaix.thinking.vision import PLANES, planes, vision, write_codes
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers, record_type

WIDTH, HIDDEN = 24, 64
"""Channels of a tower, and numbers in each layer of the head."""
AROUND = 9
"""A cell and its neighbours on all sides."""
COMMON = SCALE + 3
"""What all towers know: the scale as one of nine, how many cells are free, what patterns expect."""
SHAPES = {
    "first": (AROUND * PLANES, WIDTH),
    "own": (AROUND * WIDTH, WIDTH),
    "all": (AROUND * WIDTH, WIDTH),
    "back": (AROUND * WIDTH, WIDTH),
    "whole": (WIDTH, WIDTH),
    "one": (2 * WIDTH + COMMON, HIDDEN),
    "two": (HIDDEN, HIDDEN),
    "three": (HIDDEN + COMMON, HIDDEN),
    "out": (HIDDEN, 1),
}
"""[layer]: inputs and outputs."""
BORDERED = SIDE + 2
PLACE: Numbers = np.array([(n // SIDE + 1) * BORDERED + n % SIDE + 1 for n in range(CELLS_IN_GRID)], np.int64)
"""[cell]: where it lies in a grid with an empty border."""
NEAR: Numbers = np.array([(k // 3 - 1) * BORDERED + k % 3 - 1 for k in range(AROUND)], np.int64)
"""[neighbour]: how far it lies from there."""
PLANE: Numbers = planes().argmax(2).astype(np.int64)
"""[symbol, code]: the plane in which the symbol's tower sees a cell."""
MIDDLE, SPREAD = vision().usual

Brain = Any
"""A record with the fields of `BRAIN`."""
Rows = npt.NDArray[np.float32]
_GRID = BORDERED * BORDERED
BRAIN = record_type(
    [
        *[(f"{name}_rows", np.float32, (inputs + 1, outputs)) for name, (inputs, outputs) in SHAPES.items()],
        ("codes", np.uint8, (CELLS_IN_GRID,)),
        ("views", np.int64, (SYMBOL_COUNT, _GRID)),  # -1 in the border
        ("found", np.float32, (SYMBOL_COUNT, _GRID, WIDTH)),  # what each tower found,
        ("together", np.float32, (_GRID, WIDTH)),  # all of them,
        ("heard", np.float32, (_GRID, WIDTH)),  # and what that tells a tower
        ("inside", np.float32, (_GRID, WIDTH)),
        ("cell", np.float32, (WIDTH,)),
        ("common", np.float32, (COMMON,)),
        ("seen", np.float32, (2 * WIDTH + COMMON,)),
        ("first", np.float32, (HIDDEN,)),
        ("second", np.float32, (HIDDEN,)),
        ("head", np.float32, (HIDDEN + COMMON,)),
    ]
)
"""A network, each layer with its biases in the first row, and room to work in."""


def read_brain(path: Path) -> Brain:
    """A network from its file; every thread needs one of its own."""
    brain = np.zeros(1, BRAIN)
    brain["views"] = -1
    with np.load(path) as file:
        for name in SHAPES:
            brain[f"{name}_rows"][0, 0] = file[f"{name}_bias"]
            brain[f"{name}_rows"][0, 1:] = file[name].astype(np.float32) * file[f"{name}_unit"]
    return brain.view(np.recarray)[0]


@kernel
def promise(marks: tuple[int, int, int], scale: int, value: float, brain: Brain) -> float:
    """By how many points more than patterns expect, `value`, a grid promises before a roll."""
    write_codes(marks, brain.codes)
    see_common(count(marks[0] | marks[1] | marks[2]), scale, value, brain)
    for place in range(_GRID):
        for n in range(WIDTH):
            brain.together[place, n] = 0.0
    for symbol in range(SYMBOL_COUNT):
        see(symbol, brain)
    for cell in range(CELLS_IN_GRID):
        gather(brain.together, PLACE[cell], brain.all_rows, brain.cell)
        for n in range(WIDTH):
            brain.heard[PLACE[cell], n] = brain.cell[n]
    for n in range(HIDDEN):
        brain.head[n] = 0.0
    for symbol in range(SYMBOL_COUNT):
        climb(symbol, brain)
        add_tower(brain)
    for n in range(COMMON):
        brain.head[HIDDEN + n] = brain.common[n]
    combine(brain.head, HIDDEN + COMMON, brain.three_rows, HIDDEN, brain.first)
    silence(brain.first, HIDDEN)
    combine(brain.first, HIDDEN, brain.out_rows, 1, brain.second)
    return float(brain.second[0])


@kernel
def see_common(marked: int, scale: int, value: float, brain: Brain) -> None:
    """What all towers know."""
    for n in range(COMMON):
        brain.common[n] = 0.0
    brain.common[scale] = 1.0
    brain.common[COMMON - 2] = np.float32(CELLS_IN_GRID - marked) / np.float32(CELLS_IN_GRID)
    brain.common[COMMON - 1] = (np.float32(value) - np.float32(MIDDLE)) / np.float32(SPREAD)


@kernel
def see(symbol: int, brain: Brain) -> None:
    """The first layer of a tower: each cell is in one plane, so a row for each neighbour is added up."""
    rows, cell = brain.first_rows, brain.cell
    for n in range(CELLS_IN_GRID):
        brain.views[symbol, PLACE[n]] = PLANE[symbol, brain.codes[n]]
    for one in range(CELLS_IN_GRID):
        place = PLACE[one]
        for n in range(WIDTH):
            cell[n] = rows[0, n]
        for k in range(AROUND):
            plane = brain.views[symbol, place + NEAR[k]]
            if plane >= 0:
                row = 1 + k * PLANES + plane
                for n in range(WIDTH):
                    cell[n] += rows[row, n]
        for n in range(WIDTH):
            brain.found[symbol, place, n] = max(cell[n], np.float32(0.0))
            brain.together[place, n] += brain.found[symbol, place, n]


@kernel
def gather(source: Rows, place: int, rows: Rows, cell: Rows) -> None:
    """A layer that sees a cell with its neighbours; nothing is added for what is silent."""
    for n in range(WIDTH):
        cell[n] = rows[0, n]
    for k in range(AROUND):
        there = place + NEAR[k]
        for i in range(WIDTH):
            one = source[there, i]
            if one != 0.0:
                row = 1 + k * WIDTH + i
                for n in range(WIDTH):
                    cell[n] += one * rows[row, n]


@kernel
def combine(source: Rows, inputs: int, rows: Rows, outputs: int, made: Rows) -> None:
    """A layer that sees all of what it is given."""
    for n in range(outputs):
        made[n] = rows[0, n]
    for i in range(inputs):
        one = source[i]
        if one != 0.0:
            for n in range(outputs):
                made[n] += one * rows[1 + i, n]


@kernel
def silence(made: Rows, outputs: int) -> None:
    """What is below 0 says nothing."""
    for n in range(outputs):
        made[n] = max(made[n], np.float32(0.0))


@kernel
def climb(symbol: int, brain: Brain) -> None:
    """The further layers of a tower; leaves in `seen` the mean and the most of each channel."""
    found, inside, cell, seen = brain.found[symbol], brain.inside, brain.cell, brain.seen
    for n in range(2 * WIDTH):
        seen[n] = 0.0
    for one in range(CELLS_IN_GRID):
        place = PLACE[one]
        gather(found, place, brain.own_rows, cell)
        for n in range(WIDTH):
            inside[place, n] = max(cell[n] + brain.heard[place, n], np.float32(0.0))
            seen[n] += inside[place, n] / np.float32(CELLS_IN_GRID)
    combine(seen, WIDTH, brain.whole_rows, WIDTH, cell)
    for one in range(CELLS_IN_GRID):
        for n in range(WIDTH):
            inside[PLACE[one], n] = max(inside[PLACE[one], n] + cell[n], np.float32(0.0))
    for n in range(WIDTH):
        seen[n] = 0.0
    for one in range(CELLS_IN_GRID):
        place = PLACE[one]
        gather(inside, place, brain.back_rows, cell)
        for n in range(WIDTH):
            much = max(cell[n] + found[place, n], np.float32(0.0))
            seen[n] += much / np.float32(CELLS_IN_GRID)
            seen[WIDTH + n] = max(seen[WIDTH + n], much)


@kernel
def add_tower(brain: Brain) -> None:
    """What the head makes of a tower, added to that of the others."""
    for n in range(COMMON):
        brain.seen[2 * WIDTH + n] = brain.common[n]
    combine(brain.seen, 2 * WIDTH + COMMON, brain.one_rows, HIDDEN, brain.first)
    silence(brain.first, HIDDEN)
    combine(brain.first, HIDDEN, brain.two_rows, HIDDEN, brain.second)
    silence(brain.second, HIDDEN)
    for n in range(HIDDEN):
        brain.head[n] += brain.second[n]
