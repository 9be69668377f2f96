"""Temporal difference learning with a rate for each weight (temporal coherence, Beal and Smith 1999).

A weight whose errors go to and fro learns slowly, one whose errors agree learns fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smalti.bots.training.selfplay import Games
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places, Weights


class Memory(NamedTuple):
    """What is learned; patterns that are images of each other share a weight."""

    shared: Places
    """[pattern]: the number of its weight."""
    weights: Weights
    errors: Weights
    """[weight]: the sum of its errors,"""
    sizes: Weights
    """and of their sizes."""


def new_memory(shared: Places) -> Memory:
    """Nothing learned yet."""
    number = int(shared.max()) + 1
    return Memory(shared, *(np.zeros(number, np.float32) for _ in range(3)))


@kernel
def predict(notes: Numbers, memory: Memory) -> float:
    """The sum of the weights of the patterns noted."""
    value = 0.0
    for i in range(1, notes[0]):
        value += memory.weights[memory.shared[notes[i]]]
    return value


@kernel
def correct(notes: Numbers, error: float, step: float, memory: Memory) -> None:
    """Moves the weights noted against an error."""
    share = error * step / (notes[0] - 1)
    for i in range(1, notes[0]):
        one = memory.shared[notes[i]]
        rate = 1.0
        if memory.sizes[one] > 0.0:
            rate = abs(memory.errors[one]) / memory.sizes[one]
        memory.weights[one] += np.float32(rate * share)
        memory.errors[one] += np.float32(error)
        memory.sizes[one] += np.float32(abs(error))


@kernel
def learn(games: Games, number: int, seats: int, trace: float, step: float, memory: Memory) -> float:
    """Learns from games, backwards from their ends: TD(lambda) with `trace` for lambda; returns the squared errors."""
    squares = 0.0
    for game in range(number):
        for seat in range(seats):
            if not games.learners[game] & bit(seat):
                continue
            target = games.points[game, seat]
            for chance in range(games.lengths[game] - 1, -1, -1):
                notes = games.notes[game, chance, seat]
                value = games.thumbs[game, chance, seat] + predict(notes, memory)
                error = target - value
                squares += error * error
                correct(notes, error, step, memory)
                target = trace * target + (1.0 - trace) * value
    return squares
