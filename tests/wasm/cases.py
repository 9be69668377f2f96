"""Games and thoughts that every target is asked for, and what is said of them here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.bot import Budget, Thought
from smalti.bots.defaults import strength_of
from smalti.bots.levels import LEVELS, think
from smalti.kernel.compiling import Build
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.referee import Bytes, raw_bytes
from smalti.kernel.rows import new_sheet
from smalti.wasm import entries
from smalti.wasm.building import DIGEST_SHEETS, build, open_names, sheet_types
from smalti.wasm.module import Export
from tests.play import KNOWN, setting_id, settings

Case = dict[str, Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "engine.json"
"""[game]: the sums of the games that the shipped module replays."""
SIMULATIONS = {"master": 30, "legend": 9}
"""So much do the levels think that search at all."""


class Native:
    """The sums of games in this process, compiled or interpreted."""

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.game = game
        self.digest = Build(game.name, open_names(game), compiled=compiled)(entries.digest)
        kinds = sheet_types(game)
        self.sheets = [new_sheet(kinds[name]) for name in DIGEST_SHEETS]

    def sum_of(self, case: Case) -> int:
        """The sum of one game with everything that is known of it."""
        start = starts_of(self.game)[case["key"]]
        return int(self.digest(start.copy(), start.copy(), int(case["generator"]), 1, *self.sheets))


def build_apart(game: Game, exports: Callable[[Game], dict[str, Export]]) -> bytes:
    """A module, built in a process of its own, which compiles nothing else."""
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        return apart.submit(build_known, game.name, exports).result()


def build_known(name: str, exports: Callable[[Game], dict[str, Export]]) -> bytes:
    """The module of a game that this process finds by its name."""
    return build(KNOWN[name], exports(KNOWN[name]))


def games_of(game: Game, number: int, first: int = 0) -> list[Case]:
    """So many games, with every number of seats and every option in turn."""
    kinds = settings([game])
    return [
        {"key": setting_id(kind), "seats": kind[1], "options": kind[2], "generator": str(spread(11, n))}
        for n in range(first, first + number)
        for kind in [kinds[n % len(kinds)]]
    ]


@cache
def starts_of(game: Game) -> dict[str, Bytes]:
    """The first position of each kind of game, as bytes."""
    return {setting_id(one): raw_bytes(game.course.setup(one[1], one[2])) for one in settings([game])}


def native_sums(name: str, first: int, number: int) -> list[int]:
    """The sums of some games by native code of this process."""
    native = known_native(name)
    return [native.sum_of(case) for case in games_of(native.game, number, first)]


@cache
def known_native(name: str) -> Native:
    """Compiled or loaded once."""
    return Native(KNOWN[name], compiled=True)


def thoughts_of(game: Game, seats: int, plies: tuple[int, ...]) -> Iterator[Case]:
    """Every level in some positions of a game."""
    for ply in plies:
        yield from thoughts_at(position_at(game, seats, ply), spread(ply, seats))


def thoughts_at(position: Position, generator: int) -> Iterator[Case]:
    """Every level in one position."""
    for level in LEVELS:
        yield {
            "position": raw_bytes(position.state).tobytes().hex(),
            "seat": position.actors()[0],
            "level": level,
            "generator": str(generator),
            "budget": {"simulations": SIMULATIONS.get(level, 1), "cores": 2},
        }


def position_at(game: Game, seats: int, ply: int) -> Position:
    """A position of a game after so many moves, with more than one to choose from."""
    position = Position.new(game, seats, seed=ply, compiled=True)
    for n in range(10 * ply + 10):
        moves = position.legal_moves()
        if n >= ply and len(moves) > 1:
            break
        after = position.play(moves[spread(ply, n) % len(moves)])
        position = Position.new(game, seats, seed=n, compiled=True) if after.is_over else after
    return position


def think_here(game: Game, cases: list[Case]) -> tuple[list[Case], float]:
    """What the same levels think in this process, and how many seconds it took."""
    begun = time.perf_counter()
    found = [written(here(game, case)) for case in cases]
    return found, time.perf_counter() - begun


def here(game: Game, case: Case) -> Thought:
    """One thought."""
    record = np.frombuffer(bytearray.fromhex(case["position"]), game.course.state_type)[0]
    position = Position.of(game, record, compiled=True)
    strength = strength_of(case["level"], game, position.seats)
    return think(position.view(case["seat"]), case["seat"], int(case["generator"]), strength, Budget(**case["budget"]))


def written(thought: Thought) -> Case:
    """A thought as a page has it."""
    found = asdict(thought)
    return {**found, "candidates": [{**one, "expected": list(one["expected"])} for one in found["candidates"]]}
