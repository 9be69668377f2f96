"""The points of Majolica; `rows/earnings.py` has the reason for each."""

from __future__ import annotations

from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import BLOOM_POINTS, CARD_POINTS, ONE_POINTS, TILES_PER_POINT
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.missions import mission_points
from smalti.games.majolica.state import is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, leaders, lowest
from smalti.kernel.state import Numbers, State


@kernel
def design_points(state: State, seat: int) -> int:
    """Rules 10.1 and 10.2: finished cards, and one point for every two tiles on each unfinished one."""
    edition, total = int(state.edition), 0
    cards = int(state.finished[seat])
    while cards:
        total += CARD_POINTS[edition, lowest(cards)]
        cards &= cards - 1
    for slot in range(SLOTS):
        total += tiles_on(state, seat, slot) // TILES_PER_POINT[edition, 0]
    return total


@kernel
def token_points(state: State, seat: int) -> int:
    """Rule 10.3: one-point tokens and Bloom tokens."""
    edition = int(state.edition)
    ones, bloom = int(state.ones[seat]), int(state.bloom[seat])
    return int(ones * ONE_POINTS[edition, 0] + bloom * BLOOM_POINTS[edition, 0])


@kernel
def scores(state: State, points: Numbers) -> None:
    """Sections 10 and 13: designs, tokens and the mission of each seat."""
    for seat in range(int(state.seats)):
        points[seat] = design_points(state, seat) + token_points(state, seat) + mission_points(state, seat)


@kernel
def winners(state: State, points: Numbers) -> int:
    """Rule 10.4: most points; among equals the one who came latest in the first round. Alone nobody wins."""
    if is_solo(state):
        return 0
    seats = int(state.seats)
    best = leaders(points, seats)
    seat = int(state.start)
    while best & (best - 1):  # in the order of the first round, all but the last step back
        best &= ~bit(seat)
        seat = (seat + 1) % seats
    return best
