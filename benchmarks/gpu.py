"""Random games on a GPU: the states equal the CPU's byte for byte, and how fast they are made.

`python -m benchmarks.gpu [--games N] [--steps N]` needs an NVIDIA GPU and the extra `gpu`.
"""

from __future__ import annotations

import argparse
import json
from time import perf_counter
from typing import Any

import numpy as np

from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.game import Game

CHECKED = 2000


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


def measure(game: Game, seats: int, games: int, steps: int) -> dict[str, Any]:
    """Random moves a second, the best of three turns."""
    from numba import cuda

    batch = Batch(game, games, seats, seed=1, device="cuda")
    batch.play(1)
    cuda.synchronize()
    best = 0.0
    for _ in range(3):
        began = perf_counter()
        batch.play(steps)
        cuda.synchronize()
        best = max(best, games * steps / (perf_counter() - began))
    return {"game": game.name, "seats": seats, "games": games, "moves_per_s": round(best)}


def main() -> None:
    """Checks, then measures, every game with its fewest and its most seats."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1 << 20)
    options.add_argument("--steps", type=int, default=200)
    chosen = options.parse_args()
    for game in GAMES.values():
        for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
            check(game, seats)
            print(json.dumps(measure(game, seats, chosen.games, chosen.steps)), flush=True)


if __name__ == "__main__":
    main()
