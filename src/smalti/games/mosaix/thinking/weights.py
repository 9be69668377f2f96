"""What self-play has taught about Mosaix (`weights.md` says how, `weights.json` has the lessons)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from smalti.games.mosaix.thinking.layout import shared_weights
from smalti.kernel.thinking import Weights
from smalti.kernel.weights import read_learned

FILE = Path(__file__).with_suffix(".npz")


@cache
def shipped_weights() -> Weights:
    """The shipped weights, one for each pattern."""
    return read_learned(FILE)[shared_weights()]
