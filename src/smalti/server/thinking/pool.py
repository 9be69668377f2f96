"""Processes of this machine that bots think in, so that a page never waits for a bot or for a compiler."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from smalti.bots import BotFailed
from smalti.bots.helper import Helper, silent, whole
from smalti.bots.readiness import Progress
from smalti.server.operation.limits import Patron
from smalti.server.operation.tasks import end
from smalti.server.thinking.fairness import Turns
from smalti.server.thinking.thinker import LOAD, READY, Question

LONGEST_THOUGHT_S = 60.0
"""Far more than any level takes on a busy machine; then the bot hangs."""
LONGEST_STEP_S = 240.0
"""The same for one step before a thought begins: a process that starts, the compiler, or loading what it made."""
HINTS_FIRST, MOVES_NEXT, REVIEWS_LAST = range(3)
"""Somebody who asks for a hint looks at the page; a bot at a slow table does not mind."""


NOBODY = Patron()
Ask = Callable[[Question, Progress], Coroutine[Any, Any, Any]]


class Backlog(NamedTuple):
    """What waits for a worker."""

    length: int
    oldest_s: float
    """How long the oldest has been waiting."""


def cores() -> int:
    """How many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ignore(_done: int, _of: int) -> None:
    """For those who do not wait."""


@dataclass(eq=False)
class Slot:
    """A place for one process, which is replaced when it died or had to be killed."""

    sources: tuple[str, ...]
    limit_s: float
    helper: Helper | None = None
    lines: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    games: set[str] = field(default_factory=set)
    """What this process has compiled or loaded."""

    async def ask(self, question: Question, progress: Progress) -> Any:
        """The answer; whoever fails to give one costs this process. Who was shown progress is shown its end too."""
        shown: list[int] = []

        def show(done: int, of: int) -> None:
            shown.append(done)
            progress(done, of)

        try:
            return await self._converse(question, show)
        except (BotFailed, asyncio.CancelledError):
            await self.stop()
            raise
        finally:
            if shown:
                progress(1, 1)

    async def _converse(self, question: Question, progress: Progress) -> Any:
        self._say(question)
        limit_s = LONGEST_STEP_S
        while True:
            match json.loads(await self._hear(limit_s)):
                case {"done": done, "of": of}:
                    progress(done, of)
                case {"begun": True}:
                    limit_s = self.limit_s
                    self.games |= {question.game} if question.needs_compiler else set()
                case {"answer": result}:
                    return result
                case said:
                    raise BotFailed(str(said.get("failed", said)))

    def _say(self, question: Question) -> None:
        if self.helper is None or self.helper.has_ended:
            self.games, self.lines = set(), asyncio.Queue()
            loop, lines = asyncio.get_running_loop(), self.lines
            module = (sys.executable, "-m", "smalti.server.thinking.thinker", *self.sources)
            self.helper = Helper(module, lambda line: _pass_on(loop, lines, line), apart=True)
        self.helper.say(question.write())

    async def _hear(self, limit_s: float) -> str:
        try:
            async with asyncio.timeout(limit_s):  # not `wait_for`: up to Python 3.11 that may swallow a cancellation
                return whole(await self.lines.get())
        except TimeoutError:
            raise silent(limit_s) from None

    async def stop(self) -> None:
        """Kills the process, if there is one."""
        helper, self.helper = self.helper, None
        if helper is not None:
            await asyncio.shield(asyncio.to_thread(helper.stop))


def _pass_on(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str], line: str) -> None:
    """From the thread that listens to the loop that waits."""
    loop.call_soon_threadsafe(lines.put_nowait, line)


class Waiting(NamedTuple):
    """A question that no process is free for yet; those of one person sort by urgency, then by age."""

    urgency: int
    order: int
    since: float
    turn: asyncio.Future[Slot]


@dataclass(eq=False)
class Preparation:
    """A game that is being compiled, and who waits for it."""

    task: asyncio.Task[None]
    waiting: list[Progress] = field(default_factory=list)
    shown: tuple[int, int] | None = None

    def show(self, done: int, of: int) -> None:
        """Tells everybody who waits."""
        self.shown = done, of
        for progress in self.waiting:
            progress(done, of)


