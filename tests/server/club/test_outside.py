"""Nothing that people name leads into the server's own network, and nobody holds it up."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from smalti.server.club import outside
from smalti.server.club.outside import FAILED, Answer, NotOutside, is_open, look_up, post, read_address
from tests.server.receiving import Receiver, receiving

INSIDE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "fc00::1",
    "fe80::1%eth0",
    "ff02::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_known(address: str) -> None:
    assert not is_open(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111"])
def test_addresses_outside_are_known(address: str) -> None:
    assert is_open(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https://user:word@example.org/",
        "https://example.org:99999/",
        "https://[::1",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: elsewhere",
        "https://exämple.org/",
        "https://example.org/" + "a" * 2000,
    ],
)
def test_what_is_no_address_of_the_web_is_refused(address: str) -> None:
    with pytest.raises(NotOutside):
        read_address(address)


NUMBERS = [
    *("localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0")
]
"""This machine, as it can be written."""


@pytest.mark.parametrize("host", NUMBERS)
def test_this_machine_is_not_asked_however_it_is_written(host: str) -> None:
    with receiving() as receiver:
        with pytest.raises(NotOutside):
            asyncio.run(look_up(read_address(f"https://{host}:{receiver.port}/"), private=False))
        with pytest.raises(NotOutside):
            asyncio.run(post(f"https://{host}:{receiver.port}/", {}, b""))
    assert receiver.requests == []


def ask(receiver: Receiver, path: str = "/", host: str = "127.0.0.1") -> Answer:
    return asyncio.run(post(f"http://{host}:{receiver.port}{path}", {"X-Who": "us"}, b"said", private=True))


def test_what_is_sent_arrives_and_the_answer_is_told() -> None:
    with receiving() as receiver:
        receiver.answers["/gone"] = 410
        assert ask(receiver).is_taken
        assert ask(receiver, "/gone?a=b") == Answer(201)
        assert ask(receiver, "/gone").is_gone
    assert [(one.path, one.body, one.headers["X-Who"]) for one in receiver.requests[:1]] == [("/", b"said", "us")]


def test_nobody_is_followed_elsewhere() -> None:
    with receiving() as elsewhere, receiving() as receiver:
        receiver.answers["/"], receiver.to = 307, elsewhere.url
        assert ask(receiver) == Answer(307)
        assert not ask(receiver).is_taken
    assert elsewhere.requests == []


def test_a_name_is_looked_up_once_and_that_address_is_asked() -> None:
    """A name that stands for another address a moment later changes nothing."""
    asked: list[object] = []

    class Loop(asyncio.SelectorEventLoop):
        async def getaddrinfo(self, host: Any, port: Any, **_: Any) -> Any:
            asked.append(host)
            assert len(asked) == 1, "the name was looked up again"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    with receiving() as receiver, asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(post(f"http://rebinding.example:{receiver.port}/", {}, b"", private=True)).is_taken
        asked.clear()
        with pytest.raises(NotOutside):
            runner.run(post(f"https://rebinding.example:{receiver.port}/", {}, b""))
    assert [one.headers["Host"] for one in receiver.requests] == [f"rebinding.example:{receiver.port}"]


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[Receiver]:
    """Somebody who answers in their own way."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            line, _ = door.accept()
            with line:
                answer(line)

        thread = threading.Thread(target=serve)
        thread.start()
        yield Receiver(door.getsockname()[1])
        thread.join()


def say_nothing(line: socket.socket) -> None:
    while line.recv(4096):
        pass


def talk_for_ever(line: socket.socket) -> None:
    line.recv(4096)
    try:
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            line.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
    except OSError:
        return


@pytest.mark.parametrize(
    "answer", [socket.socket.close, lambda line: line.sendall(b"SSH-2.0-OpenSSH_9\r\n"), talk_for_ever]
)
def test_whoever_does_not_speak_the_language_of_the_web_has_failed(answer: Callable[[socket.socket], None]) -> None:
    with answering(answer) as receiver:
        assert ask(receiver) == FAILED


def test_whoever_says_nothing_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "LONGEST_S", 0.1)
    with answering(say_nothing) as receiver:
        assert ask(receiver) == FAILED


def test_nobody_there_is_a_failure_and_no_fault() -> None:
    with receiving() as receiver:
        pass
    assert ask(receiver) == FAILED
