"""The points of Pebbles."""

from __future__ import annotations

from examples.pebbles.components import FINE, SIDE, SPLENDID
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, leaders
from smalti.kernel.state import Numbers, State
from smalti.kernel.words import N_

ROWS, COLUMNS = range(2)
"""The lines of the first and of the second seat."""


@kernel
def cell_of(lines: int, line: int, place: int) -> int:
    """The cell at a place of a row, or of a column."""
    return line * SIDE + place if lines == ROWS else place * SIDE + line


@kernel
def line_points(state: State, lines: int, line: int) -> int:
    """Rules 4.1 and 4.2: a point for each two neighbours of the same colour in this row or column."""
    points = 0
    for place in range(SIDE - 1):
        first, second = state.cells[cell_of(lines, line, place)], state.cells[cell_of(lines, line, place + 1)]
        if first != 0 and first == second:
            points += 1
    return points


@kernel
def seat_points(state: State, seat: int) -> int:
    """Rules 4.1, 4.2 and 4.4: rows for the first seat, columns for the second; alone, both."""
    points = 0
    for lines in range(2):
        for line in range(SIDE):
            if lines % int(state.seats) == seat:
                points += line_points(state, lines, line)
    return points


@kernel
def scores(state: State, points: Numbers) -> None:
    """The points of all seats."""
    for seat in range(int(state.seats)):
        points[seat] = seat_points(state, seat)


@kernel
def winners(state: State, points: Numbers) -> int:
    """Rules 4.3 and 4.4: most points, shared when equal; alone, fourteen."""
    if int(state.seats) == 1:
        return bit(0) if points[0] >= FINE else 0
    return leaders(points, int(state.seats))


RANKS = N_("splendid"), N_("fine"), N_("rough")


@kernel
def rank(state: State, points: Numbers) -> int:
    """Rule 4.4: how well a game alone went."""
    if int(state.seats) > 1:
        return -1
    return 0 if points[0] >= SPLENDID else 1 if points[0] >= FINE else 2
