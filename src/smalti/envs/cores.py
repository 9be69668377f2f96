"""Who steps the games of a batch: the cores of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from smalti.kernel.announcing import announcing
from smalti.kernel.door import read_whole
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.game import Game

MOST_THREADS = 4096
SMALLEST_PART = 64
"""Fewer games than this are not worth a thread of their own."""


class Workers(Protocol):
    """Those who carry out kernel functions on parts of a batch, and keep its arrays."""

    protects: bool
    """Whether what is `shown` can really not be written to: what cannot change need not be checked."""

    def place(self, array: npt.NDArray[Any]) -> Any:
        """The array where the workers can reach it."""

    def take(self, actions: Any) -> Any:
        """Somebody's choices as an array of theirs."""

    def host(self, array: Any) -> npt.NDArray[Any]:
        """An array of theirs as NumPy has it."""

    def shown(self, array: Any) -> Any:
        """An array of theirs for somebody to read."""

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for all of so many games."""

    def run_once(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """The same for a function that is called once: it may be slow, if it is there sooner."""

    def run_listing(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, moves, low, high), with room for a list of legal moves."""

    def run_long(self, size: int, function: Callable[..., None], games: Any, *arguments: Any) -> None:
        """The same for a function that stays with each game for long, and so may have it brought nearer."""


class Cores:
    """The cores: each takes a part of the games, and none waits for Python."""

    protects = True

    def __init__(self, game: Game, threads: int | None = None, *, compiled: bool = True) -> None:
        self.threads = read_whole("`threads`", 0 if threads is None else threads, MOST_THREADS) or os.cpu_count() or 1
        self._game, self._build = game, game.compiler if compiled else game.interpreted
        self._called: set[Callable[..., None]] = set()
        self._moves = [np.zeros(game.course.action_count, np.int64) for _ in range(self.threads)]
        self._pool, self._process = ThreadPoolExecutor(self.threads), os.getpid()

    def place(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def take(self, actions: Any) -> npt.NDArray[Any]:
        """Somebody's choices, wide enough."""
        return whole_numbers(actions)

    def host(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def shown(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself, which only the rules may write to."""
        view = array.view()
        view.setflags(write=False)
        return view

    def run(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, low, high) for all of so many games."""
        twin = self._build(function)
        with self._announced(function):
            self._share(size, lambda _, low, high: twin(*arguments, low, high))

    run_once = run

    def run_listing(self, size: int, function: Callable[..., None], *arguments: Any) -> None:
        """Calls function(*arguments, moves, low, high), with room for a list of legal moves."""
        twin = self._build(function)
        with self._announced(function):
            self._share(size, lambda part, low, high: twin(*arguments, self._moves[part], low, high))

    run_long = run_listing

    def _announced(self, function: Callable[..., None]) -> AbstractContextManager[None]:
        """The first call of a function may wait for the compiler."""
        if function in self._called or not self._build.compiled:
            return nullcontext()
        self._called.add(function)
        return announcing(self._game, function)

    def _share(self, size: int, work: Callable[[int, int, int], None]) -> None:
        """Every thread does its part; an error in one of them comes out here."""
        parts = max(1, min(self.threads, size // SMALLEST_PART))
        bounds = list(pairwise(size * n // parts for n in range(parts + 1)))
        if parts == 1:
            work(0, *bounds[0])
        else:
            list(self._own_pool().map(lambda part: work(part, *bounds[part]), range(parts)))

    def _own_pool(self) -> ThreadPoolExecutor:
        """The threads of this process: a process that was forked has none of those before."""
        if self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.threads), os.getpid()
        return self._pool


def whole_numbers(values: Any) -> npt.NDArray[np.int64]:
    """Somebody's whole numbers as an array."""
    try:
        found = np.asarray(values)
    except ValueError as error:  # lists of several lengths
        raise InvalidNotation(f"moves are an array of whole numbers: {error}") from error
    if found.dtype.kind not in "iu":
        raise InvalidNotation(f"moves are an array of whole numbers, not of {found.dtype}")
    return np.ascontiguousarray(found, np.int64)
