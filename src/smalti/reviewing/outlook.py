"""What expected points mean: themselves alone, a share of the win with several; the map was fitted once and is shipped.

It lies beside the evaluation that it reads (`thinking/outlook.toml`), and is fitted by `python -m benchmarks.outlooks`.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.bots.search.tree import falling
from smalti.kernel.compiling import kernel
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.sets import bit
from smalti.kernel.thinking import Reals

FILE = "outlook.toml"


class Reading(NamedTuple):
    """The numbers of an outlook that kernel functions read points by."""

    length: float
    first: float
    last: float
    fixed: float
    share: float


@dataclass(frozen=True)
class Outlook:
    """How to read an evaluation of a game with so many seats."""

    seats: int
    length: float = 100.0
    """Entries of an ordinary log: how far a game has come is counted in these."""
    scales: tuple[float, float] = (10.0, 10.0)
    """With several: by how many points a seat must lead for e to 1, when the game begins and when it ends. Between
    them it shrinks like the root of what is left, as the spread of a sum of independent things does."""
    correction: tuple[float, float] = (0.0, 0.0)
    """Alone: what is added when a game begins, as a number of points and as a share of those expected; it shrinks with
    what is left. An evaluation that learned from good play thinks too little of positions that came of bad play."""
    spread: float = 10.0
    """The standard deviation of what good play ends with: points alone, the lead over the mean of the others else."""
    games: int = 0
    """How many games it was fitted to; 0 for a game nobody has fitted it for."""
    search: int = 0
    """By so many simulations of the best level it is told what a decision lost, at the usual depth; 0: by walks.
    How: `judging.py`."""

    @property
    def unit(self) -> float:
        """The standard deviation of a result: what costs and luck are measured by, so that games can be compared."""
        return self.spread if self.seats == 1 else math.sqrt(self.seats - 1) / self.seats

    @property
    def reading(self) -> Reading:
        """What kernel functions need of it."""
        return Reading(self.length, *self.scales, *self.correction)

    def read(self, points: Reals, plies: Reals) -> Reals:
        """[n, seat]: the values of expected points to every seat, each after so many entries of the log."""
        worths = np.empty((len(points), self.seats))
        for row, ply, worth in zip(points, plies, worths, strict=True):
            read_points(row, self.seats, ply, self.reading, worth)
        return worths


@kernel
def read_points(points: Reals, seats: int, ply: float, how: Reading, worths: Reals) -> None:
    """What expected points are worth to every seat after so many entries of a log; the same bits everywhere."""
    left = max(0.0, 1.0 - ply / how.length)
    if seats == 1:
        worths[0] = points[0] + left * (how.fixed + how.share * points[0])
        return
    best = points[0]
    for seat in range(1, seats):
        best = max(best, points[seat])
    scale = how.last + (how.first - how.last) * math.sqrt(left)
    total = 0.0
    for seat in range(seats):
        worths[seat] = falling((points[seat] - best) / scale)
        total += worths[seat]
    for seat in range(seats):
        worths[seat] /= total


@kernel
def read_leads(points: Reals, worths: Reals, seats: int, leads: Reals) -> None:
    """By how many points every seat leads the mean of the others; alone what its points are worth."""
    if seats == 1:
        leads[0] = worths[0]
        return
    total = 0.0
    for seat in range(seats):
        total += points[seat]
    for seat in range(seats):
        leads[seat] = points[seat] - (total - points[seat]) / (seats - 1)


def shares(seats: int, won: int) -> Reals:
    """The share of the win of every seat; nobody's win is everybody's."""
    winning = np.array([1.0 if won & bit(seat) else 0.0 for seat in range(seats)])
    return winning / winning.sum() if won else np.full(seats, 1.0 / seats)


def result(position: Position) -> Reals:
    """What a finished game was worth to every seat."""
    if position.seats == 1:
        return np.array(position.scores(), float)
    return shares(position.seats, sum(bit(seat) for seat in position.winners()))


def outlook_file(game: Game) -> Path:
    """Where the outlooks of a game are kept: beside its evaluation."""
    return Path(evaluation_of(game).evaluate.__code__.co_filename).with_name(FILE)


@cache
def outlook_of(game: Game, seats: int) -> Outlook:
    """How the evaluation of a game is read with so many seats."""
    file = outlook_file(game)
    if game.thinking is None or not file.is_file():
        return Outlook(seats)
    found = tomllib.loads(file.read_text())["seats"].get(str(seats))
    if found is None:
        return Outlook(seats)
    fields: dict[str, Any] = {name: tuple(told) if isinstance(told, list) else told for name, told in found.items()}
    return Outlook(seats, **fields)
