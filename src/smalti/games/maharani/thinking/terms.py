"""The parts of the evaluation, by name: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from smalti.games.maharani.state import OVER
from smalti.games.maharani.thinking.evaluation import (
    ahead,
    groups_ahead,
    markers_ahead,
    outlook,
    turns_ahead,
    workers_ahead,
)
from smalti.games.maharani.thinking.weights import shipped_weights
from smalti.kernel.state import State
from smalti.kernel.thinking import Terms
from smalti.kernel.words import N_

GOLD, PAY, MARKERS = N_("gold at once"), N_("workers who will be paid"), N_("action markers kept face up")
CHAINS, LATER = N_("room beside the own workers"), N_("turns still to come")


def terms_of(state: State, seat: int) -> Terms:
    """Gold, workers, groups, markers and turns to come; agrees with `evaluate`."""
    gold = float(state.gold[seat])
    if int(state.phase) == OVER:
        return {GOLD: gold}
    tuned = shipped_weights()
    found = {
        GOLD: gold,
        PAY: workers_ahead(state, seat, tuned),
        CHAINS: groups_ahead(state, seat, tuned),
        MARKERS: markers_ahead(state, seat, tuned),
        LATER: turns_ahead(state, seat, tuned),
    }
    return found | {PAY: found[PAY] + ahead(state, seat, tuned) - outlook(state, seat, tuned)}
