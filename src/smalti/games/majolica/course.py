"""What goes without asking in Majolica, what can be decided before one's turn, and how well a game alone went."""

from __future__ import annotations

from smalti.games.majolica.components import RANK_POINTS
from smalti.games.majolica.phases import OVER, PUT, TAKE
from smalti.games.majolica.rounds import is_round_over
from smalti.games.majolica.rules import legal_moves
from smalti.games.majolica.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers, State, copy_state


@kernel
def follows(state: State, moves: Numbers) -> int:
    """Rules 6.6 and 6.9: inside a cascade, what leaves no choice is written down without asking."""
    seat = int(state.seat)
    if PUT <= int(state.phase) < OVER and legal_moves(state, seat, moves) == 1:
        return seat
    return NONE


@kernel
def rank(state: State, points: Numbers) -> int:
    """Rule 14.4: a solo game has a rank, by the first number of points that was reached."""
    if not is_solo(state):
        return NONE
    place, least = 0, RANK_POINTS[int(state.edition)]
    while points[0] < least[place]:
        place += 1
    return place


def early(view: State, seat: int) -> State | None:
    """Rules 3.2 and 9.1: the turn of a seat that waits, with what lies there now, if this round goes on that long."""
    waits = not is_solo(view) and TAKE <= int(view.phase) < OVER and int(view.seat) != seat
    if not waits or is_round_over(view):
        return None
    ahead = copy_state(view)
    ahead.seat, ahead.phase = seat, TAKE
    ahead.hand[:] = 0
    for name in ("due", "ran", "now", "delivered", "further", "fragments", "extra", "bonus"):
        ahead[name] = 0
    ahead.running, ahead.bonus_tile = NONE, NONE
    return ahead
