"""The server is killed while people play; nothing that was acknowledged is lost, nothing is doubled.

`make torture` runs the long form: SMALTI_KILLS says how often the server is killed.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import WebSocketException

from smalti.games import find_game
from smalti.kernel.record import verify
from tests.server.serving import OPEN, Guest, Server, serving

KILLS = int(os.environ.get("SMALTI_KILLS", "20"))
PLAYERS = 3
GAMES = ("mosaix", "maharani")
LOST = (WebSocketException, OSError, TimeoutError, httpx.TransportError, EOFError)


@pytest.fixture(autouse=True)
def _everybody_leaves() -> Iterator[None]:
    yield
    OPEN.close()


@dataclass
class Player:
    """Plays one game after the other against a bot, whatever happens to the server."""

    server: Server
    number: int
    stop: threading.Event
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    """(table, move id) of every move that the server said was made."""
    tables: list[str] = field(default_factory=list)
    pending: tuple[str, int, int, int] | None = None
    """The (id, number, seat, move) that has no answer yet."""

    def play(self) -> None:
        random = Random(self.number)
        guest = Guest(self.server)
        while not self.stop.is_set():
            try:
                if not self.tables or guest.table.get("over"):
                    other = "bot" if self.number == 0 else "local"
                    order = {"game": GAMES[len(self.tables) % len(GAMES)], "seats": [{"kind": "me"}, {"kind": other}]}
                    self.tables.append(guest.post("/api/tables", order)["table"])
                    guest.table, self.pending = {}, None
                guest.sit(self.tables[-1])
                self._moves(guest, random)
            except LOST:
                self.stop.wait(0.05)

    def _moves(self, guest: Guest, random: Random) -> None:
        """Moves until the game is over or the line breaks; a move without an answer is sent again as it was."""
        while not self.stop.is_set() and not guest.table["over"]:
            if self.pending:
                move_id, number, seat, move = self.pending
                guest.send(type="move", id=move_id, number=number, seat=seat, move=move)
                if self._answer(guest, move_id):
                    self.acknowledged.append((self.tables[-1], move_id))
                self.pending = None
            elif guest.table["choices"]:
                choice = random.choice(guest.table["choices"])
                move_id = f"p{self.number}-{random.getrandbits(60):x}"
                self.pending = move_id, guest.table["number"], guest.table["seat"], choice["move"]
            else:
                guest.receive()

    @staticmethod
    def _answer(guest: Guest, move_id: str) -> bool:
        while True:
            message = guest.receive()
            if message.get("id") == move_id:
                return bool(message["type"] == "done")


def wait_for_moves(players: list[Player], more: int) -> None:
    """Until so many further moves were acknowledged."""
    target = sum(len(player.acknowledged) for player in players) + more
    deadline = time.monotonic() + 180
    while sum(len(player.acknowledged) for player in players) < target:
        assert time.monotonic() < deadline, "nobody gets on"
        time.sleep(0.002)


def stored_moves(data: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(data / "smalti.sqlite") as database:
        return list(database.execute("SELECT table_id, move_id FROM events WHERE move_id IS NOT NULL"))


def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    random = Random(1)
    stop = threading.Event()
    with serving(tmp_path) as server:
        players = [Player(server, number, stop) for number in range(PLAYERS)]
        threads = [threading.Thread(target=player.play) for player in players]
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            wait_for_moves(players, random.randrange(1, 12))
            stop.wait(random.uniform(0, 0.05))
            server.kill()
            server.start()
        wait_for_moves(players, 5)
        stop.set()
        for thread in threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        acknowledged = [move for player in players for move in player.acknowledged]
        stored = stored_moves(tmp_path)
        assert len(acknowledged) > KILLS
        assert set(acknowledged) <= set(stored)
        assert len(stored) == len(set(stored))
        for table in [one for player in players for one in player.tables]:
            check_table(server, table)


def check_table(server: Server, table: str) -> None:
    """The table opens again with all its log; a finished game verifies."""
    guest = Guest(server)
    guest.sit(table)
    assert len(guest.table["log"]) > 0
    if guest.table["over"]:
        verify(guest.http.get(f"/api/tables/{table}/record").json(), find_game)
