"""Compiling while a program goes on: whoever plays is interpreted until it is done, and never has to ask."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable

from smalti.kernel.announcing import LOG
from smalti.kernel.compiling import watching_compiler
from smalti.kernel.door import read_game
from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.game import Game
from smalti.kernel.referee import referee

PATIENCE_S = 20
"""A program that ends waits for the one function that is just being compiled, at most so long."""
MANY_MOVES = 300
"""Whoever has made so many moves will make more."""


RUNNING: list[Preparation] = []
"""What is being compiled in this process."""


class Leaving(Exception):
    """Somebody cannot wait until everything is compiled."""


class Preparation:
    """Games that are being compiled in a thread of their own, in this order."""

    def __init__(self, games: tuple[Game, ...], patience_s: float = PATIENCE_S) -> None:
        if not isinstance(games, tuple):
            raise InvalidNotation(f"games are prepared as a tuple of them, not as {show(games)}")
        self.games, self._patience_s = tuple(map(read_game, games)), patience_s
        self._failed: BaseException | None = None
        self._ended = threading.Event()
        self._turn = threading.Lock()
        """Held by whoever says whether there is work to be done, and by the thread that leaves it."""
        self._works = False
        atexit.register(self._leave)
        RUNNING.append(self)
        self._go_on()

    @property
    def is_ready(self) -> bool:
        """Whether all of them are compiled."""
        return all(referee(game).is_compiled for game in self.games)

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until all are compiled, or so long; whether they are."""
        self._ended.wait(seconds)
        if self._failed is not None:
            raise self._failed
        return self.is_ready

    def _go_on(self) -> None:
        with self._turn:
            self._leaves = False
            if not self._works:
                self._works = True
                self._thread = threading.Thread(target=self._run, name="smalti-prepare", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            for game in self.games:
                compile_moves(game, self._check)
        except Leaving:
            with self._turn:
                self._works = not self._leaves
            if self._works:  # somebody could wait after all
                self._run()
            return
        except BaseException as error:  # it comes out where somebody waits
            LOG.exception("the moves stay interpreted")
            self._failed = error
        RUNNING.remove(self)
        self._end()

    def _end(self) -> None:
        atexit.unregister(self._leave)
        self._ended.set()

    def _check(self) -> None:
        if self._leaves and threading.current_thread() is self._thread:
            raise Leaving

    def _leave(self) -> None:
        self._stop(self._patience_s)
        if not self._ended.is_set():
            LOG.info("the program ends before everything is compiled")

    def _stop(self, patience_s: float) -> None:
        """Ends the work before the next function."""
        self._leaves = True
        if threading.current_thread() is not self._thread:
            self._thread.join(patience_s)


def stop_for_a_fork() -> None:
    """Another process would have the locks of the compiler, ours and Numba's, without the thread that gives them back:
    its first position would wait for ever. What has been compiled is kept."""
    for one in RUNNING.copy():
        one._stop(PATIENCE_S)


def go_on_after_a_fork() -> None:
    """Goes on with what was stopped."""
    for one in RUNNING.copy():
        one._go_on()


def begin_after_a_fork() -> None:
    """In the other process nothing is being compiled; whoever makes many moves there begins it anew."""
    for one in RUNNING:
        one._end()
        for game in one.games:
            referee(game).count_anew()
    RUNNING.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=stop_for_a_fork, after_in_parent=go_on_after_a_fork, after_in_child=begin_after_a_fork)


def prepare_when_used(game: Game) -> None:
    """Compiles the moves of a game in the background as soon as many of them are made. Nobody asked for that, so a
    program that ends before waits for nothing: what has been compiled is kept."""
    referee(game).count_moves(MANY_MOVES, lambda: Preparation((game,), patience_s=0))


def compile_moves(game: Game, starting: Callable[[], None]) -> None:
    """Compiles the moves of a game; what `starting` raises before a step of it ends the work."""
    with watching_compiler(lambda _: None, starting):
        referee(game).compile()
    LOG.info("%s is ready", game.title)
