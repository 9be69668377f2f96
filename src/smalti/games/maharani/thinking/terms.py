"""The parts of the evaluation, by name: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.maharani.state import OVER
from smalti.games.maharani.thinking.evaluation import (
    WEIGHTS,
    ahead,
    groups_ahead,
    markers_ahead,
    outlook,
    turns_ahead,
    workers_ahead,
)
from smalti.games.maharani.thinking.patterns import learned, read_floor
from smalti.games.maharani.thinking.weights import shipped_weights
from smalti.kernel.state import State
from smalti.kernel.thinking import Terms
from smalti.kernel.words import N_

GOLD, PAY, MARKERS = N_("gold at once"), N_("workers who will be paid"), N_("action markers kept face up")
CHAINS, LATER = N_("room beside the own workers"), N_("turns still to come")
PATTERNS = N_("patterns that did well in many games")


def terms_of(state: State, seat: int) -> Terms:
    """Gold, workers, groups, markers, turns to come and what was learned; agrees with `evaluate`."""
    gold = float(state.gold[seat])
    if int(state.phase) == OVER:
        return {GOLD: gold}
    tuned, floor = shipped_weights(), read_floor(state)
    found = {
        GOLD: gold,
        PAY: workers_ahead(state, seat, tuned),
        CHAINS: groups_ahead(state, seat, tuned),
        MARKERS: markers_ahead(state, seat, tuned),
        LATER: turns_ahead(state, seat, tuned),
        PATTERNS: learned(state, seat, floor, tuned, WEIGHTS),
    }
    due = ahead(state, seat, tuned, floor) - outlook(state, seat, tuned, floor)
    return found | {PAY: found[PAY] + due}
