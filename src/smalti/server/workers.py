"""Bots in processes of their own, so that a page never waits for a bot or for a compiler."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from smalti.bots import BotFailed, find_bot
from smalti.bots.levels import LEVELS, warm
from smalti.games import find_game
from smalti.kernel.position import Position
from smalti.kernel.words import N_
from smalti.server.table import Table

log = logging.getLogger(__name__)

LONGEST_THOUGHT_S = 180
"""Far more than any level takes, compiling on a slow machine included; then the bot hangs."""
STAND_IN = "random"


def watch_parent() -> None:
    """Runs first in a worker: it ends when the server does, also when that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def choose(game_name: str, position: str, seat: int, bot: str, generator: int) -> int:
    """Runs in a worker: the bot's move in a position written as text."""
    game = find_game(game_name)
    return find_bot(bot).move(Position(game, game.parse_position(position), game.rules), seat, generator)


def get_ready(game_name: str) -> None:
    """Runs in a worker: compiles what the levels of a game need, before a bot is to move."""
    warm(find_game(game_name))


@dataclass(eq=False)
class Workers:
    """A few processes that bots think in."""

    count: int
    pool: Executor | None = None
    thinking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    preparing: dict[str, Future[None]] = field(default_factory=dict)
    """The games whose levels a worker compiles or has compiled."""

    def changed(self, table: Table) -> None:
        """A table has changed: its bots think, one after the other."""
        if any(chair.bot in LEVELS for chair in table.chairs):
            self._prepare(table)
        if table.bots_to_move() and table.id not in self.thinking:
            task = asyncio.get_running_loop().create_task(self._play(table))
            self.thinking[table.id] = task
            task.add_done_callback(lambda _: self.thinking.pop(table.id, None))

    def _prepare(self, table: Table) -> None:
        """Compiles what the levels of this game need, once; meanwhile the table says that its bot gets ready."""
        game = table.game.name
        if game not in self.preparing:
            self.preparing[game] = self._executor().submit(get_ready, game)
        if self.preparing[game].done() or table.is_preparing:
            return
        table.is_preparing = True
        loop = asyncio.get_running_loop()
        self.preparing[game].add_done_callback(lambda _: loop.call_soon_threadsafe(table.prepared))

    async def _play(self, table: Table) -> None:
        while waiting := table.bots_to_move():
            chair = waiting[0]
            assert chair.bot is not None
            assert table.match.chance is not None
            generator = table.match.chance.bot_generator(table.number, chair.seat)
            number = table.number
            move = await self.move(table, chair.seat, chair.bot, generator)
            if table.number == number:
                await table.make(chair.seat, move, f"bot-{number}-{chair.seat}")

    async def move(self, table: Table, seat: int, bot: str, generator: int) -> int:
        """The bot's move. One that crashes, hangs or breaks the rules costs its worker and this move, not the game."""
        position = str(table.match.position.view(seat))
        for name in (bot, bot, STAND_IN):
            pool = self._executor()
            try:
                loop = asyncio.get_running_loop()
                work = loop.run_in_executor(pool, choose, table.game.name, position, seat, name, generator)
                return await asyncio.wait_for(work, LONGEST_THOUGHT_S)
            except (BrokenProcessPool, BotFailed, TimeoutError) as error:
                log.warning("table %s, seat %d: the bot %s failed: %r", table.id, seat, name, error)
                if not isinstance(error, BotFailed):
                    self._replace(pool)
        raise BotFailed(N_("the bot does not answer; hand its seat to somebody else"))

    def _replace(self, pool: Executor) -> None:
        """New workers for those that died or hang."""
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        if self.pool is pool:
            self.pool = None
            self.preparing.clear()

    def _executor(self) -> Executor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"), watch_parent)
        return self.pool

    def close(self) -> None:
        """Ends the workers."""
        for task in self.thinking.values():
            task.cancel()
        if self.pool:
            self.pool.shutdown(wait=False, cancel_futures=True)
