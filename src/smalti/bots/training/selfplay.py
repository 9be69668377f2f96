"""Many games in lockstep, for learning: every seat plays its best first look, and the patterns before each chance, or
at the end of each turn, are noted.

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
from smalti.kernel.thinking import Patterns, Places, Reals, Weights

actors: Callable[[State], int] = OPEN
likely_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN
note: Callable[[State, int, Weights, Numbers], float] = OPEN
by_turns: bool = OPEN
add: Callable[[Numbers, int, int], None] = OPEN


class Crowd(NamedTuple):
    """Games side by side, and what they teach."""

    states: Any
    """[game]: the positions, an array of the game's records."""
    notes: Places
    """[game, moment, seat, n]: the numbers of a seat's weights, from 1 on; the first number is where they end."""
    thumbs: Weights
    """[game, moment, seat]: what the patterns promise by rule of thumb."""
    points: Reals
    """[game, seat]: the points at the end."""
    lengths: Numbers
    """[game]: how many moments were noted."""
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


def new_crowd(game: Game, games: int, seats: int, patterns: Patterns, lanes: int, shared: Places) -> Crowd:
    """Room for so many games and what is noted of them; so many lanes look for the moves of each."""
    return Crowd(
        np.zeros(games, game.course.state_type),
        np.zeros((games, patterns.longest, seats, patterns.most), np.int32),
        np.zeros((games, patterns.longest, seats), np.float32),
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
    state, longest = crowd.states[i], crowd.thumbs.shape[1]
    while not is_over(state) and actors(state) == 0 and crowd.lengths[i] < longest:
        if not by_turns:
            note_seats(crowd, weights, i)
        apply_outcome(state, sample(state))
    crowd.waiting[i] = int(actors(state) != 0 and not is_over(state) and crowd.lengths[i] < longest)
    if crowd.waiting[i]:
        add(crowd.left, 0, 1)
    else:
        evaluate(state, weights, crowd.points[i])


@kernel
def note_seats(crowd: Crowd, weights: Weights, i: int) -> None:
    """Notes what every seat has."""
    state, length = crowd.states[i], crowd.lengths[i]
    for seat in range(int(state.seats)):
        notes = crowd.notes[i, length, seat]
        crowd.thumbs[i, length, seat] = note(state, seat, weights, notes)
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
        for n in range(place % lanes, likely_moves(state, seat, moves), lanes):
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
        seat = lowest(actors(state))
        apply(state, seat, crowd.choices[best])
        if by_turns and actors(state) & bit(seat) == 0 and not is_over(state):
            note_seats(crowd, weights, i)
        go_on(crowd, weights, i)
