"""Games by correspondence with people who sleep, lose their line, change the device and never come back.

`SMALTI_CORRESPONDENCE=10000` plays so many on each database; without it they are few.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.server.correspondence import in_another_time

LONG = os.environ.get("SMALTI_CORRESPONDENCE")
GAMES, TURNS = (int(LONG), 10**9) if LONG else (2, 3)


@pytest.mark.long
def test_no_move_is_lost_and_no_table_stands_still_on_sqlite(tmp_path: Path) -> None:
    with in_another_time(tmp_path, GAMES, TURNS, 1) as story:
        story.run()


def test_no_move_is_lost_and_no_table_stands_still_on_postgres_with_two_servers(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("shared_postgres").new_database()
    with in_another_time(tmp_path, GAMES, TURNS, 2, SMALTI_DATABASE_URL=url) as story:
        story.run()
