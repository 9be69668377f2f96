"""A server forgets what has ended, and ends when it is told to, whatever has become of its database."""

from __future__ import annotations

from pathlib import Path

from tests.server.forked import START
from tests.server.postgres import Postgres
from tests.server.serving import Guest, serving
from tests.waiting import PATIENCE_S, until


def test_a_server_whose_postgresql_is_dead_ends(tmp_path: Path, own_postgres: Postgres) -> None:
    """It is not waited for: what was acknowledged is stored, and what was not is asked again."""
    with serving(tmp_path, SMALTI_DATABASE_URL=own_postgres.new_database(), SMALTI_WORKERS="1") as server:
        guest = Guest(server)
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "bot"}]})["table"])
        own_postgres.kill()
        guest.move()
        assert server.process is not None
        server.process.terminate()

        assert server.process.wait(timeout=PATIENCE_S) in (0, 1), "1 where the machine is so busy that it gives up"


FORGETTING = """
import gc
import itertools
import logging
from smalti.server.http import protocols

protocols.LEAST_ENDED = 6

def collect():
    gc.collect()
    left = sum(type(one).__name__ == "Counted" for one in gc.get_objects())
    logging.getLogger("smalti").warning("%d lines are there", left)

protocols.collect = collect
protocols.looks = itertools.count().__next__
"""
"""Every line is old, however soon it ends."""


def test_what_has_ended_leaves_memory_although_it_holds_itself(tmp_path: Path) -> None:
    """Lines that had been open for long were looked through only after 20 million new objects."""
    with serving(tmp_path, FORGETTING + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        host = Guest(server)
        table = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]

        def looked() -> bool:
            guest = Guest(server)
            guest.sit(table, wait=False)
            guest.leave()
            return "lines are there" in server.log

        until(looked, "nobody looked", pause=lambda _: None)  # to come and go is what brings it about
        assert int(server.log.split(" lines are there")[0].split()[-1]) <= 1, "the last to go may be there"


RESTLESS = """
import gc
import logging
from smalti.server.http import protocols, server

def tell(phase, about):
    if phase == "stop" and about["generation"] == 1:
        left = sum(type(one).__name__ == "Counted" for one in gc.get_objects())
        logging.getLogger("smalti").warning("%d lines are there", left)

gc.callbacks.append(tell)
server.spare_the_collector = lambda: gc.set_threshold(2000, 2, 1_000_000)
protocols.LEAST_ENDED = 20
protocols.collect = lambda: logging.getLogger("smalti").warning("everything was looked through")
"""
"""Python looks through what is new every few lines."""
LOOKS = 3


def test_who_comes_and_goes_does_not_make_the_server_look_through_everything(tmp_path: Path) -> None:
    """That took 0.2 to 0.4 seconds, about every second with 390 onlookers and 8 who flap, and all moves waited."""
    with serving(tmp_path, RESTLESS + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        host = Guest(server)
        table = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]

        came = 0

        def looked() -> bool:
            nonlocal came
            came += 1
            guest = Guest(server)
            guest.sit(table, wait=False)
            guest.leave()
            return server.log.count("lines are there") >= LOOKS

        until(looked, "nobody looked", pause=lambda _: None)
        said = server.log
    assert "everything was looked through" not in said
    left = int(said.split(" lines are there")[-2].split()[-1])
    assert left < came / 2, "those that were open at a look, or about to go, are old; all others are gone"


TASKS = """
import logging
from smalti.server.wire import socket

tell = socket.Socket._tell

async def _tell(self):
    logging.getLogger("smalti").warning("a task tells the table: %s", self.table_due)
    await tell(self)

socket.Socket._tell = _tell
"""
"""It is said what is told in a task."""


def test_a_table_is_told_to_everybody_without_a_task_for_each(tmp_path: Path) -> None:
    """Else a thousand onlookers cost more than to send them something."""
    with serving(tmp_path, TASKS + START, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        player = Guest(server)
        player.sit(
            player.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"]
        )
        others = [Guest(server) for _ in range(3)]
        for other in others:
            other.sit(player.at)
        for _ in range(3):
            number = player.table["number"]
            player.move()
            for guest in (player, *others):
                guest.wait_until(number + 1)
        others.pop().leave()
        player.wait_for("people")
        assert "a task tells the table: False" in server.log
        assert "a task tells the table: True" not in server.log
