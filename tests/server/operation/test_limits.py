"""Not too much at once: floods, crowds, long and slow things are refused or dropped; nobody who plays notices."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from smalti.kernel.errors import SmaltiError
from smalti.server.http.server import make_server
from smalti.server.operation.limits import Buckets, Counts, Limits, TooMuch, whose
from smalti.server.operation.settings import Settings
from tests.server.forked import START
from tests.server.serving import OPEN, Guest, Server, connect, serving
from tests.waiting import PATIENCE_S

ME = [{"kind": "me"}]
SMALL = {
    "SMALTI_LIMIT_ADDRESS_REQUESTS": "250",
    "SMALTI_LIMIT_PERSON_REQUESTS": "60",
    "SMALTI_LIMIT_PERSON_MESSAGES": "40",
    "SMALTI_LIMIT_PERSON_TABLES": "3",
    "SMALTI_LIMIT_PERSON_SOCKETS": "2",
    "SMALTI_LIMIT_BODY_BYTES": "1000",
    "SMALTI_LIMIT_MESSAGE_BYTES": "8000",
    "SMALTI_TRUSTED_PROXIES": "127.0.0.1",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), **SMALL) as running:
        yield running


class Clock:
    """Time that passes when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


# Counting


def test_a_bucket_may_be_emptied_at_once_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(3, 60, clock)

    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(20)
    assert buckets.take("b") == 0

    clock.now += 20
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


def test_a_bucket_is_not_filled_by_asking_in_vain() -> None:
    clock = Clock()
    buckets = Buckets(3, 60, clock)
    taken = 0
    for _ in range(600):
        taken += buckets.take("a") == 0
        clock.now += 0.1

    assert taken == 3 + 2


def test_those_who_left_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(3, 60, clock)
    for n in range(1000):
        buckets.take(str(n))
        clock.now += 1

    assert len(buckets.young) + len(buckets.old) <= 130


def test_what_was_taken_elsewhere_is_taken_here_and_comes_back_at_the_same_pace() -> None:
    clock = Clock()
    here, there = (Buckets(60, 60, clock, shared=True) for _ in range(2))
    taken = 0
    for second in range(60):
        taken += sum(one.take("a") == 0 for one in (here, there) for _ in range(60))
        told = [one.drain() for one in (here, there)]
        assert second or told == [{"a": 60}, {"a": 60}]
        for one, news in zip((there, here), told, strict=True):
            for who, number in news.items():
                one.spend(who, number)
        clock.now += 1

    assert taken <= 60 + 60 + 60, "what one server gives in a minute, and once more what both gave before they knew"


def test_only_a_notable_part_is_told_and_no_address() -> None:
    counts = Counts(Limits(address_tables=100, person_tables=40))
    counts.share(lambda address: f"mark of {address}")
    counts.count("table", "home", "me")
    assert counts.drain() == []
    for _ in range(4):
        counts.count("table", "home", "me")
    assert counts.drain() == [("table", 0, "mark of home", 5), ("table", 1, "me", 5)]
    assert counts.drain() == []
    alone = Counts(Limits(person_tables=1))
    alone.count("table", "home", "me")
    assert alone.drain() == []


def test_no_limit_is_no_limit() -> None:
    counts = Counts(Limits().without_rates())
    for _ in range(30_000):
        counts.count("message", "here", "me")


def test_lines_are_counted_while_they_are_open() -> None:
    counts = Counts(Limits(person_sockets=1))

    for _ in range(2):
        with counts.socket("here", "me"), pytest.raises(TooMuch), counts.socket("here", "me"):
            raise AssertionError("this is one too many")
    assert not counts.sockets


def test_an_address_of_the_sixth_version_counts_as_its_network() -> None:
    assert whose("2001:db8:1:2:aaaa::1") == whose("2001:db8:1:2:bbbb::9") == "2001:db8:1:2::/64"
    assert whose("192.0.2.7") == "192.0.2.7"
    assert whose("") == ""


def test_limits_are_read_from_the_environment() -> None:
    assert Limits.read({"SMALTI_LIMIT_PERSON_TABLES": "7", "HOME": "/"}) == Limits(person_tables=7)
    for wrong in ({"SMALTI_LIMIT_CATS": "7"}, {"SMALTI_LIMIT_PERSON_TABLES": "many"}):
        with pytest.raises(SmaltiError, match="SMALTI_LIMIT_"):
            Limits.read(wrong)


# Refusing, over real sockets


def sentence(answer: httpx.Response) -> str:
    words: str = answer.json()["words"]
    assert words.endswith(".")
    return words


