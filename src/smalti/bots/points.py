"""What a position promises in a game nobody has written an evaluation for: its points as they stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Evaluation, Reals, Weights

scores: Callable[[State, Numbers], None] = OPEN


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """The points of every seat if the game ended now."""
    points = np.zeros(len(values), np.int64)
    scores(state, points)
    for seat in range(len(values)):
        values[seat] = points[seat]


PLAIN = Evaluation(evaluate)
