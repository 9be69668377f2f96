"""What positions promise, an evaluation for each game. `EVALUATIONS` is the only list of them; sources add to it."""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from smalti.bots.evaluations import maharani, majolica, mosaix, mosaix_layout, mosaix_patterns, plain
from smalti.bots.evaluations.learned import FOLDER, read_weights
from smalti.bots.evaluations.tuned import tuned_weights
from smalti.bots.evaluations.types import Places, Reals, Weights
from smalti.kernel.state import Numbers, State

Evaluate = Callable[[State, Weights, Reals], None]
"""A kernel function that writes the final points which every seat may expect; the very points when the game is over."""


def no_weights() -> Weights:
    """Nothing was learned."""
    return np.zeros(0, np.float32)


@cache
def mosaix_weights() -> Weights:
    """The shipped weights, one for each pattern."""
    return read_weights(FOLDER / "mosaix.npz")[mosaix_layout.shared_weights()]


class Patterns(NamedTuple):
    """What an evaluation can learn."""

    note: Callable[[State, int, Numbers], float]
    """(state, seat, notes): a kernel function that notes the patterns of a seat, from 1 on; notes[0] is where they end.
    Returns what the seat may expect besides their weights."""
    most: int
    """The length of `notes`."""
    shared: Callable[[], Places]
    """[pattern]: the number of its weight, the same for patterns that are images of each other."""


class Evaluation(NamedTuple):
    """An evaluation and what it has learned."""

    evaluate: Evaluate
    weights: Callable[[], Weights] = no_weights
    """What was learned, loaded once."""
    by_hand: Callable[[], Weights] | None = None
    """The weights of the hand-written evaluation, where these are others."""
    patterns: Patterns | None = None

    def thumb(self) -> Weights:
        """The weights of the hand-written evaluation."""
        return (self.by_hand or self.weights)()


EVALUATIONS: dict[str, Evaluation] = {
    "mosaix": Evaluation(
        mosaix.evaluate,
        mosaix_weights,
        no_weights,
        Patterns(mosaix.note, mosaix_patterns.NOTES, mosaix_layout.shared_weights),
    ),
    "maharani": Evaluation(maharani.evaluate, partial(tuned_weights, "maharani")),
    "majolica": Evaluation(majolica.evaluate, partial(tuned_weights, "majolica")),
}
PLAIN = Evaluation(plain.evaluate)


def evaluation_of(game: str) -> Evaluation:
    """The evaluation of a game; its points as they stand where nobody has written one."""
    return EVALUATIONS.get(game, PLAIN)
