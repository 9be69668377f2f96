"""Whoever is told something, here on this machine: a push service with its browser, a program, a mail server."""

from __future__ import annotations

import json
import socketserver
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.waiting import until


def unpack(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pack(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


@dataclass(frozen=True)
class Request:
    """What somebody sent."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Takes whatever is posted to it, and answers as it is told."""

    port: int
    requests: list[Request] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    """By path; else 201."""
    to: str = ""
    """Where it sends others on."""
    held: threading.Event | None = None
    """Until it is set nobody is answered."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def at(self, path: str) -> list[Request]:
        return [one for one in self.requests if one.path == path]

    def wait(self, path: str, count: int = 1) -> list[Request]:
        until(lambda: len(self.at(path)) >= count, f"nothing came to {path}")
        return self.at(path)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver while it is there."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.requests.append(Request(self.path, dict(self.headers), body))
            if receiver.held:
                receiver.held.wait()
            self.send_response(receiver.answers.get(self.path, 201))
            if receiver.to:
                self.send_header("Location", receiver.to)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            if receiver.held:
                receiver.held.set()
            server.shutdown()
            thread.join()


@dataclass
class Letterbox:
    """Takes whatever programs are told, thousands of it, and keeps what came by the id it is known by."""

    port: int
    ids: set[str] = field(default_factory=set)
    letters: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def letterbox() -> Iterator[Letterbox]:
    """One letter after the other, without a thread for each."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            length = 0
            while line := self.rfile.readline().strip().lower():
                name, _, value = line.partition(b":")
                length = int(value) if name == b"content-length" else length
            with suppress(ValueError, OSError):  # a server that was killed over it has not said everything
                box.ids.add(json.loads(self.rfile.read(length))["id"])
                box.letters += 1
                self.wfile.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")

    class Server(socketserver.TCPServer):
        request_queue_size = 256

        def handle_error(self, *_: Any) -> None:
            """Whoever was killed over it sends it again."""

    with Server(("127.0.0.1", 0), Handler) as server:
        box = Letterbox(int(server.server_address[1]))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()


class Browser:
    """A browser that is subscribed at a push service; opens what is sealed for it, as RFC 8188 and RFC 8291 say."""

    def __init__(self, receiver: Receiver, path: str) -> None:
        self.receiver, self.path = receiver, path
        self.key, self.shared = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": pack(self.point), "auth": pack(self.shared)}
        return {"endpoint": self.receiver.url + self.path, "expirationTime": None, "keys": keys}

    def opened(self, request: Request) -> Any:
        """What stands in a message."""
        assert request.headers["Content-Encoding"] == "aes128gcm"
        salt, length, body = request.body[:16], request.body[20], request.body[21:]
        sender, sealed = body[:length], body[length:]
        agreed = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        root = self._key(self.shared, b"WebPush: info\0" + self.point + sender, agreed, 32)
        key, nonce = (
            self._key(salt, b"Content-Encoding: " + purpose + b"\0", root, size)
            for purpose, size in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record says so"
        return json.loads(text[:-1])

    def _key(self, salt: bytes, purpose: bytes, secret: bytes, size: int) -> bytes:
        return HKDF(hashes.SHA256(), size, salt, purpose).derive(secret)

    def received(self, count: int = 1) -> list[Any]:
        """So many messages, opened."""
        return [self.opened(one) for one in self.receiver.wait(self.path, count)]


def claims(request: Request, key: str) -> dict[str, Any]:
    """What the sender of a push message claims, after its signature was checked with the key that the page names."""
    kind, _, rest = request.headers["Authorization"].partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", key)
    head, body, signature = parts["t"].split(".")
    assert json.loads(unpack(head)) == {"typ": "JWT", "alg": "ES256"}
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpack(key))
    r, s = (int.from_bytes(half, "big") for half in (unpack(signature)[:32], unpack(signature)[32:]))
    signed = f"{head}.{body}".encode()
    public.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(unpack(body))
    return found


@dataclass
class Post:
    """A mail server that keeps what it is given."""

    letters: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)

    def wait(self, count: int) -> list[EmailMessage]:
        until(lambda: len(self.letters) >= count, "no mail came")
        return self.letters


@contextmanager
def mail_server(port: int) -> Iterator[Post]:
    """As much of SMTP as is spoken to it."""
    post = Post()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say(b"220 here")
            while word := self.rfile.readline().strip():
                if word.upper().startswith(b"RCPT"):
                    post.to.append(word.decode())
                if word.upper().startswith(b"DATA"):
                    self.say(b"354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    post.letters.append(message_from_bytes(b"".join(lines), policy=policy.default))
                self.say(b"221 bye" if word.upper().startswith(b"QUIT") else b"250 well")

        def say(self, line: bytes) -> None:
            self.wfile.write(line + b"\r\n")

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True

    with Server(("127.0.0.1", port), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield post
        finally:
            server.shutdown()
            thread.join()
