"""Players of known order, quick enough for a hundred thousand games: each takes the move that looks best at once, and
misjudges every move by so many points. Where a turn is many small choices, each takes the turn that looks best, and
misjudges every turn by where it leads, so that its steps agree. For `benchmarks.duplicate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from smalti.bots.defaults import JUDGE, plan_for, plan_of, strength_of, trusted
from smalti.bots.levels import FINE
from smalti.bots.search.room import Room, new_room
from smalti.bots.search.turn import appraise_step, error, first_look
from smalti.bots.tree_search import build
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.game import Game
from smalti.kernel.generator import MASK_62, spread
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
likely_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
sample: Callable[[State], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN
scores: Callable[[State, Numbers], None] = OPEN
winners: Callable[[State, Numbers], int] = OPEN

Reals = npt.NDArray[np.float64]
WIDEST = {"mosaix": 3.0, "maharani": 4.0, "majolica": 1.0}
"""How many points the weakest misjudges every move by, or every turn."""
BY_TURNS = {"majolica"}
"""Games in which who looks at one choice at a time gets nowhere."""


class Boards(NamedTuple):
    """Many boards: how badly each seat judges, whose deal it is, and what else is left to chance."""

    blurs: Reals
    deals: Numbers
    own: Numbers
    """Where each board's misjudgements come from."""


@kernel
def misjudged(state: State, seat: int, room: Room, denial: float, blur: float, generator: int) -> int:
    """The move that looks best to one who is off by `blur` points."""
    moves = room.moves[0]
    n = legal_moves(state, seat, moves)
    choice, best = int(moves[0]), -1e9
    for i in range(n if n > 1 else 0):
        room.pool[1] = state
        trial = room.pool[1]
        apply(trial, seat, moves[i])
        value = appraise_step(trial, seat, room, denial) + blur * error(generator, int(moves[i]))
        if value > best:
            choice, best = int(moves[i]), value
    return choice


@kernel
def misjudged_turn(state: State, seat: int, room: Room, denial: float, blur: float, generator: int) -> int:
    """The move that begins the turn that looks best to one who is off by `blur` points about where it leads."""
    moves = room.moves[0]
    n = likely_moves(state, seat, moves)
    choice, best = int(moves[0]), -1e9
    for i in range(n if n > 1 else 0):
        value = first_look(state, seat, int(moves[i]), room, denial)
        value += blur * error(generator, int(np.floor(FINE * value + 0.5)) & MASK_62)
        if value > best:
            choice, best = int(moves[i]), value
    return choice


@kernel
def play_board(
    start: State, room: Room, denial: float, by_turns: bool, blurs: Reals, deal: int, own: int, points: Numbers
) -> int:
    """One game, the first seat begins; the n-th thing that chance does follows from the deal and n alone."""
    room.pool[0] = start
    state = room.pool[0]
    drawn, made, turn, last = 0, 0, 0, -1
    while not is_over(state):
        choosing = actors(state)
        if choosing == 0:
            state.rng = spread(deal, drawn)
            apply_outcome(state, sample(state) if drawn else 0)
            drawn += 1
            last = -1
        else:
            seat = lowest(choosing)
            turn += seat != last
            last = seat
            if by_turns:
                move = misjudged_turn(state, seat, room, denial, blurs[seat], spread(own, turn))
            else:
                move = misjudged(state, seat, room, denial, blurs[seat], spread(own, made))
            apply(state, seat, move)
            made += 1
    scores(state, points)
    return winners(state, points)


@kernel
def play_boards(
    start: State, room: Room, denial: float, by_turns: bool, boards: Boards, points: Numbers, shares: Reals
) -> None:
    """All boards: the points of every seat, and its share of the win."""
    for n in range(len(boards.deals)):
        won = play_board(start, room, denial, by_turns, boards.blurs[n], boards.deals[n], boards.own[n], points[n])
        sharing = 0
        for seat in range(points.shape[1]):
            sharing += won & bit(seat) != 0
        for seat in range(points.shape[1]):
            shares[n, seat] = (won & bit(seat) != 0) / sharing


def play(game: Game, boards: Boards) -> tuple[Reals, Reals]:
    """[board, seat]: points, and shares of the win."""
    count, seats = boards.blurs.shape
    points, shares = np.zeros((count, seats), np.int64), np.zeros((count, seats))
    start, room, by_turns = game.course.setup(seats, {}), new_room(game, trusted(game, 0.0)), game.name in BY_TURNS
    plan = plan_of(strength_of(JUDGE, game, seats), game, seats) if by_turns else plan_for(game, seats)
    build(game)(play_boards)(start, room, plan.denial, by_turns, boards, points, shares)
    return points.astype(np.float64), shares
