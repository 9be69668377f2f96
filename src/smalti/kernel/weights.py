"""Weights as small files, each with a record of how it was made: `smalti train` and `smalti tune` write them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from smalti.kernel.errors import SmaltiError
from smalti.kernel.thinking import Weights

UNIT = 1 / 256
"""Learned weights are kept as whole numbers of this many points."""


class BrokenWeights(SmaltiError):
    """A file of weights is not the one that its record speaks of."""


def read_record(path: Path) -> dict[str, Any]:
    """How the weights of a file were made."""
    record: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return record


def read_learned(path: Path) -> Weights:
    """The weights that training wrote; refuses a file that the record beside it does not know."""
    if hashlib.sha256(path.read_bytes()).hexdigest() != read_record(path)["sha256"]:
        raise BrokenWeights(f"{path} is not the file that {path.with_suffix('.json').name} describes")
    with np.load(path) as file:
        weights: Weights = file["weights"].astype(np.float32) * np.float32(UNIT)
    return weights


def read_tuned(path: Path) -> Weights:
    """The weights that tuning wrote: for each number of seats the features, each at several moments."""
    return np.array(read_record(path)["weights"], np.float32).ravel()


def read_behind(path: Path, tuned: Weights, n: int, title: str) -> Weights:
    """The weights of a file that `smalti tune` or `smalti train` has made; what was learned lies behind."""
    if path.suffix == ".json":
        return read_tuned(path)
    found = read_learned(path)
    if len(found) != n:
        raise BrokenWeights(f"{path} has {len(found)} weights, which are none of {title}")
    found[: len(tuned)] = tuned  # which training leaves as they are, and the file rounds
    return found
