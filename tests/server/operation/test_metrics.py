"""Seen from outside: whether it lives, whether it can serve, its figures, and an end that players do not notice."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.server.forked import NO_HURRY, START
from tests.server.serving import OPEN, Guest, Server, connect, id_in, serving
from tests.waiting import PATIENCE_S, until

ME, LOCAL = {"kind": "me"}, {"kind": "local"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, SMALTI_LOG_FILE=str(folder / "log"), SMALTI_TRUSTED_PROXIES="127.0.0.1") as running:
        yield running


def figures(server: Server) -> dict[str, float]:
    text = server.get("/metrics").text
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}


def at_a_table(server: Server, *seats: dict[str, str]) -> Guest:
    guest = Guest(server)
    guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": [*seats]})["table"])
    while not guest.moves:
        guest.receive()
    return guest


def test_the_figures_tell_of_tables_sockets_moves_refusals_and_requests(server: Server) -> None:
    before = figures(server)
    guest = at_a_table(server, ME)
    guest.move()
    guest.wait_for("done")
    guest.move(move=10**9)
    guest.wait_for("refused")
    guest.http.get("/nowhere")

    after = figures(server)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown("smalti_tables") == 1
    assert grown("smalti_sockets") == 1
    assert grown("smalti_move_seconds_count") == 1
    assert grown("smalti_told_seconds_count") >= 1
    assert grown('smalti_refusals_total{kind="SmaltiError"}') == 1
    assert grown('smalti_refusals_total{kind="Status404"}') == 1
    assert grown('smalti_requests_total{method="POST",status="200"}') >= 1
    assert (after["smalti_bot_queue"], after["smalti_bot_queue_age_seconds"]) == (0, 0)
    assert after["smalti_database_errors_total"] == 0
    assert after["process_resident_memory_bytes"] > 0


def test_the_figures_are_not_for_everybody(server: Server) -> None:
    answer = server.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})

    assert answer.status_code == 403
    assert answer.json()["words"]


def test_alive_and_ready(server: Server) -> None:
    assert server.get("/health").json()["ok"]
    assert server.get("/ready").json() == {"ready": True, "words": "ready"}


def test_the_cookie_is_signed_and_out_of_reach_for_scripts_and_other_sites(server: Server) -> None:
    guest = Guest(server)
    plain = guest.http.post("/api/name", json={"name": "Ada"}).headers["set-cookie"]
    secure = Guest(server).http.post("/api/name", json={"name": "Bob"}, headers={"x-forwarded-proto": "https"})

    assert "httponly" in plain.lower()
    assert "samesite=lax" in plain.lower()
    assert "secure" not in plain.lower()
    assert "; secure" in secure.headers["set-cookie"].lower()
    person, _, mark = guest.http.cookies["smalti"].partition(".")
    forged = Guest(server)
    forged.http.cookies.set("smalti", f"{person}.{mark[::-1]}")
    assert "Ada" in guest.http.get("/my-games").text
    assert "Ada" not in forged.http.get("/my-games").text


def test_a_page_of_another_host_gets_no_connection(server: Server) -> None:
    guest = at_a_table(server, ME)
    cookie = {"Cookie": f"smalti={guest.http.cookies['smalti']}"}
    address = f"ws://127.0.0.1:{server.port}/ws/{guest.table['table']}"
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(address, origin=Origin("https://example.org"), additional_headers=cookie),
    ):
        pass
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}"), additional_headers=cookie) as own:
        assert own.recv(timeout=PATIENCE_S)

    assert refusal.value.response.status_code == 403


def test_with_another_schema_it_lives_but_is_not_ready(server: Server) -> None:
    with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
        [(newest,)] = database.execute("SELECT version_num FROM alembic_version")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    answer = server.get("/ready")
    with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", (newest,))

    assert answer.status_code == 503
    assert answer.json()["words"] == "the database has another schema than this program; run `smalti db upgrade`"
    assert server.get("/health").status_code == 200
    assert server.get("/ready").status_code == 200


class Clients(threading.Thread):
    """Somebody who plays on whatever happens, as the page does: a move without an answer is sent again."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(daemon=True)
        self.guest, self.stop, self.acknowledged = guest, threading.Event(), list[str]()
        self.codes: list[int] = []
        self.pending: dict[str, Any] | None = None

    def run(self) -> None:
        table = self.guest.table["table"]
        while not self.stop.is_set():
            try:
                if self.guest.connection is None:
                    self.guest.sit(table)
                self._play()
            except ConnectionClosed as end:
                self.codes.append(end.rcvd.code if end.rcvd else 1006)
                self.guest.connection = None
            except (OSError, TimeoutError, EOFError):
                self.guest.connection = None
                time.sleep(0.05)

    def _play(self) -> None:
        guest = self.guest
        while not self.stop.is_set() and not guest.table["over"]:
            if not self.pending and not guest.moves:
                guest.receive()
                continue
            if not self.pending:
                choice = guest.moves[len(guest.moves) // 2]
                self.pending = {"number": guest.table["number"], "seat": guest.table["seat"], "move": choice}
                self.pending["id"] = f"{id(self)}-{len(self.acknowledged)}-{guest.table['number']}"
            guest.send(type="move", **self.pending)
            while True:
                message = guest.receive()
                if message.get("id") == self.pending["id"]:
                    break
            if message["type"] == "done":
                self.acknowledged.append(self.pending["id"])
            self.pending = None


def test_a_restart_in_the_middle_of_play_loses_nothing_and_ends_well(tmp_path: Path) -> None:
    with serving(tmp_path, NO_HURRY + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        clients = [Clients(at_a_table(server, ME, LOCAL)) for _ in range(2)]
        for client in clients:
            client.start()
        wait_for(clients, [3, 3])
        assert server.process is not None
        server.process.terminate()
        assert server.process.wait(timeout=PATIENCE_S) == 0
        server.start()
        wait_for(clients, [len(client.acknowledged) + 3 for client in clients])
        for client in clients:
            client.stop.set()
            client.join(timeout=PATIENCE_S)
        acknowledged = [move for client in clients for move in client.acknowledged]
        with sqlite3.connect(tmp_path / "smalti.sqlite", timeout=PATIENCE_S) as database:
            stored = [move for (move,) in database.execute("SELECT move_id FROM events WHERE move_id IS NOT NULL")]
        assert set(acknowledged) <= {id_in(key) for key in stored}
        assert len(stored) == len(set(stored))
        assert {code for client in clients for code in client.codes} == {1012}
        assert server.log == ""  # a usual end is not worth a line
        OPEN.close()


def wait_for(clients: list[Clients], acknowledged: list[int]) -> None:
    def are_there() -> bool:
        enough = all(len(client.acknowledged) >= least for client, least in zip(clients, acknowledged, strict=True))
        return enough or any(client.guest.table["over"] for client in clients)

    until(are_there, "nobody gets on")
