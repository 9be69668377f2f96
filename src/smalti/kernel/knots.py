"""Weights that change with time: each feature has a few of them, for moments from the beginning to the end."""

from __future__ import annotations

import numpy as np

from smalti.kernel.compiling import kernel
from smalti.kernel.thinking import Reals, Weights

KNOTS = 4
"""Moments at which a weight is given; between them it goes in a straight line."""
GONE: Reals = np.arange(KNOTS) / (KNOTS - 1)
"""[knot]: how much of the game is over."""


@kernel
def at(weights: Weights, feature: int, moment: float) -> float:
    """The weight of a feature at a moment from 0 (the beginning) to 1 (the end)."""
    place = moment * (KNOTS - 1)
    knot = min(int(place), KNOTS - 2)
    part = place - knot
    first = feature * KNOTS + knot
    return float((1.0 - part) * weights[first] + part * weights[first + 1])
