"""The same games on a GPU: python -m tests.wasm.cuda [GAMES]

So many games in all, of every kind in turn, each by a thread of its own: the sum over every position, view, move, score
and row is the one of native code here, which `python -m tests.wasm.equality` compares with a browser.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.games import GAMES
from smalti.kernel.compiling import Function, widened
from smalti.kernel.cuda import DeviceBuild, find_cuda
from smalti.kernel.game import Game
from smalti.wasm import entries
from smalti.wasm.building import DIGEST_SHEETS, open_names, sheet_types
from tests.wasm.cases import games_of, native_sums, starts_of

USUAL = 30_000
ROUND = 16_384
"""Games at a time: each has sheets of its own, about 60 KB."""
BLOCK = 64


class Wide(DeviceBuild):
    """Twins whose whole numbers have 64 bits at every call, as on the cores: rows hand on what columns of 16 hold."""

    def _made(self, twin: Function, original: Function) -> Function:
        return widened(super()._made(twin, original))


class Device:
    """The sums of games of one kind on a GPU."""

    def __init__(self, game: Game) -> None:
        self.game, self.cuda = game, find_cuda()
        self.starts = starts_of(game)
        self.launch = self._launcher(Wide(game.name, open_names(game), compiled=True)(entries.digest))

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
        self.launch[-(-number // BLOCK), BLOCK](*given)
        found: list[int] = there.copy_to_host().tolist()
        return found


def compare(game: Game, games: int, apart: ProcessPoolExecutor) -> None:
    """So many games, round by round; native code works on all cores meanwhile."""
    apart.submit(native_sums, game.name, 0, 1).result()  # compiled by one, read by all
    device, begun = Device(game), time.monotonic()
    for first in range(0, games, ROUND):
        number = min(ROUND, games - first)
        each = -(-number // (cpu_count() or 1))
        parts = [
            apart.submit(native_sums, game.name, at, min(each, first + number - at))
            for at in range(first, first + number, each)
        ]
        there, here = device.sums(first, number), [one for part in parts for one in part.result()]
        assert there == here, f"{game.name}: not equal from game {first} on"
    sys.stdout.write(f"{game.name}: {games:,} games equal on the GPU; {time.monotonic() - begun:,.0f} s\n")
    sys.stdout.flush()


def main(games: int) -> None:
    """So many games in all."""
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as apart:
        for place, game in enumerate(GAMES.values()):
            compare(game, games // len(GAMES) + int(place < games % len(GAMES)), apart)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL)
