"""What goes without asking in Majolica, and how well a game alone went."""

from __future__ import annotations

from smalti.games.majolica.components import RANK_POINTS
from smalti.games.majolica.phases import OVER, PUT
from smalti.games.majolica.rules import legal_moves
from smalti.games.majolica.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers, State


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
