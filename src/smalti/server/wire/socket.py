"""One browser at one table: its connection. What it sends is stored already, what comes is checked and counted."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from fastapi import WebSocket, WebSocketDisconnect

from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.words import calling
from smalti.server.keeping.ids import is_id
from smalti.server.operation.limits import Counts, Patron, TooMuch, address_of
from smalti.server.operation.logging import TABLE
from smalti.server.operation.metrics import Metrics
from smalti.server.operation.tasks import end
from smalti.server.store.store import StoreError, Unknown
from smalti.server.table.refusals import Stale
from smalti.server.thinking.workers import Workers
from smalti.server.wire.audience import Audience, Sent
from smalti.server.wire.messages import Message, together_message, write
from smalti.server.wire.onlooker import ALL_TALK, NO_TALK
from smalti.server.wire.requests import NobodyReads, Requests, SignedOut, read_message

POLICY = 1008
"""The code of a connection that is closed because of what came over it."""


class Line(Protocol):
    """A connection that sends without waiting, as long as it is free."""

    @property
    def is_free(self) -> bool:
        """Whether what is sent now goes out now."""

    def push(self, text: str) -> None:
        """Sends a message."""


@dataclass(eq=False, slots=True)
class Socket:
    """A connection in an audience. Changes that come faster than the browser takes them are told once.

    Between messages nothing is kept of it but what it waits for: who looks at a table for hours costs little.
    """

    web: WebSocket
    audience: Audience
    person_id: str | None
    language: str
    workers: Workers
    counts: Counts
    metrics: Metrics
    line: Line | None = None
    """The connection itself, where it takes what is sent at once."""
    is_awake: bool = False
    """Whether it is told in the next moment what is due."""
    table_due: bool = True
    """Whether the table has changed since it was last sent."""
    people_due: bool = False
    progress_due: bool = False
    question: Message | None = None
    """What this browser is to think of."""
    together_due: bool = False
    talk_due: int = NO_TALK
    sent: Sent | None = None
    since: float | None = None
    """When the move came in that this browser is still to be told of."""
    sending_since: float = 0.0
    """Since when something is on its way to a browser that does not take it; else 0."""
    telling: asyncio.Task[None] | None = None
    serving: asyncio.Task[None] | None = None
    failure: Exception | None = None
    """What ends the talk, if it is not the browser."""
    busy: bool = False
    """Whether a change is being carried out: that goes to its end, whoever leaves meanwhile."""

    requests: Requests = field(init=False)

    def __post_init__(self) -> None:
        self.requests = Requests(self, self.workers)

    def wake(
        self,
        *,
        table: bool = False,
        people: bool = False,
        progress: bool = False,
        together: bool = False,
        talk: int = NO_TALK,
    ) -> None:
        """There is something to tell."""
        self.table_due |= table
        self.people_due |= people
        self.progress_due |= progress
        self.together_due |= together
        self.talk_due = max(self.talk_due, talk)
        if self.telling is not None:
            self.since = self.since or self.audience.since
        elif not self.is_awake and self.failure is None:
            self.is_awake = True
            self.audience.rouse(self)

    def tell(self) -> None:
        """Tells what is due: the table at once if the browser takes it now, the rest in a task."""
        self.is_awake = False
        if self.failure is not None or self not in self.audience.onlookers:
            return
        try:
            if self.table_due and self.line is not None and self.line.is_free:
                self.line.push(self._picture())
                self.metrics.sent.inc()
                self._told(self.audience.since)
        except Exception as error:
            self.give_up(error)
            return
        if self.is_due:
            self.since = self.audience.since if self.table_due else None
            self.telling = asyncio.create_task(self._tell())

    def count(self, kind: str, words: str) -> None:
        """One more of a kind from this address and person; raises TooMuch beyond the limit."""
        self.counts.count(kind, address_of(self.web), self.person_id, words)

    def ask(self, question: Message) -> None:
        """What this browser is to think of, after it was told how the table stands."""
        self.question = question
        self.wake()

    def show_whole(self) -> None:
        """The browser has missed something, or reads another language now."""
        self.sent = None
        self.wake(table=True)

    async def serve(self) -> None:
        """Talks until the browser goes away, sends too much, or takes nothing any more."""
        TABLE.set(self.audience.keeper.id)
        self.serving = asyncio.current_task()
        self.audience.keeper.visited(Patron(address_of(self.web), self.person_id or ""))
        self.audience.join(self)
        self.wake(table=True, together=bool(self.audience.keeper.together.leader))
        try:
            with self.metrics.sockets.track_inprogress():
                await self._listen()
        except TooMuch as refusal:
            self.failure = refusal
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if self.failure is None or self.serving is None or self.serving.uncancel():
                raise  # the server ends
        finally:
            self.audience.leave(self)
            self.workers.browsers.withdraw(self.audience.keeper, self)
            if self.telling is not None:
                await end(self.telling)
        if self.person_id is None or not self.audience.here[self.person_id]:
            with suppress(StoreError):
                await self.requests.leading.leave()
        await self._end()

    async def _end(self) -> None:
        """What ended the talk, if it was not the browser; a fault of ours is raised."""
        match self.failure:
            case None | WebSocketDisconnect():
                pass
            case SignedOut():
                with suppress(WebSocketDisconnect):
                    await self.web.close()
            case NobodyReads():
                self.metrics.dropped.inc()  # closing would wait for the reader too: the connection is just let go
            case TooMuch() as refusal:
                self.metrics.refused(refusal)
                with suppress(WebSocketDisconnect):
                    await self.refuse(None, refusal)
                    await self.web.close(POLICY, refusal.say(self.language))
            case fault:
                raise fault

    def give_up(self, failure: Exception) -> None:
        """Ends the talk from this side."""
        if self.failure is None and self.serving is not None:
            self.failure = failure
            if not self.busy:
                self.serving.cancel()

    def look_after(self, now: float, limit_s: float) -> None:
        """Lets a connection go whose browser does not take what it is sent."""
        if self.sending_since and now - self.sending_since > limit_s:
            self.give_up(NobodyReads())

    def send_away(self) -> None:
        """Ends the connection; who comes again is asked who they are."""
        self.give_up(SignedOut())

    # What is told

    @property
    def is_due(self) -> bool:
        """Whether there is something to tell."""
        whole = self.table_due or self.people_due or self.progress_due
        return whole or self.together_due or self.talk_due > NO_TALK or self.question is not None

    async def _tell(self) -> None:
        """Everything that is due, until nothing is."""
        try:
            while self.is_due:
                if self.table_due:
                    await self.send_text(self._picture())
                    self._told(self.since)
                    self.since = None
                if self.people_due:
                    self.people_due = False
                    await self.send_text(self.audience.people_text())
                if self.progress_due:
                    self.progress_due = False
                    await self.send_text(self.audience.progress_text())
                if self.question:
                    question, self.question = self.question, None
                    await self.send(question)
                if self.together_due:
                    self.together_due = False
                    await self.send(together_message(self.audience.keeper.together, self.requests.leading.key))
                if self.talk_due:
                    due, self.talk_due = self.talk_due, NO_TALK
                    await self.requests.voice.tell(whole=due == ALL_TALK)
        except Exception as error:
            self.give_up(error)
        finally:
            self.telling = None

    def _told(self, since: float | None) -> None:
        """Measures how long a move was on its way to this browser."""
        if since is not None:
            self.metrics.told.observe(time.perf_counter() - since)

    def _picture(self) -> str:
        """The table as it stands now; it says who is there and how far the compiler is, too."""
        self.table_due = self.people_due = self.progress_due = False
        text, self.sent = self.audience.table_text(self.person_id, self.language, self.sent)
        return text

    async def send(self, message: Message) -> None:
        """One message."""
        await self.send_text(write(message))

    async def send_text(self, text: str) -> None:
        """One message as it is written; nothing waits behind it but what the table looks like by then."""
        if isinstance(self.failure, NobodyReads):
            raise WebSocketDisconnect
        self.sending_since = time.monotonic()
        try:
            await self.web.send_text(text)
            self.metrics.sent.inc()
            self.sending_since = 0.0
        except RuntimeError:  # it was closed from our side meanwhile, by the end or by a ping without answer
            raise WebSocketDisconnect from None

    async def refuse(self, move_id: object, refusal: SmaltiError) -> None:
        """Why something is not done, or that nobody knows yet whether it is."""
        with calling(self.audience.table.names):
            words = refusal.say(self.language)
        known = move_id if is_id(move_id) else None
        if isinstance(refusal, Unknown):
            await self.send({"type": "unknown", "id": known, "words": words})
            return
        clause = refusal.reason.clause if isinstance(refusal, IllegalMove) else None
        await self.send({"type": "refused", "id": known, "words": words, "clause": clause})

    # What is asked

    async def _listen(self) -> None:
        """Takes what the browser sends, one after the other."""
        address = address_of(self.web)
        while self.failure is None:
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
                for _ in range(2):
                    if self.table_due:
                        await asyncio.sleep(0)  # everybody is told first, at once or in a task
                await self.send({"type": "done", "id": move_id})
        except SmaltiError as refusal:
            self.metrics.refused(refusal)
            if isinstance(refusal, Stale | StoreError):
                self.wake(table=True)  # whoever asked sees how it stands
            await self.refuse(move_id, refusal)
