"""How the score of a seat comes about: a line for each symbol with the cells that count; alone, the free scale."""

from __future__ import annotations

from smalti.games.mosaix.components import NEIGHBOURS, SMALLEST_AREA, SYMBOL_COUNT
from smalti.games.mosaix.rows.kinds import AREAS, FREE_SCALE, LIES, NO_AREA, ONE_AREA
from smalti.games.mosaix.rows.pieces import MARKED
from smalti.games.mosaix.rows.places import cell_of
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, lies, said, tell
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Sheet, State


@kernel
def earns(view: State, seat: int, told: Sheet) -> None:
    """Rules 6.4 and 7.7: the lines of a score."""
    told.n = 0
    for symbol in range(SYMBOL_COUNT):
        earn_symbol(int(view.marks[seat, symbol]), seat, symbol, told)
    if is_solo(view):
        said(told, FREE_SCALE, seat, int(view.scale), 707)


@kernel
def earn_symbol(cells: int, seat: int, symbol: int, told: Sheet) -> None:
    """Rules 6.1 to 6.4: the areas of one symbol that count, and under them their cells."""
    head = int(told.n)
    tell(told, NO_AREA, seat, NONE, NOWHERE, NOWHERE, MARKED + symbol, 0, symbol_points(cells), 0, 604)
    areas, inside = 0, 0
    rest = int(cells)
    while rest:
        area = flood(bit(lowest(rest)), rest, NEIGHBOURS)
        rest &= ~area
        if count(area) >= SMALLEST_AREA:
            areas += 1
            inside += count(area)
            lie_in(area, seat, told)
    told.of[head], told.turn[head] = areas, inside
    if areas:
        told.kind[head] = ONE_AREA if areas == 1 else AREAS


@kernel
def lie_in(area: int, seat: int, told: Sheet) -> None:
    """The cells of an area."""
    rest = int(area)
    while rest:
        lies(told, LIES, cell_of(seat, lowest(rest)))
        rest &= rest - 1
