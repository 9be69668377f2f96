"""Games for tuning, in compiled code: every turn by a first look, and what the evaluation saw after it.

Templates: the open names are filled in by a `Build` with the rules of a game and its evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smalti.bots.search.room import Room
from smalti.bots.search.turn import quick_move
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import below, spread
from smalti.kernel.playout import await_choice
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import State
from smalti.kernel.thinking import Reals, Weights

actors: Callable[[State], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN

CARELESS = 10
"""One turn in so many is played carelessly, so that there is something to learn from."""
LITTLE, ALL = 12, 1 << 40
"""Evaluations that a turn may take."""


@kernel
def play_turn(state: State, room: Room, denial: float, effort: int) -> int:
    """One turn, each step by a first look; returns whose it was."""
    seat = lowest(actors(state))
    while actors(state) & bit(seat):
        apply(state, seat, quick_move(state, seat, room, effort, denial))
    return seat


@kernel
def observe(
    start: State, pool: Any, room: Room, denial: float, seed: int, probe: Weights, first: int, rows: Reals
) -> int:
    """One game. `rows[n]` gets the features of a seat after a turn, and what it had more in the end; returns how many.

    The evaluation is linear in its weights: asked with one weight at a time, it shows its features.
    """
    pool[0] = start
    state, seats, n = pool[0], int(start.seats), 0
    features = rows.shape[1] - 1
    state.rng = seed
    while await_choice(state) and n + seats <= len(rows):
        play_turn(state, room, denial, LITTLE if below(state, CARELESS) == 0 else ALL)
        probe[:] = 0.0
        evaluate(state, probe, room.values)
        for seat in range(seats):
            rows[n + seat, features] = room.values[seat]
        for i in range(features):
            probe[first + i] = 1.0
            evaluate(state, probe, room.values)
            probe[first + i] = 0.0
            for seat in range(seats):
                rows[n + seat, i] = room.values[seat] - rows[n + seat, features]
        n += seats
    evaluate(state, probe, room.values)
    for i in range(n):
        rows[i, features] = room.values[i % seats] - rows[i, features]
    return n


@kernel
def contest(
    start: State, pool: Any, room: Room, others: Room, denial: float, games: int, seed: int, points: Reals
) -> None:
    """Games of one evaluation in each seat in turn against another in the rest; `points[game, seat]` at the end.

    Games that differ only in the seat have the same generator.
    """
    seats = int(start.seats)
    for game in range(games):
        pool[0] = start
        state = pool[0]
        state.rng = spread(seed, game // seats)
        while await_choice(state):
            if lowest(actors(state)) == game % seats:
                play_turn(state, room, denial, ALL)
            else:
                play_turn(state, others, denial, ALL)
        evaluate(state, room.weights, room.values)
        for seat in range(seats):
            points[game, seat] = room.values[seat]
