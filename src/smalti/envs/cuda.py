"""Who steps the games of a batch: a GPU, with the same kernel functions compiled for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from smalti.envs.cores import whole_numbers
from smalti.envs.stepping import Games
from smalti.kernel.cuda import DeviceBuild, Grid, TableBuild, configured
from smalti.kernel.game import Game

LONG_BLOCK = 256
"""Games that one block of threads steps for long."""
OWN_BYTES = 400
"""A record of so many bytes at most is worth taking into a thread's own memory (docs/performance.md)."""
CONSTANTS = 16 << 10
"""Threads that read different places of a constant wait for each other: larger tables lie in the memory of the GPU."""
REGISTERS = 64
"""How many registers a thread of a long run may have at most, where tables are constants."""


class Cuda(Grid):
    """A GPU: each of its threads steps one game."""

    protects = False

    def __init__(self, game: Game) -> None:
        super().__init__(DeviceBuild(game.name, game.open_names, game.course.apart))
        self._near = TableBuild(game.name, game.open_names)
        self._room, self._record = game.course.action_count, game.course.state_type

    def take(self, actions: Any) -> Any:
        """Somebody's choices; an array that is on the GPU already (PyTorch, JAX, CuPy) is used where it is."""
        if hasattr(actions, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(actions)
        return self.place(whole_numbers(actions))

    def shown(self, array: Any) -> Any:
        """The array itself: a GPU knows none that can only be read."""
        return array

    def run_listing(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, moves, i, i + 1), with room for a list of legal moves."""
        self.launch(size, function, self._listing, arguments)

    def run_long(self, size: int, function: Callable[..., None], games: Games, *arguments: Any) -> None:
        """Calls function(games, *arguments, moves, 0, 1) with one game each, in memory of the thread's own."""
        if self._record.itemsize > OWN_BYTES:
            self.run_listing(size, function, games, *arguments)
            return
        build = self._near if self._table_bytes(function) > CONSTANTS else self.build
        if function not in self._launchers:
            self._launchers[function] = build.keep(self._own(build(function), build), function)
        configured(self._launchers[function], size, LONG_BLOCK)((games, *arguments), size)

    def _table_bytes(self, function: Callable[..., None]) -> int:
        """How large the tables are that a function and all it calls read."""
        named = (value for part in self.build.parts(function) for _, value in self.build.names(part))
        return sum({id(one): one.nbytes for one in named if isinstance(one, np.ndarray)}.values())

    def _own(self, twin: Callable[..., None], build: DeviceBuild) -> Any:
        """Neighbouring threads read the same field of their games at once: in memory of their own it lies side by side,
        in an array of records a record apart."""
        cuda, room, record = self._cuda, self._room, self._record
        registers = None if build is self._near else REGISTERS

        @cuda.jit(max_registers=registers)  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(arguments: Any, size: int) -> None:
            moves = cuda.local.array(room, np.int16)
            own = cuda.local.array(1, record)
            i = cuda.grid(1)
            if i < size:
                all_ = arguments[0]
                own[0] = all_.states[i]
                mine = Games(
                    own,
                    all_.finals[i : i + 1],
                    all_.seats[i : i + 1],
                    all_.origins[i : i + 1],
                    all_.episodes[i : i + 1],
                    all_.ended[i : i + 1],
                    all_.points[i : i + 1],
                    all_.results[i : i + 1],
                    all_.rewards[i : i + 1],
                )
                twin(mine, *arguments[1:], moves, 0, 1)
                all_.states[i] = own[0]

        return launch

    def _listing(self, twin: Callable[..., None]) -> Any:
        cuda, room = self._cuda, self._room

        @cuda.jit  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(arguments: Any, size: int) -> None:
            moves = cuda.local.array(room, np.int16)
            i = cuda.grid(1)
            if i < size:
                twin(*arguments, moves, i, i + 1)

        return launch
