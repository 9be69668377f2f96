"""Where each pattern of a Mosaix grid has its weight, and which patterns are the same but for a turn or a mirror.

The cells of a window are read as digits: 0 for a free cell, else the rank of its symbol (the one with most areas is 1).
Windows are brought to the top left by turns and mirrors, so that a table is shared by all windows that touch the rim
in the same way; `shared_weights` says which entries of the tables are still images of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from smalti.games.mosaix.components import SCALE, SIDE, SYMBOL_COUNT
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places, Weights

Window = tuple[int, int]
"""(rows, columns)"""

STAGES = 13
"""The stage of a grid is a quarter of its free cells, or of those of the fullest grid (`CLOCK_AT`)."""
WINDOW_STAGES, WINDOW_STAGE = 3, 17
"""Windows have a table for each of three stages, of so many free cells each: the same cells promise less late."""
SQUARE, BAR = (3, 3), (2, 4)
SQUARE_CODES, BAR_CODES = 4**9, 4**8
SQUARE_RIMS, BAR_RIMS = 3, 4
"""Squares touch two sides, one or none; bars touch a long side or not, and a short one or not."""

GROUP_AREAS, GROUP_SIZES, GROUP_ROOM = 5, 8, 8
REGION_SIZES, REGION_RIM, REGION_SCALES = 16, 4, 5
MOST_AREAS = (7, 5, 4)
SUMS = (7, 16)
"""Of each symbol: areas, and half of the cells in them."""
HOPES = (5, 5, 7)
"""Of each symbol: areas, groups of three and four with room, smaller ones with room."""
PACE = (17, 25, 2, 3)
"""With several players: free cells of the fullest other grid, free cells, who rolls next, seats."""

SQUARES_AT = 0
BARS_AT = SQUARES_AT + SQUARE_RIMS * SQUARE_CODES
WINDOWS = BARS_AT + BAR_RIMS * BAR_CODES
"""The weights of all windows in one stage."""
GROUPS_AT = WINDOW_STAGES * WINDOWS
REGIONS_AT = GROUPS_AT + STAGES * GROUP_AREAS * GROUP_SIZES * GROUP_ROOM
AREAS_AT = REGIONS_AT + REGION_SCALES * REGION_SIZES * REGION_RIM
TIME_AT = AREAS_AT + STAGES * int(np.prod(MOST_AREAS))
SUMS_AT = TIME_AT + max((SCALE + 1) * (SIDE * SIDE + 1), int(np.prod(PACE)))
HOPES_AT = SUMS_AT + STAGES * int(np.prod(SUMS))
CLOCK_AT = HOPES_AT + STAGES * int(np.prod(HOPES))
"""Not learned: 1 where stages follow the fullest grid, which ends the game for all; 0 where each follows its own."""
TABLE = CLOCK_AT + 1
"""How many weights a grid is judged by."""
TABLES = 3
"""One table for the game alone, one for two players, one for more."""


def table_of(seats: int) -> tuple[int, int]:
    """From which to which weight the grids of a game with so many seats are judged by (`evaluation.read`)."""
    table = min(seats - 1, TABLES - 1)
    return table * TABLE, (table + 1) * TABLE


def window_images(window: Window) -> list[tuple[int, ...]]:
    """The turns and mirrors that map a window onto itself: image[k] is the cell that comes to place k."""
    rows, cols = window
    cells = np.arange(rows * cols).reshape(window)
    both = (cells, cells.T) if rows == cols else (cells,)
    return [
        tuple(int(cell) for cell in one[::down, ::right].ravel())
        for one in both
        for down in (1, -1)
        for right in (1, -1)
    ]


def spread_bits(window: Window) -> Places:
    """[image, bits of a window]: the same cells in places of base 4 after a turn or mirror."""
    images = window_images(window)
    size = window[0] * window[1]
    table = np.zeros((len(images), 1 << size), np.int32)
    for number, image in enumerate(images):
        for place, cell in enumerate(image):
            table[number] += ((np.arange(1 << size) >> cell & 1) << 2 * place).astype(np.int32)
    return table


def _rims(window: Window, row: int, col: int) -> tuple[bool, bool, bool, bool]:
    """Whether a window touches the north, the south, the west and the east side."""
    return row == 0, row + window[0] == SIDE, col == 0, col + window[1] == SIDE


def _places(window: Window) -> list[Window]:
    return list(product(range(SIDE - window[0] + 1), range(SIDE - window[1] + 1)))


def square_places() -> Numbers:
    """[window]: where its bits begin, the image that brings its rim to the north and west, the start of its table."""
    found = []
    for row, col in _places(SQUARE):
        north, south, west, east = _rims(SQUARE, row, col)
        touched = (north or south) + (west or east)
        turned = touched == 1 and (west or east)  # the mirror that swaps rows and columns comes first
        down, right = (east, south) if turned else (south, east)
        found.append((row * SIDE + col, 4 * turned + 2 * down + right, SQUARES_AT + touched * SQUARE_CODES))
    return np.array(found, np.int64)


def bar_places() -> Numbers:
    """The same for bars, in a grid and in the same grid with rows and columns swapped."""
    found = []
    for row, col in _places(BAR):
        north, south, west, east = _rims(BAR, row, col)
        rim = 2 * (north or south) + (west or east)
        found.append((row * SIDE + col, 2 * south + east, BARS_AT + rim * BAR_CODES))
    return np.array(found, np.int64)


SQUARE_BITS, BAR_BITS = spread_bits(SQUARE), spread_bits(BAR)
SQUARE_PLACES, BAR_PLACES = square_places(), bar_places()
SWAPPED_ROW: Numbers = np.array(
    [sum((bits >> k & 1) << SIDE * k for k in range(SIDE)) for bits in range(1 << SIDE)], np.int64
)
"""[bits of a row]: the same as a column."""
FEATURES = len(SQUARE_PLACES) + 2 * len(BAR_PLACES) + SIDE * SIDE + 2 + 2 * SYMBOL_COUNT
"""At most so many weights judge a grid: its windows, groups and regions, its areas, its time, sums and hopes."""


SQUARE_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(8)), (0, 1), (0, 4))
"""[rim]: the images that leave the rim of a square in its place."""
BAR_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(4)), (0, 2), (0, 1), (0,))


def _first_images() -> Places:
    """[pattern of a table]: the first of its images, which stands for all."""
    first = np.arange(TABLE, dtype=np.int32)
    for window, start, kept in ((SQUARE, SQUARES_AT, SQUARE_KEPT), (BAR, BARS_AT, BAR_KEPT)):
        codes = 4 ** (window[0] * window[1])
        for rim, images in enumerate(kept):
            at = start + rim * codes
            first[at : at + codes] = at + np.min([_image_codes(window, image) for image in images], axis=0)
    for stage in range(1, WINDOW_STAGES):
        first[stage * WINDOWS : (stage + 1) * WINDOWS] = first[:WINDOWS] + stage * WINDOWS
    return first


def _numbered(first: Places, tables: Sequence[int]) -> Places:
    """[pattern]: the number of its weight, patterns with the same first image sharing one, in these tables."""
    numbers = np.cumsum(first == np.arange(len(first)), dtype=np.int32) - 1
    one = numbers[first]
    return np.concatenate([one + table * (int(one.max()) + 1) for table in tables]).astype(np.int32)


def shared_weights() -> Places:
    """[pattern]: the number of its weight, in all tables; images of the same pattern have the same."""
    return _numbered(_first_images(), range(TABLES))


def first_weights() -> Weights:
    """Before anything was learned: with several players stages follow the fullest grid."""
    shared = shared_weights()
    found = np.zeros(int(shared.max()) + 1, np.float32)
    for table in range(1, TABLES):
        found[shared[table * TABLE + CLOCK_AT]] = 1.0
    return found


def places_before_clocks() -> Places:
    """[pattern]: the number of its weight in files whose stages all follow the own grid, -1 for none."""
    tables = np.split(_numbered(_first_images()[:CLOCK_AT], range(TABLES)), TABLES)
    return np.concatenate([np.append(one, np.int32(-1)) for one in tables])


def places_of_first() -> Places:
    """[pattern]: the number of its weight among those that were shipped first, -1 for none.

    They had the same windows in all stages, no sums and no hopes, and one table for all numbers of players but one.
    """
    first = _first_images()
    rest = np.arange(GROUPS_AT, SUMS_AT, dtype=np.int32) - GROUPS_AT + WINDOWS
    alone, several = np.split(_numbered(np.concatenate([first[:WINDOWS], rest]), (0, 1)), 2)
    none = np.full(TABLE - SUMS_AT, -1, np.int32)
    found = [np.concatenate([*[one[:WINDOWS]] * WINDOW_STAGES, one[WINDOWS:], none]) for one in (alone, several)]
    return np.concatenate([found[min(table, 1)] for table in range(TABLES)])


def _image_codes(window: Window, number: int) -> Places:
    """[code]: the code of the pattern after a turn or mirror."""
    image = window_images(window)[number]
    codes = np.arange(4 ** len(image), dtype=np.int32)
    turned = np.zeros_like(codes)
    for place, cell in enumerate(image):
        turned |= (codes >> 2 * cell & 3) << 2 * place
    return turned
