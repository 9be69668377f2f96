"""Who plays the games that are learned from: the cores of this machine, or a GPU."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from smalti.bots.defaults import evaluation_of
from smalti.bots.search.room import COUNTS, LEVELS, MOST_SEATS, STEPS, Room, new_room
from smalti.bots.training.learning import add_alone
from smalti.kernel.compiling import Build
from smalti.kernel.cuda import Grid, TableBuild, find_cuda
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game

LANES = 32
"""So many threads of a GPU look for one move together."""


class Device(Protocol):
    """Who carries out kernel functions on parts of an array."""

    lanes: int
    """How many look for one move."""

    @property
    def build(self) -> Build:
        """Makes twins of kernel functions."""

    def place(self, array: npt.NDArray[Any]) -> Any:
        """The array where the device can reach it."""

    def host(self, array: Any) -> npt.NDArray[Any]:
        """An array of the device as NumPy has it."""

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for all of so many places."""

    def run_in_rooms(self, size: int, function: Callable[..., None], weights: Any, *arguments: Any) -> None:
        """Calls function(*arguments, room, thumb, low, high): rooms with these weights and by thumb."""

    def run_adding(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """The same as `run` for a function that adds to what others may add to."""


class Cores:
    """The cores of this machine: each takes a part, and none waits for Python."""

    lanes = 1

    def __init__(self, game: Game, names: dict[str, Any], threads: int, *, compiled: bool = True) -> None:
        self.game, self.threads, self.thumb = game, threads, evaluation_of(game).thumb()
        self.build = Build(game.name, names | {"add": add_alone}, compiled=compiled)
        self._pool = ThreadPoolExecutor(threads)

    def place(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    host = place

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for a part in each thread."""
        twin = self.build(function)
        self._share(size, lambda low, high: twin(*arguments, low, high))

    def run_in_rooms(self, size: int, function: Callable[..., None], weights: Any, *arguments: Any) -> None:
        """The same with rooms of its own for each part."""
        twin = self.build(function)

        def work(low: int, high: int) -> None:
            twin(*arguments, new_room(self.game, weights), new_room(self.game, self.thumb), low, high)

        self._share(size, work)

    def run_adding(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """In one thread."""
        self.build(function)(*arguments, 0, size)

    def _share(self, size: int, work: Callable[[int, int], None]) -> None:
        bounds = list(pairwise(size * n // self.threads for n in range(self.threads + 1)))
        list(self._pool.map(lambda bound: work(*bound), bounds))


class Gpu(Grid):
    """A GPU: each of its threads has one place."""

    lanes = LANES

    def __init__(self, game: Game, names: dict[str, Any]) -> None:
        cuda = find_cuda()

        @cuda.jit(device=True)  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def add(array: Any, i: int, amount: int) -> None:
            cuda.atomic.add(array, i, amount)

        super().__init__(TableBuild(f"{game.name}-training", names | {"add": add}))
        self._record = game.course.state_type
        self._moves = game.course.action_count
        self._steps = evaluation_of(game).steps()
        self._thumb = self.place(evaluation_of(game).thumb())

    def run_adding(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """The same as `run`: adding is atomic."""
        self.run(size, function, *arguments)

    def run_in_rooms(self, size: int, function: Callable[..., None], weights: Any, *arguments: Any) -> None:
        """The same with rooms in the memory of each thread."""
        self.launch(size, function, self._roomy, (*arguments, weights, self._thumb))

    def _roomy(self, twin: Callable[..., None]) -> Any:
        cuda, record, number, steps = self._cuda, self._record, self._moves, self._steps

        @cuda.jit  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(arguments: Any, size: int) -> None:
            pool = cuda.local.array(LEVELS, record)
            moves = cuda.local.array((LEVELS, number), np.int16)
            values = cuda.local.array(MOST_SEATS, np.float64)
            counts = cuda.local.array(COUNTS, np.int64)
            i = cuda.grid(1)
            if i < size:
                counts[STEPS] = steps
                room = Room(pool, moves, values, counts, counts, counts, arguments[-2])
                thumb = Room(pool, moves, values, counts, counts, counts, arguments[-1])
                twin(*arguments[:-2], room, thumb, i, i + 1)

        return launch


def find_device(name: str, game: Game, names: dict[str, Any], cores: int) -> Device:
    """The cores or the GPU of this machine."""
    if name == "cpu":
        return Cores(game, names, cores)
    if name == "cuda":
        return Gpu(game, names)
    raise SmaltiError(f"the device {name!r} is neither cpu nor cuda")
