"""Games by correspondence with people who sleep, lose their line, change the device and never come back.

Here they are few. `SMALTI_CORRESPONDENCE=5000` plays so many on each database, some at a time, and writes what came of
them into `build/`; whoever ends it goes on there later.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.server.correspondence import Story
from tests.server.stories import WHOLE, campaign, in_another_time

LONG = int(os.environ.get("SMALTI_CORRESPONDENCE", 0))
SOME, TURNS = (int(os.environ.get("SMALTI_AT_A_TIME", 500)), WHOLE) if LONG else (1, 2)
if LONG:
    os.environ["TEST_COMPILED"] = "mosaix"  # read when the first server is forked


def play(name: str, tmp_path: Path, servers: int, new_database: object = None) -> None:
    """All games that are wished on one kind of database."""

    def story(number: int, games: int) -> AbstractContextManager[Story]:
        told = {"SMALTI_DATABASE_URL": new_database()} if callable(new_database) else {}
        return in_another_time(tmp_path / str(number), games, TURNS, servers, number, **told)

    file = (Path("build") if LONG else tmp_path) / f"correspondence-{name}.jsonl"
    assert campaign(file, LONG or SOME, SOME, story) >= (LONG or SOME)


def test_no_move_is_lost_and_no_table_stands_still_on_sqlite(tmp_path: Path) -> None:
    play("sqlite", tmp_path, 1)


@pytest.mark.long
def test_no_move_is_lost_and_no_table_stands_still_on_postgres_with_two_servers(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    play("postgresql", tmp_path, 2, request.getfixturevalue("shared_postgres").new_database)
