"""Whoever has to wait for the compiler is told so: by the logger `smalti`, and only of what is really compiled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType

from smalti.kernel.compiling import watching_compiler
from smalti.kernel.game import Game

LOG = logging.getLogger("smalti")


@contextmanager
def announcing(game: Game, *functions: Callable[..., object]) -> Iterator[None]:
    """Inside, these kernel functions of a game may be compiled, and each step is told."""
    left = {part.__code__ for part in game.compiler.parts(*functions)}
    steps = len(left)

    def compiled(code: CodeType) -> None:
        if code in left:
            left.remove(code)
            LOG.info("compiling %s: %d of %d functions", game.title, steps - len(left), steps)

    with watching_compiler(compiled):
        yield
