"""How fast the search is: simulations a second on one core, and in two processes at once."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from smalti.bots.bot import Budget
from smalti.bots.processes import one_thread_each
from smalti.bots.tree_search import think
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match

SEATS = 2
OPENING = 6
"""Moves before the position that is searched."""
SLICE = 100


@dataclass(frozen=True)
class Speed:
    """Simulations a second from a position shortly after the opening, with two seats."""

    name: str
    one_process: float
    two_processes: float

    @property
    def ratio(self) -> float:
        """How much a second process adds: 2 where cores do not disturb each other."""
        return self.two_processes / self.one_process


def simulations_per_s(name: str, seconds: float) -> float:
    """Runs in any process: searches the same position again and again."""
    match = Match.new(find_game(name), SEATS, {}, Chance.from_seed(1, "speed"))
    for _ in range(OPENING):
        seat = match.position.actors()[0]
        match.play(seat, match.position.legal_moves(seat)[0])
    position, seat = match.position, match.position.actors()[0]
    think(position, seat, 1, Budget(simulations=1))
    done, began = 0, perf_counter()
    while not done or perf_counter() - began < seconds:
        done += think(position, seat, done, Budget(simulations=SLICE)).simulations
    return done / (perf_counter() - began)


@contextmanager
def two_processes() -> Iterator[Callable[[str, int, float], float]]:
    """(game, how many at once, seconds): the simulations a second of one or two processes that are kept warm."""
    new = multiprocessing.get_context("spawn").Pool
    with one_thread_each(), new(1) as one, new(1) as other:  # in one pool, one process could do the work of both

        def measure(name: str, count: int, seconds: float) -> float:
            begun = [pool.apply_async(simulations_per_s, (name, seconds)) for pool in (one, other)[:count]]
            return sum(speed.get() for speed in begun)

        yield measure


def measure_search(name: str, seconds: float, rounds: int) -> Speed:
    """One and two processes in turns; the best turn of each stands, as other work on the machine slows some down."""
    with two_processes() as measure:
        measure(name, 2, 0)
        turns = [(measure(name, 1, seconds / rounds), measure(name, 2, seconds / rounds)) for _ in range(rounds)]
    return Speed(name, max(one for one, _ in turns), max(two for _, two in turns))
