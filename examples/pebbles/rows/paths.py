"""How to click each move: a pebble on display, then a cell."""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOUR_COUNT
from examples.pebbles.rows.places import CELL, STAND, stand
from examples.pebbles.rules import actors
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, way
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def paths(view: State, seat: int, rows: Sheet) -> None:
    """Rules 3.1 and 3.2: two pebbles of a colour are two ways to the same move."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    for colour in range(COLOUR_COUNT):
        for n in range(int(view.display[colour])):
            for cell in range(CELLS):
                if view.cells[cell] == 0:
                    way(rows, colour * CELLS + cell, STAND + stand(colour, n), CELL + cell, NOWHERE)
