"""Games by correspondence with people who sleep, lose their line, change the device and never come back.

`SMALTI_CORRESPONDENCE=10000` plays so many on each database; without it they are few.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.server.correspondence import Story, in_another_time

GAMES = int(os.environ.get("SMALTI_CORRESPONDENCE", "3"))


def test_no_move_is_lost_and_no_table_stands_still_on_sqlite(tmp_path: Path) -> None:
    with in_another_time(tmp_path, 1) as (servers, clock):
        Story(servers, clock, GAMES, Random(19)).run()


def test_no_move_is_lost_and_no_table_stands_still_on_postgres_with_two_servers(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("shared_postgres").new_database()
    with in_another_time(tmp_path, 2, SMALTI_DATABASE_URL=url) as (servers, clock):
        Story(servers, clock, GAMES, Random(20)).run()
