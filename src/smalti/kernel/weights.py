"""Weights as small files, each with a record of how it was made: `smalti train` and `smalti tune` write them."""

from __future__ import annotations

import hashlib
import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from smalti.kernel.errors import SmaltiError
from smalti.kernel.thinking import Weights

UNIT = 1 / 256
"""Learned weights are kept as whole numbers of this many points."""
NETWORK = (
    "it is a network, by which no level plays; an agent of the repository does, in Mosaix alone: "
    "py:examples.agents.network:choose (docs/bots.md)"
)


class BrokenWeights(SmaltiError):
    """A file has no weights, or not those that its record speaks of."""


def no_weights(path: Path, why: str) -> BrokenWeights:
    """What is said of a file that cannot be read as weights."""
    return BrokenWeights(f"{path} is no file of weights: {why}")


def read_record(path: Path) -> dict[str, Any]:
    """How the weights of a file were made."""
    beside = path.with_suffix(".json")
    try:
        record = json.loads(beside.read_text(encoding="utf-8"))
    except OSError as error:
        raise no_weights(path, f"its record {beside.name} cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise no_weights(path, f"its record {beside.name} is not JSON") from error
    if not isinstance(record, dict):
        raise no_weights(path, f"its record {beside.name} is not a JSON object")
    return record


def read_learned(path: Path) -> Weights:
    """The weights that training wrote; refuses a file that the record beside it does not know."""
    if path.suffix == ".json":
        raise no_weights(path, "it is a record; what was learned lies beside such a one, in an .npz")
    file, record, beside = read_bytes(path), read_record(path), path.with_suffix(".json").name
    if "sha256" not in record:
        raise no_weights(path, f"its record {beside} has no 'sha256'")
    if hashlib.sha256(file).hexdigest() != record["sha256"]:
        raise BrokenWeights(f"{path} is not the file that {beside} describes")
    arrays = read_arrays(path, file)
    if any(name.endswith("_unit") for name in arrays):  # as `write_network` names them
        raise no_weights(path, NETWORK)
    found: Weights = arrays.get("weights", np.empty(0))
    if found.ndim != 1 or not len(found) or found.dtype.kind not in "if":
        raise no_weights(path, "it has no row of numbers called 'weights'")
    weights: Weights = found.astype(np.float32) * np.float32(UNIT)
    return weights


def read_bytes(path: Path) -> bytes:
    """A whole file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise no_weights(path, f"it cannot be read ({error.strerror})") from error


def read_arrays(path: Path, file: bytes) -> dict[str, Any]:
    """The arrays of an archive."""
    try:
        with np.load(BytesIO(file)) as arrays:
            return dict(arrays)
    except (ValueError, EOFError, TypeError, BadZipFile) as error:
        raise no_weights(path, "it is no archive of arrays of numbers") from error


def read_tuned(path: Path) -> Weights:
    """The weights that tuning wrote: for each number of seats the features, each at several moments."""
    try:
        return np.array(read_record(path).get("weights", ""), np.float32).ravel()
    except (ValueError, TypeError) as error:
        raise no_weights(path, "it has no numbers called 'weights'") from error


def read_behind(path: Path, tuned: Weights, n: int, title: str) -> Weights:
    """The weights of a file that `smalti tune` or `smalti train` has made; what was learned lies behind."""
    if path.suffix == ".json":
        return so_many(path, read_tuned(path), len(tuned), title)
    found = so_many(path, read_learned(path), n, title)
    found[: len(tuned)] = tuned  # which training leaves as they are, and the file rounds
    return found


def so_many(path: Path, found: Weights, n: int, title: str) -> Weights:
    """The weights of a file, if a game wants so many."""
    if len(found) != n:
        raise BrokenWeights(f"{path} has {len(found)} weights, which are none of {title}")
    return found
