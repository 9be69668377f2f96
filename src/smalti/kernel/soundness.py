"""Records from outside: rules trust their numbers, so whatever no game can come to is refused at the door.

A game says between which numbers each field of its record lies (`Course.limits`), and what must hold between fields
(`Course.holds_together`). Both are there so that rules read no stray memory and come to an end; they accept every
position that play can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.state import Numbers, State

Limits = Mapping[str, tuple[int, int]]
"""By field of a record: the least and the greatest number that may stand there. What is not named may be any."""

record: Any = OPEN
limits: Numbers = OPEN
holds_together: Callable[[State], bool] = OPEN

WIDTH, PLACE, LEAST, MOST = range(4)


def limit_table(record: np.dtype[np.void], limits: Limits) -> Numbers:
    """[number of a record]: how many bytes it has, which number of that width it is, its least and its greatest."""
    rows: list[tuple[int, int, int, int]] = []
    for name, (least, most) in limits.items():
        assert record.fields is not None
        kind, offset = record.fields[name][:2]
        width = kind.base.itemsize
        assert kind.base.kind == "i", f"{name} is no whole number"
        rows += [(width, offset // width + n, least, most) for n in range(kind.itemsize // width)]
    return np.array(rows, np.int64).reshape(-1, 4)


@kernel
def anything_holds(state: State) -> bool:  # noqa: ARG001 - nothing is asked
    """Every position within its limits will do."""
    return True


@kernel
def is_within(raw: npt.NDArray[np.uint8]) -> bool:
    """Whether every number of a record lies within its limits."""
    bytes_, shorts, words, longs = raw.view(np.int8), raw.view(np.int16), raw.view(np.int32), raw.view(np.int64)
    for n in range(len(limits)):
        width, place = limits[n, WIDTH], limits[n, PLACE]
        if width == 1:
            number = int(bytes_[place])
        elif width == 2:
            number = int(shorts[place])
        elif width == 4:
            number = int(words[place])
        else:
            number = int(longs[place])
        if number < limits[n, LEAST] or number > limits[n, MOST]:
            return False
    return True


@kernel
def is_sound(raw: npt.NDArray[np.uint8]) -> bool:
    """Whether rules can work with a record: its numbers, and what they say together."""
    return is_within(raw) and holds_together(raw.view(record)[0])
