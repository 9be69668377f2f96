"""What a lesson of a network is, and how it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from smalti.bots.training.nets.layers import Size

FIRST_TURNS, TURNS = 8, 4
"""Turns played in every game before anything is learned, and in every round."""
SWEEP = 16
"""A round learns from so many positions for each game."""
RISE, LEAST = 3, 0.02
"""The rate rises for so many rounds, and falls in the second half of a lesson to this share."""
TEACHER, PUPIL = Size(48, 2, 128), Size(24, 1, 64)
CURVE = "seconds", "games", "positions", "points", "error of patterns", "error of the network"


@dataclass(frozen=True)
class NetLesson:
    """A series of games for one to learn from."""

    games: int
    seed: int
    batch: int = 4096
    """So many games are played side by side."""
    device: str = "cpu"
    rate: float = 2e-3
    """How large the steps are."""
    teacher: Size = TEACHER
    """Makes the goals, and plays."""
    pupil: Size = PUPIL
    """Is written."""
    room: int = 1 << 20
    """So many positions are remembered."""


class NetDone(NamedTuple):
    """How a lesson goes."""

    seconds: float
    games: int
    positions: int
    points: float
    """The mean of the last 2,000 games that were played as well as can be."""
    error: float
    """How far off the goals the evaluation was: the root of the mean square,"""
    left: float
    """and the network."""


def pace(number: int, over: float) -> float:
    """The share of the rate that a round learns at."""
    return min(1.0, (number + 1) / RISE) * min(1.0, max(LEAST, 2.0 * (1.0 - over)))


def bend(curve: list[list[float]], done: NetDone) -> None:
    """Writes a point of the curve, every time there are a fiftieth more positions."""
    if not curve or done.positions >= 1.02 * curve[-1][CURVE.index("positions")]:
        curve.append(list(done))
