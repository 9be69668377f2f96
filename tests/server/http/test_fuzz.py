"""What strangers may send: over HTTP, over the WebSocket, and as files of records.

Nothing may break the server (no status of 500 and more, no traceback in its log), nothing may change a table where the
sender may not move, and memory stays bounded. `make fuzz` runs ten thousand cases of each kind (SMALTI_FUZZ_CASES).
"""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from tests.cli.console import smalti_process
from tests.server.serving import Guest, Server, serving
from tests.waiting import PATIENCE_S, until

CASES = int(os.environ.get("SMALTI_FUZZ_CASES", "100"))
FEW = 1000
TOGETHER = 25
"""So many messages are sent before their answers are looked at."""
MORE_MEMORY_KB = 96_000
CORPUS = Path(__file__).parents[2] / "golden" / "corpus"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
NO_RATES = {
    f"SMALTI_LIMIT_{who}_{what}": "0"
    for who in ("ADDRESS", "PERSON")
    for what in ("REQUESTS", "MESSAGES", "TABLES", "SOCKETS", "LINES", "REPORTS")
}
"""Without limits on rates, which would refuse most of it before it is looked at."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, SMALTI_LOG_FILE=str(folder / "log"), **NO_RATES) as running:
        yield running


@dataclass
class Victims:
    """A table where somebody else is to move, and what is stored about it."""

    server: Server
    host: Guest = field(init=False)
    friend: Guest = field(init=False)

    def __post_init__(self) -> None:
        self.host, self.friend = Guest(self.server), Guest(self.server)
        made = self.host.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "invite"}]})
        self.friend.post("/api" + made["invitations"]["1"])
        until(lambda: self.is_begun(made["table"]))
        if self.friend.moves:
            self.host, self.friend = self.friend, self.host
        self.table = made["table"]
        self.stored = self.look()
        self.memory = self.resident()

    def is_begun(self, table: str) -> bool:
        self.host.sit(table)
        self.friend.sit(table)
        return bool(self.host.moves or self.friend.moves)

    def look(self) -> list[Any]:
        with sqlite3.connect(self.server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
            rows = [
                database.execute(f"SELECT * FROM {of} WHERE table_id = ?", (self.table,)) for of in ("events", "seats")
            ]
            return [row.fetchall() for row in rows]

    def resident(self) -> int:
        """The memory of the server in KB of its own: a forked one gets pages of libraries only when it uses them."""
        assert self.server.process is not None
        status = Path(f"/proc/{self.server.process.pid}/status")
        if not status.exists():
            return 0
        [line] = [line for line in status.read_text().splitlines() if line.startswith("RssAnon")]
        return int(line.split()[1])

    def check(self, what: str, cases: int, began: float) -> None:
        """Nothing has changed, nothing broke, and who is to move can."""
        assert self.look() == self.stored
        assert "Traceback" not in self.server.log
        more = self.resident() - self.memory
        assert more < MORE_MEMORY_KB
        print(f"{what}: {cases} cases in {time.monotonic() - began:.0f} s, {more} KB more memory")  # noqa: T201
        self.host.sit(self.table)
        self.host.move()
        assert self.host.wait_for("done")


# HTTP


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")  # of what schemathesis does
def test_whatever_is_asked_over_http_is_answered_as_described(server: Server) -> None:
    victims, began = Victims(server), time.monotonic()
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    results = list(schema.get_all_operations())
    operations = [result.ok() for result in results if isinstance(result, Ok)]
    assert len(operations) == len(results)
    cases = 0

    for operation in operations:

        @settings(
            max_examples=max(1, CASES // len(operations)),
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            deadline=None,
            database=None,
            derandomize=True,
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            nonlocal cases
            cases += 1
            case.call_and_validate(checks=CHECKS, timeout=PATIENCE_S)

        ask()

    victims.check(f"HTTP, {len(operations)} operations", cases, began)


# The WebSocket

WEIRD: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, 10**300, -(10**300), 1.5, 1e308, "", "0", "move", "x" * 3000, "\0",
    "é" * 50, "\ud800", "<b>", "../..", [], {}, [[]], [None] * 50, {"type": "move"}, ["id"], {"a": {"b": {"c": []}}},
]  # fmt: skip
KINDS = [
    "move", "undo", "why", "foresee", "whole", "hint", "add", "language", "ping", "people", "table",
    "talk", "say", "mute", "unmute", "report",
    "", None, 5, ["move"],
]  # fmt: skip


def json_case(random: Random, table: dict[str, Any]) -> str:
    """A message that looks like one, with some fields as they should be and some not."""
    message: dict[str, Any] = {
        "type": random.choice(KINDS),
        "id": f"fuzz-{random.randrange(20)}",
        "number": table["number"] + random.choice((0, 0, 0, 1, -1, -2, 99)),
        "seat": random.choice((0, 1, 0, 1, 2, -1)),
        "move": random.randrange(4000),
        "path": [random.randrange(-2, 900) for _ in range(random.randrange(5))],
        "moves": [random.randrange(4000) for _ in range(random.randrange(9))],
        "stage": random.randrange(-1, 5),
        "language": random.choice(("en", "fr", "xx")),
        "text": random.choice(("added", "\u202e<b>\0", "x" * 300)),
        "sign": random.choice((None, None, "well", "rude")),
        "who": random.choice(("", "0" * 12)),
        "reason": random.choice(("spam", "?")),
        "before": random.randrange(-2, 9),
    }
    for name in random.sample(list(message), random.randrange(4)):
        message[name] = random.choice(WEIRD)
    for name in random.sample(list(message), random.randrange(3)):
        del message[name]
    if random.random() < 0.3:
        message[random.choice(["unknown", "person_id", "__class__", "secret", "x" * 100])] = random.choice(WEIRD)
    return json.dumps(message)


def text_case(random: Random, table: dict[str, Any]) -> str:
    """Something that is hardly JSON."""
    whole = json_case(random, table)
    return random.choice(
        [
            whole[: random.randrange(len(whole))],
            whole.replace(":", random.choice(["", "::", "="]), 1),
            "[" * random.randrange(1, 3000) + "]" * random.randrange(3000),
            '{"a":' * random.randrange(1, 700) + "1" + "}" * random.randrange(700),
            f'{{"type":"move","move":{random.choice(["NaN", "Infinity", "-Infinity", "1e999", "9" * 3000, "0x1"])}}}',
            '{"type":"ping","type":"move"}',
            "".join(chr(random.choice([random.randrange(32, 127), random.randrange(160, 0xD7FF)])) for _ in range(50)),
            '"' + "\\ud83d" * random.randrange(5) + '"',
            " " * random.randrange(3900),
        ]
    )


def frame(opcode: int, payload: bytes, *, masked: bool = True, final: bool = True, length: int | None = None) -> bytes:
    """A frame as the protocol has it, or nearly."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    else:
        head += (
            bytes([bit | 126]) + struct.pack("!H", size)
            if size < 65536
            else bytes([bit | 127]) + struct.pack("!Q", size)
        )
    return head + (b"\0\0\0\0" if masked else b"") + payload


