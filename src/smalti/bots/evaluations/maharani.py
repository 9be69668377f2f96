"""What a position of Maharani promises: gold, a share of the pay to come, and markers in hand."""

from __future__ import annotations

from smalti.bots.evaluations.types import Reals, Weights
from smalti.games.maharani.components import PAY, QUARTER_COUNT, QUARTER_SPACES
from smalti.games.maharani.state import OVER, colours_each, first_colour, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import State

EARLY_PAY = 0.5
"""The share of its pay that a worker is worth in an empty quarter; all of it in a full one."""
MARKERS = (0.0, 1.3, 2.1, 2.6, 2.8)
"""[face up]: what the action markers are worth."""


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """Writes the gold that every seat may expect."""
    for seat in range(int(state.seats)):
        values[seat] = float(state.gold[seat])
        if int(state.phase) != OVER:
            values[seat] += pay_ahead(state, seat) + MARKERS[count(int(state.markers[seat]))] * time_left(state)


@kernel
def time_left(state: State) -> float:
    """How much of the floor is free, from 1 to 0."""
    return 1.0 - count(occupied(state)) / 56.0


@kernel
def pay_ahead(state: State, seat: int) -> float:
    """Rule 9.2: what the workers of a seat will be paid, more surely in a quarter that is nearly full."""
    total = 0.0
    taken = occupied(state)
    first = first_colour(state, seat)
    for quarter in range(QUARTER_COUNT):
        spaces = int(QUARTER_SPACES[int(state.plan), quarter])
        filled = count(taken & spaces) / count(spaces)
        share = EARLY_PAY + (1.0 - EARLY_PAY) * filled * filled
        for worker in range(first, first + colours_each(state)):
            total += share * PAY[count(int(state.workers[worker]) & spaces)]
    return total
