"""A first look at moves: each is carried out, the seat finishes its turn step by step, and the result is evaluated.

Templates: the open names are filled in by a `Build` with the rules of a game and an evaluation.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smalti.bots.search.room import EVALUATED, STEPS, Room
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import below, mix, spread
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
likely_moves: Callable[[State, int, Numbers], int] = OPEN
evaluate: Callable[[State, Weights, Reals], None] = OPEN
inside: Callable[[State, int, Weights], float] = OPEN
apart: bool = OPEN
terms: Callable[[State, int, Weights, Reals], None] = OPEN

LONGEST_TURN = 24


@kernel
def worth(values: Reals, seats: int, seat: int, denial: float) -> float:
    """The points of a seat, less a share of the best other's."""
    if seats == 1:
        return float(values[seat])
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, values[other])
    return float(values[seat] - denial * best)


@kernel
def appraise(state: State, seat: int, room: Room, denial: float) -> float:
    """Evaluates a position for a seat; `values` then holds the points of all."""
    room.counts[EVALUATED] += 1
    evaluate(state, room.weights, room.values)
    return worth(room.values, int(state.seats), seat, denial)


@kernel
def appraise_step(state: State, seat: int, room: Room, denial: float) -> float:
    """The same inside a turn."""
    room.counts[EVALUATED] += 1
    steps = room.counts[STEPS]
    weights = room.weights[:steps] if steps else room.weights
    if apart:
        return inside(state, seat, weights)
    evaluate(state, weights, room.values)
    return worth(room.values, int(state.seats), seat, denial)


@kernel
def best_step(state: State, seat: int, room: Room, level: int, denial: float) -> int:
    """The move with the best evaluation at once; ties go to the first."""
    moves = room.moves[level]
    n = likely_moves(state, seat, moves)
    choice, best = int(moves[0]), -1e9
    if n == 1:
        return choice
    for i in range(n):
        room.pool[level] = state
        trial = room.pool[level]
        apply(trial, seat, moves[i])
        value = appraise_step(trial, seat, room, denial)
        if value > best:
            choice, best = int(moves[i]), value
    return choice


@kernel
def finish_turn(state: State, seat: int, room: Room, level: int, denial: float) -> None:
    """The seat goes on with the best steps until others or chance are next."""
    for _ in range(LONGEST_TURN):
        if actors(state) & bit(seat) == 0:
            return
        apply(state, seat, best_step(state, seat, room, level, denial))


@kernel
def first_look(state: State, seat: int, move: int, room: Room, denial: float) -> float:
    """What a move is worth after the rest of the turn; `values` then holds the points of all."""
    room.pool[1] = state
    after = room.pool[1]
    apply(after, seat, move)
    finish_turn(after, seat, room, 2, denial)
    return appraise(after, seat, room, denial)


@kernel
def look_at_all(state: State, seat: int, room: Room, denial: float, values: Reals) -> int:
    """Looks at every legal move: `values[n]` holds all seats' points after the n-th of `moves[0]`; returns how many."""
    n = legal_moves(state, seat, room.moves[0])
    for i in range(n):
        first_look(state, seat, room.moves[0, i], room, denial)
        for other in range(int(state.seats)):
            values[i, other] = room.values[other]
    return n


@kernel
def look_at_likely(state: State, seat: int, room: Room, denial: float, values: Reals) -> int:
    """The same, and of what hardly ever pays only what is best of all is kept: nobody does such a thing by mistake."""
    n, likely = look_at_all(state, seat, room, denial, values), likely_moves(state, seat, room.moves[1])
    if likely == n:
        return n
    moves, top, kept = room.moves[0], -1e9, 0
    for i in range(n):
        top = max(top, worth(values[i], int(state.seats), seat, denial))
    for i in range(n):
        found = worth(values[i], int(state.seats), seat, denial) == top
        for j in range(likely):
            found = found or room.moves[1, j] == moves[i]
        if found:
            moves[kept] = moves[i]
            for other in range(int(state.seats)):
                values[kept, other] = values[i, other]
            kept += 1
    return kept


@kernel
def weigh_terms(state: State, seat: int, move: int, room: Room, denial: float, found: Reals) -> None:
    """The parts of what a seat expects: `found[0]` before a move, `found[1]` after it and the rest of the turn."""
    for row in range(2):
        for term in range(found.shape[1]):
            found[row, term] = np.nan
    terms(state, seat, room.weights, found[0])
    first_look(state, seat, move, room, denial)
    terms(room.pool[1], seat, room.weights, found[1])


@kernel
def error(generator: int, move: int) -> float:
    """About normal, about 1 wide, and the same for the same generator and move: a sum of twelve even numbers."""
    bits = spread(generator, move)
    total = 0
    for n in range(12):
        total += mix((bits >> 30) + n * 0x9E37 ^ (bits & 0x3FFFFFFF))
    return total / (1 << 32) - 6.0


@kernel
def shuffle_next(state: State, moves: Numbers, i: int, n: int) -> int:
    """Draws the i-th of n moves from those not drawn yet."""
    j = i + below(state, n - i)
    drawn = moves[j]
    moves[j] = moves[i]
    moves[i] = drawn
    return int(drawn)


@kernel
def quick_move(state: State, seat: int, room: Room, effort: int, denial: float) -> int:
    """The best of the moves that can be looked at with that effort, in random order."""
    moves = room.moves[0]
    n = likely_moves(state, seat, moves)
    choice, best = int(moves[0]), -1e9
    if n == 1:
        return choice
    limit = room.counts[EVALUATED] + effort
    for i in range(n):
        move = shuffle_next(state, moves, i, n)
        value = first_look(state, seat, move, room, denial)
        if value > best:
            choice, best = move, value
        if room.counts[EVALUATED] >= limit:
            break
    return choice
