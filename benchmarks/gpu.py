"""Random games on a GPU: the states equal the CPU's byte for byte, and how fast they are made.

`python -m benchmarks.gpu [--games N] [--steps N]` needs an NVIDIA GPU and the extra `gpu`. With `--compile` it tells
how long each game is compiled, and loaded again from disk, in processes of their own with a new cache; with `--share`
whether PyTorch and JAX read the memory of the GPU without a copy; with `--trial` what other launches would make.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from smalti.envs import cuda as launching
from smalti.envs.batch import Batch
from smalti.envs.sharing import share
from smalti.games import GAMES, find_game
from smalti.kernel import cuda as compiling
from smalti.kernel.game import Game

CHECKED = 2000
KINDS = (64, False), (None, True)
"""Launches to try: how many registers a thread may have, and whether tables lie in the memory of the GPU."""


def tell(**what: Any) -> None:
    """One line of the result."""
    print(json.dumps(what), flush=True)


def check(game: Game, seats: int, steps: int = 400) -> None:
    """Plays the same games on both and compares states, masks, results and observations."""
    there, here = (Batch(game, CHECKED, seats, seed=11, reward="points", device=d) for d in ("cuda", "cpu"))
    for batch in (there, here):
        batch.play(steps)
        for _ in range(5):
            batch.step(batch.sample())
    for one, other in ((there.states, here.states), (there.results, here.results), (there.rewards, here.rewards)):
        assert one.copy_to_host().tobytes() == np.asarray(other).tobytes()
    assert (there.masks().copy_to_host() == here.masks()).all()
    if game.course.encoding:
        assert there.observe().copy_to_host().tobytes() == here.observe().tobytes()


def rate(batch: Batch, steps: int) -> int:
    """Random moves a second, the best of three turns."""
    from numba import cuda

    batch.play(1)
    cuda.synchronize()
    best = 0.0
    for _ in range(3):
        began = perf_counter()
        batch.play(steps)
        cuda.synchronize()
        best = max(best, batch.size * steps / (perf_counter() - began))
    return round(best)


def compile_all() -> None:
    """Every game in a process of its own, all at once: from nothing, then what was kept is loaded."""
    for how in ("compiled", "loaded from disk"):
        command = [sys.executable, "-m", "benchmarks.gpu", "--prepare"]
        running = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in GAMES]
        for name, process in zip(GAMES, running, strict=True):
            seconds, _ = process.communicate()
            tell(game=name, how=how, seconds=json.loads(seconds))


def prepare(name: str) -> None:
    """Everything that a batch does, once; the seconds each takes, and all together."""
    from numba import cuda

    began, took = perf_counter(), {}

    def lap(what: str) -> None:
        cuda.synchronize()
        took[what] = round(perf_counter() - began, 2)

    batch = Batch(find_game(name), 256, 2, device="cuda")
    lap("begin")
    batch.play(1)
    lap("play")
    batch.step(batch.sample())
    lap("sample and step")
    batch.masks()
    batch.observe()
    lap("masks and observe")
    print(json.dumps(took))
    here = Batch(find_game(name), 256, 2, reward="points")  # so that nobody waits for the cores' code later
    here.play(1)
    here.step(here.sample())
    here.masks()
    here.observe()


def share_all() -> None:
    """PyTorch and JAX read what a batch has on the GPU where it is, and see it change."""
    batch = Batch(find_game("mosaix"), 1000, 1, device="cuda")
    numbers = batch.observe()
    where = numbers.__cuda_array_interface__["data"][0]
    import torch

    taken = torch.from_dlpack(share(numbers))
    from jax import dlpack

    also = dlpack.from_dlpack(share(numbers))
    batch.play(20)
    batch.observe(numbers)
    same = bool(
        (taken.cpu().numpy() == numbers.copy_to_host()).all() and (np.asarray(also) == taken.cpu().numpy()).all()
    )
    moves = torch.as_tensor(batch.sample().copy_to_host(), device="cuda")
    batch.step(moves)
    tell(
        torch_without_copy=taken.data_ptr() == where,
        jax_without_copy=also.unsafe_buffer_pointer() == where,
        both_see_changes=same,
        torch_steps=True,
        versions=[torch.__version__, np.__version__],
    )


def try_launches(games: int, steps: int) -> None:
    """Other sizes of a block, registers and places of the tables: moves a second of Mosaix alone and Maharani."""
    from smalti.bots.training.devices import TableBuild

    compiling.cache_folder = lambda: None  # type: ignore[assignment]  # tables elsewhere cannot be kept
    for name, seats, kinds in (("mosaix", 1, KINDS), ("maharani", 2, KINDS[1:])):
        for registers, tables in kinds:
            launching.REGISTERS = registers  # type: ignore[assignment]
            batch = Batch(find_game(name), games, seats, seed=1, device="cuda")
            workers: Any = batch._workers
            if tables:
                workers._build = TableBuild(name, batch.game.open_names, workers._cuda)
            found = {}
            for launching.BLOCK in (64, 128, 256):
                found[launching.BLOCK] = rate(batch, steps) // 1_000_000
            tell(game=name, registers=registers, tables_in_memory=tables, millions_by_block=found)
    launching.REGISTERS, launching.BLOCK = None, 128


def main() -> None:
    """Checks, then measures, every game with its fewest and its most seats."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1 << 20)
    options.add_argument("--steps", type=int, default=200)
    for name in ("compile", "share", "trial"):
        options.add_argument(f"--{name}", action="store_true")
    options.add_argument("--prepare", metavar="GAME")
    chosen = options.parse_args()
    if chosen.prepare:
        return prepare(chosen.prepare)
    with TemporaryDirectory() as folder:
        if chosen.compile:
            os.environ["SMALTI_CACHE_DIR"] = folder
            compile_all()
        if chosen.share:
            share_all()
        for game in GAMES.values():
            for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
                check(game, seats)
                batch = Batch(game, chosen.games, seats, seed=1, device="cuda")
                tell(game=game.name, seats=seats, games=chosen.games, moves_per_s=rate(batch, chosen.steps))
        if chosen.trial:
            try_launches(chosen.games, chosen.steps)
    return None


if __name__ == "__main__":
    main()
