"""Looking beyond chance: every outcome is tried, all play on by first looks, and the results are weighed (expectimax).

Templates: the open names are filled in by a `Build` with the rules of a game and an evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from smalti.bots.search.room import Room
from smalti.bots.search.turn import appraise, finish_turn, quick_move
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import spread
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State, record_type
from smalti.kernel.thinking import Foresee, Reals, Weights

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
outcomes: Callable[[State, Numbers, Numbers], int] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
foresee: Foresee = OPEN

NO_SIGHT = record_type([])
"""What a game works in that foresees nothing."""
NONE = -1
"""The second step of a turn that has only one."""


class Reach(NamedTuple):
    """How far and how closely to look."""

    denial: float
    """The share of the best other seat's points that counts against the own."""
    effort: int
    """How many evaluations decide a move beyond chance; below 0 the game foresees what comes there."""
    ahead: int = 0
    """How many rounds are played on, with chance drawn, after the one that is weighed."""


@kernel
def foresee_nothing(_state: State, _weights: Weights, _sight: Any, _weighed: Reals) -> bool:
    """For games that have to try."""
    return False


@kernel
def list_turns(state: State, seat: int, room: Room, denial: float, turns: Numbers, values: Reals) -> int:
    """Lists the turns of a seat by their first two steps, with the points of all after each; returns how many."""
    n = 0
    firsts = legal_moves(state, seat, room.moves[0])
    for i in range(firsts):
        room.pool[0] = state
        begun = room.pool[0]
        apply(begun, seat, room.moves[0, i])
        seconds = 0
        if actors(begun) & bit(seat):
            seconds = legal_moves(begun, seat, room.moves[1])
        for j in range(max(seconds, 1)):
            if n == len(turns):
                return n
            room.pool[1] = begun
            after = room.pool[1]
            turns[n, 0], turns[n, 1] = room.moves[0, i], NONE
            if seconds:
                turns[n, 1] = room.moves[1, j]
                apply(after, seat, room.moves[1, j])
                finish_turn(after, seat, room, 2, denial)
            appraise(after, seat, room, denial)
            for other in range(int(state.seats)):
                values[n, other] = room.values[other]
            n += 1
    return n


@kernel
def play_round(state: State, room: Room, reach: Reach) -> None:
    """All who are to choose do so by first looks, until chance is next or the game is over."""
    while not is_over(state) and actors(state):
        seat = lowest(actors(state))
        apply(state, seat, quick_move(state, seat, room, reach.effort, reach.denial))
        finish_turn(state, seat, room, 2, reach.denial)


@kernel
def look_beyond(
    root: State,
    seat: int,
    turn: Numbers,
    room: Room,
    reach: Reach,
    seed: int,
    chances: Numbers,
    sight: Any,
    weighed: Reals,
) -> None:
    """Writes the points of all that are expected after a turn: all outcomes of the next chance, weighed."""
    room.pool[3] = root
    after = room.pool[3]
    after.rng = seed
    apply(after, seat, turn[0])
    if turn[1] != NONE:
        apply(after, seat, turn[1])
    finish_turn(after, seat, room, 2, reach.denial)
    if reach.effort < 0 and foresee(after, room.weights, sight, weighed):
        return
    play_round(after, room, reach)
    n = 0 if is_over(after) else outcomes(after, chances[0], chances[1])
    for other in range(len(weighed)):
        weighed[other] = 0.0
    total = 0
    for i in range(max(n, 1)):
        room.pool[0] = after
        state = room.pool[0]
        state.rng = spread(seed, i)
        weight = 1
        if n:
            apply_outcome(state, chances[0, i])
            weight = chances[1, i]
        play_on(state, room, reach)
        appraise(state, seat, room, reach.denial)
        for other in range(int(state.seats)):
            weighed[other] += weight * room.values[other]
        total += weight
    for other in range(len(weighed)):
        weighed[other] /= total


@kernel
def play_on(state: State, room: Room, reach: Reach) -> None:
    """Plays the round, and some more after chances drawn."""
    play_round(state, room, reach)
    for _ in range(reach.ahead):
        while not is_over(state) and actors(state) == 0:
            apply_outcome(state, sample(state))
        play_round(state, room, reach)
