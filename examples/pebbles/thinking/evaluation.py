"""What a position of Pebbles promises, for the bots: pairs there are, and pairs that may still come."""

from __future__ import annotations

from examples.pebbles.components import SIDE
from examples.pebbles.scoring import cell_of, line_points
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State
from smalti.kernel.thinking import Reals, Weights

PROMISE = 0.4
"""What two neighbours are worth as long as one of them is free."""


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:
    """The points that each seat may expect; the very points when the court is full."""
    seats = int(state.seats)
    for seat in range(seats):
        values[seat] = 0.0
    for lines in range(2):
        for line in range(SIDE):
            values[lines % seats] += line_points(state, lines, line)
            for place in range(SIDE - 1):
                if state.cells[cell_of(lines, line, place)] == 0 or state.cells[cell_of(lines, line, place + 1)] == 0:
                    values[lines % seats] += PROMISE
