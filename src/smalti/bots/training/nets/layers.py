"""The layers of a network by name, as NumPy has them."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np

from smalti.kernel.thinking import Weights
from smalti.kernel.vision import Vision

Layers: TypeAlias = dict[str, Weights]
"""`NAME.weight` and `NAME.bias` of each layer."""
FACTOR = 10.0
"""What the last layer says is in tens of points, as large as what it is made of."""
REACH = 3
"""A convolution sees a cell and its neighbours on all sides."""


class Size(NamedTuple):
    """How large a network is."""

    width: int
    """Channels of each tower."""
    blocks: int
    """Steps in which towers hear of each other."""
    hidden: int
    """Numbers in each layer of the head."""


def block(n: int) -> tuple[str, str, str, str]:
    """The layers of a block: what a tower makes of its own, of all towers, and of both, and of the whole grid."""
    mark = str(n) if n else ""
    return f"own{mark}", f"all{mark}", f"back{mark}", f"whole{mark}"


def shapes(size: Size, vision: Vision) -> dict[str, tuple[int, ...]]:
    """The shape of each layer's weights: outputs first."""
    width, blocks, hidden = size
    wide, common = (width, width, REACH, REACH), vision.lefts + 2
    found: dict[str, tuple[int, ...]] = {"first": (width, vision.planes.shape[2], REACH, REACH)}
    for n in range(blocks):
        own, every, back, whole = block(n)
        found |= {own: wide, every: wide, back: wide, whole: (width, width)}
    head = {"one": (hidden, 2 * width + common), "two": (hidden, hidden), "three": (hidden, hidden + common)}
    return found | head | {"out": (1, hidden)}


def new_layers(size: Size, vision: Vision, chance: np.random.Generator) -> Layers:
    """A network that knows nothing yet: it leaves every value as it is."""
    layers: Layers = {}
    for name, shape in shapes(size, vision).items():
        bound = 0.0 if name == "out" else prod(shape[1:]) ** -0.5
        layers[f"{name}.weight"] = chance.uniform(-bound, bound, shape).astype(np.float32)
        layers[f"{name}.bias"] = chance.uniform(-bound, bound, shape[0]).astype(np.float32)
    return layers
