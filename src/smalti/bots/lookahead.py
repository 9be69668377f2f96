"""Thinking by looking at whole turns and beyond the next chance: for games whose chance has few outcomes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from time import perf_counter

import numpy as np

from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.defaults import evaluation_of
from smalti.bots.search.expectation import NO_SIGHT, Reach, list_turns, look_beyond
from smalti.bots.search.room import MOST_SEATS, Room, new_room
from smalti.bots.search.turn import worth
from smalti.bots.tree_search import build
from smalti.bots.watching import TELL_S, onlooker
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.state import Numbers, State, copy_state
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
    weigh = partial(weighed, position, seat, turns, first, reach)
    watch = onlooker()
    tell = (lambda beyond: watch(weigh(beyond))) if watch else None
    some = turns[: budget.simulations]
    return weigh(look_at(position, seat, generator, some, reach, budget.cores, end, room, tell))


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
    tell: Callable[[Reals], bool] | None = None,
) -> Reals:
    """The points of all that are expected after the first of these turns, as many as the time allows, at least one.

    Now and then what was found so far is told; if that is enough, it ends.
    """
    look = build(position.game)(look_beyond)
    beyond = np.zeros((len(turns), MOST_SEATS))
    done = np.zeros(len(turns), bool)
    enough, told = Event(), perf_counter()

    def reached() -> Reals:
        return beyond[: len(turns) if done.all() else int(np.argmin(done))]

    def look_at_some(core: int) -> None:
        nonlocal told
        state, room, chances = copy_state(position.state), new(), np.zeros((2, MOST_OUTCOMES), np.int64)
        sight = new_sight(position.game)
        for n in range(core, len(turns), cores):
            if n and (enough.is_set() or (end is not None and perf_counter() > end)):
                return
            look(state, seat, turns[n], room, reach, spread(generator, n), chances, sight, beyond[n])
            done[n] = True
            if core == 0 and tell and perf_counter() > told + TELL_S:
                told = perf_counter()
                if tell(reached()):
                    enough.set()

    if cores == 1:
        look_at_some(0)
    else:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(look_at_some, range(cores)))
    return reached()


def new_sight(game: Game) -> State:
    """A record to foresee in."""
    found: State = np.zeros(1, evaluation_of(game).sight or NO_SIGHT).view(np.recarray)[0]
    return found


def weighed(position: Position, seat: int, turns: Numbers, first: Reals, reach: Reach, beyond: Reals) -> Thought:
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
