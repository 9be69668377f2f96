"""What positions promise, a hand-written evaluation for each game. `EVALUATIONS` is the only list of them."""

from collections.abc import Callable

from smalti.bots.evaluations import maharani, majolica, mosaix
from smalti.bots.evaluations.types import Reals
from smalti.kernel.state import State

Evaluate = Callable[[State, Reals], None]
"""A kernel function that writes the final points which every seat may expect; the very points when the game is over."""

EVALUATIONS: dict[str, Evaluate] = {
    "mosaix": mosaix.evaluate,
    "maharani": maharani.evaluate,
    "majolica": majolica.evaluate,
}
