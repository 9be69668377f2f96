"""The weights that tuning has found for Maharani (`weights.json` says how)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from smalti.kernel.thinking import Weights
from smalti.kernel.weights import read_tuned

FILE = Path(__file__).with_suffix(".json")


@cache
def shipped_weights() -> Weights:
    """The shipped weights."""
    return read_tuned(FILE)
