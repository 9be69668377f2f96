"""Where tuning begins: weights written by hand, and how far evolution may go from them at first."""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.editions import MOST_SEATS
from smalti.games.majolica.thinking.evaluation import (
    BLOCKED,
    BONUS,
    CLOSE,
    CLOSER,
    EMPTY,
    FEATURES,
    FITTING,
    HALVES,
    LATER,
    NEXT,
    PROGRESS,
    WILD,
)
from smalti.kernel.knots import KNOTS
from smalti.kernel.thinking import Start


def first_weights() -> Start:
    """Designs by how much of them is covered, workshops by how close they are to their pattern; half of what a turn
    brings for who is next."""
    weights = np.zeros((MOST_SEATS + 1, FEATURES, KNOTS), np.float32)
    weights[:, PROGRESS] = 0.65
    weights[:, HALVES] = -1.0
    weights[:, EMPTY:BONUS] = -0.4
    weights[:, WILD:CLOSE] = 0.5
    weights[:, CLOSER:BLOCKED, 0] = (1.1, 1.8, 0.15, 0.4)
    weights[:, BLOCKED:FITTING, 0] = (-0.4, -0.6, -0.05)
    weights[:, CLOSER:FITTING] = weights[:, CLOSER:FITTING, :1]
    weights[2:, NEXT] = 0.6
    weights[..., -1] *= 0.5
    scale = np.full(FEATURES, 0.3)
    scale[:EMPTY] = 0.06
    scale[PROGRESS:LATER] = 0.15
    return Start(weights, scale, LATER)
