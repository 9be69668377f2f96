"""Where each pattern of a Mosaix grid has its weight, and which patterns are the same but for a turn or a mirror.

The cells of a window are read as digits: 0 for a free cell, else the rank of its symbol (the one with most areas is 1).
Windows are brought to the top left by turns and mirrors, so that a table is shared by all windows that touch the rim
in the same way; `shared_weights` says which entries of the tables are still images of each other.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from smalti.games.mosaix.components import SCALE, SIDE, SYMBOL_COUNT
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places

Window = tuple[int, int]
"""(rows, columns)"""

STAGES = 13
"""The stage of a grid is a quarter of its free cells."""
WINDOW_STAGES, WINDOW_STAGE = 3, 17
"""Windows have a table for each of three stages, of so many free cells each: the same cells promise less late."""
SQUARE, BAR, PANE = (3, 3), (2, 4), (3, 4)
PANE_ROWS = PANE[0]
SQUARE_CODES, BAR_CODES, PANE_CODES = 4**9, 4**8, 3**12
"""Panes are seen by one symbol at a time: a cell is free, its own or another's."""
SQUARE_RIMS, BAR_RIMS, PANE_RIMS = 3, 4, 4
"""Squares touch two sides, one or none; bars and panes touch a long side or not, and a short one or not."""

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
TABLE = HOPES_AT + STAGES * int(np.prod(HOPES))
"""How many weights a grid is judged by,"""
PANES_AT, PANES = TABLE, PANE_RIMS * PANE_CODES
"""and alone by those of panes too, which come behind them."""
ALONE = TABLE + PANES
TABLES = 3
"""One table for the game alone, one for two players, one for more."""


def table_of(seats: int) -> tuple[int, int]:
    """From which to which weight the grids of a game with so many seats are judged by (`evaluation.read`)."""
    begin = ALONE + (min(seats, TABLES) - 2) * TABLE
    return (0, ALONE) if seats == 1 else (begin, begin + TABLE)


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


def spread_rows() -> Places:
    """[image, row of a pane, bits of the row]: the same cells in places of base 3 after a turn or mirror."""
    images, (rows, cols) = window_images(PANE), PANE
    table = np.zeros((len(images), rows, 1 << cols), np.int32)
    for number, image in enumerate(images):
        for place, cell in enumerate(image):
            table[number, cell // cols] += ((np.arange(1 << cols) >> cell % cols & 1) * 3**place).astype(np.int32)
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


def long_places(window: Window, at: int, codes: int) -> Numbers:
    """The same for bars and panes, in a grid and in the same grid with rows and columns swapped."""
    found = []
    for row, col in _places(window):
        north, south, west, east = _rims(window, row, col)
        rim = 2 * (north or south) + (west or east)
        found.append((row * SIDE + col, 2 * south + east, at + rim * codes))
    return np.array(found, np.int64)


SQUARE_BITS, BAR_BITS, PANE_BITS = spread_bits(SQUARE), spread_bits(BAR), spread_rows()
SQUARE_PLACES, BAR_PLACES = square_places(), long_places(BAR, BARS_AT, BAR_CODES)
PANE_PLACES = long_places(PANE, PANES_AT, PANE_CODES)
SWAPPED_ROW: Numbers = np.array(
    [sum((bits >> k & 1) << SIDE * k for k in range(SIDE)) for bits in range(1 << SIDE)], np.int64
)
"""[bits of a row]: the same as a column."""
FEATURES = len(SQUARE_PLACES) + 2 * len(BAR_PLACES) + SIDE * SIDE + 2 + 2 * SYMBOL_COUNT * (1 + len(PANE_PLACES))
"""At most so many weights judge a grid: its windows, groups and regions, its areas, its time, sums, hopes and panes."""


SQUARE_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(8)), (0, 1), (0, 4))
"""[rim]: the images that leave the rim of a square in its place."""
LONG_KEPT: tuple[tuple[int, ...], ...] = (tuple(range(4)), (0, 2), (0, 1), (0,))


def _first_images() -> Places:
    """[pattern of the table alone]: the first of its images, which stands for all."""
    first = np.arange(ALONE, dtype=np.int32)
    for window, base, start, kept in (
        (SQUARE, 4, SQUARES_AT, SQUARE_KEPT),
        (BAR, 4, BARS_AT, LONG_KEPT),
        (PANE, 3, PANES_AT, LONG_KEPT),
    ):
        codes = base ** (window[0] * window[1])
        for rim, images in enumerate(kept):
            at = start + rim * codes
            first[at : at + codes] = at + np.min([_image_codes(window, base, image) for image in images], axis=0)
    for stage in range(1, WINDOW_STAGES):
        first[stage * WINDOWS : (stage + 1) * WINDOWS] = first[:WINDOWS] + stage * WINDOWS
    return first


def _numbered(*tables: Places) -> list[Places]:
    """[pattern] of each table: the number of its weight; patterns with the same first image share one."""
    found, begin = [], 0
    for first in tables:
        numbers = np.cumsum(first == np.arange(len(first)), dtype=np.int32) - 1 + begin
        found.append(numbers[first])
        begin = int(numbers[-1]) + 1
    return found


def shared_weights() -> Places:
    """[pattern]: the number of its weight, in all tables; images of the same pattern have the same."""
    first = _first_images()
    return np.concatenate(_numbered(first, *[first[:TABLE]] * (TABLES - 1)))


def places_of_second() -> Places:
    """The same among those that were shipped next, -1 for none: there were no panes."""
    alone, *several = _numbered(*[_first_images()[:TABLE]] * TABLES)
    return np.concatenate([alone, np.full(PANES, -1, np.int32), *several])


def places_of_first() -> Places:
    """[pattern]: the number of its weight among those that were shipped first, -1 for none.

    They had the same windows in all stages, no sums and no hopes, and one table for all numbers of players but one.
    """
    first = _first_images()
    rest = np.arange(GROUPS_AT, SUMS_AT, dtype=np.int32) - GROUPS_AT + WINDOWS
    none, panes = (np.full(number, -1, np.int32) for number in (TABLE - SUMS_AT, PANES))
    alone, several = (
        np.concatenate([*[one[:WINDOWS]] * WINDOW_STAGES, one[WINDOWS:], none])
        for one in _numbered(*[np.concatenate([first[:WINDOWS], rest])] * 2)
    )
    return np.concatenate([alone, panes, several, several])


def _image_codes(window: Window, base: int, number: int) -> Places:
    """[code]: the code of the pattern after a turn or mirror."""
    image = window_images(window)[number]
    codes = np.arange(base ** len(image), dtype=np.int32)
    turned = np.zeros_like(codes)
    for place, cell in enumerate(image):
        turned += codes // base**cell % base * base**place
    return turned
