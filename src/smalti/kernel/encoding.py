"""A position as numbers, for those who learn from it: planes over a board, then single values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from smalti.kernel.compiling import kernel
from smalti.kernel.state import State

Reals: TypeAlias = npt.NDArray[np.float32]

SEATS = ("own", "next", "second", "third")
"""How the seats are named, counted from the one who looks."""


@dataclass(frozen=True)
class Encoding:
    """What the numbers mean. They are written from one seat's side: its own things come first, then the next seat's,
    and nothing that this seat may not see."""

    planes: tuple[str, ...]
    """The name of each plane, a number for every cell of the board."""
    board: tuple[int, int]
    """The (rows, columns) of a plane."""
    values: tuple[str, ...]
    """The name of each single value."""
    write: Callable[[State, int, Reals], None]
    """(state, seat, numbers): a kernel function that writes all planes, row by row, and then all values."""
    most: int = 500
    """No value is larger: no game gives more points. None is negative, and planes are of zeros and ones."""

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return len(self.planes) * self.board[0] * self.board[1] + len(self.values)

    def split(self, numbers: Reals) -> tuple[Reals, Reals]:
        """The planes as [..., plane, row, column] and the values as [..., value], without copying."""
        cells = self.length - len(self.values)
        planes = numbers[..., :cells].reshape(*numbers.shape[:-1], len(self.planes), *self.board)
        return planes, numbers[..., cells:]


# For the kernel functions that write: each returns the place after what it wrote.


@kernel
def write_value(numbers: Reals, at: int, value: float) -> int:
    """One number."""
    numbers[at] = value
    return at + 1


@kernel
def write_set(numbers: Reals, at: int, members: int, n: int) -> int:
    """A 1 for each member of a set of up to n."""
    for member in range(n):
        numbers[at + member] = members >> member & 1
    return at + n


@kernel
def write_one_of(numbers: Reals, at: int, choice: int, n: int) -> int:
    """A 1 for the one of n that is chosen; none for a negative number."""
    for one in range(n):
        numbers[at + one] = 1.0 if one == choice else 0.0
    return at + n
