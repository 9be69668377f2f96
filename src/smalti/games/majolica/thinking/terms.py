"""The parts of the evaluation, by name: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.majolica.missions import mission_points
from smalti.games.majolica.phases import OVER
from smalti.games.majolica.scoring import design_points, token_points
from smalti.games.majolica.thinking.evaluation import (
    WEIGHTS,
    designs_ahead,
    mission_ahead,
    time_gone,
    turns_ahead,
    workshops_ahead,
)
from smalti.games.majolica.thinking.patterns import learned, read_workshops
from smalti.games.majolica.thinking.weights import shipped_weights
from smalti.kernel.state import State
from smalti.kernel.thinking import Terms
from smalti.kernel.words import N_

POINTS, DESIGNS, WORKSHOPS = N_("points at once"), N_("designs on the way"), N_("workshops close to running")
MISSION, LATER = N_("the mission"), N_("turns still to come")
PATTERNS = N_("patterns that did well in many games")


def terms_of(state: State, seat: int) -> Terms:
    """Points, designs, workshops, the mission, turns to come and what was learned; agrees with `evaluate`."""
    points = float(design_points(state, seat) + token_points(state, seat))
    if int(state.phase) == OVER:
        return {POINTS: points, MISSION: float(mission_points(state, seat))}
    tuned, filled, gone = shipped_weights(), read_workshops(state, seat), time_gone(state)
    return {
        POINTS: points,
        DESIGNS: designs_ahead(state, seat, tuned, gone),
        WORKSHOPS: workshops_ahead(state, seat, tuned, filled, gone),
        MISSION: float(mission_points(state, seat)) + mission_ahead(state, seat),
        LATER: turns_ahead(state, seat, tuned, gone),
        PATTERNS: learned(state, seat, filled, gone, tuned, WEIGHTS),
    }