def raw_case(random: Random) -> bytes:
    """Bytes that no browser sends."""
    return random.choice(
        [
            frame(1, b"\xff\xfe\xfd" + random.randbytes(9)),
            frame(1, b"{}", masked=False),
            frame(2, random.randbytes(random.randrange(300))),
            frame(3, b"reserved"),
            frame(9, b"x" * 200),
            frame(8, random.randbytes(2)),
            frame(0, b"continued"),
            frame(1, b"part", final=False) + frame(1, b"again"),
            frame(1, b"x" * 20_000),
            frame(1, b"", length=2**40),
            frame(0x71, random.randbytes(20)),
            random.randbytes(random.randrange(1, 400)),
        ]
    )


@dataclass
class Stranger:
    """Sends cases to a table and comes back when it is thrown out."""

    guest: Guest
    table: str
    codes: set[int] = field(default_factory=set)

    def send(self, texts: list[str | bytes]) -> None:
        """Some messages, and a question whose answer shows that they were dealt with."""
        if self.guest.connection is None:
            self.guest.sit(self.table)
        assert self.guest.connection is not None
        try:
            for text in texts:
                self.guest.connection.send(text)
            self.guest.send(type="ping")
            while self.guest.receive()["type"] != "pong":
                pass
        except ConnectionClosed as end:
            self.codes.add(end.rcvd.code if end.rcvd else 1006)
            self.guest.connection = None

    def send_raw(self, data: bytes) -> None:
        """Bytes on a line of their own, after a proper greeting."""
        cookie = self.guest.http.cookies.get("smalti", "")
        greeting = (
            f"GET /ws/{self.table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: smalti={cookie}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.guest.server.port), timeout=PATIENCE_S) as line:
            line.sendall(greeting.encode())
            assert line.recv(12) == b"HTTP/1.1 101"
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            try:
                while line.recv(65536):
                    pass
            except ConnectionResetError:
                pass


def batch(random: Random, table: dict[str, Any]) -> list[str | bytes]:
    """Messages of several kinds; some of them twice, some the other way round."""
    makers: list[Callable[[], str | bytes]] = [
        lambda: json_case(random, table),
        lambda: json_case(random, table),
        lambda: json_case(random, table),
        lambda: text_case(random, table),
        lambda: random.randbytes(random.randrange(200)),
    ]
    made = [random.choice(makers)() for _ in range(TOGETHER - 4)]
    return [*made, *reversed(made[:2]), *random.choices(made, k=2)]


def test_whatever_is_sent_over_the_line_changes_nothing_and_breaks_nothing(server: Server) -> None:
    victims, began, random = Victims(server), time.monotonic(), Random(6)
    nobody, passer = Guest(server), Guest(server)
    passer.post("/api/name", {"name": "Passer"})
    strangers = [Stranger(guest, victims.table) for guest in (victims.friend, nobody, passer)]
    cases = 0
    while cases < CASES:
        stranger = random.choice(strangers)
        if random.random() < 0.2:
            for _ in range(5):
                stranger.send_raw(raw_case(random))
            cases += 5
        else:
            stranger.send(batch(random, victims.host.table))
            cases += TOGETHER

    assert {code for stranger in strangers for code in stranger.codes} <= {1007, 1008, 1009}
    victims.check("WebSocket", cases, began)


# Records


def spoilt(random: Random, line: str) -> bytes:
    """A record with something wrong in it, or with nothing left of it."""
    if random.random() < 0.3:
        data = bytearray(line.encode())
        for _ in range(random.randrange(1, 6)):
            data[random.randrange(len(data))] = random.randrange(256)
        return bytes(data[: random.choice((len(data), random.randrange(1, len(data))))]).replace(b"\n", b" ")
    record = json.loads(line)
    for _ in range(random.randrange(1, 4)):
        spoil(random, record)
    return json.dumps(record).encode()


def spoil(random: Random, value: Any) -> None:
    """Changes something somewhere in it."""
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = random.choice(keys)
        if not isinstance(value[key], dict | list) or not value[key] or random.random() < 0.15:
            if random.random() < 0.2:
                del value[key]
            else:
                value[key] = deepcopy(random.choice([*WEIRD, [*WEIRD], {"secret": "x"}, random.randrange(-5, 30)]))
            return
        value = value[key]


def test_records_from_strangers_are_judged_line_by_line(tmp_path: Path) -> None:
    random, began = Random(7), time.monotonic()
    lines = [line for file in sorted(CORPUS.glob("*.jsonl")) for line in file.read_text().splitlines()]
    lines = lines if CASES > FEW else sorted(lines, key=len)[:3]  # a small file is not worth the compiler
    file = tmp_path / "strangers.jsonl"
    file.write_bytes(b"\n".join(spoilt(random, random.choice(lines)) for _ in range(CASES)))

    done = smalti_process("verify", file, memory=4_000_000_000, timeout_s=1800)

    assert done.returncode == 1
    assert done.stderr == ""
    assert f"{CASES} records, " in done.stdout
    print(f"records: {CASES} cases in {time.monotonic() - began:.0f} s; {done.stdout.splitlines()[-1]}")  # noqa: T201
