"""Games for learning: every seat plays the best first look, and the patterns before each chance are noted.

Templates: the open names are filled in by a `Build` with the rules of a game, its evaluation and its patterns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from smalti.bots.evaluations.types import Reals, Weights
from smalti.bots.search.room import MOST_SEATS, Room
from smalti.bots.search.turn import finish_turn, quick_move
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import spread
from smalti.kernel.sets import lowest
from smalti.kernel.state import Numbers, State

actors: Callable[[State], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN
note: Callable[[State, int, Numbers], float] = OPEN

LONGEST_GAME = 32
"""A game is broken off after so many chances, with what is expected then."""


class Games(NamedTuple):
    """What several games teach."""

    notes: Numbers
    """[game, chance, seat, n]: the patterns of a seat; the first number is where they end."""
    thumbs: Reals
    """[game, chance, seat]: what the patterns promise by rule of thumb."""
    points: Reals
    """[game, seat]: the points at the end."""
    lengths: Numbers
    """[game]: how many chances there were."""


def new_games(games: int, seats: int, notes: int) -> Games:
    """Room for so many games with so many notes each time."""
    return Games(
        np.zeros((games, LONGEST_GAME, seats, notes), np.int64),
        np.zeros((games, LONGEST_GAME, seats)),
        np.zeros((games, MOST_SEATS)),
        np.zeros(games, np.int64),
    )


@kernel
def play_game(start: State, generator: int, room: Room, effort: int, games: Games, number: int) -> None:
    """One game, written down under its number."""
    room.pool[0] = start
    state = room.pool[0]
    state.rng = generator
    length = 0
    while not is_over(state) and length < LONGEST_GAME:
        if actors(state):
            seat = lowest(actors(state))
            apply(state, seat, quick_move(state, seat, room, effort, 0.0))
            finish_turn(state, seat, room, 2, 0.0)
            continue
        for seat in range(int(state.seats)):
            games.thumbs[number, length, seat] = note(state, seat, games.notes[number, length, seat])
        length += 1
        apply_outcome(state, sample(state))
    games.lengths[number] = length
    evaluate(state, room.weights, games.points[number])


@kernel
def play_games(
    start: State, seed: int, first: int, number: int, room: Room, effort: int, games: Games, at: int
) -> None:
    """So many games from the first on, the i-th always the same for the same seed and weights."""
    for i in range(number):
        play_game(start, spread(seed, first + i), room, effort, games, at + i)
