"""Many wait for the disk at once: what waits together is committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
MOST_AT_ONCE = 200
GATHER_S = 0.008
"""So long what comes is gathered while many play; who plays alone does not wait for it."""


@dataclass(eq=False)
class Batches(Generic[T]):
    """Collects what comes while a commit is on its way, and commits it as one when that has ended.

    If the database refuses some together, each is tried alone, and told its own end.
    """

    commit: Callable[[list[T]], Awaitable[None]]
    waiting: list[tuple[T, asyncio.Future[None]]] = field(default_factory=list)
    work: asyncio.Task[None] | None = None

    async def add(self, one: T) -> None:
        """Returns when it is committed; raises what the database said to this one."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.append((one, done))
        if self.work is None or self.work.done():
            self.work = asyncio.create_task(self._run())
        await done

    async def _run(self) -> None:
        while self.waiting:
            some, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            if len(some) > 1 and await self._try(some):
                await asyncio.sleep(GATHER_S)  # where several wait, more are on their way
                continue
            for one in some:
                await self._alone(*one)

    async def _try(self, some: list[tuple[T, asyncio.Future[None]]]) -> bool:
        try:
            await self.commit([one for one, _ in some])
        except Exception as error:  # one of them is to blame: alone, each learns what is its own
            if not getattr(error, "lost", False):
                return False
            for _, done in some:
                tell(done, error)  # the database is gone, for all of them
            return True
        for _, done in some:
            tell(done)
        return True

    async def _alone(self, one: T, done: asyncio.Future[None]) -> None:
        try:
            await self.commit([one])
        except Exception as error:
            tell(done, error)
        else:
            tell(done)


def tell(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """How it ended, unless nobody waits any more."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
