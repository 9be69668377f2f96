"""Speed, measured on this machine in this run; a ratio says more than a figure."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from smalti.kernel.compiling import kernel
from smalti.kernel.game import Game
from smalti.kernel.playout import random_games
from smalti.kernel.state import Numbers

COPIES = 1024
OPEN_SPIEL_GAMES = ("connect_four", "backgammon")


@dataclass(frozen=True)
class Pace:
    """How fast random games go."""

    name: str
    seats: int
    games_per_s: float
    moves_per_s: float


@dataclass(frozen=True)
class Costs:
    """What a game costs besides playing."""

    name: str
    state_bytes: int
    copy_ns: float
    cold_s: float
    """Import and first game, with nothing compiled yet."""
    warm_s: float
    """The same with compiled code on disk."""


def measure_pace(game: Game, seats: int, seconds: float) -> Pace:
    """Random games of the compiled rules on one core."""
    play = prepare_play(game, seats)
    play(1, 0)  # compiles, or loads what was compiled
    return pace(game.name, seats, seconds, play)


def prepare_play(game: Game, seats: int) -> Callable[[int, int], int]:
    """(games, seed): plays that many games and returns the moves made."""
    run = game.compiler(random_games)
    start, scratch = game.course.setup(seats, {}), np.recarray(1, game.course.state_type)
    moves = np.empty(game.course.action_count, np.int64)
    return lambda games, seed: int(run(start, scratch, games, seed, moves))


def pace(name: str, seats: int, seconds: float, play: Callable[[int, int], int]) -> Pace:
    """Plays batches until the time is up."""
    games = moves = 0
    elapsed = 0.0
    batch = 1
    began = perf_counter()
    while elapsed < seconds:
        moves += play(batch, games)
        games += batch
        elapsed = perf_counter() - began
        # About ten looks at the clock, whatever the game; never more than twice what was played so far.
        batch = min(max(1, int(games / elapsed * seconds / 10)), 2 * games)
    return Pace(name, seats, games / elapsed, moves / elapsed)


@kernel
def copy_around(ring: Numbers, copies: int) -> None:
    """Each position is copied to the next place, so that no copy can be left out."""
    for n in range(copies):
        ring[(n + 1) % len(ring)] = ring[n % len(ring)]


def measure_copy_ns(game: Game, seconds: float) -> float:
    """The time of one copy of a position in compiled code."""
    ring = np.recarray(COPIES, game.course.state_type)
    ring[0] = game.course.setup(game.facts.seat_counts[-1], {})
    run = game.compiler(copy_around)
    run(ring, COPIES)
    copies = 0
    began = perf_counter()
    while (elapsed := perf_counter() - began) < seconds:
        run(ring, 100 * COPIES)
        copies += 100 * COPIES
    return elapsed / copies * 1e9


FIRST_GAME = """
from time import perf_counter
began = perf_counter()
from smalti.cli.measure import prepare_play
from smalti.games import find_game
game = find_game({name!r})
prepare_play(game, game.facts.seat_counts[0])(1, 0)
print(perf_counter() - began)
"""


def measure_first_game_s(game: Game, cache: str) -> float:
    """Import and first game in a process of its own."""
    environment = os.environ | {"SMALTI_CACHE_DIR": cache, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", FIRST_GAME.format(name=game.name)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def measure_costs(game: Game, seconds: float) -> Costs:
    """Copy, cold start and warm start."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = measure_first_game_s(game, cache), measure_first_game_s(game, cache)
    return Costs(game.name, game.course.state_type.itemsize, measure_copy_ns(game, seconds), cold, warm)


def measure_open_spiel(name: str, seconds: float) -> Pace | None:
    """Random games of OpenSpiel driven from Python; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    return pace(name, int(game.num_players()), seconds, lambda games, _: play_open_spiel(game, rng, games))


def play_open_spiel(game: Any, rng: random.Random, games: int) -> int:
    """Plays games of OpenSpiel; returns the moves made, chance not counted."""
    made = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                made += 1
    return made


def machine() -> dict[str, str]:
    """Where this was measured."""
    versions = {name: importlib.metadata.version(name) for name in ("numpy", "numba")}
    return {"cpu": cpu_name(), "system": platform.system(), "python": platform.python_version()} | versions


def cpu_name() -> str:
    """The processor in words."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
