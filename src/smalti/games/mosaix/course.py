"""Who sees what in Mosaix, what goes without asking, and how well a game alone went."""

from __future__ import annotations

from smalti.games.mosaix.components import BRILLIANT, FORMATION_SHAPE, MOST_SEATS, WIN
from smalti.games.mosaix.moves import SKIP
from smalti.games.mosaix.rules import actors, can_enter
from smalti.games.mosaix.state import ENTER, HIDDEN, NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State


@kernel
def hide(state: State, seat: int) -> None:
    """Rule 4.2: the choices of the others are hidden until all are in."""
    state.rng = 0
    for other in range(MOST_SEATS):
        if other != seat and int(state.chosen[other]) != NONE:
            state.chosen[other] = HIDDEN


@kernel
def reveals(state: State, seat: int, move: int) -> bool:
    """Rule 4.2: the last of several choices shows them all."""
    return int(state.phase) == ENTER and not is_solo(state) and actors(state) == bit(seat)


@kernel
def follows(state: State, moves: Numbers) -> int:
    """Rule 4.8: a seat that can enter nothing skips without being asked."""
    if int(state.phase) == ENTER:
        for seat in range(int(state.seats)):
            if actors(state) & bit(seat) and not can_enter(state, seat, int(FORMATION_SHAPE[int(state.formation)])):
                moves[0] = SKIP
                return seat
    return NONE


@kernel
def rank(state: State, points: Numbers) -> int:
    """Rule 7.8: brilliant, won or lost."""
    if not is_solo(state):
        return NONE
    return 0 if points[0] >= BRILLIANT else 1 if points[0] >= WIN else 2
