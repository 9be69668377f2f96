"""Many games in lockstep, for learning: every seat plays its best first look, and the patterns before each chance are
noted.

Templates: the open names are filled in by a `Build` with the rules of a game, its evaluation and its patterns. Every
function works on the places from `low` to `high`, so that cores share them by parts and each thread of a GPU has one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from smalti.bots.search.room import MOST_SEATS, Room
from smalti.bots.search.turn import first_look
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.game import Game
from smalti.kernel.generator import mix, spread
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Places, Reals, Weights

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN
note: Callable[[State, int, Numbers], float] = OPEN
add: Callable[[Numbers, int, int], None] = OPEN

LONGEST_GAME = 32
"""A game is broken off after so many chances, with what is expected then."""


class Crowd(NamedTuple):
    """Games side by side, and what they teach."""

    states: Any
    """[game]: the positions, an array of the game's records."""
    notes: Places
    """[game, chance, seat, n]: the numbers of a seat's weights, from 1 on; the first number is where they end."""
    thumbs: Weights
    """[game, chance, seat]: what the patterns promise by rule of thumb."""
    points: Reals
    """[game, seat]: the points at the end."""
    lengths: Numbers
    """[game]: how many chances there were."""
    learners: Numbers
    """[game]: the seats that play by what is learned, as a set; the others go by rules of thumb."""
    waiting: Numbers
    """[game]: whether somebody is to choose; 0 for a game that has ended."""
    worths: Reals
    """[game and lane]: the best move that a lane has found, what it is worth,"""
    choices: Numbers
    """and which it is."""
    left: Numbers
    """How many games have not ended."""
    shared: Places
    """[pattern]: the number of its weight."""


class Deal(NamedTuple):
    """How the games of a round begin."""

    start: Any
    """An array of one record: the position before anything has happened."""
    seed: int
    first: int
    """The number of the first game."""
    rivals: int
    """So many seats of a hundred go by rules of thumb."""


def new_crowd(game: Game, games: int, seats: int, notes: int, lanes: int, shared: Places) -> Crowd:
    """Room for so many games with so many notes each time; so many lanes look for the moves of each."""
    return Crowd(
        np.zeros(games, game.course.state_type),
        np.zeros((games, LONGEST_GAME, seats, notes), np.int32),
        np.zeros((games, LONGEST_GAME, seats), np.float32),
        np.zeros((games, MOST_SEATS)),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games * lanes),
        np.zeros(games * lanes, np.int64),
        np.zeros(1, np.int64),
        shared,
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
def begin(crowd: Crowd, deal: Deal, weights: Weights, low: int, high: int) -> None:
    """New games, up to their first choice; the i-th is always the same for the same seed and weights."""
    for i in range(low, high):
        crowd.states[i] = deal.start[0]
        state = crowd.states[i]
        state.rng = spread(deal.seed, deal.first + i)
        crowd.learners[i] = draw_learners(state.rng, int(state.seats), deal.rivals)
        crowd.lengths[i] = 0
        go_on(crowd, weights, i)


@kernel
def go_on(crowd: Crowd, weights: Weights, i: int) -> None:
    """Chance, as long as nobody is to choose; what it meets is noted."""
    state = crowd.states[i]
    while not is_over(state) and actors(state) == 0 and crowd.lengths[i] < LONGEST_GAME:
        note_seats(crowd, i)
        apply_outcome(state, sample(state))
    crowd.waiting[i] = int(actors(state) != 0 and not is_over(state))
    if crowd.waiting[i]:
        add(crowd.left, 0, 1)
    else:
        evaluate(state, weights, crowd.points[i])


@kernel
def note_seats(crowd: Crowd, i: int) -> None:
    """Notes what every seat has."""
    state, length = crowd.states[i], crowd.lengths[i]
    for seat in range(int(state.seats)):
        notes = crowd.notes[i, length, seat]
        crowd.thumbs[i, length, seat] = note(state, seat, notes)
        for n in range(1, notes[0]):
            notes[n] = crowd.shared[notes[n]]
    crowd.lengths[i] += 1


@kernel
def try_moves(crowd: Crowd, lanes: int, denial: float, room: Room, thumb: Room, low: int, high: int) -> None:
    """Each lane looks at its share of the moves in its game, and keeps the best of them."""
    for place in range(low, high):
        i = place // lanes
        crowd.worths[place] = -1e18
        if crowd.waiting[i] == 0:
            continue
        state = crowd.states[i]
        seat = lowest(actors(state))
        judging = room if crowd.learners[i] & bit(seat) else thumb
        moves = room.moves[0]
        for n in range(place % lanes, legal_moves(state, seat, moves), lanes):
            move = int(moves[n])
            value = first_look(state, seat, move, judging, denial)
            if value > crowd.worths[place]:
                crowd.worths[place], crowd.choices[place] = value, move


@kernel
def decide(crowd: Crowd, lanes: int, weights: Weights, low: int, high: int) -> None:
    """The best move of all lanes is made; of equal ones the first."""
    for i in range(low, high):
        if crowd.waiting[i] == 0:
            continue
        best = i * lanes
        for place in range(best + 1, (i + 1) * lanes):
            ahead = crowd.worths[place] - crowd.worths[best]
            if ahead > 0.0 or (ahead == 0.0 and crowd.choices[place] < crowd.choices[best]):
                best = place
        state = crowd.states[i]
        apply(state, lowest(actors(state)), crowd.choices[best])
        go_on(crowd, weights, i)
