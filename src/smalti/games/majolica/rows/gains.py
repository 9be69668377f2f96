"""What a seat gains while something happens: points, and steps towards its mission."""

from __future__ import annotations

from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.rows import identity, places
from smalti.games.majolica.rows.kinds import COUNTS, GAINS, MISSION_GAINS, TOKEN_GAINS
from smalti.games.majolica.scoring import design_points, token_points
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted
from smalti.kernel.state import Sheet, State

TALLY = 10
"""Bits for each kind of points in a tally."""


@kernel
def tally(state: State, seat: int) -> int:
    """The points of a seat for designs, tokens and its mission, and how far the mission is, in one number."""
    mission = int(state.mission[seat])
    far = reached(state, seat, mission) if mission != NONE else 0
    packed = design_points(state, seat) | token_points(state, seat) << TALLY
    return packed | mission_points(state, seat) << 2 * TALLY | far << 3 * TALLY


@kernel
def in_tally(packed: int, part: int) -> int:
    """A part of a tally."""
    return packed >> TALLY * part & (1 << TALLY) - 1


@kernel
def tell_gains(told: Sheet, state: State, seat: int, before: int, source: int) -> None:
    """What a seat gained since the tally before; points for designs and tokens come from the source."""
    after = tally(state, seat)
    if after == before:
        return
    mission = places.MISSION + seat
    far = in_tally(after, 3) - in_tally(before, 3)
    if far:
        counted(told, COUNTS, seat, identity.PROGRESS_PIECE + seat, NOWHERE, NONE, far, NONE)
    tell_points(told, GAINS, seat, source, in_tally(after, 0) - in_tally(before, 0), 1001)
    tell_points(told, TOKEN_GAINS, seat, source, in_tally(after, 1) - in_tally(before, 1), 1003)
    tell_points(told, MISSION_GAINS, seat, mission, in_tally(after, 2) - in_tally(before, 2), 1302)


@kernel
def tell_points(told: Sheet, kind: int, seat: int, source: int, points: int, clause: int) -> None:
    """Points that a seat gains or loses."""
    if points:
        counted(told, kind, seat, identity.SCORE_PIECE + seat, source, NONE, points, clause)
