"""What a decision lost by the search of the best level, where that tells players apart better than walks do."""

from __future__ import annotations

from threading import Lock

import numpy as np

from smalti.bots.bot import Candidate
from smalti.bots.defaults import strength_of
from smalti.bots.levels import think
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget, Reals
from smalti.reviewing.outlook import read_leads

BEST = "legend"
HALVES = 2
"""Searches, with half the simulations each: what one of them advises is judged by the other."""
SEEDS = 5
"""Their seeds come after those of walks."""
ONE_TREE = Lock()
"""Trees grow on common ground, so of the threads of a review one searches at a time."""


def lost_by_search(position: Position, seat: int, made: int, seed: int, simulations: int) -> Reals:
    """[way]: by how many points the lead after the move that a search advises is more than after the one made.

    Advice and judgement are of two searches, one way and the other way round: so nobody is measured by the best of
    several noisy estimates. A look beyond chance draws nothing by lot, so one of it is enough for both.
    """
    strength = strength_of(BEST, position.game, position.seats)
    number = 1 if strength.beyond else HALVES
    budget = Budget(simulations=simulations // number, cores=1)
    with ONE_TREE:
        thoughts = [think(position, seat, spread(seed, SEEDS + n), strength, budget) for n in range(number)]
    leads = [{one.move: lead_of(one, seat) for one in thought.candidates} for thought in thoughts]
    pairs = zip(thoughts, reversed(leads), strict=True)
    return np.array([judged[thought.move] - judged[made] for thought, judged in pairs])


def lead_of(one: Candidate, seat: int) -> float:
    """By how many points a seat is expected to lead the mean of the others after a move; alone its points."""
    points = np.array(one.expected)
    leads = np.zeros(len(points))
    read_leads(points, points, len(points), leads)
    return float(leads[seat])
