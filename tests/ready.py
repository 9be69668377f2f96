"""Compiles rules, rows and the search of every game once, before the tests: python -m tests.ready

Two processes of a test run would otherwise compile the same things at the same time.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from smalti.bots import BOTS
from smalti.bots.readiness import get_ready
from smalti.bots.simulation import Simulation
from smalti.kernel.perft import perft
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.record import is_surely_right
from smalti.reviewing import weighing
from tests.play import KNOWN
from tests.server.postgres import pristine

LONGEST_FIRST = ("majolica", "maharani", "mosaix", "pebbles")


def compile_game(name: str) -> None:
    """What the tests of a game need, or what of it is not in the cache yet."""
    game = KNOWN[name]
    reader(game).compile()
    get_ready(game, lambda _done, _of: None)
    if game.text.context:
        random = Simulation(game, (BOTS["random"],) * game.facts.seat_counts[-1], 0, compiled=True)
        is_surely_right(random.line(0).encode(), KNOWN.__getitem__)
    perft(Position.new(game, game.facts.seat_counts[-1]), 1)
    weighing.get_ready(game)


def main() -> None:
    """A game for each core, and beside them a database to copy."""
    assert set(LONGEST_FIRST) == set(KNOWN), "a game is missing here"
    with ProcessPoolExecutor(2) as pool:
        compiled = pool.map(compile_game, LONGEST_FIRST)
        pristine()
        list(compiled)


if __name__ == "__main__":
    main()
