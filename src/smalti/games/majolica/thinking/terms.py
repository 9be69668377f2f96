"""The parts of the evaluation: they add up to what it expects of a seat, and say what a move is for."""

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
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State
from smalti.kernel.thinking import Reals, Terms, Weights
from smalti.kernel.words import N_

POINTS, MISSION, DESIGNS, WORKSHOPS, LATER, PATTERNS = range(6)


@kernel
def write_terms(state: State, seat: int, weights: Weights, values: Reals) -> None:
    """Points, the mission, designs, workshops, turns to come and what was learned; agrees with `evaluate`."""
    values[POINTS] = float(design_points(state, seat) + token_points(state, seat))
    values[MISSION] = float(mission_points(state, seat))
    if int(state.phase) == OVER:
        return
    filled, gone = read_workshops(state, seat), time_gone(state)
    values[MISSION] += mission_ahead(state, seat)
    values[DESIGNS] = designs_ahead(state, seat, weights, gone)
    values[WORKSHOPS] = workshops_ahead(state, seat, weights, filled, gone)
    values[LATER] = turns_ahead(state, seat, weights, gone)
    values[PATTERNS] = learned(state, seat, filled, gone, weights, WEIGHTS) if len(weights) > WEIGHTS else 0.0


TERMS = Terms(
    (
        N_("points at once"),
        N_("the mission"),
        N_("designs on the way"),
        N_("workshops close to running"),
        N_("turns still to come"),
        N_("patterns that did well in many games"),
    ),
    write_terms,
)
