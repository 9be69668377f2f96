"""A network as a small file, with a record of how it was made beside it.

Of each layer `NAME` are whole numbers of 16 bits, [input, output], `NAME_unit` is what one of them is worth for each
output, and `NAME_bias` is added. The inputs of a convolution are its nine cells, row by row, with all channels of
each.
"""

from __future__ import annotations

import hashlib
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.training.nets.layers import FACTOR, Layers
from smalti.kernel.thinking import Weights

MOST = 32767


def pack(layers: Layers) -> dict[str, Any]:
    """The arrays of a file."""
    found: dict[str, Any] = {}
    for name in (one.removesuffix(".weight") for one in layers if one.endswith(".weight")):
        weights, bias = by_inputs(layers[f"{name}.weight"]), layers[f"{name}.bias"]
        if name == "out":
            weights, bias = np.float32(FACTOR) * weights, np.float32(FACTOR) * bias
        unit = np.maximum(np.abs(weights).max(0), np.float32(1e-9)) / np.float32(MOST)
        found |= {name: np.rint(weights / unit).astype(np.int16), f"{name}_unit": unit, f"{name}_bias": bias}
    return found


def by_inputs(weights: Weights) -> Weights:
    """[input, output] of [output, input], or of [output, channel, row, column]."""
    return weights.transpose(2, 3, 1, 0).reshape(-1, len(weights)) if weights.ndim == 4 else weights.T


def write_network(path: Path, layers: Layers, record: dict[str, Any]) -> None:
    """Writes a network and its record; each file is there whole or not at all."""
    file = BytesIO()
    np.savez_compressed(file, **pack(layers))
    sha256 = hashlib.sha256(file.getvalue()).hexdigest()
    text = json.dumps({"sha256": sha256} | record, indent=2) + "\n"
    for one, content in ((path, file.getvalue()), (path.with_suffix(".json"), text.encode())):
        part = one.with_name(f".{one.name}.part")
        part.write_bytes(content)
        part.replace(one)
