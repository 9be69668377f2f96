"""How the application is run: limits on connections that asyncio alone would not have, and an end nobody notices."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
from types import FrameType

import uvicorn

from smalti.server.http.app import create_app
from smalti.server.http.protocols import counted, patient
from smalti.server.operation.gate import Gate
from smalti.server.operation.settings import Settings

try:
    import resource
except ImportError:  # where the system is not Unix
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

UNREAD_BYTES = 262_144
"""What the system keeps for a browser that does not read; a few tables, with room for a slow connection."""
LONGEST_END_S = 5
"""For running commits and for answers on their way, after the end was asked for."""
AT_ONCE = 50
"""So many connections are taken in one step; only in the next steps are they counted, so all must have descriptors."""
AT_THE_DOOR = 2048
AT_THE_LATEST_S = 20.0
"""Whatever still runs then is left: what was shown is stored, and nothing else is needed."""


def make_server(settings: Settings) -> uvicorn.Server:
    """The server, ready to run; when it is told to end, connections are closed as for a restart and it ends well."""
    limits, app = settings.limits, create_app(settings, descriptors())
    config = uvicorn.Config(
        app,
        http=patient(app.gate),
        ws=counted(app.gate),
        log_config=None,
        access_log=False,  # it would write addresses down, and the address of an invitation is the invitation
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        backlog=AT_ONCE,
        timeout_graceful_shutdown=LONGEST_END_S,
        ws_per_message_deflate=False,  # a move is a kilobyte; packing it would cost more memory than the table
        ws_max_size=limits.message_bytes or 2**24,
        ws_ping_interval=1.5 * limits.wait_s or None,
        ws_ping_timeout=limits.wait_s or None,
    )
    return Bounded(config, app.gate)


class Bounded(uvicorn.Server):
    """A server that never takes more in than it has room for, and ends in bounded time once it was told to."""

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        super().__init__(config)
        self.gate = gate

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins; as many as ever may wait at the door, although few are let in at once."""
        await super().startup(sockets)
        for door in sockets or []:
            door.listen(AT_THE_DOOR)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The signal to end has come."""
        last = threading.Timer(AT_THE_LATEST_S, _give_up)
        last.daemon = True
        last.start()
        self.gate.is_ending = True
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


def descriptors() -> int:
    """How many files and connections this process may have open: as many as the system allows it; 0 if nobody knows."""
    if resource is None:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard and hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        return int(hard)
    return 0 if soft == resource.RLIM_INFINITY else int(soft)


def spare_the_collector() -> None:
    """What is loaded now stays. A look through thousands of tables for cycles stops play for a moment: seldom, then.

    Connections that have ended are cycles too; these are looked for when there are many (`protocols.counted`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


def share_often() -> None:
    """The thread that writes to SQLite must not wait five milliseconds at each step."""
    sys.setswitchinterval(0.0005)


def _ended(_: int, __: FrameType | None) -> None:
    """The server has ended already."""
