"""A server forgets what has ended, and ends when it is told to, whatever has become of its database."""

from __future__ import annotations

from pathlib import Path

from tests.server.forked import Fork
from tests.server.postgres import Postgres
from tests.server.serving import Guest, serving
from tests.waiting import PATIENCE_S


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


COMING_AND_GOING = """
import weakref
from collections import deque
from smalti.server.http.server import spare_the_collector

class Line:
    def __init__(self):
        self.parts = [[self] for _ in range(500)]

spare_the_collector()
there, open_now = weakref.WeakSet(), deque(maxlen=600)
for _ in range(3000):
    line = Line()
    there.add(line)
    open_now.append(line)
raise SystemExit(len(there) > 2 * len(open_now))
"""


def test_what_has_ended_leaves_memory_although_it_holds_itself() -> None:
    """Lines that had been open for long were looked through only after 20 million new objects."""
    assert Fork([], {}, code=COMING_AND_GOING).wait() == 0
