"""Weights that `smalti tune` made, from a small file in the package that says how."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from smalti.bots.evaluations.types import Weights

FOLDER = Path(__file__).parent.parent / "weights"


@cache
def tuned_weights(game: str) -> Weights:
    """The weights of a game: for each number of seats the features, each at several moments."""
    card = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return np.array(card["weights"], np.float32).ravel()
