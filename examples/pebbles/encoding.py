"""A position of Pebbles as numbers: the own lines are always the rows of the planes."""

from __future__ import annotations

from examples.pebbles.components import COLOUR_COUNT, COLOURS, SIDE
from examples.pebbles.rules import left
from examples.pebbles.scoring import cell_of
from smalti.kernel.compiling import kernel
from smalti.kernel.encoding import Encoding, Reals, write_value
from smalti.kernel.state import State


@kernel
def encode(state: State, seat: int, numbers: Reals) -> None:
    """The court, a plane for each colour; then the display, the bag and whether one plays alone."""
    at = 0
    for colour in range(COLOUR_COUNT):
        for line in range(SIDE):
            for place in range(SIDE):
                at = write_value(numbers, at, state.cells[cell_of(seat, line, place)] == colour + 1)
    for colour in range(COLOUR_COUNT):
        at = write_value(numbers, at, int(state.display[colour]))
        at = write_value(numbers, at, left(state, colour))
    write_value(numbers, at, int(state.seats) == 1)


ENCODING = Encoding(
    planes=COLOURS,
    board=(SIDE, SIDE),
    values=(*(f"{colour} {where}" for colour in COLOURS for where in ("on display", "in the bag")), "alone"),
    write=encode,
)
