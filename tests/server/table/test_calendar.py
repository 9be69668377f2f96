"""Time on days that count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from smalti.server.table.calendar import after, between

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def test_time_passes_on_other_days_only() -> None:
    off = {"2027-03-02"}
    assert after(NOON, 43_200, off) == datetime(2027, 3, 2, tzinfo=UTC)
    assert after(NOON, 43_201, off) == datetime(2027, 3, 3, 0, 0, 1, tzinfo=UTC)
    assert between(NOON, datetime(2027, 3, 2, 18, tzinfo=UTC), off) == 43_200
    assert between(NOON, NOON - timedelta(hours=1)) == 0
    assert between(NOON, NOON - timedelta(hours=1), off) == 0


def test_between_takes_back_what_after_has_added() -> None:
    random = Random(7)
    for _ in range(200):
        start = NOON + timedelta(seconds=random.randrange(86_400))
        off = {(NOON + timedelta(days=random.randrange(9))).date().isoformat() for _ in range(random.randrange(6))}
        time_s = random.randrange(6 * 86_400)
        assert between(start, after(start, time_s, off), off) == time_s
