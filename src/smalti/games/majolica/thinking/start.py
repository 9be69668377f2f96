"""Where tuning begins: weights written by hand, and how far evolution may go from them at first."""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.editions import MOST_SEATS
from smalti.games.majolica.thinking import evaluation
from smalti.kernel.knots import KNOTS
from smalti.kernel.thinking import Start


def first_weights() -> Start:
    """Designs by how much of them is covered, workshops by how close they are to their pattern; half of what a turn
    brings for who is next."""
    weights = np.zeros((MOST_SEATS + 1, evaluation.FEATURES, KNOTS), np.float32)
    weights[:, evaluation.PROGRESS] = 0.65
    weights[:, evaluation.HALVES] = -1.0
    weights[:, evaluation.EMPTY : evaluation.BONUS] = -0.4
    weights[:, evaluation.WILD : evaluation.CLOSE] = 0.5
    weights[:, evaluation.CLOSER : evaluation.BLOCKED, 0] = (1.1, 1.8, 0.15, 0.4)
    weights[:, evaluation.BLOCKED : evaluation.FITTING, 0] = (-0.4, -0.6, -0.05)
    weights[:, evaluation.CLOSER : evaluation.FITTING] = weights[:, evaluation.CLOSER : evaluation.FITTING, :1]
    weights[2:, evaluation.NEXT] = 0.6
    weights[..., -1] *= 0.5
    scale = np.full(evaluation.FEATURES, 0.3)
    scale[: evaluation.EMPTY] = 0.06
    scale[evaluation.PROGRESS : evaluation.LATER] = 0.15
    return Start(weights, scale, evaluation.LATER)
