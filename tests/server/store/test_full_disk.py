"""PostgreSQL on a disk that fills up: moves are refused with a sentence, and go on when there is room again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tests.server.postgres import running_postgres
from tests.server.serving import Guest, Server, id_in, serving

SIZE = "256m"
MANY = 1000
"""Far more moves than fit into what its tables have room for already."""


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own, in memory; only root can have one."""
    with TemporaryDirectory(prefix="smalti-disk-") as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "smalti", folder], capture_output=True)
        if mounted.returncode:
            pytest.skip("a small disk needs the right to mount one")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Somebody else has taken all the room that was left."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    try:
        yield
    finally:
        ballast.unlink()


def fresh_segment(url: str) -> None:
    """PostgreSQL has room for its write-ahead log, so that the tables are what is full first."""
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("SELECT pg_switch_wal()")
        line.execute("CHECKPOINT")


def fill_segment(url: str) -> None:
    """Writes to the write-ahead log until it cannot grow, whereupon PostgreSQL gives up."""
    with psycopg.connect(url, autocommit=True) as line, suppress(psycopg.OperationalError):
        while True:
            line.execute("SELECT pg_logical_emit_message(false, 'smalti', repeat('x', 1000000))")


def at_a_table(server: Server) -> Guest:
    guest = Guest(server)
    guest.sit(guest.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"])
    return guest


def said_to(guest: Guest, move_id: str) -> str:
    """What the server says to a move: nothing if it was made."""
    while (message := guest.receive()).get("id") != move_id:
        pass
    return str(message.get("words", ""))


def play(guest: Guest, most: int) -> tuple[list[str], str]:
    """Moves until one is refused; returns the ids of those that were made, and what was said to the last."""
    made: list[str] = []
    for _ in range(most):
        while not guest.moves:
            guest.receive()
        move_id = guest.move()
        if words := said_to(guest, move_id):
            return made, words
        made.append(move_id)
    return made, ""


def play_when_it_is_back(guest: Guest) -> list[str]:
    """Three moves, however often the first is refused until the server has its lines again."""
    made: list[str] = []
    while len(made) < 3:
        more, words = play(guest, 3 - len(made))
        made += more
        assert "database" in words or not words
    return made


def ids_in(url: str) -> list[str]:
    """The ids of all changes that are stored, in their order."""
    with psycopg.connect(url) as line:
        found = line.execute("SELECT move_id FROM events WHERE move_id IS NOT NULL ORDER BY number").fetchall()
    return [id_in(row[0]) for row in found]


def numbers_shown(guest: Guest) -> tuple[int, int]:
    """Of the table as it is shown now, and as it is shown to somebody who comes."""
    before = guest.table["number"]
    guest.sit(guest.table["table"])
    return before, guest.table["number"]


def test_a_full_postgresql_refuses_moves_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk() as disk, running_postgres(disk) as postgres:
        url = postgres.new_database()
        with serving(tmp_path, SMALTI_DATABASE_URL=url, SMALTI_WORKERS="0") as server:
            guest = at_a_table(server)
            began = ids_in(url)
            fresh_segment(url)
            with filled(disk):
                made, words = play(guest, MANY)
                assert "the disk is full, so this was not stored and not done" in words
                assert ids_in(url) == began + made
                assert len(set(numbers_shown(guest))) == 1
            made += play(guest, 3)[0]
            with filled(disk):
                fill_segment(url)
                assert "the database does not answer" in play(guest, 1)[1]
            # As whoever looks after it does once there is room: one whose recovery had none waits for ever for its end.
            postgres.kill()
            postgres.start()
            made += play_when_it_is_back(guest)
            assert ids_in(url) == began + made
            assert len(set(numbers_shown(guest))) == 1
