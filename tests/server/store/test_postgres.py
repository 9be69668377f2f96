"""The PostgreSQL of the tests does what the tests need of it."""

from __future__ import annotations

import psycopg

from tests.server.postgres import Postgres


def test_every_database_is_a_fresh_one(shared_postgres: Postgres) -> None:
    first, second = shared_postgres.new_database(), shared_postgres.new_database()
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE mine (n int)")
    with psycopg.connect(second) as connection:
        assert connection.execute("SELECT to_regclass('mine')").fetchone() == (None,)


def test_what_was_committed_is_there_after_the_server_was_killed(own_postgres: Postgres) -> None:
    url = own_postgres.new_database()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (7)")
    own_postgres.kill()
    own_postgres.start()
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)
