"""What bots know of Majolica: weights that tuning has found (`weights.json`), and what self-play has taught besides
(`learned.npz`); the records say how."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from smalti.games.majolica.thinking.evaluation import WEIGHTS
from smalti.games.majolica.thinking.patterns import TABLE, TABLES
from smalti.kernel.thinking import Weights
from smalti.kernel.weights import read_behind, read_tuned

FILE = Path(__file__).with_suffix(".json")
LEARNED = FILE.with_name("learned.npz")


@cache
def tuned_weights() -> Weights:
    """What tuning has found; `legend-1` plays by it."""
    return read_tuned(FILE)


@cache
def shipped_weights() -> Weights:
    """Everything that is shipped."""
    return read_weights(LEARNED)


def read_weights(path: Path) -> Weights:
    """The weights of a file that `smalti tune` or `smalti train` has made."""
    return read_behind(path, tuned_weights(), WEIGHTS + TABLES * TABLE, "Majolica")
