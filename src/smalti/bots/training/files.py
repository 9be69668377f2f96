"""What training has learned as a small file, with a record of how it was made beside it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np

from smalti.kernel.thinking import Weights
from smalti.kernel.weights import UNIT

MOST = 32767


def write_weights(path: Path, weights: Weights, record: dict[str, Any]) -> None:
    """Writes weights and their record."""
    small = np.clip(np.rint(weights / UNIT), -MOST, MOST).astype(np.int16)
    entry = ZipInfo("weights.npy")  # of no date, so that the same weights are the same file
    entry.compress_type = ZIP_LZMA
    with ZipFile(path, "w") as archive, archive.open(entry, "w") as file:
        np.lib.format.write_array(file, small)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    text = json.dumps({"sha256": sha256} | record, indent=2)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
