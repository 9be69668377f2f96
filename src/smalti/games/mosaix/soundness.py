"""What the numbers of a position of Mosaix say together, where rules rely on it."""

from __future__ import annotations

from smalti.games.mosaix.components import BLOCK, FORMATION_SHAPE
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.rules import actors, can_enter, drops, fitting, lower_marks, upper_marks
from smalti.games.mosaix.state import ENTER, FORM, HIDDEN, NONE, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State


@kernel
def holds_together(state: State) -> bool:
    """The dice are with one of the seats, and what lies on the table belongs to what is next."""
    phase = int(state.phase)
    if int(state.roller) >= int(state.seats) or (phase == FORM and int(state.roll) == NONE):
        return False
    if phase == ENTER and (int(state.formation) == NONE or actors(state) == 0):
        return False
    for seat in range(int(state.seats)):
        if not grid_holds(state, seat) or not choice_holds(state, seat):
            return False
    return True


@kernel
def grid_holds(state: State, seat: int) -> bool:
    """Rules 1.1 and 8.1: one symbol in a cell, and one of them is printed."""
    symbols = count(int(state.marks[seat, 0])) + count(int(state.marks[seat, 1])) + count(int(state.marks[seat, 2]))
    taken = occupied(state, seat)
    return symbols == count(taken) and taken & bit(int(state.printed[seat])) != 0


@kernel
def choice_holds(state: State, seat: int) -> bool:
    """Rules 4.2 and 4.5 to 4.8: what a seat has chosen, if it has, it may enter."""
    chosen = int(state.chosen[seat])
    if chosen == NONE:
        return True
    if int(state.phase) != ENTER or chosen == STOP or 0 <= chosen < FIRST_ENTER:
        return False
    if chosen == HIDDEN:
        return True
    shape, taken = int(FORMATION_SHAPE[int(state.formation)]), occupied(state, seat)
    if chosen == SKIP:
        return not can_enter(state, seat, shape)
    place = chosen - FIRST_ENTER
    places = fitting(upper_marks(taken), lower_marks(taken), drops(state), shape, place // BLOCK)
    return places & bit(place % BLOCK) != 0
