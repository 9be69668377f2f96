"""How a small network sees a game that one plays alone, and the turns that it learns from.

A network judges what a turn leaves: a code for each cell of a square, something that is left (a scale), and what
the evaluation thinks of it. Towers, one for each kind of piece, see the same codes from their own side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Reals, Weights

Codes: TypeAlias = npt.NDArray[np.uint8]
NO_TURN, GOES_ON, IS_OVER = range(3)
"""What a turn is: none, since there are fewer of them; one after which the game goes on; the last one."""


class Turns(NamedTuple):
    """The best turns in some positions, best first: arrays of the same first axes, the last of which is the turn."""

    grids: Numbers
    """[..., kind of piece]: the cells after the turn."""
    codes: Codes
    """[..., cell]: what a network sees there."""
    values: Weights
    """The points that the evaluation expects; the very points where the game is over."""
    lefts: Codes
    """What is left of the scale."""
    kinds: Codes

    def at(self, places: Any) -> Turns:
        """Those of some places."""
        return Turns(*[array[places] for array in self])


class Vision(NamedTuple):
    """What a game brings so that a network can learn it."""

    planes: Weights
    """[tower, code, plane]: what a tower sees of a cell with that code."""
    mirrors: Numbers
    """[symmetry, cell]: the cell whose code stands there when the square is turned or mirrored."""
    exchanges: Codes
    """[exchange, code]: what a code becomes when kinds of pieces are exchanged."""
    lefts: int
    """How many values the scale may have, from 0 on."""
    usual: tuple[float, float]
    """The points that are usual, and by how many they differ: a network sees values counted from there."""
    chances: Reals
    """[outcome]: how likely it is."""
    begin: tuple[tuple[int, ...], int]
    """The cells of each kind of piece when a game begins, and the scale."""
    list_turns: Callable[..., None]
    """(grids, lefts, weights, sight, kept, turns, low, high): a kernel function that writes the `kept` best turns of
    some positions after every outcome into `turns`, [position, outcome, turn]."""
    sight: np.dtype[np.void]
    """The record that `list_turns` works in."""
    kept: int
    """So many turns after each outcome it has room for."""


def new_turns(vision: Vision, positions: int, kept: int) -> Turns:
    """Room for the turns after every outcome."""
    shape = positions, len(vision.chances), kept
    return Turns(
        np.zeros((*shape, len(vision.planes)), np.int64),
        np.zeros((*shape, vision.mirrors.shape[1]), np.uint8),
        np.zeros(shape, np.float32),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
    )
