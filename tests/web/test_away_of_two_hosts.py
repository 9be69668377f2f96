"""Who is away, in real browsers, with two servers on one PostgreSQL behind one address and one clock: time is over, and
they are told by a push."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.balance import serving_two
from tests.server.forked import CLOCK
from tests.server.ports import free_port
from tests.server.serving import Server
from tests.web.hosts import PATIENT
from tests.web.test_notices import (
    lounge,
    receiver,
    test_a_push_is_shown_once_and_a_click_leads_to_the_live_table,
    test_switches_are_kept_and_everything_can_be_reached,
)
from tests.web.test_pace import (
    NOON,
    test_a_seat_without_a_clock_is_given_to_a_bot_by_the_votes_of_the_others,
    test_bots_take_the_seats_when_the_time_to_wait_is_over,
    test_days_off_are_taken_and_given_back_under_my_games,
    test_friends_compare_the_week_of_the_daily_after_its_day,
    test_one_goes_away_a_bot_stands_in_and_they_come_back,
    test_the_others_end_it_and_it_is_asked_first,
)

__all__ = [
    "lounge",
    "receiver",
    "test_a_push_is_shown_once_and_a_click_leads_to_the_live_table",
    "test_a_seat_without_a_clock_is_given_to_a_bot_by_the_votes_of_the_others",
    "test_bots_take_the_seats_when_the_time_to_wait_is_over",
    "test_days_off_are_taken_and_given_back_under_my_games",
    "test_friends_compare_the_week_of_the_daily_after_its_day",
    "test_one_goes_away_a_bot_stands_in_and_they_come_back",
    "test_switches_are_kept_and_everything_can_be_reached",
    "test_the_others_end_it_and_it_is_asked_first",
]
pytestmark = pytest.mark.long
REAL = "push", "switches"
"""Told by the clock that goes on: a browser, or a program, that looks at it too."""


@pytest.fixture
def server(tmp_path: Path, postgres_url: str, request: pytest.FixtureRequest) -> Iterator[Server]:
    told = {"SMALTI_NOTICES_PRIVATE": "1", "SMALTI_NOTICES_DELAY_S": "0", "SMALTI_WORKERS": "1"}
    clock = tmp_path / "one" / "clock"
    clock.parent.mkdir()
    clock.write_text(NOON.isoformat())
    if not any(word in request.node.name for word in REAL):
        told[CLOCK] = str(clock)
    with serving_two(tmp_path, free_port(), PATIENT, SMALTI_DATABASE_URL=postgres_url, **told) as (running, balance):
        yield running
    assert all(balance.given.values()), "both servers had a part in it"
