"""A WebSocket without a thread of its own, for those who open thousands: it reads when it is asked to."""

from __future__ import annotations

import socket
from collections import deque

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.uri import parse_uri

from tests.waiting import PATIENCE_S

Heard = Frame | Request | Response
SOME = 65_536


class Line:
    """Asked and told as what `websockets` opens by itself."""

    def __init__(self, address: str, cookie: str) -> None:
        where = parse_uri(address)
        self.protocol, self.heard = ClientProtocol(where, max_size=None), deque[Heard]()
        self.socket = socket.create_connection((where.host, where.port), PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self._come_in(cookie)
        except Exception:
            self.close()
            raise

    def _come_in(self, cookie: str) -> None:
        request = self.protocol.connect()
        request.headers["Cookie"] = cookie
        self.protocol.send_request(request)
        self._write()
        self._hear()
        if self.protocol.handshake_exc is not None:
            raise self.protocol.handshake_exc

    def send(self, message: str | bytes) -> None:
        if isinstance(message, str):
            self.protocol.send_text(message.encode())
        else:
            self.protocol.send_binary(message)
        self._write()

    def recv(self, timeout: float | None = PATIENCE_S) -> str:
        """The next message; raises `ConnectionError` when the other side has ended it."""
        self.socket.settimeout(timeout)
        while True:
            frame = self._hear()
            assert isinstance(frame, Frame)
            if frame.opcode is Opcode.TEXT:
                return bytes(frame.data).decode()
            if frame.opcode is Opcode.CLOSE:
                raise ConnectionError("it was closed")

    def close(self) -> None:
        """As a page that is closed: nobody waits for an answer."""
        self.socket.close()

    def _hear(self) -> Heard:
        while not self.heard:
            data = self.socket.recv(SOME)
            if not data:
                raise ConnectionError("nobody is there any more")
            self.protocol.receive_data(data)
            self._write()
            self.heard.extend(self.protocol.events_received())
        return self.heard.popleft()

    def _write(self) -> None:
        for data in self.protocol.data_to_send():
            self.socket.sendall(data)
