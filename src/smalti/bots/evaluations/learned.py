"""Learned weights as small files, each with a record of how it was made beside it (`smalti train` writes both)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.evaluations.types import Weights
from smalti.kernel.errors import SmaltiError

FOLDER = Path(__file__).parent.parent / "weights"
UNIT = 1 / 256
"""Weights are kept as whole numbers of this many points."""
MOST = 32767


class BrokenWeights(SmaltiError):
    """A file of weights is not the one that its record speaks of."""


def read_record(path: Path) -> dict[str, Any]:
    """How the weights of a file were made."""
    record: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return record


def read_weights(path: Path) -> Weights:
    """The weights of a file; refuses one that its record does not know."""
    if hashlib.sha256(path.read_bytes()).hexdigest() != read_record(path)["sha256"]:
        raise BrokenWeights(f"{path} is not the file that {path.with_suffix('.json').name} describes")
    with np.load(path) as file:
        weights: Weights = file["weights"].astype(np.float32) * np.float32(UNIT)
    return weights


def write_weights(path: Path, weights: Weights, record: dict[str, Any]) -> None:
    """Writes weights and their record."""
    small = np.clip(np.rint(weights / UNIT), -MOST, MOST).astype(np.int16)
    with path.open("wb") as file:
        np.savez_compressed(file, weights=small)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    text = json.dumps({"sha256": sha256} | record, indent=2)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
