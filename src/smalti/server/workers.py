"""Bots in processes of their own, so that a page never waits for a bot or for a compiler."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from smalti.server.table import Table


class BotFailed(SmaltiError):
    """A bot crashed or gave no legal move; its worker is replaced and the game goes on."""


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
    return find_bot(bot).choose(Position(game, game.parse_position(position), game.rules), seat, generator)


@dataclass(eq=False)
class Workers:
    """A few processes that bots think in."""

    count: int
    pool: Executor | None = None
    thinking: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def changed(self, table: Table) -> None:
        """A table has changed: its bots think, one after the other."""
        if table.bots_to_move() and table.id not in self.thinking:
            task = asyncio.get_running_loop().create_task(self._play(table))
            self.thinking[table.id] = task
            task.add_done_callback(lambda _: self.thinking.pop(table.id, None))

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
        """The bot's move; a worker that dies is replaced and the work done again."""
        position = str(table.match.position.view(seat))
        for _ in range(3):
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(
                    self._executor(), choose, table.game.name, position, seat, bot, generator
                )
            except BrokenProcessPool:
                self.pool = None
        raise BotFailed("the bot does not answer; hand its seat to somebody else")

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
