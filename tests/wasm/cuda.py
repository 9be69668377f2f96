"""The same games on a GPU: python -m tests.wasm.cuda [GAMES] [GAME ...] [--minutes M] [--sums FOLDER]

So many games in all, of every kind in turn, each by a thread of its own: the sum over every position, view, move, score
and row is the one of native code here. The sums that both agree on are kept on request, so that
`python -m tests.wasm.equality --sums FOLDER` can compare them with a browser elsewhere.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.games import GAMES
from smalti.kernel.cuda import TableBuild, configured, find_cuda
from smalti.kernel.game import Game
from smalti.wasm import entries
from smalti.wasm.building import DIGEST_SHEETS, open_names, sheet_types
from tests.wasm.cases import games_of, native_sums, starts_of
from tests.wasm.ledger import shared_out, sums_file

USUAL = 30_000
ROUND = 65_536
"""Games at a time: each has sheets of its own, about 60 KB."""
BLOCK = 64


class Device:
    """The sums of games of one kind on a GPU."""

    def __init__(self, game: Game) -> None:
        self.game, self.cuda = game, find_cuda()
        self.starts = starts_of(game)
        # Its tables lie in the memory of the GPU: those of Mosaix alone are 338 KB, and it has 64 KB of constants.
        self.launch = self._launcher(TableBuild(game.name, open_names(game))(entries.digest))

    def _launcher(self, digest: Any) -> Any:
        cuda = self.cuda

        @cuda.jit  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(states: Any, spares: Any, generators: Any, sheets: Any, sums: Any) -> None:
            i = cuda.grid(1)
            if i < len(sums):
                moves, points, pieces, paths, asks, told = sheets
                sums[i] = digest(
                    states[i], spares[i], generators[i], 1, moves[i], points[i], pieces[i], paths[i], asks[i], told[i]
                )

        return launch

    def arguments(self, first: int, number: int) -> tuple[Any, ...]:
        """What the games begin with, and room for each of them."""
        cases, kinds = games_of(self.game, number, first), sheet_types(self.game)
        states: npt.NDArray[np.uint8] = np.stack([self.starts[case["key"]] for case in cases])
        generators = np.array([int(case["generator"]) for case in cases], np.int64)
        sheets = tuple(np.zeros(number, kinds[name]) for name in DIGEST_SHEETS)
        return states, states.copy(), generators, sheets, np.zeros(number, np.int64)

    def sums(self, first: int, number: int) -> list[int]:
        """The sum of each of these games."""
        states, spares, generators, sheets, sums = self.arguments(first, number)
        place, there = self.cuda.to_device, self.cuda.to_device(sums)
        given = place(states), place(spares), place(generators), tuple(map(place, sheets)), there
        configured(self.launch, number, BLOCK)(*given)
        found: list[int] = there.copy_to_host().tolist()
        return found


def compare(name: str, games: int, cores: int, end: float, kept: Path | None) -> None:
    """So many games, round by round, or as many as there is time for; native code works on some cores meanwhile."""
    begun, sums = time.monotonic(), list[int]()
    with ProcessPoolExecutor(cores, get_context("spawn")) as apart:
        compiled = apart.submit(native_sums, name, 0, 1)  # by one, while the other kind is compiled here; read by all
        device = Device(GAMES[name])
        assert device.sums(0, 1) == compiled.result(), f"{name}: the first game is another one"
        say(f"{name}: compiled for both; {time.monotonic() - begun:,.0f} s")
        while len(sums) < games and time.time() < end:
            sums += equal_sums(device, len(sums), min(ROUND, games - len(sums)), cores, apart)
            if kept:
                np.save(sums_file(kept, name), np.array(sums, np.int64))
            say(f"{name}: {len(sums):,} games equal on the GPU; {time.monotonic() - begun:,.0f} s")


def equal_sums(device: Device, first: int, number: int, cores: int, apart: ProcessPoolExecutor) -> list[int]:
    """The sums of some games, shared out to the cores and all at once on the GPU."""
    name, each, end = device.game.name, -(-number // cores), first + number
    parts = [apart.submit(native_sums, name, at, min(each, end - at)) for at in range(first, end, each)]
    there, here = device.sums(first, number), [one for part in parts for one in part.result()]
    assert there == here, f"{name}: not equal from game {first} on"
    return here


def say(words: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> None:
    """So many games in all, in so many minutes at most; the kinds side by side."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="?", type=int, default=USUAL)
    asked.add_argument("names", nargs="*", default=list(GAMES))
    asked.add_argument("--minutes", type=float, default=float("inf"))
    asked.add_argument("--sums", type=Path)
    order = asked.parse_args()
    end, cores = time.time() + 60 * order.minutes, max(1, (cpu_count() or 1) // len(order.names))
    shares = shared_out(order.games, order.names)
    with ProcessPoolExecutor(len(shares), get_context("spawn")) as each:
        work = [each.submit(compare, name, number, cores, end, order.sums) for name, number in shares.items()]
        failed = [error for one in work if (error := one.exception())]
    for error in failed:
        raise error


if __name__ == "__main__":
    main()
