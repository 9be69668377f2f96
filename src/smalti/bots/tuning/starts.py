"""Where tuning begins: weights written by hand, and how far evolution may go from them at first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smalti.bots.evaluations import maharani, majolica
from smalti.bots.evaluations.knots import KNOTS
from smalti.bots.evaluations.types import Reals, Weights
from smalti.games.maharani import components as maharani_box
from smalti.games.majolica import editions as majolica_box

GONE: Reals = np.arange(KNOTS) / (KNOTS - 1)
"""[knot]: how much of the game is over."""


class Start(NamedTuple):
    """The first weights of a game."""

    weights: Weights
    """[seats, feature, knot]"""
    scale: Reals
    """[feature]: the first steps of evolution, in points."""
    evolved: int
    """How many features evolution changes, the first ones; 0 for a game that learns all."""


def maharani_start() -> Start:
    """Half of the pay of workers in an empty quarter, all of it in a full one; markers."""
    weights = np.zeros((maharani_box.MOST_SEATS + 1, maharani.FEATURES, KNOTS), np.float32)
    weights[:, maharani.PAID] = 0.5 + 0.5 * GONE**2
    for face_up, value in enumerate((0.0, 1.3, 2.1, 2.6, 2.8)):
        weights[:, maharani.MARKERS + face_up] = value * (1 - GONE)
    return Start(weights, np.zeros(maharani.FEATURES), 0)


def majolica_start() -> Start:
    """Designs by how much of them is covered, workshops by how close they are to their pattern; half of what a turn
    brings for who is next."""
    weights = np.zeros((majolica_box.MOST_SEATS + 1, majolica.FEATURES, KNOTS), np.float32)
    weights[:, majolica.PROGRESS] = 0.65
    weights[:, majolica.HALVES] = -1.0
    weights[:, majolica.EMPTY : majolica.BONUS] = -0.4
    weights[:, majolica.WILD : majolica.CLOSE] = 0.5
    weights[:, majolica.CLOSER : majolica.BLOCKED, 0] = (1.1, 1.8, 0.15, 0.4)
    weights[:, majolica.BLOCKED : majolica.FITTING, 0] = (-0.4, -0.6, -0.05)
    weights[:, majolica.CLOSER : majolica.FITTING] = weights[:, majolica.CLOSER : majolica.FITTING, :1]
    weights[2:, majolica.NEXT] = 0.6
    weights[..., -1] *= 0.5
    scale = np.full(majolica.FEATURES, 0.3)
    scale[: majolica.EMPTY] = 0.06
    scale[majolica.PROGRESS : majolica.LATER] = 0.15
    return Start(weights, scale, majolica.LATER)


STARTS = {"maharani": maharani_start, "majolica": majolica_start}
