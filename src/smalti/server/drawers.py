"""Who draws: this process for a few onlookers, processes beside it for many, so that moves do not wait for pictures."""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from smalti.server.drawer import LENGTH, enclose
from smalti.server.drawing import Picture, View, draw
from smalti.server.pool import cores

log = logging.getLogger(__name__)

FEW = 100
"""So many onlookers are drawn for without any help."""
MOST = 2
"""One server cannot keep more of them busy."""
LONGEST_DRAWING_S = 10.0
"""A process that takes longer hangs."""
REST_S = 1.0
"""Between the end of a process and the start of the next."""
UNREAD = 1 << 22
"""Bytes that may wait to be read from a process."""


class Gone(Exception):
    """The process has ended before it answered."""


@dataclass(eq=False)
class Drawer:
    """A process that draws; one that died is replaced when it is next needed."""

    sources: tuple[str, ...] = ()
    process: Process | None = None
    """Once it is ready."""
    waiting: deque[asyncio.Future[Picture | None]] = field(default_factory=deque)
    """Who waits for its answers, which come in the order of the questions."""
    work: asyncio.Task[None] | None = None

    async def draw(self, view: View) -> Picture:
        """The picture, drawn here while the process is not ready or if it fails."""
        if self.work is None or self.work.done():
            self.work = asyncio.create_task(self._run())
        if self.process is None:
            return draw(view)
        try:
            return await self._ask(self.process, view) or draw(view)
        except (Gone, TimeoutError):
            return draw(view)

    async def _ask(self, process: Process, view: View) -> Picture | None:
        assert process.stdin is not None
        answer: asyncio.Future[Picture | None] = asyncio.get_running_loop().create_future()
        self.waiting.append(answer)
        process.stdin.write(enclose(view))
        try:
            async with asyncio.timeout(LONGEST_DRAWING_S):
                return await answer
        except TimeoutError:
            end(process)
            raise

    async def _run(self) -> None:
        """Has a process draw until it ends; the next one waits a little, in case it does no better."""
        try:
            await self._hand_out()
        except (asyncio.IncompleteReadError, OSError) as error:
            log.warning("a process that draws has ended: %s", error)
        await asyncio.sleep(REST_S)

    async def _hand_out(self) -> None:
        """Starts the process and hands out its answers."""
        module = (sys.executable, "-m", "smalti.server.drawer", *self.sources)
        process = await asyncio.create_subprocess_exec(
            *module, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=UNREAD
        )
        assert process.stdout is not None
        try:
            await receive(process.stdout)
            self.process = process
            while True:
                picture = await receive(process.stdout)
                answer = self.waiting.popleft()
                if not answer.done():
                    answer.set_result(picture)
        except asyncio.CancelledError:
            end(process)
            raise
        finally:
            self.process = None
            while self.waiting:
                if not (answer := self.waiting.popleft()).done():
                    answer.set_exception(Gone)
            await process.wait()

    async def close(self) -> None:
        """Ends the process."""
        if self.work is not None:
            self.work.cancel()
            await asyncio.gather(self.work, return_exceptions=True)


def end(process: Process) -> None:
    """Kills a process that may have ended already."""
    with suppress(ProcessLookupError):
        process.kill()


async def receive(out: asyncio.StreamReader) -> Picture | None:
    """The next answer."""
    length = int.from_bytes(await out.readexactly(LENGTH), "big")
    picture: Picture | None = pickle.loads(await out.readexactly(length))
    return picture


class Drawers:
    """All who draw for the onlookers of this server."""

    def __init__(self, count: int | None = None, sources: tuple[str, ...] = ()) -> None:
        self.drawers = [Drawer(sources) for _ in range(min(MOST, cores() - 1) if count is None else count)]
        self.onlookers = 0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Inside, there is one more who looks on."""
        self.onlookers += 1
        try:
            yield
        finally:
            self.onlookers -= 1

    async def draw(self, table: str, view: View) -> Picture:
        """The picture of a table; one process draws all of a table, since much is the same for everybody there."""
        if self.onlookers <= FEW or not self.drawers:
            return draw(view)
        return await self.drawers[zlib.crc32(table.encode()) % len(self.drawers)].draw(view)

    async def close(self) -> None:
        """Ends the processes."""
        for drawer in self.drawers:
            await drawer.close()
