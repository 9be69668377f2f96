"""Who steps the games of a batch: the cores of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from smalti.kernel.game import Game

SMALLEST_PART = 64
"""Fewer games than this are not worth a thread of their own."""


class Workers(Protocol):
    """Those who carry out kernel functions on parts of a batch, and keep its arrays."""

    def place(self, array: npt.NDArray[Any]) -> Any:
        """The array where the workers can reach it."""

    def take(self, actions: Any) -> Any:
        """Somebody's choices as an array of theirs."""

    def host(self, array: Any) -> npt.NDArray[Any]:
        """An array of theirs as NumPy has it."""

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for all of so many games."""

    def run_listing(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, moves, low, high), with room for a list of legal moves."""


class Cores:
    """The cores: each takes a part of the games, and none waits for Python."""

    def __init__(self, game: Game, threads: int | None = None, *, compiled: bool = True) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._build = game.compiler if compiled else game.interpreted
        self._moves = [np.zeros(game.course.action_count, np.int64) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads)

    def place(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def take(self, actions: Any) -> npt.NDArray[Any]:
        """Somebody's choices, wide enough."""
        return np.asarray(actions, np.int64)

    def host(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for all of so many games."""
        twin = self._build(function)
        self._share(size, lambda _, low, high: twin(*arguments, low, high))

    def run_listing(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, moves, low, high), with room for a list of legal moves."""
        twin = self._build(function)
        self._share(size, lambda part, low, high: twin(*arguments, self._moves[part], low, high))

    def _share(self, size: int, work: Callable[[int, int, int], None]) -> None:
        """Every thread does its part; an error in one of them comes out here."""
        parts = max(1, min(self.threads, size // SMALLEST_PART))
        bounds = list(pairwise(size * n // parts for n in range(parts + 1)))
        if parts == 1:
            work(0, *bounds[0])
        else:
            list(self._pool.map(lambda part: work(part, *bounds[part]), range(parts)))
