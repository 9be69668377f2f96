"""The facts of the box."""

from __future__ import annotations

from smalti.kernel.words import N_

SIDE = 4
CELLS = SIDE * SIDE
COLOURS = N_("white"), N_("grey"), N_("black")
COLOUR_COUNT = len(COLOURS)
OF_EACH = 6
"""Pebbles of each colour in the bag."""
SHOWN = 2
"""Pebbles on display."""
SPLENDID, FINE = 17, 14
"""Points alone, for the two better ranks."""

CELL_NAMES = tuple(f"{column}{row + 1}" for row in range(SIDE) for column in "abcd")
"""Cells are numbered row by row from the top: a1 b1 c1 d1 a2 ..."""
