"""Servers, databases, workers, connections and clocks fail while people play; the whole history must be possible.

`make torture` runs the long form: SMALTI_FAULTS says how much happens in each test, SMALTI_KILLS how many workers die.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from tests.server.cutter import When, cutter_aside
from tests.server.forked import Fork, forked
from tests.server.postgres import Postgres, running_postgres
from tests.server.serving import Server
from tests.server.torture import USUAL, Player, bots_friends, quick_servers, torture

FAULTS = int(os.environ.get("SMALTI_FAULTS", "4"))
KILLS = int(os.environ.get("SMALTI_KILLS", "2"))
CUTS: tuple[When, ...] = ("before", "after")


@pytest.fixture
def lasting_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that keeps what it commits as in earnest, and that may be killed."""
    with (
        TemporaryDirectory(prefix="smalti-postgres-") as folder,
        running_postgres(Path(folder), "fsync=on") as running,
    ):
        yield running


Fault = Callable[[Random], object]


def faults_of(servers: list[Server], players: list[Player]) -> list[Fault]:
    """What may happen to servers and to the connections of browsers."""

    def kill(random: Random) -> None:
        server = random.choice(servers)
        server.kill()
        server.start()

    def stop(random: Random) -> None:
        """A process that does nothing for a moment, in the middle of whatever it did."""
        server = random.choice(servers)
        server.signal(signal.SIGSTOP)
        try:
            Event().wait(random.uniform(0, 0.3))
        finally:
            server.signal(signal.SIGCONT)

    def hang_up(random: Random) -> None:
        random.choice(players).hang_up()

    def set_the_clock(random: Random) -> None:
        random.choice(servers).signal(signal.SIGUSR2)

    return [kill, stop, hang_up, set_the_clock]


def test_nothing_contradicts_what_was_said_on_sqlite(tmp_path: Path) -> None:
    """Kills, stops, cut connections and clocks that jump."""
    with quick_servers(tmp_path) as servers:
        torture(servers, FAULTS, faults_of)


def test_nothing_contradicts_what_was_said_on_postgresql(tmp_path: Path, lasting_postgres: Postgres) -> None:
    """Two servers; connections to the database are cut too, answers to commits are lost, and it is killed itself."""
    with (
        cutter_aside(lasting_postgres.new_database()) as between,
        quick_servers(tmp_path, 2, SMALTI_DATABASE_URL=between.address) as servers,
    ):

        def cut(_: Random) -> None:
            assert between.loop is not None
            asyncio.run_coroutine_threadsafe(between.hang_up(), between.loop).result()

        def lose_an_answer(random: Random) -> None:
            between.cut = random.choice(CUTS)

        def kill(_: Random) -> None:
            lasting_postgres.kill()
            lasting_postgres.start()

        torture(servers, FAULTS, lambda *of: [*faults_of(*of), cut, lose_an_answer, lose_an_answer, kill])


def test_one_of_two_workers_is_killed(tmp_path: Path, postgres_url: str) -> None:
    """Its jobs are taken for lost after ten seconds, and done by others."""
    told = {"SMALTI_DATABASE_URL": postgres_url}
    servers_alone = quick_servers(tmp_path, 1, SMALTI_WORKERS="0", **told)
    with servers_alone as servers, forked(["worker"], 2, **USUAL | told) as workers:

        def kill(random: Random) -> None:
            number = random.randrange(len(workers))
            workers[number].kill()
            workers[number].wait()
            workers[number] = Fork(["worker"], USUAL | told)

        torture(servers, KILLS, lambda *_: [kill], bots_friends)
