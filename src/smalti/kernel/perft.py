"""In how many ways a game can go on: moves and outcomes of chance alike, counted one by one.

Of several seats that choose at the same time the first chooses first. Two programs that count alike almost surely have
the same rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.door import read_position, whole
from smalti.kernel.errors import InvalidNotation, SmaltiError, show
from smalti.kernel.position import Position
from smalti.kernel.referee import Bytes, raw_bytes
from smalti.kernel.sets import lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.words import N_

record: Any = OPEN
actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
outcomes: Callable[[State, Numbers, Numbers], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN

DEEPEST = 64
UNLISTED = -1


@kernel
def list_steps(state: State, steps: Numbers, weights: Numbers) -> int:
    """What may come next, and how many; UNLISTED where chance gives more than can be listed."""
    if is_over(state):
        return 0
    choosing = actors(state)
    if choosing:
        return legal_moves(state, lowest(choosing), steps)
    n = outcomes(state, steps, weights)
    return n if n else UNLISTED


@kernel
def count_ways(states: Bytes, steps: Numbers, counts: Numbers, weights: Numbers) -> int:
    """The ways to go as many steps as there is room for positions; depth first, each position in its own place."""
    ways, depth, last = 0, 0, len(states) - 1
    counts[0] = list_steps(states[0].view(record)[0], steps[0], weights)
    while depth >= 0:
        if counts[depth] < 0:
            return UNLISTED
        if depth == last:
            ways += counts[depth]
            counts[depth] = 0
        if counts[depth] == 0:
            depth -= 1
            continue
        counts[depth] -= 1
        step = int(steps[depth, counts[depth]])
        states[depth + 1] = states[depth]
        depth += 1
        state: Any = states[depth].view(record)[0]
        choosing = actors(state)
        if choosing:
            apply(state, lowest(choosing), step)
        else:
            apply_outcome(state, step)
        counts[depth] = list_steps(state, steps[depth], weights)
    return ways


def perft(position: Position, depth: int) -> int:
    """The number of ways to go so many steps from a position.

    >>> import smalti
    >>> perft(smalti.parse("mosaix", "7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 roll:0"), 2)
    402
    """
    read_position("a perft begins at", position)
    steps_ahead = whole(depth)
    if steps_ahead is None or not 1 <= steps_ahead <= DEEPEST:
        raise InvalidNotation(N_("a perft goes 1 to {most} steps, not {depth}"), most=DEEPEST, depth=show(depth))
    return count_from(position, steps_ahead)


def count_from(position: Position, depth: int) -> int:
    """The same, of what has been checked."""
    game = position.game
    states = np.tile(raw_bytes(position.state), (depth, 1))
    room = max(game.course.action_count, 1024)
    steps, weights = np.empty((depth, room), np.int64), np.empty(room, np.int64)
    ways = game.compiler(count_ways)(states, steps, np.zeros(depth, np.int64), weights)
    if ways == UNLISTED:
        raise SmaltiError(N_("chance gives more here than can be listed one by one"))
    return int(ways)
