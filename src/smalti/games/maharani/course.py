"""What goes without asking in Maharani."""

from __future__ import annotations

from smalti.games.maharani.moves import FIRST_WORKER
from smalti.games.maharani.rules import workers_due
from smalti.games.maharani.state import NONE, WORKER
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count, lowest
from smalti.kernel.state import Numbers, State


@kernel
def follows(state: State, moves: Numbers) -> int:
    """Rules 6.3 and 6.4: a worker comes without asking where there is nothing to choose."""
    if int(state.phase) == WORKER:
        due = workers_due(state, int(state.active), int(state.duty))
        if count(due) == 1:
            moves[0] = FIRST_WORKER + lowest(due)
            return int(state.active)
    return NONE
