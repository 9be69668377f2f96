"""How fast is the search? Simulations a second on one core and in two processes, and what compiling costs.

    python benchmarks/search_speed.py [seconds]

Every game from the same opening positions with two seats; beside it random games of the same compiled rules, so that
the figure can be compared between machines.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter

from smalti.bots.bot import Budget
from smalti.bots.engine import think
from smalti.cli.measure import measure_pace
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match

SEATS = 2
OPENING = 6
SLICE = 100


def simulations_per_s(name: str, seconds: float) -> float:
    """Runs in any process: a search from a position shortly after the opening."""
    match = Match.new(find_game(name), SEATS, {}, Chance.from_seed(1, "speed"))
    for _ in range(OPENING):
        seat = match.position.actors()[0]
        match.play(seat, match.position.legal_moves(seat)[0])
    position, seat = match.position, match.position.actors()[0]
    think(position, seat, 1, Budget(simulations=1))
    done, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        done += think(position, seat, done, Budget(simulations=SLICE)).simulations
    return done / (perf_counter() - began)


def in_processes(count: int, name: str, seconds: float) -> float:
    """The sum over processes that search at the same time."""
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        return sum(pool.starmap(simulations_per_s, [(name, seconds)] * count, chunksize=1))


def cold_start_s(name: str) -> float:
    """Import, compile and search once, in a process with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        return _timed(lambda: _first_search(name, cache))


def _first_search(name: str, cache: str) -> None:
    script = f"from benchmarks.search_speed import simulations_per_s; simulations_per_s({name!r}, 0)"
    environment = os.environ | {
        "SMALTI_CACHE_DIR": cache,
        "PYTHONPATH": os.pathsep.join([".", *filter(None, sys.path)]),
    }
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def main() -> None:
    """Prints the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print("game      simulations/s  two processes  ratio  random games/s  cold start")
    for name, game in GAMES.items():
        cold = cold_start_s(name)
        one = in_processes(1, name, seconds)
        two = in_processes(2, name, seconds)
        pace = measure_pace(game, SEATS, seconds).games_per_s
        print(f"{name:9} {one:13,.0f} {two:14,.0f} {two / one:6.2f} {pace:15,.0f} {cold:9.1f} s", flush=True)


if __name__ == "__main__":
    main()
