"""Servers, databases and workers are killed while people play; nothing acknowledged is lost, nothing is doubled.

`make torture` runs the long form: SMALTI_KILLS says how often something is killed in each test.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from tests.server.forked import forked
from tests.server.postgres import Postgres
from tests.server.torture import USUAL, Quick, bots_friends, quick_servers, torture

KILLS = int(os.environ.get("SMALTI_KILLS", "20"))


def kill_one(servers: list[Quick], random: Random) -> None:
    server = random.choice(servers)
    server.kill()
    server.start()


def test_the_server_is_killed_on_sqlite(tmp_path: Path) -> None:
    with quick_servers(tmp_path) as servers:
        torture(servers, KILLS, lambda random: kill_one(servers, random))


def test_the_server_is_killed_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with quick_servers(tmp_path, SMALTI_DATABASE_URL=postgres_url) as servers:
        torture(servers, KILLS, lambda random: kill_one(servers, random))


def test_one_of_two_servers_is_killed(tmp_path: Path, postgres_url: str) -> None:
    with quick_servers(tmp_path, 2, SMALTI_DATABASE_URL=postgres_url) as servers:
        torture(servers, KILLS, lambda random: kill_one(servers, random))


def test_postgresql_itself_is_killed_under_two_servers(tmp_path: Path, own_postgres: Postgres) -> None:
    def kill(_: Random) -> None:
        own_postgres.kill()
        own_postgres.start()

    with quick_servers(tmp_path, 2, SMALTI_DATABASE_URL=own_postgres.new_database()) as servers:
        torture(servers, KILLS, kill)


def test_one_of_two_workers_is_killed(tmp_path: Path, postgres_url: str) -> None:
    """Its jobs are taken for lost after ten seconds, and done by others."""
    told = {"SMALTI_DATABASE_URL": postgres_url}
    servers_alone = quick_servers(tmp_path, 1, SMALTI_WORKERS="0", **told)
    with servers_alone as servers, forked(["worker"], 2, **USUAL | told) as workers:

        def kill(random: Random) -> None:
            worker = random.choice(workers)
            worker.kill()
            worker.launch()

        torture(servers, KILLS, kill, bots_friends)
