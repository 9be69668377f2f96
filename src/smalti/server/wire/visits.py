"""One browser at a page of the club: its connection. It is told parts of the page, as they stand, when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect

from smalti.server.club.room import Room
from smalti.server.operation.limits import Counts, TooMuch, address_of
from smalti.server.operation.tasks import end
from smalti.server.store.store import StoreError
from smalti.server.wire.messages import Message, write
from smalti.server.wire.socket import POLICY

SPACE_S = 0.3
"""So long two messages are apart at least: what changes in between is told at once."""
Parts = dict[str, str]


@dataclass(eq=False)
class Visit:
    """A connection to the club. Changes that come faster than the browser takes them are told once."""

    web: WebSocket
    room: Room
    person_id: str | None
    language: str
    counts: Counts
    wanted: frozenset[str]
    """The parts that the page shows."""
    show: Callable[[Visit, Collection[str]], Awaitable[Parts]]
    """Makes parts of the page as they stand now, for whoever looks."""
    circle: Collection[str] = ()
    due: set[str] = field(default_factory=set)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    sent: Parts = field(default_factory=dict)
    """What the page shows, so that nothing is sent twice."""
    serving: asyncio.Task[None] | None = None
    ended: bool = False

    def wake(self, *parts: str) -> None:
        """Some of what they see is no longer so."""
        self.due |= self.wanted & set(parts)
        if self.due:
            self.ready.set()

    def send_away(self) -> None:
        """Ends the connection; who comes again is asked who they are."""
        self.ended = True
        if self.serving:
            self.serving.cancel()

    async def serve(self) -> None:
        """Tells until the browser goes away, says too much, or takes nothing any more."""
        self.room.join(self)
        self.wake(*self.wanted)
        self.serving = asyncio.current_task()
        telling = asyncio.create_task(self._tell())
        try:
            await self._listen(telling)
        except TooMuch as refusal:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.web.close(POLICY, refusal.say(self.language))
        except (WebSocketDisconnect, TimeoutError, StoreError):
            pass  # the page comes again in a moment
        except asyncio.CancelledError:
            if not self.ended or self.serving is None or self.serving.uncancel():
                raise  # the server ends
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.web.close()
        finally:
            self.room.leave(self)
            await end(telling)

    async def _listen(self, telling: asyncio.Task[None]) -> None:
        """Nothing is expected from the page; its end is waited for, or that telling failed."""
        while True:
            receiving = asyncio.create_task(self.web.receive())
            try:
                done, _ = await asyncio.wait({receiving, telling}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not receiving.done():
                    await end(receiving)
            if telling in done:
                telling.result()
                return
            if receiving.result()["type"] == "websocket.disconnect":
                return
            self.counts.count("message", address_of(self.web), self.person_id)

    async def _tell(self) -> None:
        """Whatever is due, as often as it is."""
        while True:
            await self.ready.wait()
            self.ready.clear()
            due, self.due = self.due, set()
            parts = await self.show(self, due)
            new = {name: text for name, text in parts.items() if self.sent.get(name) != text}
            self.sent |= new
            if new:
                await self._send({"type": "parts", "parts": new})
            await asyncio.sleep(SPACE_S)

    async def _send(self, message: Message) -> None:
        """One message, to a browser that takes it in time."""
        try:
            async with asyncio.timeout(self.counts.limits.wait_s or None):
                await self.web.send_text(write(message))
        except RuntimeError:  # it was closed from our side meanwhile
            raise WebSocketDisconnect from None
