"""What self-play has taught about Mosaix (`weights.md` says how, `weights.json` has the lessons)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from smalti.games.mosaix.thinking.layout import places_before_clocks, places_of_first, shared_weights
from smalti.kernel.thinking import Weights
from smalti.kernel.weights import BrokenWeights, read_learned

FILE = Path(__file__).with_suffix(".npz")
FIRST = FILE.with_name("weights-1.npz")
"""What was shipped first, before a GPU taught more: `legend-1` plays by it."""


@cache
def shipped_weights() -> Weights:
    """The shipped weights, one for each pattern."""
    return read_weights(FILE)


def read_weights(path: Path) -> Weights:
    """The weights of a file, one for each pattern; earlier ones were fewer."""
    found = read_learned(path)
    for places in (shared_weights, places_before_clocks, places_of_first):
        shared = places()
        if len(found) == int(shared.max()) + 1:
            return np.append(found, np.float32(0.0))[shared]
    raise BrokenWeights(f"{path} has {len(found)} weights, which are none of Mosaix")
