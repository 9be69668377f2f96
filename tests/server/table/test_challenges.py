"""When a challenge is open, closed and shown."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from smalti.server.table.challenges import counts, deal_of, is_closed, is_played, played_deals

DAY = date(2026, 11, 15)
MIDNIGHT = datetime(2026, 11, 16, tzinfo=UTC)
DEAL = deal_of("mosaix", DAY)
CHALLENGE = {"deal": DEAL, "challenge": DEAL}


@pytest.mark.parametrize(
    ("minutes", "closed", "played"), [(-1, False, True), (0, True, True), (9, True, True), (10, True, False)]
)
def test_a_day_is_closed_before_it_is_shown(minutes: int, closed: bool, played: bool) -> None:
    now = MIDNIGHT + timedelta(minutes=minutes)

    assert is_closed(CHALLENGE, now) == closed
    assert is_played(CHALLENGE, now) == played
    assert (DEAL in played_deals(["mosaix"], now)) == played


def test_a_table_that_repeats_a_deal_is_no_challenge() -> None:
    repeated = {"deal": DEAL, "challenge": None}

    assert is_played(repeated, MIDNIGHT)
    assert not is_closed(repeated, MIDNIGHT)
    assert not is_played({"deal": "qXk3r0p5Yb2Zt8aa", "challenge": None}, MIDNIGHT)


@pytest.mark.parametrize(
    ("changes", "proven"),
    [({}, True), ({"alone": False}, False), ({"scores": None}, False), ({"ended": MIDNIGHT}, False)],
)
def test_a_list_says_what_is_proven(changes: dict[str, object], proven: bool) -> None:
    one = {"scores": [7], "alone": True, "ended": MIDNIGHT - timedelta(seconds=1)} | changes

    assert counts(one, DAY) == proven
