"""HTTP and WebSockets as uvicorn speaks them, with deadlines and a count of who is there."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from gc import collect, get_stats
from typing import TYPE_CHECKING, Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from smalti.server.operation.gate import Gate

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

BODY = 1.5
"""The body of a request has so many times as long: whoever waits for it answers first that it did not come."""

LEAST_ENDED = 100
"""When so many WebSockets have ended, and as many as are open, what they held is looked for: each is a cycle. Not more
often: a look through all tables stops play for a moment. And only those count that Python takes for old: whoever comes
and goes leaves what is new, which it finds by itself at little cost."""


LINE = "smalti.line"
"""The extension of ASGI by which an application sends what need not wait."""


def looks() -> int:
    """How often Python has looked through what is not quite new; what it then let stand is old."""
    return sum(generation["collections"] for generation in get_stats()[1:])


def address_at(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class Patient(H11Protocol):
    """HTTP that waits for no header and no body for ever, whichever request of a connection it is."""

    gate: Gate
    awaited: tuple[str, object] | None = None
    """What the other end owes us: the header or the body of a request."""
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Somebody comes."""
        super().connection_made(transport)
        if not self.gate.enter(address_at(transport)):
            transport.abort()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody goes."""
        super().connection_lost(exc)
        self.gate.leave(address_at(self.transport))
        self._await(None)

    def data_received(self, data: bytes) -> None:
        """Something of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Answered; where there is hardly room, the next request needs a connection of its own."""
        if self.gate.is_crowded:
            self.timeout_keep_alive = 0
        super().on_response_complete()
        self._watch()

    def _should_upgrade(self) -> bool:
        """A WebSocket begins with GET; whatever else asks for one is a plain request."""
        return self.scope["method"] == "GET" and super()._should_upgrade()

    def _watch(self) -> None:
        """Begins to wait for a header or a body, or has what it waited for; more of the same changes nothing."""
        theirs = self.conn.their_state
        if self.transport.get_protocol() is not self:
            self._await(None)  # it was upgraded
        elif theirs is h11.SEND_BODY:
            self._await(("body", self.cycle))
        elif theirs is h11.IDLE and (cast(object, self.cycle) is None or self.conn.trailing_data[0]):
            self._await(("header", self.cycle))
        else:
            self._await(None)

    def _await(self, awaited: tuple[str, object] | None) -> None:
        """Sets the time by which it is there, else the connection is dropped."""
        if awaited == self.awaited:
            return
        self.awaited = awaited
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        if awaited is not None and self.gate.patience_s:
            wait_s = self.gate.patience_s * (BODY if awaited[0] == "body" else 1)
            self.deadline = self.loop.call_later(wait_s, self.transport.abort)


def patient(gate: Gate) -> type[H11Protocol]:
    """The same for a server with this gate."""
    return type("Patient", (Patient,), {"gate": gate})


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """A message as it goes over a connection that packs nothing; what a whole audience is told is written once."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class Counted(WebSocketsSansIOProtocol):
    """WebSockets whose end is counted; their beginning was, as HTTP."""

    gate: Gate
    ended: ClassVar[int]
    """How many have gone since everything was looked through."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Somebody stays."""
        self.looks = looks()
        super().connection_made(transport)

    def start_keepalive(self) -> None:
        """Both have agreed: what was said for that would stay as long as the connection."""
        super().start_keepalive()
        del self.response
        cast(Any, self.scope["extensions"])[LINE] = self

    @property
    def is_free(self) -> bool:
        """Whether what is sent now goes out now."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def push(self, text: str) -> None:
        """Sends a message."""
        self.transport.write(framed(text))

    async def send(self, message: ASGISendEvent) -> None:
        """Something is answered; who was refused is too, although uvicorn would log each as a fault."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody goes."""
        super().connection_lost(exc)
        self.gate.leave(address_at(cast(Any, self.transport)))
        kind = type(self)
        kind.ended += looks() > self.looks
        if kind.ended >= max(LEAST_ENDED, self.gate.total):
            kind.ended = 0
            self.loop.call_soon(collect)


def counted(gate: Gate) -> type[asyncio.Protocol]:
    """The same for a server with this gate."""
    return type("Counted", (Counted,), {"gate": gate, "ended": 0})
