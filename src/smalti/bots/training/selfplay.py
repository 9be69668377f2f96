"""Games for learning: every seat plays its best first look, and the patterns before each chance are noted.

Templates: the open names are filled in by a `Build` with the rules of a game, its evaluation and its patterns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from smalti.bots.search.room import MOST_SEATS, Room
from smalti.bots.search.turn import finish_turn, quick_move
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import mix, spread
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights

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
    learners: Numbers
    """[game]: the seats that play by what is learned, as a set; the others go by rules of thumb."""


class Manner(NamedTuple):
    """How the seats of these games play."""

    effort: int
    """About so many evaluations decide a move."""
    denial: float
    """The share of the best other seat's points that counts against the own."""
    rivals: int
    """So many seats of a hundred go by rules of thumb."""


def new_games(games: int, seats: int, notes: int) -> Games:
    """Room for so many games with so many notes each time."""
    return Games(
        np.zeros((games, LONGEST_GAME, seats, notes), np.int64),
        np.zeros((games, LONGEST_GAME, seats)),
        np.zeros((games, MOST_SEATS)),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
    )


@kernel
def draw_learners(generator: int, seats: int, rivals: int) -> int:
    """Who plays by what is learned."""
    learners = 0
    for seat in range(seats):
        if mix(mix(generator & 0xFFFFFFFF) ^ seat) % 100 >= rivals:
            learners |= bit(seat)
    return learners


@kernel
def play_game(start: State, generator: int, room: Room, thumb: Room, manner: Manner, games: Games, number: int) -> None:
    """One game, written down under its number."""
    room.pool[0] = start
    state = room.pool[0]
    state.rng = generator
    length = 0
    learners = draw_learners(generator, int(state.seats), manner.rivals)
    games.learners[number] = learners
    while not is_over(state) and length < LONGEST_GAME:
        if actors(state):
            seat = lowest(actors(state))
            judging = room if learners & bit(seat) else thumb
            apply(state, seat, quick_move(state, seat, judging, manner.effort, manner.denial))
            finish_turn(state, seat, judging, 2, manner.denial)
            continue
        for seat in range(int(state.seats)):
            games.thumbs[number, length, seat] = note(state, seat, games.notes[number, length, seat])
        length += 1
        apply_outcome(state, sample(state))
    games.lengths[number] = length
    evaluate(state, room.weights, games.points[number])


@kernel
def play_games(
    start: State, seed: int, first: int, number: int, room: Room, thumb: Room, manner: Manner, games: Games, at: int
) -> None:
    """So many games from the first on, the i-th always the same for the same seed and weights."""
    for i in range(number):
        play_game(start, spread(seed, first + i), room, thumb, manner, games, at + i)
