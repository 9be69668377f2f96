"""What may come of a position: it is played on by first looks, with chance drawn, to the end of a round.

Templates: the open names are filled in by a `Build` with the rules of a game and an evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from smalti.bots.search.room import Room
from smalti.bots.search.turn import LONGEST_TURN, best_step, quick_move
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import spread
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights
from smalti.reviewing.outlook import Reading, read_leads, read_points

actors: Callable[[State], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
scores: Callable[[State, Numbers], None] = OPEN
winners: Callable[[State, Numbers], int] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN

NO_MOVE = -1
"""The position itself is played on, not one after a move."""


class Walk(NamedTuple):
    """How far a position is played on, and how closely each move is looked at."""

    turns: int
    """So many turns at least, and then until chance is next, so that no seat is caught in the middle of a round."""
    most: int
    """So many turns at most."""
    effort: int
    """Evaluations for each move."""
    denial: float
    """The share of the best other seat's points that counts against the own when a move is chosen."""


@kernel
def end_turn(state: State, seat: int, move: int, room: Room, walk: Walk) -> int:
    """A move and the rest of the seat's turn, step by step; returns how many entries of a log that makes."""
    apply(state, seat, move)
    for made in range(1, LONGEST_TURN):
        if actors(state) & bit(seat) == 0:
            return made
        apply(state, seat, best_step(state, seat, room, 2, walk.denial))
    return LONGEST_TURN


@kernel
def walk_on(state: State, room: Room, walk: Walk) -> int:
    """Everybody plays by first looks until the walk is over; returns how many entries of a log that makes."""
    done = entries = 0
    while not is_over(state):
        if actors(state) == 0:
            if done >= walk.turns:
                break
            apply_outcome(state, sample(state))
            entries += 1
            continue
        if done >= walk.most:
            break
        seat = lowest(actors(state))
        entries += end_turn(state, seat, quick_move(state, seat, room, walk.effort, walk.denial), room, walk)
        done += 1
    return entries


@kernel
def settle(state: State, room: Room, points: Numbers, worths: Reals) -> None:
    """What a game that is over was worth: its points alone, else shares of the win; nobody's win is everybody's."""
    seats = int(state.seats)
    if seats == 1:
        worths[0] = room.values[0]
        return
    scores(state, points)
    won = winners(state, points)
    if won == 0:
        won = (1 << seats) - 1
    number = 0
    for seat in range(seats):
        number += won >> seat & 1
    for seat in range(seats):
        worths[seat] = 1.0 / number if won & bit(seat) else 0.0


@kernel
def foresee(
    root: State,
    seat: int,
    move: int,
    room: Room,
    walk: Walk,
    how: Reading,
    ply: int,
    seed: int,
    points: Numbers,
    worths: Reals,
    leads: Reals,
) -> None:
    """What a position after so many entries, or a move in it, is worth to every seat, and its lead; a walk a row.

    The i-th walk meets the same chance whatever the move, as far as the moves leave it to the same questions.
    """
    seats = int(root.seats)
    for i in range(len(worths)):
        room.pool[0] = root
        state = room.pool[0]
        state.rng = spread(seed, i)
        entries = end_turn(state, seat, move, room, walk) if move != NO_MOVE else 0
        entries += walk_on(state, room, walk)
        evaluate(state, room.weights, room.values)
        if is_over(state):
            settle(state, room, points, worths[i])
        else:
            read_points(room.values, seats, ply + entries, how, worths[i])
        read_leads(room.values, worths[i], seats, leads[i])
