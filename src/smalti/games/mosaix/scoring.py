"""The points of Mosaix."""

from __future__ import annotations

from smalti.games.mosaix.components import NEIGHBOURS, SMALLEST_AREA, SYMBOL_COUNT, WIN
from smalti.games.mosaix.state import is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, flood, leaders, lowest
from smalti.kernel.state import Numbers, State


@kernel
def symbol_points(cells: int) -> int:
    """Rules 6.1 to 6.4: the number of areas of five or more, times the cells in them."""
    areas = 0
    total = 0
    rest = int(cells)
    while rest:
        area = flood(bit(lowest(rest)), rest, NEIGHBOURS)
        rest &= ~area
        if count(area) >= SMALLEST_AREA:
            areas += 1
            total += count(area)
    return areas * total


@kernel
def seat_points(state: State, seat: int) -> int:
    """Rules 6.4 and 7.7: the sum of the three symbols; alone, a point for each free cell of the scale."""
    points = int(state.scale) if is_solo(state) else 0
    for symbol in range(SYMBOL_COUNT):
        points += symbol_points(int(state.marks[seat, symbol]))
    return points


@kernel
def scores(state: State, points: Numbers) -> None:
    """The points of every seat."""
    for seat in range(int(state.seats)):
        points[seat] = seat_points(state, seat)


@kernel
def winners(state: State, points: Numbers) -> int:
    """Rules 6.5 and 7.8: most points, shared when equal; alone, 120 points win."""
    if is_solo(state):
        return bit(0) if points[0] >= WIN else 0
    return leaders(points, int(state.seats))


def areas(cells: int) -> list[int]:
    """Rules 6.1 and 6.2: the areas of one symbol that count, as sets of cells."""
    found = []
    while cells:
        area = flood(bit(lowest(cells)), cells, NEIGHBOURS)
        cells &= ~area
        if count(area) >= SMALLEST_AREA:
            found.append(area)
    return found
