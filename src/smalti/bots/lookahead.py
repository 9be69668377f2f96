"""Thinking by looking at whole turns and beyond the next chance: for games whose chance has few outcomes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

import numpy as np

from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.search.expectation import Reach, list_turns, look_beyond
from smalti.bots.search.room import MOST_SEATS, Room, new_room
from smalti.bots.search.turn import worth
from smalti.bots.tree_search import build
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.state import Numbers, copy_state
from smalti.kernel.thinking import Reals, Weights

MOST_TURNS = 1 << 15
MOST_OUTCOMES = 1 << 10


def think(
    position: Position, seat: int, generator: int, budget: Budget, reach: Reach, weights: Weights | None = None
) -> Thought:
    """Looks beyond chance after the turns that are best at a first look; the best of them is played.

    A simulation is one turn looked beyond. With a budget of simulations alone the thought follows from the arguments,
    whatever the cores.
    """
    end = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    room = partial(new_room, position.game, weights)
    turns, first = best_turns(position, seat, reach, room())
    beyond = look_at(position, seat, generator, turns[: budget.simulations], reach, budget.cores, end, room)
    return weighed(position, seat, turns, first, beyond, reach)


def best_turns(position: Position, seat: int, reach: Reach, room: Room) -> tuple[Numbers, Reals]:
    """All turns of a seat, the best at a first look first, and the points of all seats after each."""
    game = position.game
    turns, values = np.zeros((MOST_TURNS, 2), np.int64), np.zeros((MOST_TURNS, MOST_SEATS))
    n = build(game)(list_turns)(copy_state(position.state), seat, room, reach.denial, turns, values)
    worths = [worth(row, position.seats, seat, reach.denial) for row in values[:n]]
    order = np.argsort(np.negative(worths), kind="stable")
    return turns[order], values[order]


def look_at(
    position: Position,
    seat: int,
    generator: int,
    turns: Numbers,
    reach: Reach,
    cores: int,
    end: float | None,
    new: Callable[[], Room],
) -> Reals:
    """The points of all that are expected after the first of these turns, as many as the time allows, at least one."""
    look = build(position.game)(look_beyond)
    beyond = np.zeros((len(turns), MOST_SEATS))
    done = np.zeros(len(turns), bool)

    def look_at_some(core: int) -> None:
        state, room, chances = copy_state(position.state), new(), np.zeros((2, MOST_OUTCOMES), np.int64)
        for n in range(core, len(turns), cores):
            if n and end is not None and perf_counter() > end:
                return
            look(state, seat, turns[n], room, reach, spread(generator, n), chances, beyond[n])
            done[n] = True

    if cores == 1:
        look_at_some(0)
    else:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(look_at_some, range(cores)))
    return beyond[: len(turns) if done.all() else int(np.argmin(done))]


def weighed(position: Position, seat: int, turns: Numbers, first: Reals, beyond: Reals, reach: Reach) -> Thought:
    """The move that begins the best turn, and the others behind it; those not looked beyond by their first look."""
    seats, shift = position.seats, beyond[0] - first[0]
    found: dict[int, Candidate] = {}
    for n in range(len(turns)):
        points = beyond[n] if n < len(beyond) else first[n] + shift
        move, visits = int(turns[n, 0]), int(n < len(beyond))
        one = Candidate(
            move, visits, tuple(map(float, points[:seats])), float(worth(points, seats, seat, reach.denial))
        )
        known = found.get(move)
        if known is None or (one.visits, one.worth) > (known.visits, known.worth):
            found[move] = one
    ordered = sorted(found.values(), key=lambda one: (-one.visits, -one.worth, one.move))
    return Thought(ordered[0].move, tuple(ordered), len(beyond))
