"""The places of the table as numbers, and which place belongs to what.

What the middle of the table has comes first, then a block of equal size for each bench, then what is only there to be
clicked. `tables/boxes.py` says where on its panel each of them lies.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.components import CAPACITY, CELLS, COLOURS, ORDER_COUNT, RUN_CELLS, RUNS, SIDE
from smalti.games.majolica.editions import MOST_SEATS, MOST_SPACES, SLOTS, WORKSHOPS
from smalti.games.majolica.taking import border_columns, border_rows, row_pattern
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Numbers

# Panels

GRID_PANEL, DISPLAY_PANEL, HALL_PANEL, MISSIONS_PANEL, ACTIONS_PANEL, BENCH_PANEL = range(6)
"""The bench of a seat is BENCH_PANEL + seat."""

# The middle of the table

SPANS = SIDE * (SIDE + 1) // 2
"""Stretches of a line of four, from one cell to another: ends (0, 0), (0, 1), (1, 1), (0, 2) ..."""
ABOVE, BELOW, LEFT, RIGHT = range(4)
"""The side of a run on which its handle lies."""
MOST_DISPLAYED, MOST_IN_HALL, MOST_MISSIONS_SHOWN = 12, 70, MOST_SEATS + 1

CELL = 0
REVEALED = CELL + CELLS
PILE = REVEALED + COLOURS
BAG = PILE + CELLS
BORDER = BAG + 1
HANDLE = BORDER + SPANS * SPANS
ALL_HANDLE = HANDLE + 4 * RUNS
ROUND, ASIDE, DISPLAYED = range(ALL_HANDLE + 1, ALL_HANDLE + 4)
DECK = DISPLAYED + MOST_DISPLAYED
HALL_FRONT, HALL_NAME, HALL_EMPTY, HALL_ROW = range(DECK + 1, DECK + 5)
MISSION = HALL_ROW + MOST_IN_HALL
OWNER = MISSION + MOST_MISSIONS_SHOWN
PROGRESS = OWNER + MOST_MISSIONS_SHOWN
ON_MISSION = PROGRESS + MOST_MISSIONS_SHOWN

# A bench: offsets in its block

MOST_IN_HAND, MOST_FINISHED, MOST_EXCESS, MOST_ON_SHELVES = 5, 12, 6, 6
SPACES = MOST_SPACES * (MOST_SPACES + 1) // 2
"""Spaces of a card of one, two ... six of them, one after the other."""
EXCESSES = MOST_EXCESS * (MOST_EXCESS + 1) // 2

FRAME, NAME, FIRST, ONES, BLOOMS, SCORE, HAND = range(7)
HAND_TILE = HAND + MOST_IN_HAND
DEALT = HAND_TILE + MOST_IN_HAND
HALL, SUPPLY, FINISHED_NAME, FINISHED = range(DEALT + 1, DEALT + 5)
SLOT = FINISHED + MOST_FINISHED
CLIP = SLOT + SLOTS
SPACE = CLIP + SLOTS
KILN = SPACE + SLOTS * SPACES
SHELF = KILN + WORKSHOPS
EXCESS = SHELF + WORKSHOPS * MOST_ON_SHELVES
BENCH_PLACES = EXCESS + WORKSHOPS * EXCESSES

BENCH = ON_MISSION + MOST_MISSIONS_SHOWN * COLOURS

# What is only there to be clicked

WITH_CARD = BENCH + MOST_SEATS * BENCH_PLACES
WITH_ORDER, BIN, NO_FURTHER, STORE_NONE, DECLINE, BEFORE = range(WITH_CARD + 1, WITH_CARD + 7)
AFTER = BEFORE + COLOURS
BEFORE_NAME, AFTER_NAME, OFFERED, ORDER = range(AFTER + COLOURS, AFTER + COLOURS + 4)
MINI = ORDER + ORDER_COUNT
MINI_SPACE = MINI + ORDER_COUNT * SLOTS
PLACE_COUNT = MINI_SPACE + ORDER_COUNT * SLOTS * MOST_SPACES

FIRST_OF_RUN: Numbers = np.array([min(n for n in range(CELLS) if int(c) >> n & 1) for c in RUN_CELLS], np.int64)
LAST_OF_RUN: Numbers = np.array([max(n for n in range(CELLS) if int(c) >> n & 1) for c in RUN_CELLS], np.int64)
"""[run]: its cell at the top left, and the one at the bottom right."""


@kernel
def at_bench(seat: int, offset: int) -> int:
    """A place of a bench."""
    return BENCH + seat * BENCH_PLACES + offset


@kernel
def is_at_bench(place: int) -> bool:
    """Whether a place belongs to a bench."""
    return BENCH <= place < WITH_CARD


@kernel
def triangle(n: int, k: int) -> int:
    """The number of the k-th of n when one, two, three ... things are counted through."""
    return n * (n - 1) // 2 + k


@kernel
def slot_at(seat: int, slot: int) -> int:
    """The place of a slot."""
    return at_bench(seat, SLOT + slot)


@kernel
def space_at(seat: int, slot: int, size: int, space: int) -> int:
    """The place of a space of a card of that many spaces in a slot."""
    return at_bench(seat, SPACE + slot * SPACES + triangle(size, space))


@kernel
def kiln_at(seat: int, workshop: int) -> int:
    """The place of a workshop."""
    return at_bench(seat, KILN + workshop)


@kernel
def shelf_at(edition: int, seat: int, workshop: int, held: int, n: int) -> int:
    """The place of the n-th of the tiles held: on a shelf, or below what is too much."""
    room = int(CAPACITY[edition, workshop])
    if n < room:
        return at_bench(seat, SHELF + workshop * MOST_ON_SHELVES + n)
    excess = min(held - room, MOST_EXCESS)
    return at_bench(seat, EXCESS + workshop * EXCESSES + triangle(excess, min(n - room, excess - 1)))


@kernel
def hand_at(seat: int, held: int, n: int) -> int:
    """The place of the n-th of the tiles in hand, which end at the right."""
    return at_bench(seat, HAND_TILE + held - 1 - n)


@kernel
def finished_at(seat: int, n: int) -> int:
    """The place of the n-th finished design."""
    return at_bench(seat, FINISHED + min(n, MOST_FINISHED - 1))


@kernel
def index_in(members: int, member: int) -> int:
    """How many members of a set come before one."""
    return count(members & (bit(member) - 1))


# The grid


@kernel
def border_at(face_up: int) -> int:
    """Rule 4.1: the place of the smallest rectangle around the tiles face up."""
    rows, columns = border_rows(face_up), border_columns(face_up)
    top, left = lowest(rows), lowest(columns)
    bottom, right = highest(rows), highest(columns)
    return BORDER + SPANS * (bottom * (bottom + 1) // 2 + top) + right * (right + 1) // 2 + left


@kernel
def highest(members: int) -> int:
    """The greatest of one or two members."""
    rest = members & (members - 1)
    return lowest(rest) if rest else lowest(members)


@kernel
def handle_at(face_up: int, run: int) -> int:
    """The place of a run's handle: outside the border, along its tiles."""
    first, last = int(FIRST_OF_RUN[run]), int(LAST_OF_RUN[run])
    row, col = first // SIDE, first % SIDE
    lies_flat = last // SIDE == row and last > first
    if first == last:
        lies_flat = border_rows(face_up) & bit(row) != 0 and not has_neighbour(face_up, row, col)
    if lies_flat:
        return HANDLE + 4 * run + (ABOVE if row == lowest(border_rows(face_up)) else BELOW)
    return HANDLE + 4 * run + (LEFT if col == lowest(border_columns(face_up)) else RIGHT)


@kernel
def has_neighbour(face_up: int, row: int, col: int) -> bool:
    """Whether a tile lies face up beside it in its row: a longer run has its handle along that row then."""
    line = row_pattern(face_up, row)
    return line & (bit(col) << 1 | bit(col) >> 1) != 0
