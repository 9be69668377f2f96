"""Random games on a GPU: the states equal the CPU's byte for byte, how fast they are made and how long it is compiled.

`python -m benchmarks.gpu [--games N] [--steps N]` needs an NVIDIA GPU and the extra `gpu`. Every game has processes of
its own with a new cache; they compile side by side and measure one after the other.
PyTorch and JAX are asked whether they read the memory of the GPU without a copy.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from smalti.envs.batch import Batch
from smalti.envs.sharing import share
from smalti.games import GAMES, find_game
from smalti.kernel.game import Game

CHECKED = 2000


def tell(**what: Any) -> None:
    """One line of the result."""
    print(json.dumps(what), flush=True)


def check(game: Game, seats: int, steps: int = 400) -> None:
    """Plays the same games on both and compares states, masks, results and observations."""
    there: Any  # its arrays are those of a GPU
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
    from smalti.kernel.cuda import find_cuda

    cuda = find_cuda()
    batch.play(1)
    cuda.synchronize()
    best = 0.0
    for _ in range(3):
        began = perf_counter()
        batch.play(steps)
        cuda.synchronize()
        best = max(best, batch.size * steps / (perf_counter() - began))
    return round(best)


def run_all(games: int, steps: int) -> None:
    """Every game in a process of its own; what one of them says is not lost when another fails."""
    asked = [[f"--game={name}"] for name in GAMES]
    with TemporaryDirectory() as folder:
        running = [start(folder, *one, f"--games={games}", f"--steps={steps}") for one in [["--share"], *asked]]
        for process in running:
            _, said = process.communicate()
            if process.returncode:
                tell(failed=process.args[3:4], said=said[-600:])


def start(folder: str, *arguments: str) -> Any:
    """A process with a cache of its own."""
    here = {"SMALTI_CACHE_DIR": f"{folder}/{arguments[0]}", "SMALTI_TURN": f"{folder}/turn"}
    command = [sys.executable, "-m", "benchmarks.gpu", *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | here)


def run_one(game: Game, games: int, steps: int) -> None:
    """Compiles everything of a batch, then plays and compares; one process at a time has the GPU."""
    took = prepare(game, "cuda")
    prepare(game, "cpu")
    with Path(os.environ.get("SMALTI_TURN", os.devnull)).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        tell(game=game.name, seconds=took, again=prepare(game, "cuda"))
        for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
            check(game, seats)
            batch = Batch(game, games, seats, seed=1, device="cuda")
            tell(game=game.name, seats=seats, equal_games=CHECKED, moves_per_s=rate(batch, steps))


def prepare(game: Game, device: str) -> dict[str, float]:
    """Everything that a batch does, once: the seconds until each was done. A second batch loads what the first kept."""
    began, took = perf_counter(), dict[str, float]()

    def lap(what: str) -> None:
        took[what] = round(perf_counter() - began, 2)

    batch = Batch(game, 256, game.facts.seat_counts[0], reward="points", device=device)
    lap("begin")
    batch.play(1)
    lap("play")
    batch.step(batch.sample())
    lap("sample and step")
    (batch.masks(), batch.observe())
    lap("masks and observe")
    return took


def share_all() -> None:
    """PyTorch and JAX read what a batch has on the GPU where it is, and see it change."""
    batch: Any = Batch(find_game("mosaix"), 1000, 1, device="cuda")
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


def main() -> None:
    """All of it, or one process of it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1 << 20)
    options.add_argument("--steps", type=int, default=100)
    options.add_argument("--game", choices=GAMES)
    options.add_argument("--share", action="store_true", help="only whether memory is shared")
    chosen = options.parse_args()
    if chosen.share:
        share_all()
    elif chosen.game:
        run_one(find_game(chosen.game), chosen.games, chosen.steps)
    else:
        run_all(chosen.games, chosen.steps)


if __name__ == "__main__":
    main()
