"""The rules and rows of games as machine code: compiled beside the server, then taken in while it goes on.

Until then everything is interpreted, and no different. A process of its own compiles into the cache, so that nobody at
a table waits for the compiler; what it made is loaded in a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Thread

from smalti.bots import BotFailed
from smalti.kernel.game import Game
from smalti.kernel.reader import reader
from smalti.server.operation.tasks import end
from smalti.server.thinking.pool import LONGEST_STEP_S, Slot, ignore
from smalti.server.thinking.thinker import ROWS, Question

log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""A game that is only looked at for a moment needs no compiler."""


class Compiling:
    """Gets the games that are played compiled, one after the other."""

    def __init__(self, sources: tuple[str, ...] = ()) -> None:
        self.slot = Slot(sources, LONGEST_STEP_S)
        self.wanted: dict[str, Game] = {}
        self.known: set[str] = set()
        self.ready = 0
        """How many games run as machine code."""
        self.work: asyncio.Task[None] | None = None

    def want(self, game: Game, patience_s: float = PATIENCE_S) -> None:
        """Somebody plays it."""
        if game.name in self.known:
            return
        self.known.add(game.name)
        self.wanted[game.name] = game
        if self.work is None or self.work.done():
            self.work = asyncio.create_task(self._run(patience_s))

    async def _run(self, patience_s: float) -> None:
        await asyncio.sleep(patience_s)
        while self.wanted:
            _, game = self.wanted.popitem()
            try:
                await self.slot.ask(Question(ROWS, game.name), ignore)
            except BotFailed as error:
                log.warning("the rows of %s could not be compiled beside: %s", game.name, error)
            await in_a_thread(reader(game).compile)
            self.ready += 1
        await self.slot.stop()

    async def close(self) -> None:
        """Ends the process that compiles."""
        if self.work is not None:
            await end(self.work)
        await self.slot.stop()


async def in_a_thread(work: Callable[[], None]) -> None:
    """Something that takes its time; a program that ends does not wait for it."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def run() -> None:
        try:
            work()
        finally:
            if not loop.is_closed():
                loop.call_soon_threadsafe(done.set)

    Thread(target=run, daemon=True).start()
    await done.wait()
