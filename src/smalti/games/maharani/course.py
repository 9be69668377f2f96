"""What goes without asking in Maharani, and what can be decided before one's turn."""

from __future__ import annotations

from smalti.games.maharani.moves import FIRST_WORKER
from smalti.games.maharani.rules import workers_due
from smalti.games.maharani.state import NONE, SECOND, TURN, WORKER
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count, lowest
from smalti.kernel.state import Numbers, State, copy_state


@kernel
def follows(state: State, moves: Numbers) -> int:
    """Rules 6.3 and 6.4: a worker comes without asking where there is nothing to choose."""
    if int(state.phase) == WORKER:
        due = workers_due(state, int(state.active), int(state.duty))
        if count(due) == 1:
            moves[0] = FIRST_WORKER + lowest(due)
            return int(state.active)
    return NONE


def early(view: State, seat: int) -> State | None:
    """Rule 3.1: the rondel turned to a seat that waits, and its turn with the tiles that lie there now."""
    if int(view.phase) not in (TURN, WORKER, SECOND) or int(view.active) == seat:
        return None
    ahead = copy_state(view)
    ahead.active, ahead.phase, ahead.placed, ahead.duty = seat, TURN, 0, NONE
    return ahead
