"""What evaluations read and write."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Reals: TypeAlias = npt.NDArray[np.float64]
Weights: TypeAlias = npt.NDArray[np.float32]
"""What an evaluation has learned, in one row; empty for one that is written by hand."""
Places: TypeAlias = npt.NDArray[np.int32]
"""Numbers of weights."""
