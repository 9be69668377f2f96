"""The parts of the evaluation: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.mosaix.components import GRID, SYMBOL_COUNT
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import OVER, is_solo
from smalti.games.mosaix.thinking.evaluation import FREE_CELL, LOST_CELL, pending, read
from smalti.games.mosaix.thinking.patterns import read_regions, total
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State
from smalti.kernel.thinking import Reals, Terms, Weights
from smalti.kernel.words import N_

AREAS, SCALE, GROUPS, ROOM, PATTERNS = range(5)


@kernel
def write_terms(state: State, seat: int, weights: Weights, values: Reals) -> None:
    """Areas there are, the scale, what groups add, room, and what was learned; agrees with `seat_value`."""
    filled, areas = 0, 0.0
    for symbol in range(SYMBOL_COUNT):
        cells = int(state.marks[seat, symbol]) | pending(state, seat, symbol)
        filled |= cells
        areas += symbol_points(cells)
    scale = float(state.scale) if is_solo(state) else 0.0
    values[AREAS], values[SCALE] = areas, scale
    if int(state.phase) == OVER:
        return
    reading, promised = read(state, seat, weights)
    room = FREE_CELL * read_regions(GRID & ~filled, 0, 0)[1]
    values[SCALE] = LOST_CELL * scale
    values[GROUPS] = promised - areas - room - values[SCALE]
    values[ROOM] = room
    values[PATTERNS] = total(reading, weights) if len(weights) else 0.0


TERMS = Terms(
    (
        N_("areas"),
        N_("the scale"),
        N_("groups that can become areas"),
        N_("room kept open"),
        N_("patterns that did well in many games"),
    ),
    write_terms,
)
