"""Where each pattern of a Mosaix grid has its weight, and which patterns are the same but for a turn or a mirror.

The cells of a window are read as digits: 0 for a free cell, else the rank of its symbol (the one with most areas is 1).
Windows are brought to the top left by turns and mirrors, so that a table is shared by all windows that touch the rim
in the same way; `shared_weights` says which entries of the tables are still images of each other.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from smalti.games.mosaix.components import SCALE, SIDE
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places

Window = tuple[int, int]
"""(rows, columns)"""

STAGES = 13
"""The stage of a grid is a quarter of its free cells."""
SQUARE, BAR = (3, 3), (2, 4)
SQUARE_CODES, BAR_CODES = 4**9, 4**8
SQUARE_RIMS, BAR_RIMS = 3, 4
"""Squares touch two sides, one or none; bars touch a long side or not, and a short one or not."""

GROUP_AREAS, GROUP_SIZES, GROUP_ROOM = 5, 8, 8
REGION_SIZES, REGION_RIM, REGION_SCALES = 16, 4, 5
MOST_AREAS = (7, 5, 4)
PACE = (17, 25, 2, 3)
"""With several players: free cells of the fullest other grid, free cells, who rolls next, seats."""

SQUARES_AT = 0
BARS_AT = SQUARES_AT + SQUARE_RIMS * SQUARE_CODES
GROUPS_AT = BARS_AT + BAR_RIMS * BAR_CODES
REGIONS_AT = GROUPS_AT + STAGES * GROUP_AREAS * GROUP_SIZES * GROUP_ROOM
AREAS_AT = REGIONS_AT + REGION_SCALES * REGION_SIZES * REGION_RIM
TIME_AT = AREAS_AT + STAGES * int(np.prod(MOST_AREAS))
TABLE = TIME_AT + max((SCALE + 1) * (SIDE * SIDE + 1), int(np.prod(PACE)))
"""How many weights a grid is judged by: one table for the game alone, a second for several players."""
TABLES = 2


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
FEATURES = len(SQUARE_PLACES) + 2 * len(BAR_PLACES) + SIDE * SIDE + 2
"""At most so many weights judge a grid: its windows, groups and regions, its areas, its time."""


SQUARE_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(8)), (0, 1), (0, 4))
"""[rim]: the images that leave the rim of a square in its place."""
BAR_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(4)), (0, 2), (0, 1), (0,))


def shared_weights() -> Places:
    """[pattern]: the number of its weight, in all tables; images of the same pattern have the same."""
    first = np.arange(TABLE, dtype=np.int32)
    for window, start, kept in ((SQUARE, SQUARES_AT, SQUARE_KEPT), (BAR, BARS_AT, BAR_KEPT)):
        codes = 4 ** (window[0] * window[1])
        for rim, images in enumerate(kept):
            at = start + rim * codes
            first[at : at + codes] = at + np.min([_image_codes(window, image) for image in images], axis=0)
    numbers = np.cumsum(first == np.arange(TABLE), dtype=np.int32) - 1  # the first of its images stands for a pattern
    one = numbers[first]
    return np.concatenate([one + table * (int(one.max()) + 1) for table in range(TABLES)]).astype(np.int32)


def _image_codes(window: Window, number: int) -> Places:
    """[code]: the code of the pattern after a turn or mirror."""
    image = window_images(window)[number]
    codes = np.arange(4 ** len(image), dtype=np.int32)
    turned = np.zeros_like(codes)
    for place, cell in enumerate(image):
        turned |= (codes >> 2 * cell & 3) << 2 * place
    return turned