class Pool:
    """So many processes at most, started when they are needed."""

    def __init__(self, count: int, sources: tuple[str, ...] = (), limit_s: float = LONGEST_THOUGHT_S) -> None:
        self.slots = [Slot(sources, limit_s) for _ in range(count)]
        self.free = list(self.slots)
        self.spare = Slot(sources, limit_s)
        """For compiling ahead: no thought waits for that."""
        self.waiting: Turns[Waiting] = Turns()
        self.last: Turns[Waiting] = Turns()
        """Reviews: none of them begins while anything else waits, whoever asked for it."""
        self.order = itertools.count()
        self.ready: set[str] = set()
        self.preparing: dict[str, Preparation] = {}

    async def ask(
        self, question: Question, urgency: int = MOVES_NEXT, progress: Progress = ignore, patron: Patron = NOBODY
    ) -> Any:
        """The answer of a worker; `BotFailed` if its bot crashes, hangs or breaks the rules, or the worker dies."""
        if question.needs_compiler:
            await self._get_ready(question.game, progress, lambda ready, show: self._ask(ready, urgency, show, NOBODY))
        return await self._ask(question, urgency, progress, patron)

    async def get_ready(self, game: str) -> None:
        """Compiles a game's bots ahead, while nobody waits for it."""
        await self._get_ready(game, ignore, self.spare.ask)
        await self.spare.stop()

    async def load(self, games: Iterable[str]) -> None:
        """Loads bots and reviews of games ahead, while nobody waits: who asks first has a process that knows them."""
        for game in games:
            await self.spare.ask(Question(LOAD, game), ignore)
        idle = next((slot for slot in self.free if slot.helper is None), None)
        if idle is None:
            await self.spare.stop()
            return
        for slots in (self.slots, self.free):
            slots[slots.index(idle)] = self.spare
        self.spare = idle

    async def _get_ready(self, game: str, progress: Progress, ask: Ask) -> None:
        """Compiles a game's bots, once however many wait for it; all of them see the progress."""
        if game in self.ready:
            return
        if game not in self.preparing:
            task = asyncio.create_task(self._prepare(game, ask))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits is told
            self.preparing[game] = Preparation(task)
        preparation = self.preparing[game]
        preparation.waiting.append(progress)
        if preparation.shown:
            progress(*preparation.shown)
        await asyncio.shield(preparation.task)

    async def _prepare(self, game: str, ask: Ask) -> None:
        try:
            await ask(Question(READY, game), lambda done, of: self.preparing[game].show(done, of))
            self.ready.add(game)
        finally:
            del self.preparing[game]

    async def _ask(self, question: Question, urgency: int, progress: Progress, patron: Patron) -> Any:
        slot = await self._slot(question, urgency, patron)
        try:
            return await slot.ask(question, progress)
        finally:
            self._leave(slot)

    async def _slot(self, question: Question, urgency: int, patron: Patron) -> Slot:
        """A free place, best one whose process knows the game, else one that has a process."""
        if self.free:
            best = max(self.free, key=lambda slot: (question.game in slot.games, slot.helper is not None))
            self.free.remove(best)
            return best
        turn: asyncio.Future[Slot] = asyncio.get_running_loop().create_future()
        waiting = self.last if urgency == REVIEWS_LAST else self.waiting
        waiting.add(patron, Waiting(urgency, next(self.order), time.monotonic(), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(turn.result())
            raise

    def _leave(self, slot: Slot) -> None:
        """The place goes to whoever is next, or stays free."""
        while waiting := self.waiting or self.last:
            turn = waiting.take().turn
            if not turn.done():
                turn.set_result(slot)
                return
        self.free.append(slot)

    @property
    def backlog(self) -> Backlog:
        """What waits for a free process."""
        since = [one.since for one in (*self.waiting, *self.last) if not one.turn.done()]
        return Backlog(len(since), time.monotonic() - min(since) if since else 0.0)

    async def close(self) -> None:
        """Ends the processes."""
        await end(*(preparation.task for preparation in self.preparing.values()))
        for slot in (*self.slots, self.spare):
            await slot.stop()
