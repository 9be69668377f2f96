"""What a server writes down: enough to find a table and a request again, and never a secret."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from smalti.games.mosaix.moves import STOP
from smalti.server.operation.logging import REQUEST, TABLE, Calm, Context, JsonLines, PlainLines
from tests.server.serving import Guest, Server, serving
from tests.waiting import PATIENCE_S

HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    told = {"SMALTI_LOG_FILE": str(folder / "log"), "SMALTI_LOG_LEVEL": "debug", "SMALTI_LOG_JSON": "1"}
    with serving(folder, **told) as running:
        yield running


def lines_of(server: Server) -> list[dict[str, object]]:
    return [json.loads(line) for line in server.log.splitlines()]


def test_a_game_at_the_most_talkative_level_writes_no_secret_down(server: Server) -> None:
    host, friend, solo = Guest(server), Guest(server), Guest(server)
    host.post("/api/name", {"name": HOSTILE})
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    link = made["invitations"]["1"]
    friend.http.get(link)
    friend.post(f"/api{link}")
    friend.http.post(f"/api{link}")
    host.sit(made["table"], wait=False)
    friend.sit(made["table"])
    host.wait_to_begin()
    alone = solo.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]
    solo.sit(alone)
    while not solo.moves:
        solo.receive()
    solo.send(type="add", id="a", text="addedByMyBrowser")
    solo.move(move=STOP)
    solo.wait_for("done")
    solo.http.get(f"/api/tables/{alone}/record")
    solo.http.get(f"/api/tables/{alone}/chance")
    server.get("/nowhere?secret=inTheAddress")

    with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
        secrets = [secret for (secret,) in database.execute("SELECT secret FROM tables")]
    cookies = [guest.http.cookies["smalti"] for guest in (host, friend, solo)]
    written = server.log
    assert len(written.splitlines()) > 8
    for unspeakable in (*secrets, *cookies, *(cookie.split(".")[1] for cookie in cookies), link.removeprefix("/join/")):
        assert unspeakable not in written
    assert "inTheAddress" not in written
    assert "onerror" not in written


def test_lines_name_the_request_the_route_and_the_status(server: Server) -> None:
    answer = Guest(server).http.post("/api/join/not-an-invitation")

    server.get("/health")  # by then the line is written
    [line] = [one for one in lines_of(server) if one.get("request") == answer.headers["x-request-id"]]
    assert (line["method"], line["route"], line["status"]) == ("POST", "/api/join/{token}", 403)
    assert isinstance(line["ms"], int)
    assert line["level"] == "info"


def test_lines_carry_the_table_and_the_request_they_are_about() -> None:
    tokens = TABLE.set("t1"), REQUEST.set("r1")
    record = logging.LogRecord("smalti.server", logging.WARNING, "", 1, "the bot %s failed", ("x",), None)
    Context().filter(record)
    TABLE.reset(tokens[0])
    REQUEST.reset(tokens[1])

    written = json.loads(JsonLines().format(record))
    assert (written["words"], written["table"], written["request"]) == ("the bot x failed", "t1", "r1")
    assert PlainLines().format(record).endswith("WARNING the bot x failed request=r1 table=t1")


def test_a_database_that_is_gone_is_one_line_a_minute() -> None:
    calm, other = Calm(), ValueError("a fault of ours")

    def record(error: BaseException, level: int = logging.WARNING) -> logging.LogRecord:
        return logging.LogRecord("procrastinate.manager", level, "", 1, "listener", (), (type(error), error, None))

    lost = ConnectorException()
    lost.__cause__ = psycopg.OperationalError("connection refused\nIs the server running?")
    first = record(lost)
    assert [calm.filter(one) for one in (first, record(lost), record(other), record(other))] == [1, 0, 1, 0]
    assert (first.getMessage(), first.exc_info) == ("no database: connection refused", None)
    assert all(calm.filter(record(other, logging.INFO)) for _ in range(2)), "only warnings are kept back"


def test_a_name_with_a_line_break_makes_no_second_line(server: Server) -> None:
    Guest(server).http.post("/api/name", json={"name": "a\n{}"})

    assert all("time" in line for line in lines_of(server))
