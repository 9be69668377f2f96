"""Days off: on them the clocks by correspondence of whoever takes them stand still. Days of universal time."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

A_YEAR = 30
"""How many days off everybody has in a calendar year."""
LONGEST = 366
NO_DAYS = N_("days off begin today or later, end after they begin, and lie within a year")
TOO_MANY = N_("everybody has {most} days off in a year; in {year} these would be {taken}")
HAS_BEGUN = N_("a day off that has begun stays one")


def with_days(taken: frozenset[str], first: date, last: date, today: date) -> frozenset[str]:
    """The days off of somebody who takes some more."""
    if not today <= first <= last <= today + timedelta(days=LONGEST):
        raise SmaltiError(NO_DAYS)
    days = taken | set(days_between(first, last))
    for year, count in Counter(day[:4] for day in days).items():
        if count > A_YEAR:
            raise SmaltiError(TOO_MANY, most=A_YEAR, year=year, taken=count)
    return days


def without_days(taken: frozenset[str], first: date, last: date, today: date) -> frozenset[str]:
    """The days off of somebody who gives some back."""
    if not first <= last <= today + timedelta(days=LONGEST):
        raise SmaltiError(NO_DAYS)
    if first <= today:
        raise SmaltiError(HAS_BEGUN)
    return taken - set(days_between(first, last))


def days_between(first: date, last: date) -> list[str]:
    """Each day of a holiday, as it is stored."""
    return [(first + timedelta(days=n)).isoformat() for n in range((last - first).days + 1)]
