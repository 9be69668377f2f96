"""A bot cannot be stopped by others, and one that does not get on is stopped, said and asked again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.forked import NO_HURRY, START
from tests.server.operation.test_metrics import figures
from tests.server.serving import Guest, Server, serving
from tests.waiting import PATIENCE_S

REFUSED = """
    CREATE TRIGGER refused BEFORE INSERT ON events WHEN NEW.event LIKE '%"by": 1%'
    BEGIN SELECT RAISE(ABORT, 'no'); END
"""
"""The database says of every move of the second seat that somebody else was first."""
DEAF = """
import asyncio
from smalti.server.http import server
from smalti.server.keeping.lobby import Lobby

server.AT_THE_LATEST_S = 1.0

async def keep(_):
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            pass

Lobby.keep = keep
"""

SLOW = """
import asyncio
import aiosqlite
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import tasks

tasks.AGAIN_S = 0.05
close = aiosqlite.Connection.close

async def close_slowly(connection):
    await asyncio.sleep(0.2)  # until it is cancelled again
    await close(connection)

async def keep(lobby):
    while True:
        await lobby.store.numbers_of(["t"])

aiosqlite.Connection.close = close_slowly
Lobby.keep = keep
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, SMALTI_LOG_FILE=str(folder / "log"), SMALTI_WORKERS="1") as running:
        yield running


def against_a_bot(server: Server) -> Guest:
    guest = Guest(server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    guest.sit(guest.post("/api/tables", {"game": "maharani", "seats": seats})["table"])
    return guest


def by_the_bot(guest: Guest) -> int:
    return sum(line["by"] == 1 for line in guest.table["log"])


def my_next_move(guest: Guest, **changes: Any) -> None:
    """Makes a move as soon as it is my turn, and waits until it is there."""
    while not guest.moves:
        guest.wait_for("table")
    number = guest.table["number"]
    guest.move(**changes)
    guest.wait_until(number + 1)


def test_a_player_cannot_take_the_id_of_a_bots_move(server: Server) -> None:
    """Whatever a player calls a move, the bot's next one has another key."""
    guest = against_a_bot(server)
    while by_the_bot(guest) < 3:
        number = guest.table["number"] + 1
        my_next_move(guest, id=f"bot {number} 1" if by_the_bot(guest) % 2 else f"bot-{number}-1")


def test_a_bot_that_does_not_get_on_is_stopped_and_asked_again(server: Server) -> None:
    guest = against_a_bot(server)
    my_next_move(guest)
    stopped = figures(server)["smalti_bots_stopped"]
    with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
        database.execute(REFUSED)
    while guest.table["stuck"] is None:
        if guest.moves:
            my_next_move(guest)
        else:
            guest.wait_for("table")
    assert guest.table["waiting"] == "The bot random does not get on. It can be asked again."
    assert figures(server)["smalti_bots_stopped"] == stopped + 1
    assert f"table {guest.at}, seat 1: the bot was stopped" in server.log

    assert Guest(server).http.post(f"/api/tables/{guest.at}/think").json()["words"] == "this seat is not yours"

    with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
        database.execute("DROP TRIGGER refused")
    done = by_the_bot(guest)
    guest.post(f"/api/tables/{guest.at}/think")
    while by_the_bot(guest) == done:
        guest.wait_for("table")
    assert guest.table["stuck"] is None


@pytest.mark.long
def test_after_a_restart_it_is_stopped_again_and_told(tmp_path: Path) -> None:
    """Its table burnt a core through restarts."""
    with serving(tmp_path, SMALTI_WORKERS="1") as server:
        guest = against_a_bot(server)
        with sqlite3.connect(server.data / "smalti.sqlite", timeout=PATIENCE_S) as database:
            database.execute(REFUSED)
        for _ in range(2):
            while guest.table["stuck"] is None:
                if guest.moves:
                    my_next_move(guest)
                else:
                    guest.wait_for("table")
            assert figures(server)["smalti_bots_stopped"] == 1
            guest.leave()
            server.kill()
            server.start()
            guest.sit(guest.at)


def test_a_server_that_was_told_to_end_ends(tmp_path: Path) -> None:
    """Also where something in it will not be cancelled."""
    with serving(tmp_path, DEAF + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        server.stop()
        assert "did not end by itself" in server.log


def test_a_server_that_ends_while_it_reads_says_nothing(tmp_path: Path) -> None:
    """Seen on a machine so busy that a connection was still being closed when its task was cancelled again."""
    with serving(tmp_path, NO_HURRY + SLOW + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        server.stop()
        assert server.log == ""
