"""The position of Pebbles: one record."""

from __future__ import annotations

import numpy as np

from examples.pebbles.components import CELLS, COLOUR_COUNT, OF_EACH
from smalti.kernel.state import record_type

NONE = -1

STATE = record_type(
    [
        ("cells", np.int8, (CELLS,)),  # 0 for a free cell, else 1 + the colour of its pebble
        ("display", np.int8, (COLOUR_COUNT,)),  # how many pebbles of each colour lie on display
        ("seats", np.int8),
        ("turn", np.int8),  # whose turn it is; NONE until it is drawn who begins
    ]
)

LIMITS = {
    "cells": (0, COLOUR_COUNT),
    "display": (0, OF_EACH),
    "seats": (1, 2),
    "turn": (NONE, 1),
}
"""The least and the greatest number of each field: records from outside are checked against them."""
