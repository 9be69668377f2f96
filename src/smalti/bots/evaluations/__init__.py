"""What positions promise, an evaluation for each game. `EVALUATIONS` is the only list of them."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from smalti.bots.evaluations import maharani, majolica, mosaix
from smalti.bots.evaluations.tuned import tuned
from smalti.bots.evaluations.types import Reals, Weights
from smalti.kernel.state import State

Evaluate = Callable[[State, Weights, Reals], None]
"""A kernel function that writes the final points which every seat may expect; the very points when the game is over."""


def no_weights() -> Weights:
    """Nothing was learned."""
    return np.zeros(0, np.float32)


class Evaluation(NamedTuple):
    """An evaluation and what it has learned."""

    evaluate: Evaluate
    weights: Callable[[], Weights] = no_weights
    """Loads what was learned, once."""


EVALUATIONS: dict[str, Evaluation] = {
    "mosaix": Evaluation(mosaix.evaluate),
    "maharani": Evaluation(maharani.evaluate, partial(tuned, "maharani")),
    "majolica": Evaluation(majolica.evaluate, partial(tuned, "majolica")),
}
