"""Compiles rules, rows, search and learning of every game once, before the tests: python -m tests.ready

Two processes of a test run would otherwise compile the same things at the same time. A stamp beside the code says that
all of it has been compiled from these sources.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from numpy.random import default_rng

from examples.agents.network import best_turn
from smalti.bots import BOTS
from smalti.bots.defaults import evaluation_of
from smalti.bots.readiness import get_ready
from smalti.bots.simulation import Simulation
from smalti.bots.training.nets.playing import Crowd
from smalti.bots.training.nets.trainer import vision_of
from smalti.bots.training.trainer import Lesson, Trainer
from smalti.bots.tuning.cards import Wishes, tune_game
from smalti.bots.tuning.games import processes
from smalti.envs.batch import Batch
from smalti.kernel.game import Game
from smalti.kernel.keeping import cache_folder, tools
from smalti.kernel.perft import perft
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.record import is_surely_right
from smalti.reviewing import weighing
from tests.play import KNOWN
from tests.server.postgres import pristine

ROOT = Path(__file__).parents[1]
SOURCES = ("kernel", "games", "bots", "envs", "reviewing")
LONGEST_FIRST = ("majolica", "maharani", "mosaix", "pebbles")
LEARNED = {"mosaix": 1, "maharani": 2}
"""With how many seats it is learned here."""


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
    step_a_batch(game)
    with TemporaryDirectory() as folder:
        learn_a_little(name, Path(folder))


def step_a_batch(game: Game) -> None:
    """As a batch goes on: by what it draws, by what somebody brings, legal or not, and from positions."""
    games = Batch(game, 1, game.facts.seat_counts[-1], illegal="penalty")
    for draw in (games.sample, games.random, games.greedy):
        games.step(draw())
    games.step([-1])
    games.play(1)
    games.load(games.states.copy())
    games.masks()
    games.observe()


def learn_a_little(name: str, folder: Path) -> None:
    """As the tests of learning do it: by self-play or by tuning; and a turn by what was learned."""
    if name in LEARNED:
        lesson = Lesson(LEARNED[name], games=2, seed=1, batch=2, part=1)
        for _ in Trainer(KNOWN[name], folder, 1).learn(lesson):
            pass
    if name == "mosaix":
        Crowd(vision_of(KNOWN[name]), evaluation_of(KNOWN[name]).weights(), 1, 1, default_rng(1)).look()
        best_turn((0, 0, 1 << 24), 8, 0)
    if name == "majolica":
        few = Wishes(rounds=1, games=2, generations=1, population=4, contests=2, checks=8)
        with processes(1) as run:
            tune_game(name, [1], few, run, lambda _table, _words: None, folder / "weights.json")


def stamp() -> Path | None:
    """What is there once everything has been compiled, if there is a place for it."""
    folders = [*(ROOT / "src/smalti" / name for name in SOURCES), ROOT / "examples"]
    files = [*sorted(file for one in folders for file in one.rglob("*.py")), Path(__file__)]
    digest = hashlib.sha256(tools())
    for file in files:
        digest.update(file.read_bytes())
    folder = cache_folder()
    return folder / f"ready-{digest.hexdigest()[:32]}" if folder else None


def main() -> None:
    """A game for each core, and beside them a database to copy."""
    assert set(LONGEST_FIRST) == set(KNOWN), "a game is missing here"
    done = stamp()
    if done and done.exists():
        pristine()
        return
    with ProcessPoolExecutor(2) as pool:
        compiled = pool.map(compile_game, LONGEST_FIRST)
        pristine()
        list(compiled)
    if done:
        done.touch()


if __name__ == "__main__":
    main()
