"""The numbers of everything that has a place: panels, places, pieces and looks."""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOUR_COUNT, SHOWN
from smalti.kernel.compiling import kernel

MOST_SEATS = 2

# Panels
COURT, DISPLAY = range(2)

# Places
CELL = 0
STAND = CELL + CELLS
"""Where pebbles are on display: for each colour as many stands as there may be pebbles of it."""
BAG = STAND + COLOUR_COUNT * SHOWN
NAME = BAG + 1
POINTS = NAME + MOST_SEATS
PLACE_COUNT = POINTS + MOST_SEATS

# Pieces
LAID = 0
"""A pebble in the court is called by its cell, for it stays there."""
DISPLAYED = LAID + CELLS
"""A pebble on display is called by its stand."""
IN_BAG = DISPLAYED + COLOUR_COUNT * SHOWN
"""The bag, which counts what is left in it."""
HEADING = IN_BAG + 1
SCORE = HEADING + MOST_SEATS

# Looks
STONE = 0
"""A pebble of each colour."""
FILLED_BAG = STONE + COLOUR_COUNT
COUNTED = FILLED_BAG + 1
"""Points."""
OF_ROWS, OF_COLUMNS, OF_BOTH = range(COUNTED + 1, COUNTED + 4)
"""Whose lines count."""


@kernel
def stand(colour: int, n: int) -> int:
    """Which of the stands, and so of the pebbles on display, this is: the n-th of its colour."""
    return colour * SHOWN + n
