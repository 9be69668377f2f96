"""One browser at one table: the line itself. What it sends is stored already, what comes is checked and counted."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect

from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.words import calling
from smalti.server.operation.limits import Counts, TooMuch, address_of
from smalti.server.operation.logging import TABLE
from smalti.server.operation.metrics import Metrics, Stopwatch
from smalti.server.store.store import StoreError
from smalti.server.table.refusals import Stale
from smalti.server.thinking.workers import Workers
from smalti.server.wire.audience import Audience, Sent, write
from smalti.server.wire.messages import Message
from smalti.server.wire.requests import NobodyReads, Requests, is_id, read_message

POLICY = 1008
"""The code of a line that is closed because of what came over it."""


@dataclass(eq=False)
class Socket:
    """A line in an audience. Changes that come faster than the browser takes them are told once."""

    web: WebSocket
    audience: Audience
    person_id: str | None
    language: str
    workers: Workers
    counts: Counts
    metrics: Metrics
    news: asyncio.Event = field(default_factory=asyncio.Event)
    table_due: bool = True
    """Whether the table has changed since it was last sent."""
    people_due: bool = False
    progress_due: bool = False
    sent: Sent | None = None

    def __post_init__(self) -> None:
        self.watch = Stopwatch(self.metrics)
        self.requests = Requests(self, self.workers)

    def wake(self, *, table: bool = False, people: bool = False, progress: bool = False) -> None:
        """There is something to tell."""
        self.table_due |= table
        self.people_due |= people
        self.progress_due |= progress
        self.news.set()

    def show_whole(self) -> None:
        """The browser has missed something, or reads another language now."""
        self.sent = None
        self.wake(table=True)

    async def serve(self) -> None:
        """Talks until the browser goes away, sends too much, or takes nothing any more."""
        TABLE.set(self.audience.keeper.id)
        self.audience.join(self)
        self.news.set()
        both = {asyncio.create_task(self._tell()), asyncio.create_task(self._listen())}
        try:
            with self.metrics.sockets.track_inprogress():
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.audience.leave(self)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        for task in done:
            await self._end(task)

    async def _end(self, task: asyncio.Task[None]) -> None:
        """What ended the talk; a fault of ours is raised."""
        try:
            task.result()
        except WebSocketDisconnect:
            pass
        except NobodyReads:
            self.metrics.dropped.inc()  # closing would wait for the reader too: the line is just let go
        except TooMuch as refusal:
            self.metrics.refused(refusal)
            with suppress(WebSocketDisconnect, NobodyReads):
                await self.refuse(None, refusal)
                await self.web.close(POLICY, refusal.say(self.language))

    # What is told

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if self.table_due:
                await self._show()
            if self.people_due:
                self.people_due = False
                await self.send_text(self.audience.people_text())
            if self.progress_due:
                self.progress_due = False
                await self.send_text(self.audience.progress_text())

    async def _show(self) -> None:
        """The table as it stands now; it says who is there and how far the compiler is, too."""
        self.table_due = self.progress_due = False
        text, self.sent = self.audience.table_text(self.person_id, self.language, self.sent)
        await self.send_text(text)
        self.watch.told()

    async def send(self, message: Message) -> None:
        """One message."""
        await self.send_text(write(message))

    async def send_text(self, text: str) -> None:
        """One message as it is written; nothing waits behind it but what the table looks like by then."""
        try:
            async with asyncio.timeout(self.counts.limits.wait_s or None):
                await self.web.send_text(text)
        except TimeoutError:
            raise NobodyReads from None
        except RuntimeError:  # the line was closed from our side meanwhile, by the end or by a ping without answer
            raise WebSocketDisconnect from None

    async def refuse(self, move_id: object, refusal: SmaltiError) -> None:
        """Why something is not done."""
        with calling(self.audience.table.names):
            words = refusal.say(self.language)
        clause = refusal.reason.clause if isinstance(refusal, IllegalMove) else None
        known = move_id if is_id(move_id) else None
        await self.send({"type": "refused", "id": known, "words": words, "clause": clause})

    # What is asked

    async def _listen(self) -> None:
        """Takes what the browser sends, one after the other."""
        address = address_of(self.web)
        while True:
            message = await self.web.receive()
            if message["type"] == "websocket.disconnect":
                return
            self.counts.count("message", address, self.person_id)
            await self._receive(message.get("text"))

    async def _receive(self, text: str | None) -> None:
        move_id = None
        try:
            message = read_message(text)
            move_id = message.get("id")
            await self.requests.carry_out(message)
            if is_id(move_id):
                await self.send({"type": "done", "id": move_id})
        except SmaltiError as refusal:
            self.metrics.refused(refusal)
            if isinstance(refusal, Stale | StoreError):
                self.wake(table=True)  # whoever asked sees how it stands
            await self.refuse(move_id, refusal)
