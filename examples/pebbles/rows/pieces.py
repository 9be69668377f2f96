"""What lies where."""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOUR_COUNT
from examples.pebbles.rows.places import (
    BAG,
    CELL,
    COUNTED,
    DISPLAYED,
    FILLED_BAG,
    HEADING,
    IN_BAG,
    LAID,
    NAME,
    OF_BOTH,
    OF_ROWS,
    POINTS,
    SCORE,
    STAND,
    STONE,
    stand,
)
from examples.pebbles.rules import in_bag
from examples.pebbles.scoring import seat_points
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.state import Sheet, State


@kernel
def pieces(view: State, eyes: int, rows: Sheet) -> None:
    """Everything on the table; all may see all of it."""
    rows.n = 0
    for cell in range(CELLS):
        if view.cells[cell] > 0:
            put(rows, LAID + cell, CELL + cell, STONE + int(view.cells[cell]) - 1, 0, 0)
    for colour in range(COLOUR_COUNT):
        for n in range(int(view.display[colour])):
            put(rows, DISPLAYED + stand(colour, n), STAND + stand(colour, n), STONE + colour, 0, 0)
    put(rows, IN_BAG, BAG, FILLED_BAG, 0, in_bag(view))
    for seat in range(int(view.seats)):
        look = OF_BOTH if int(view.seats) == 1 else OF_ROWS + seat
        put(rows, HEADING + seat, NAME + seat, look, 0, seat)
        put(rows, SCORE + seat, POINTS + seat, COUNTED, 0, seat_points(view, seat))
