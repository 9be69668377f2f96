"""The facts of the box, read from components.json, and the tables of shapes and placements made from them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from smalti.kernel.state import Numbers

Cell = tuple[int, int]
Small = npt.NDArray[np.int8]
"""Large tables are narrow: the constants of a GPU have 64 KB in all."""

BOX = json.loads(Path(__file__).with_name("components.json").read_text())

SIDE: int = BOX["grid"]["rows"]
CELLS_IN_GRID = SIDE * SIDE
SYMBOLS: tuple[str, ...] = tuple(BOX["symbols"])
SYMBOL_COUNT = len(SYMBOLS)
DICE: int = BOX["dice"]["count"]
SMALLEST_AREA: int = BOX["scoring"]["smallest_area"]
SCALE: int = BOX["solo"]["scale"]
WIN: int = BOX["solo"]["win"]
BRILLIANT: int = BOX["solo"]["brilliant"]
MOST_SEATS = len(BOX["boards"]["multi"])

SHAPES: tuple[str, ...] = tuple(BOX["shapes"])
SLOTS: tuple[tuple[Cell, ...], ...] = tuple(tuple((r, c) for r, c in cells) for cells in BOX["shapes"].values())
TURNS = 4

# Anchors: the top left corner of a turned formation, from three rows above the grid to its last row.
OVERHANG = DICE - 1
REACH = SIDE + OVERHANG
ANCHORS = REACH * REACH
PLACES = TURNS * ANCHORS
"""A place is 100 x quarter turns to the right + anchor."""
BLOCK = 50
"""Sets of places are kept in words of this many."""

if (SIDE, DICE, len(SHAPES), SYMBOL_COUNT) != (7, 4, 7, 3) or BOX["grid"]["cols"] != SIDE:
    raise ValueError("components.json does not agree with the counts of the rule book")


def cell_index(row: int, col: int) -> int:
    """The number of a cell: row by row from the north-west."""
    return row * SIDE + col


def cell_place(cell: int) -> Cell:
    """The (row, column) of a cell's number."""
    return divmod(cell, SIDE)


def is_inside(row: int, col: int) -> bool:
    """Whether that place lies in the grid."""
    return 0 <= row < SIDE and 0 <= col < SIDE


def turned(cells: tuple[Cell, ...], turn: int) -> tuple[Cell, ...]:
    """The slots of a shape after quarter turns to the right, pushed back to the corner; slots keep their order."""
    for _ in range(turn):
        cells = tuple((c, -r) for r, c in cells)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple((r - top, c - left) for r, c in cells)


TURNED = tuple(tuple(turned(cells, turn) for turn in range(TURNS)) for cells in SLOTS)
"""TURNED[shape][turn] lists where each slot lies."""


def _symmetries(shape: int) -> list[tuple[int, ...]]:
    """The orders of slots that a shape's own rotations give: (slot that lands on slot 0, on slot 1, ...)."""
    turns = (t for t in TURNED[shape] if set(t) == set(TURNED[shape][0]))
    return [tuple(t.index(place) for place in TURNED[shape][0]) for t in turns]


def _formations() -> list[tuple[int, tuple[int, ...]]]:
    """Every shape with symbols in its slots, once for all that a turn makes equal."""
    found = []
    for shape in range(len(SHAPES)):
        symmetries = _symmetries(shape)
        for symbols in product(range(SYMBOL_COUNT), repeat=DICE):
            if symbols == min(tuple(symbols[slot] for slot in order) for order in symmetries):
                found.append((shape, symbols))
    return found


FORMATIONS = _formations()
"""(shape, symbol in each slot) of every formation: rule 3.1, up to quarter turns."""
FORMATION_COUNT = len(FORMATIONS)
FORMATION_SHAPE: Numbers = np.array([shape for shape, _ in FORMATIONS], np.int64)
FORMATION_SYMBOLS: Small = np.array([symbols for _, symbols in FORMATIONS], np.int8)

ROLLS = [(a, b, DICE - a - b) for a in range(DICE, -1, -1) for b in range(DICE - a, -1, -1)]
"""(circles, triangles, crosses) of the fifteen different rolls."""
ROLL_COUNT = len(ROLLS)


def roll_of(symbols: tuple[int, ...]) -> int:
    """The number of the roll that shows these symbols."""
    return ROLLS.index(tuple(symbols.count(s) for s in range(SYMBOL_COUNT)))  # type: ignore[arg-type]


