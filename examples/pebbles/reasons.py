"""Why a move is not allowed: the clause, and what would make it legal."""

from __future__ import annotations

from examples.pebbles.components import CELL_NAMES, CELLS, COLOURS
from examples.pebbles.rules import ACTION_COUNT, actors, is_over
from examples.pebbles.text.positions import displayed
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Reason, Verbatim
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName


def why_not(state: State, seat: int, move: int) -> Reason | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Pebbles has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    colour, cell = divmod(move, CELLS)
    if reason := refuse_turn(state, seat):
        return reason
    if not state.display[colour]:
        return Reason("3.1", N_("there is no {colour} pebble on display"), {"colour": COLOURS[colour]})
    if state.cells[cell]:
        words = N_("a pebble lies on {cell} already; lay yours on a free cell")
        return Reason("3.2", words, {"cell": Verbatim(CELL_NAMES[cell])})
    return None


def refuse_turn(state: State, seat: int) -> Reason | None:
    """Whether this seat is to choose at all."""
    if is_over(state):
        return Reason("3.4", N_("the court is full, and the game is over"))
    if not actors(state):
        return Reason("2.2", N_("two pebbles have to lie on display first"))
    if not actors(state) & bit(seat):
        return Reason("3.3", N_("it is the turn of {name}"), {"name": SeatName(int(state.turn))})
    return None


def why_path(state: State, seat: int, path: tuple[str, ...]) -> Reason | None:
    """Why these clicks lead to no move: a cell without a pebble in hand, or one that is taken."""
    if reason := refuse_turn(state, seat):
        return reason
    picked, cell = path[0].removeprefix("pebble-"), path[-1].removeprefix("cell-")
    if cell not in CELL_NAMES:
        return None
    if picked not in ("0", "1"):
        return Reason("3.1", N_("first take a pebble from the display, then choose its cell"))
    return why_not(state, seat, displayed(state)[int(picked)] * CELLS + CELL_NAMES.index(cell))
