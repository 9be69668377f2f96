"""What a position promises in a game nobody has written an evaluation for: its points as they stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Evaluation, Reals, Terms, Weights
from smalti.kernel.words import N_

scores: Callable[[State, Numbers], None] = OPEN


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """The points of every seat if the game ended now."""
    points = np.zeros(len(values), np.int64)
    scores(state, points)
    for seat in range(len(values)):
        values[seat] = points[seat]


@kernel
def write_points(state: State, seat: int, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """All points of a seat as one part."""
    points = values.view(np.int64)  # the same room: nothing is allocated
    scores(state, points)
    own = int(points[seat])
    values[:] = np.nan
    values[0] = own


PLAIN = Evaluation(evaluate)
POINTS = Terms((N_("points at once"),), write_points)