_FACTORIAL = (1, 1, 2, 6, 24)
ROLL_WEIGHT: Numbers = np.array([24 // (_FACTORIAL[a] * _FACTORIAL[b] * _FACTORIAL[c]) for a, b, c in ROLLS], np.int64)
ROLL_WEIGHTS = int(ROLL_WEIGHT.sum())
FORMATIONS_OF: list[list[int]] = [[] for _ in ROLLS]
for _formation, (_, _symbols) in enumerate(FORMATIONS):
    FORMATIONS_OF[roll_of(_symbols)].append(_formation)
ROLL_FORMATIONS: Numbers = np.full((ROLL_COUNT, max(map(len, FORMATIONS_OF))), -1, np.int64)
"""[roll, n]: the formations that these dice can be laid to, ascending, then -1."""
for _roll, _found in enumerate(FORMATIONS_OF):
    ROLL_FORMATIONS[_roll, : len(_found)] = _found


def _slot_cells() -> Small:
    """[shape, place, slot]: the cell each die lands on, -1 outside the grid."""
    table = np.full((len(SHAPES), PLACES, DICE), -1, np.int8)
    for shape, place in product(range(len(SHAPES)), range(PLACES)):
        turn, anchor = divmod(place, ANCHORS)
        top, left = divmod(anchor, REACH)
        for slot, (r, c) in enumerate(TURNED[shape][turn]):
            row, col = top - OVERHANG + r, left - OVERHANG + c
            if is_inside(row, col):
                table[shape, place, slot] = cell_index(row, col)
    return table


SLOT_CELL = _slot_cells()
_BITS: Numbers = np.where(SLOT_CELL >= 0, 1 << np.maximum(SLOT_CELL, 0).astype(np.int64), 0)
PLACED_CELLS: Numbers = _BITS.sum(axis=2)
"""[shape, place]: the cells of the grid that are marked."""
PLACED_LOST: Small = (SLOT_CELL < 0).sum(axis=2, dtype=np.int8)
"""[shape, place]: how many dice stick out."""

BLOCKS = PLACES // BLOCK
HALVES = ANCHORS // BLOCK
"""Blocks of a turn: the anchors of the upper five rows, and of the lower five."""
SLOT_SHIFT: Numbers = np.array([[[r * REACH + c for r, c in t] for t in turns] for turns in TURNED], np.int64)
"""[shape, turn, slot]: how far a slot lies from the anchor, in anchors. A slot that leaves the grid on the right comes
to the next row's anchors on the left of the grid, where nothing is marked."""


def place_sets(chosen: npt.NDArray[np.bool_]) -> Numbers:
    """[..., block]: the chosen places as sets."""
    blocks = chosen.reshape(*chosen.shape[:-1], BLOCKS, BLOCK)
    sets: Numbers = (blocks << np.arange(BLOCK)).sum(axis=-1)
    return sets


ALLOWED: Numbers = np.stack([place_sets((n >= PLACED_LOST) & (PLACED_CELLS != 0)) for n in range(DICE)], axis=1)
"""[shape, dice that may be lost, block]: the places where not more of them stick out, and at least one does not."""


def _distinct() -> Numbers:
    """[formation, block]: the places, as sets, whose result no earlier place gives."""
    distinct = np.zeros((FORMATION_COUNT, PLACES), np.bool_)
    for formation, (shape, symbols) in enumerate(FORMATIONS):
        marks = np.stack([_BITS[shape][:, np.array(symbols) == s].sum(axis=1) for s in range(SYMBOL_COUNT)])
        alike = np.lexsort(marks)
        distinct[formation, alike[np.diff(marks[:, alike], prepend=-1).any(axis=0)]] = True
    return place_sets(distinct)


DISTINCT = _distinct()


def _neighbours() -> Numbers:
    table = np.zeros(CELLS_IN_GRID, np.int64)
    for row, col in product(range(SIDE), repeat=2):
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if is_inside(r, c):
                table[cell_index(row, col)] |= 1 << cell_index(r, c)
    return table


NEIGHBOURS = _neighbours()
GRID = (1 << CELLS_IN_GRID) - 1
RIM = sum(1 << cell_index(r, c) for r, c in product(range(SIDE), repeat=2) if {r, c} & {0, SIDE - 1})
