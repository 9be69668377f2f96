"""Who plays the games that are learned from: the cores of this machine, or a GPU."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from smalti.bots.defaults import evaluation_of
from smalti.bots.search.room import COUNTS, LEVELS, MOST_SEATS, STEPS, Room, new_room
from smalti.bots.training.learning import add_alone
from smalti.kernel.compiling import Build
from smalti.kernel.cuda import DeviceBuild, find_cuda
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game

BLOCK = 128
LANES = 32
"""So many threads of a GPU look for one move together."""


class Device(Protocol):
    """Who carries out kernel functions on parts of an array."""

    build: Build
    lanes: int
    """How many look for one move."""

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


class TableBuild(DeviceBuild):
    """Twins for a GPU whose tables lie in its memory: there are more of them than its constants have room for."""

    def __init__(self, label: str, names: dict[str, Any], cuda: Any) -> None:
        super().__init__(label, names, compiled=True)
        self._cuda, self._tables, self._modules = cuda, dict[int, Any](), dict[ModuleType, ModuleType]()

    def keep(self, launcher: Any, function: Callable[..., Any]) -> Any:  # noqa: ARG002 - the base class has it
        """Addresses of this process are in the code, so it is not kept."""
        return launcher

    def names(self, function: Callable[..., Any]) -> Any:
        """The same, with tables as copies on the device."""
        for name, value in super().names(function):
            yield name, self._placed(value, function.__code__.co_names)

    def _placed(self, value: Any, names: tuple[str, ...]) -> Any:
        """A table on the device; a module with those of its tables there that are asked of it."""
        if isinstance(value, np.ndarray):
            if id(value) not in self._tables:
                self._tables[id(value)] = self._cuda.to_device(value)
            return self._tables[id(value)]
        known = {name: getattr(value, name) for name in names if hasattr(value, name)}
        if not isinstance(value, ModuleType) or not any(isinstance(one, np.ndarray) for one in known.values()):
            return value
        there = self._modules.setdefault(value, ModuleType(value.__name__))
        vars(there).update({name: self._placed(one, ()) for name, one in known.items()})
        return there


class Gpu:
    """A GPU: each of its threads has one place."""

    lanes = LANES

    def __init__(self, game: Game, names: dict[str, Any]) -> None:
        cuda = self._cuda = find_cuda()

        @cuda.jit(device=True)  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def add(array: Any, i: int, amount: int) -> None:
            cuda.atomic.add(array, i, amount)

        self.build: Build = TableBuild(f"{game.name}-training", names | {"add": add}, cuda)
        self._record = game.course.state_type
        self._moves = game.course.action_count
        self._steps = evaluation_of(game).steps()
        self._thumb = self.place(evaluation_of(game).thumb())
        self._launchers: dict[Callable[..., None], Any] = {}

    def place(self, array: npt.NDArray[Any]) -> Any:
        """A copy on the GPU."""
        return self._cuda.to_device(array)

    def host(self, array: Any) -> npt.NDArray[Any]:
        """A copy in this machine's memory."""
        copy: npt.NDArray[Any] = array.copy_to_host()
        return copy

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, i, i + 1) for every place, each in a thread of its own."""
        self._launch(size, function, self._plain, arguments)

    run_adding = run

    def run_in_rooms(self, size: int, function: Callable[..., None], weights: Any, *arguments: Any) -> None:
        """The same with rooms in the memory of each thread."""
        self._launch(size, function, self._roomy, (*arguments, weights, self._thumb))

    def _launch(self, size: int, function: Callable[..., None], make: Callable[..., Any], arguments: Any) -> None:
        if function not in self._launchers:
            self._launchers[function] = make(self.build(function))
        self._launchers[function][-(-size // BLOCK), BLOCK](arguments, size)

    def _plain(self, twin: Callable[..., None]) -> Any:
        cuda = self._cuda

        @cuda.jit  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(arguments: Any, size: int) -> None:
            i = cuda.grid(1)
            if i < size:
                twin(*arguments, i, i + 1)

        return launch

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
