"""Search on what PPO learned, at the root alone: its likeliest moves are tried out in games that it plays on by itself,
the better half of them again, and so on until one is left (sequential halving, as in Gumbel AlphaZero).

    smalti bench-agents run py:examples.agents.halving:choose --out halving
"""

from __future__ import annotations

from typing import Any

import numpy as np

from examples.agents.playing_on import reopened, trial
from examples.agents.ppo import judge
from smalti.kernel.generator import spread
from smalti.kernel.position import Position

CANDIDATES, UNLIKELY = 16, 0.001
"""How many moves are tried out at most, and how likely each is at least."""
GAMES = 128
"""So many are played each time, the same number for every move, with the same luck."""
EQUAL = 2.0**-20
"""Means that differ by less are equal: far less than anything counts, far more than rounding makes."""


def choose(position: Position, seat: int, generator: int) -> int:
    """The move that is left; the likelier of two that are as good."""
    moves, likely, _ = judge(position, seat)
    first = [n for n in np.argsort(-likely, kind="stable")[:CANDIDATES] if likely[n] >= UNLIKELY]
    left, gained = moves[first], np.zeros((0, len(first)))
    while len(left) > 1:
        gained = np.concatenate((gained, try_out(position, seat, left, spread(generator, len(gained)))))
        means = np.rint(gained.mean(axis=0) / EQUAL)
        better = np.sort(np.argsort(-means, kind="stable")[: len(left) // 2])
        left, gained = left[better], gained[:, better]
    return int(left[0])


def try_out(position: Position, seat: int, moves: Any, generator: int) -> Any:
    """[game, move]: what the seat gains beyond the others; the n-th game has the same luck for every move."""
    room, each = trial(position.game.name, position.seats, GAMES), GAMES // len(moves)
    room.load(reopened(position), generator, same=len(moves))
    while room.batch.actors[0] != seat:  # those who choose at the same time
        room.batch.step(room.likeliest())
    return room.play_on(np.resize(moves, GAMES))[: each * len(moves), seat].reshape(each, len(moves))
