"""The parts of the evaluation: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.maharani.state import OVER
from smalti.games.maharani.thinking.evaluation import (
    UNREAD,
    WEIGHTS,
    ahead,
    groups_ahead,
    markers_ahead,
    outlook,
    turns_ahead,
    workers_ahead,
)
from smalti.games.maharani.thinking.patterns import learned, read_floor
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State
from smalti.kernel.thinking import Reals, Terms, Weights
from smalti.kernel.words import N_

GOLD, PAY, CHAINS, MARKERS, LATER, PATTERNS = range(6)


@kernel
def write_terms(state: State, seat: int, weights: Weights, values: Reals) -> None:
    """Gold, workers (one that is due already too), groups, markers, turns to come and what was learned."""
    values[GOLD] = float(state.gold[seat])
    if int(state.phase) == OVER:
        return
    floor = read_floor(state) if len(weights) > WEIGHTS else UNREAD
    due = ahead(state, seat, weights, floor) - outlook(state, seat, weights, floor)
    values[PAY] = workers_ahead(state, seat, weights) + due
    values[CHAINS] = groups_ahead(state, seat, weights)
    values[MARKERS] = markers_ahead(state, seat, weights)
    values[LATER] = turns_ahead(state, seat, weights)
    values[PATTERNS] = learned(state, seat, floor, weights, WEIGHTS) if len(weights) > WEIGHTS else 0.0


TERMS = Terms(
    (
        N_("gold at once"),
        N_("workers who will be paid"),
        N_("room beside the own workers"),
        N_("action markers kept face up"),
        N_("turns still to come"),
        N_("patterns that did well in many games"),
    ),
    write_terms,
)
