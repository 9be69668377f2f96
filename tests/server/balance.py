"""Two servers on one database behind one address: every connection goes to the next one, as with a balancer."""

from __future__ import annotations

import socket
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Lock, Thread

from tests.server.forked import START
from tests.server.serving import Server, serving

MOST = 1 << 16


def pump(source: socket.socket, sink: socket.socket) -> None:
    """Everything that comes from one side goes to the other, and so does its end."""
    with suppress(OSError):
        while read := source.recv(MOST):
            sink.sendall(read)
    for one in (source, sink):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


class Balance(socketserver.ThreadingTCPServer):
    """Counts how many connections each server got."""

    daemon_threads, request_queue_size = True, 128

    def __init__(self, port: int, behind: list[int]) -> None:
        self.given = dict.fromkeys(behind, 0)
        self._turns, self._lock = cycle(behind), Lock()
        super().__init__(("127.0.0.1", port), Between)

    def next_port(self) -> int:
        """Whose turn it is."""
        with self._lock:
            port = next(self._turns)
            self.given[port] += 1
            return port


class Between(socketserver.BaseRequestHandler):
    """A connection to one of the servers."""

    def handle(self) -> None:
        assert isinstance(self.server, Balance)
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.server.next_port())) as there:
            Thread(target=pump, args=(there, self.request), daemon=True).start()
            pump(self.request, there)


@contextmanager
def serving_two(folder: Path, port: int, code: str = START, **environment: str) -> Iterator[tuple[Server, Balance]]:
    """Two servers on the database that `SMALTI_DATABASE_URL` names, and the address that leads to both."""
    folders = folder / "one", folder / "two"
    for one in folders:
        one.mkdir(exist_ok=True)
    with (
        serving(folders[0], code, **environment) as here,
        serving(folders[1], code, **environment) as there,
        Balance(port, [here.port, there.port]) as balance,
    ):
        Thread(target=balance.serve_forever, daemon=True).start()
        try:
            yield Server(folders[0], port, environment=environment), balance
        finally:
            balance.shutdown()