def refused(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Asks until it is too much: how often that is depends on how fast answers come, since buckets fill meanwhile."""
    answer = next(answer for answer in (ask() for _ in range(4000)) if answer.status_code != 200)
    assert answer.status_code == 429
    return answer


def test_one_table_too_many_is_refused_until_later(server: Server) -> None:
    guest = Guest(server)
    for _ in range(3):
        guest.post("/api/tables", {"game": "mosaix", "seats": ME})

    answer = guest.http.post("/api/tables", json={"game": "mosaix", "seats": ME}, headers={"accept-language": "fr"})

    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 600
    assert "beaucoup de tables" in sentence(answer)
    assert Guest(server).post("/api/tables", {"game": "mosaix", "seats": ME})


def test_a_flood_of_requests_is_refused_and_only_its_sender(server: Server) -> None:
    guest, other = Guest(server), Guest(server)
    guest.post("/api/name", {"name": "Flood"})
    assert guest.http.get("/api/schema/mosaix").status_code == 200

    answer = refused(lambda: guest.http.get("/api/schema/mosaix"))

    assert "too much at once" in sentence(answer)
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.headers["x-frame-options"] == "DENY"
    other.post("/api/name", {"name": "Calm"})


def test_the_address_behind_a_trusted_proxy_is_the_one_that_counts(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE_S) as proxy:
        refused(lambda: proxy.get("/health", headers={"x-forwarded-for": "192.0.2.1"}))
        other = proxy.get("/health", headers={"x-forwarded-for": "192.0.2.2"})

    assert other.status_code == 200


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    assert make_server(Settings(tmp_path)).config.forwarded_allow_ips == []
    assert make_server(Settings(tmp_path, trusted_proxies=("10.0.0.0/8",))).config.forwarded_allow_ips == ["10.0.0.0/8"]


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    guest = Guest(server)
    long = json.dumps({"name": "x" * 5000})

    stated = guest.http.post("/api/name", content=long)
    unstated = guest.http.post("/api/name", content=iter([long[:500].encode(), long[500:].encode()]))

    assert (stated.status_code, unstated.status_code) == (413, 413)
    assert sentence(stated) == sentence(unstated) == "This is too long."


def at_a_table(server: Server) -> Guest:
    guest = Guest(server)
    guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": ME})["table"])
    return guest


def address(guest: Guest) -> tuple[str, dict[str, Any]]:
    cookie = f"smalti={guest.http.cookies.get('smalti', '')}"
    return f"ws://127.0.0.1:{guest.server.port}/ws/{guest.table['table']}", {"additional_headers": {"Cookie": cookie}}


def until_closed(guest: Guest, texts: list[str]) -> tuple[list[dict[str, Any]], int, str]:
    """Sends all, and returns what came and how the server closed the connection."""
    said = []
    assert guest.connection is not None
    with suppress(ConnectionClosed):  # it may be closed while we still send
        for text in texts:
            guest.connection.send(text)
    try:
        while True:
            said.append(guest.receive())
    except ConnectionClosed as end:
        return said, *((end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, ""))


def test_a_flood_of_messages_is_refused_in_words_and_ends_the_connection(server: Server) -> None:
    guest = at_a_table(server)
    other = at_a_table(server)
    said, code, reason = until_closed(guest, ['{"type":"ping"}'] * 100)

    assert code == 1008
    assert "too much at once" in reason
    refusals = [one for one in said if one["type"] == "refused"]
    assert ["too much at once" in one["words"] for one in refusals] == [True]
    other.send(type="ping")
    other.wait_for("pong")


def test_one_line_too_many_is_refused_in_words(server: Server) -> None:
    guest = at_a_table(server)
    url, how = address(guest)
    with connect(url, **how), pytest.raises(InvalidStatus) as refusal:
        connect(url, **how)

    assert refusal.value.response.status_code == 429
    assert "close some" in json.loads(refusal.value.response.body or b"{}")["words"]


def test_a_message_that_is_far_too_long_ends_the_connection(server: Server) -> None:
    guest = at_a_table(server)
    assert guest.connection is not None
    guest.connection.send("x" * 5000)
    assert "too long" in guest.wait_for("refused")["words"]
    _, code, _ = until_closed(guest, ["x" * 9000])

    assert code == 1009


def figure(server: Server, name: str) -> float:
    """A figure that the server gives."""
    lines = server.get("/metrics").text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(name + " "))


LOOKS_SOON = """
from smalti.server.wire.audience import Audiences
keep = Audiences.keep
Audiences.keep = lambda audiences, _: keep(audiences, 2.0)
"""
"""A server that soon lets go whoever does not take what it sends, and waits for answers as long as ever."""


def test_whoever_does_not_read_is_dropped_and_nobody_waits_for_them(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    told = {f"SMALTI_LIMIT_{who}_MESSAGES": "0" for who in ("PERSON", "ADDRESS")}
    told["SMALTI_LIMIT_WAIT_S"] = str(PATIENCE_S)  # so long the guest may take to answer a ping
    with serving(tmp_path_factory.mktemp("deaf"), LOOKS_SOON + START, **told) as server:
        guest = at_a_table(server)
        url, _ = address(guest)
        with connect(url, max_queue=1, compression=None, close_timeout=0) as deaf:
            deadline = time.monotonic() + PATIENCE_S
            while figure(server, "smalti_sockets") != 1:
                assert time.monotonic() < deadline
                with suppress(ConnectionClosed):
                    for language in ("fr", "en") * 10:
                        deaf.send(json.dumps({"type": "language", "language": language}))
                guest.send(type="ping")
                guest.wait_for("pong")
        guest.move()
        guest.wait_for("done")
        OPEN.close()


def test_somebody_who_plays_fast_and_looks_at_everything_is_never_limited(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The usual limits: thirty moves as fast as the server answers, and fifteen looks ahead before each."""
    with serving(tmp_path_factory.mktemp("usual")) as server:
        guest = at_a_table(server)
        for _ in range(30):
            while not guest.moves:
                guest.receive()
            for _ in range(15):
                guest.send(type="foresee", seat=0, number=guest.table["number"], moves=guest.moves[:3])
                guest.wait_for("foreseen")
            number = guest.table["number"]
            guest.move()
            assert guest.wait_for("done")
            guest.wait_until(number + 1)
            if guest.table["over"]:
                guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": ME})["table"])
        assert figure(server, "smalti_sockets") == 1
        OPEN.close()
