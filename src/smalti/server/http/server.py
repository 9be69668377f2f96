"""How the application is run: limits on connections that asyncio alone would not have, and an end nobody notices."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from smalti.server.http.app import create_app
from smalti.server.operation.settings import Settings

log = logging.getLogger(__name__)

UNREAD_BYTES = 262_144
"""What the system keeps for a browser that does not read; a few tables, with room for a slow connection."""
LONGEST_END_S = 5
"""For running commits and for answers on their way, after the end was asked for."""
AT_THE_LATEST_S = 20.0
"""Whatever still runs then is left: what was shown is stored, and nothing else is needed."""


def make_server(settings: Settings) -> uvicorn.Server:
    """The server, ready to run; when it is told to end, connections are closed as for a restart and it ends well."""
    limits = settings.limits
    config = uvicorn.Config(
        create_app(settings),
        http=patient(limits.wait_s),
        log_config=None,
        access_log=False,  # it would write addresses down, and the address of an invitation is the invitation
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        timeout_graceful_shutdown=LONGEST_END_S,
        ws_per_message_deflate=False,  # a move is a kilobyte; packing it would cost more memory than the table
        ws_max_size=limits.message_bytes or 2**24,
        ws_ping_interval=1.5 * limits.wait_s or None,
        ws_ping_timeout=limits.wait_s or None,
    )
    return Ending(config)


class Ending(uvicorn.Server):
    """A server that ends in bounded time once it was told to, whatever it does."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The signal to end has come."""
        last = threading.Timer(AT_THE_LATEST_S, _give_up)
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)


def _give_up() -> None:
    log.error("the server did not end by itself within %g seconds; it ends now", AT_THE_LATEST_S)
    logging.shutdown()
    os._exit(1)


def run(settings: Settings, door: socket.socket) -> None:
    """Serves at a socket until a signal comes; the connections it makes are dropped when nobody reads them."""
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if settings.limits.wait_s and hasattr(socket, "TCP_USER_TIMEOUT"):
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 2000 * settings.limits.wait_s)
    spare_the_collector()
    share_often()
    before = signal.signal(signal.SIGTERM, _ended)  # uvicorn raises it again after the end; then it is done
    try:
        make_server(settings).run(sockets=[door])
    finally:
        signal.signal(signal.SIGTERM, before)


def spare_the_collector() -> None:
    """What is loaded now stays. A look through thousands of tables for cycles stops play for a moment: seldom, then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


def share_often() -> None:
    """The thread that writes to SQLite must not wait five milliseconds at each step."""
    sys.setswitchinterval(0.0005)


def _ended(_: int, __: FrameType | None) -> None:
    """The server has ended already."""


def patient(wait_s: int) -> type[H11Protocol]:
    """HTTP that does not wait forever for a request to begin."""

    class Patient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
            super().connection_made(transport)
            if wait_s:
                self.loop.call_later(wait_s, self._drop_the_silent)

        def _drop_the_silent(self) -> None:
            """A connection whose first request is still not there; one that was upgraded has another protocol."""
            if self.cycle is None and self.transport.get_protocol() is self:
                self.transport.abort()

    return Patient
