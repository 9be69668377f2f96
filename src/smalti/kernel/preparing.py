"""Compiling while a program goes on: whoever plays is interpreted until it is done, and never has to ask."""

from __future__ import annotations

import atexit
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


class Leaving(Exception):
    """The program ends before everything is compiled."""


class Preparation:
    """Games that are being compiled in a thread of their own, in this order."""

    def __init__(self, games: tuple[Game, ...], patience_s: float = PATIENCE_S) -> None:
        if not isinstance(games, tuple):
            raise InvalidNotation(f"games are prepared as a tuple of them, not as {show(games)}")
        self.games, self._patience_s = tuple(map(read_game, games)), patience_s
        self._leaves = False
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="smalti-prepare", daemon=True)
        atexit.register(self._leave)
        self._thread.start()

    @property
    def is_ready(self) -> bool:
        """Whether all of them are compiled."""
        return all(referee(game).is_compiled for game in self.games)

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until all are compiled, or so long; whether they are."""
        self._thread.join(seconds)
        if self._failed is not None:
            raise self._failed
        return self.is_ready

    def _run(self) -> None:
        try:
            for game in self.games:
                compile_moves(game, self._check)
        except Leaving:
            LOG.info("the program ends before everything is compiled")
        except BaseException as error:  # it comes out where somebody waits
            LOG.exception("the moves stay interpreted")
            self._failed = error
        finally:
            atexit.unregister(self._leave)

    def _check(self) -> None:
        if self._leaves and threading.current_thread() is self._thread:
            raise Leaving

    def _leave(self) -> None:
        self._leaves = True
        self._thread.join(self._patience_s)


def prepare_when_used(game: Game) -> None:
    """Compiles the moves of a game in the background as soon as many of them are made. Nobody asked for that, so a
    program that ends before waits for nothing: what has been compiled is kept."""
    referee(game).count_moves(MANY_MOVES, lambda: Preparation((game,), patience_s=0))


def compile_moves(game: Game, starting: Callable[[], None]) -> None:
    """Compiles the moves of a game; what `starting` raises before a step of it ends the work."""
    with watching_compiler(lambda _: None, starting):
        referee(game).compile()
    LOG.info("%s is ready", game.title)
