"""Temporal difference learning with a rate for each weight (temporal coherence, Beal and Smith 1999).

A weight whose errors go to and fro learns slowly, one whose errors agree learns fast. The errors of many games are
added up in whole numbers, so that the order in which threads add them does not matter; then each weight moves once, by
the mean of its errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from smalti.bots.training.selfplay import Crowd
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Places, Reals, Weights

add: Callable[[Numbers, int, int], None] = OPEN

UNIT = 1 << 16
"""Errors are added up in this part of a point."""
POINTS, SEATS, SQUARES, NUMBER, TALLIES = range(5)
"""What a round is told by: points at the end and of how many seats, squared errors and of how many values."""


class Memory(NamedTuple):
    """What is learned, a number for each weight."""

    weights: Weights
    errors: Weights
    """The sum of its errors,"""
    sizes: Weights
    """and of their sizes."""
    sums: Numbers
    """The errors it had since it moved last,"""
    counts: Numbers
    """and how many."""
    tallies: Numbers


def new_memory(number: int) -> Memory:
    """Nothing learned yet."""
    weights, errors, sizes = (np.zeros(number, np.float32) for _ in range(3))
    sums, counts, tallies = (np.zeros(n, np.int64) for n in (number, number, TALLIES))
    return Memory(weights, errors, sizes, sums, counts, tallies)


@kernel
def add_alone(array: Numbers, i: int, amount: int) -> None:
    """Adds where nobody else writes."""
    array[i] += amount


@kernel
def find_errors(crowd: Crowd, memory: Memory, trace: float, lead: float, first: int, low: int, high: int) -> None:
    """Goes through games backwards from their ends: TD(lambda) with `trace` for lambda.

    An error in a lead is corrected from all sides, so each takes its part: no step goes too far.
    """
    seats = crowd.thumbs.shape[2]
    for place in range(low, high):
        game, seat = first + place // seats, place % seats
        if crowd.learners[game] & bit(seat) == 0:
            continue
        target = ahead(crowd.points[game], seats, seat, lead)
        add(memory.tallies, POINTS, int(crowd.points[game, seat]))
        add(memory.tallies, SEATS, 1)
        squares = 0.0
        for chance in range(crowd.lengths[game] - 1, -1, -1):
            value = promised(crowd, memory, game, chance, seat, lead)
            error = target - value
            squares += error * error
            blame(crowd.notes[game, chance, seat], error / (1.0 + lead / max(1, seats - 1)), memory)
            target = trace * target + (1.0 - trace) * value
        add(memory.tallies, SQUARES, int(squares))
        add(memory.tallies, NUMBER, crowd.lengths[game])


@kernel
def ahead(points: Reals, seats: int, seat: int, lead: float) -> float:
    """The points of a seat, less `lead` times the mean of the others'."""
    others = -points[seat]
    for one in range(seats):
        others += points[one]
    return float(points[seat] - lead * others / max(1, seats - 1))


@kernel
def promised(crowd: Crowd, memory: Memory, game: int, chance: int, seat: int, lead: float) -> float:
    """What a seat is promised at a moment of its game, less `lead` times the mean of what the others are."""
    own = crowd.thumbs[game, chance, seat] + predict(crowd.notes[game, chance, seat], memory)
    others, seats = 0.0, crowd.thumbs.shape[2]
    if lead > 0.0:
        for one in range(seats):
            if one != seat:
                others += crowd.thumbs[game, chance, one] + predict(crowd.notes[game, chance, one], memory)
    return float(own - lead * others / max(1, seats - 1))


@kernel
def predict(notes: Places, memory: Memory) -> float:
    """The sum of the weights noted."""
    value = 0.0
    for i in range(1, notes[0]):
        value += memory.weights[notes[i]]
    return value


@kernel
def blame(notes: Places, error: float, memory: Memory) -> None:
    """Shares an error out to the weights noted."""
    share = int(error * UNIT / (notes[0] - 1))
    for i in range(1, notes[0]):
        add(memory.sums, notes[i], share)
        add(memory.counts, notes[i], 1)


@kernel
def correct(memory: Memory, step: float, low: int, high: int) -> None:
    """Moves each weight that had errors by their mean: whatever their number, no step goes too far."""
    for i in range(low, high):
        if memory.counts[i] == 0:
            continue
        error = memory.sums[i] / UNIT
        rate = abs(memory.errors[i]) / memory.sizes[i] if memory.sizes[i] > 0.0 else 1.0
        memory.weights[i] += np.float32(step * rate * error / memory.counts[i])
        memory.errors[i] += np.float32(error)
        memory.sizes[i] += np.float32(abs(error))
        memory.sums[i] = 0
        memory.counts[i] = 0


@kernel
def spread_weights(memory: Memory, shared: Places, weights: Weights, low: int, high: int) -> None:
    """[pattern]: its weight."""
    for i in range(low, high):
        weights[i] = memory.weights[shared[i]]
