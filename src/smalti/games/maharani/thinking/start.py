"""Where tuning begins: weights written by hand."""

from __future__ import annotations

import numpy as np

from smalti.games.maharani.components import MOST_SEATS
from smalti.games.maharani.thinking.evaluation import FEATURES, MARKERS, PAID
from smalti.kernel.knots import GONE, KNOTS
from smalti.kernel.thinking import Start


def first_weights() -> Start:
    """Half of the pay of workers in an empty quarter, all of it in a full one; markers."""
    weights = np.zeros((MOST_SEATS + 1, FEATURES, KNOTS), np.float32)
    weights[:, PAID] = 0.5 + 0.5 * GONE**2
    for face_up, value in enumerate((0.0, 1.3, 2.1, 2.6, 2.8)):
        weights[:, MARKERS + face_up] = value * (1 - GONE)
    return Start(weights, np.zeros(FEATURES), 0)
