"""Every header and every body has a deadline, and connections cannot be used up."""

from __future__ import annotations

import math
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from smalti.server.operation.gate import Gate
from smalti.server.operation.limits import Limits
from tests.server.forked import START
from tests.server.operation.test_metrics import figures
from tests.server.serving import Guest, Server, connect, serving
from tests.waiting import PATIENCE_S, until

ASK = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
NAMING = b"POST /api/name HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
UPGRADE = (
    b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n"
)
FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))\n"
"""A server with few descriptors: 44 of them are for connections."""
DROPS_NOBODY = f"""
from smalti.server.operation.gate import Gate
Gate.patience_s = {PATIENCE_S}
"""
"""A server that says what did not come, and is heard: on a busy machine it would drop the connection first."""
UNHURRIED = f"""
from smalti.server.operation import gate
gate.HURRY_S = {PATIENCE_S}
"""
"""A server that lets us take our time also where there is hardly room."""
SOON = {"SMALTI_LIMIT_WAIT_S": "1", "SMALTI_WORKERS": "1"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It drops whoever is slow, which we may be too."""
    with serving(tmp_path_factory.mktemp("data"), **SOON) as running:
        yield running


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("talking"), DROPS_NOBODY + START, **SOON) as running:
        yield running


def connected(server: Server) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", server.port))
    made.settimeout(PATIENCE_S)
    return made


def rest(connection: socket.socket) -> bytes:
    """What comes until the other end closes; waits as long as it takes, and no longer."""
    heard = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            heard += piece
    return heard


def say(connection: socket.socket, words: bytes) -> None:
    """Says something, in vain if the other end has dropped us meanwhile."""
    with suppress(ConnectionError):
        connection.sendall(words)


def answer(connection: socket.socket) -> bytes:
    """What is answered, up to its end or that of the connection."""
    heard = b""
    with suppress(ConnectionError):
        while not heard.endswith(b"}") and (piece := connection.recv(65536)):
            heard += piece
    return heard


def drip(connection: socket.socket, awaited: bytes | None = None) -> bytes:
    """Sends one drop after the other until the connection ends or something is heard; what was."""
    heard = b""
    connection.settimeout(0.1)

    def is_enough() -> bool:
        nonlocal heard
        connection.sendall(b" ")
        with suppress(TimeoutError):
            piece = connection.recv(65536)
            heard += piece
            return not piece or (awaited is not None and awaited in heard)
        return False

    with suppress(ConnectionError):
        until(is_enough)
    return heard


def connections(server: Server) -> float:
    """How many there are; too many while there is no room to ask."""
    with suppress(httpx.TransportError):
        return figures(server)["smalti_connections"]
    return math.inf


def is_answered(connection: socket.socket) -> bool:
    """Whether there was room for it."""
    with suppress(ConnectionError):
        connection.sendall(ASK)
        return connection.recv(65536) != b""
    return False


def test_a_second_request_that_stays_half_is_dropped(server: Server) -> None:
    after: list[bytes] = []

    def is_tried() -> bool:
        """Else we were too slow ourselves, and dropped before the first one was answered."""
        with connected(server) as half:
            say(half, ASK)
            if answer(half).endswith(b"}"):
                say(half, ASK[:20])
                after.append(rest(half))
        return bool(after)

    until(is_tried)
    assert after == [b""], "it is closed without a word"


def test_whoever_says_nothing_is_dropped(server: Server) -> None:
    with connected(server) as silent:
        say(silent, b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert rest(silent) == b""


def test_a_body_that_does_not_come_is_not_waited_for(talking: Server) -> None:
    with connected(talking) as slow:
        slow.sendall(NAMING + b"Connection: close\r\nContent-Length: 99\r\n\r\n{")
        assert b"408" in rest(slow).split(b"\r\n")[0]


@pytest.mark.parametrize("method", [b"POST", b"PUT", b"HEAD"])
def test_whatever_but_get_asks_for_a_websocket_is_a_plain_request(talking: Server, method: bytes) -> None:
    with connected(talking) as asked:
        asked.sendall(method + b" /ws/none HTTP/1.1\r\nHost: x\r\n" + UPGRADE + b"\r\n")
        assert rest(asked).startswith(b"HTTP/1.1 4")


def test_a_body_in_drops_is_not_waited_for(talking: Server) -> None:
    """Each drop comes in time, and the whole does not."""
    with connected(talking) as slow:
        slow.sendall(NAMING + b"Content-Length: 9999\r\n\r\n")
        assert drip(slow, b"408").startswith(b"HTTP/1.1 408")


def test_what_comes_after_the_answer_is_not_read_for_ever(server: Server) -> None:
    with connected(server) as slow:
        say(slow, NAMING + b"Content-Length: 9999\r\n\r\n")
        drip(slow)  # until it is dropped


def test_room_is_kept_for_people_with_a_seat(tmp_path: Path) -> None:
    told = {"SMALTI_LIMIT_CONNECTIONS": "20", "SMALTI_WORKERS": "1"}
    with serving(tmp_path, UNHURRIED + START, **told) as server, ExitStack() as crowd:
        seated = Guest(server)
        table = seated.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]

        def looks_on() -> None:
            crowd.enter_context(connect(f"ws://127.0.0.1:{server.port}/ws/{table}"))

        def many_look_on() -> None:
            for _ in range(20):
                looks_on()

        with pytest.raises(InvalidStatus) as refused:
            many_look_on()
        assert refused.value.response.status_code == 429
        assert b"hardly room" in (refused.value.response.body or b"")
        seated.sit(table)
        many = [crowd.enter_context(connected(server)) for _ in range(30)]
        assert not all(map(is_answered, many)), "there is an end to it"
        seated.send(type="ping")
        seated.wait_for("pong")
        crowd.close()
        until(lambda: connections(server) < 16)
        looks_on()


def test_descriptors_cannot_be_used_up(tmp_path: Path) -> None:
    told = {"SMALTI_LOG_FILE": str(tmp_path / "log"), "SMALTI_WORKERS": "1"}
    with serving(tmp_path, FEW + START, **told) as server, ExitStack() as crowd:
        many = [crowd.enter_context(connected(server)) for _ in range(400)]
        for one in many:
            is_answered(one)  # or it is closed; whoever waits at the door comes in when others have gone
        for one in many:
            one.close()
        until(lambda: connections(server) < 10)
        guest = Guest(server)
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"])
        assert "Too many open files" not in server.log


def test_one_address_cannot_take_all_connections() -> None:
    gate = Gate(Limits(connections=100, address_connections=3), trusted=("10.0.0.0/8",))
    assert [gate.enter("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert gate.enter("192.0.2.2")
    assert all(gate.enter("10.1.2.3") for _ in range(5)), "a trusted proxy stands for many"
    assert [gate.enter(f"2001:db8::{n}") for n in range(4)][-1] is False, "a network of the sixth version is one"
    for _ in range(4):
        gate.leave("192.0.2.1")
    assert gate.enter("192.0.2.1")


@pytest.mark.parametrize(("connections", "descriptors", "most"), [(8000, 1024, 768), (500, 1024, 500), (0, 0, 0)])
def test_no_more_connections_than_descriptors(connections: int, descriptors: int, most: int) -> None:
    assert Gate(Limits(connections=connections), descriptors).most == most
