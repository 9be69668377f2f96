"""Days off: a clock of days stands still on them. Days are those of universal time, written as 2026-11-16."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

DAY = timedelta(days=1)


def after(moment: datetime, time_s: float, off: Collection[str] = ()) -> datetime:
    """When so much time has passed since a moment, days off not counted."""
    left = timedelta(seconds=time_s)
    if not off:
        return moment + left
    while True:
        midnight = next_day(moment)
        if moment.date().isoformat() not in off:
            if left <= midnight - moment:
                return moment + left
            left -= midnight - moment
        moment = midnight


def between(moment: datetime, later: datetime, off: Collection[str] = ()) -> float:
    """How much time passes between two moments, days off not counted; nothing if the later one is not later."""
    passed = timedelta()
    while off and next_day(moment) <= later:
        if moment.date().isoformat() not in off:
            passed += next_day(moment) - moment
        moment = next_day(moment)
    if not off or moment.date().isoformat() not in off:
        passed += max(timedelta(), later - moment)
    return passed.total_seconds()


def next_day(moment: datetime) -> datetime:
    """The midnight after a moment."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0) + DAY
