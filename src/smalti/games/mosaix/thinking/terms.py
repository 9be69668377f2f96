"""The parts of the evaluation, by name: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.mosaix.components import GRID, SYMBOL_COUNT
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import OVER, is_solo
from smalti.games.mosaix.thinking.evaluation import FREE_CELL, LOST_CELL, pending, read
from smalti.games.mosaix.thinking.patterns import read_regions, total
from smalti.games.mosaix.thinking.weights import shipped_weights
from smalti.kernel.state import State
from smalti.kernel.thinking import Terms
from smalti.kernel.words import N_

AREAS, GROUPS, ROOM, SCALE = N_("areas"), N_("groups that can become areas"), N_("room kept open"), N_("the scale")
PATTERNS = N_("patterns that did well in many games")


def terms_of(state: State, seat: int) -> Terms:
    """Areas there are, what groups add, room, the scale, and what was learned; agrees with `seat_value`."""
    cells = [int(state.marks[seat, s]) | pending(state, seat, s) for s in range(SYMBOL_COUNT)]
    areas = float(sum(map(symbol_points, cells)))
    solo = is_solo(state)
    if int(state.phase) == OVER:
        return {AREAS: areas, SCALE: float(state.scale) if solo else 0.0}
    room = FREE_CELL * read_regions(GRID & ~(cells[0] | cells[1] | cells[2]), 0, 0)[1]
    scale = LOST_CELL * int(state.scale) if solo else 0.0
    reading, promised = read(state, seat)
    learned = shipped_weights()
    return {
        AREAS: areas,
        GROUPS: promised - areas - room - scale,
        ROOM: room,
        SCALE: scale,
        PATTERNS: float(total(reading, learned)) if len(learned) else 0.0,
    }
