"""Seasons of the daily challenge: a week or a month, and what everybody's days add up to. Pure.

A day is worth up to a hundred points, whatever the game gives: the share of that day's results which are worse, those
that are equal by half, one's own among them. So the best of two gets 75, the best of ten 95, and who plays alone 50.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

WEEK, MONTH = "week", "month"
NAME = re.compile(r"(\d{4})-(?:W(\d\d)|(\d\d))")


class Season(NamedTuple):
    """Some days in a row, of universal time."""

    kind: str
    first: date
    last: date

    @property
    def name(self) -> str:
        """As an address has it: 2026-W46 or 2026-11."""
        if self.kind == MONTH:
            return f"{self.first:%Y-%m}"
        year, week, _ = self.first.isocalendar()
        return f"{year}-W{week:02d}"

    @property
    def days(self) -> list[date]:
        """Every day of it."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def before(self) -> Season:
        """The one before."""
        return season_of(self.kind, self.first - timedelta(days=1))

    def next(self) -> Season:
        """The one after."""
        return season_of(self.kind, self.last + timedelta(days=1))


def season_of(kind: str, day: date) -> Season:
    """The week, from Monday to Sunday, or the month that a day is in."""
    if kind == WEEK:
        monday = day - timedelta(days=day.weekday())
        return Season(WEEK, monday, monday + timedelta(days=6))
    last = calendar.monthrange(day.year, day.month)[1]
    return Season(MONTH, day.replace(day=1), day.replace(day=last))


def read_season(name: str) -> Season | None:
    """The season of a name; None if there is none."""
    if not (found := NAME.fullmatch(name)):
        return None
    year, week, month = found.groups()
    try:
        return (
            season_of(WEEK, date.fromisocalendar(int(year), int(week), 1))
            if week
            else season_of(MONTH, date(int(year), int(month), 1))
        )
    except (ValueError, OverflowError):
        return None


class Result(NamedTuple):
    """What somebody made of one day."""

    person_id: str
    name: str
    points: int


class Placed(NamedTuple):
    """Somebody in the table of a season."""

    rank: int
    person_id: str
    name: str
    """As they were called last."""
    points: float
    """The sum of their days."""
    days: int

    @property
    def mean(self) -> float:
        """Of the days they played."""
        return self.points / self.days


def day_points(points: int, of: Sequence[int]) -> float:
    """What a result is worth among all of its day, the own one among them."""
    fewer, same = sum(one < points for one in of), sum(one == points for one in of)
    return 100 * (fewer + same / 2) / len(of)


def standings(days: Mapping[date, Sequence[Result]], only: Iterable[str] | None = None) -> list[Placed]:
    """The table of a season: by the sum of all days, equal sums share a place. `only` some people are listed.

    Days are compared with everybody's results, also where only some are listed.
    """
    sums: dict[str, tuple[float, int, str]] = {}
    for day in sorted(days):
        of = [one.points for one in days[day]]
        worth = {points: day_points(points, of) for points in set(of)}
        for one in days[day]:
            total, count, _ = sums.get(one.person_id, (0.0, 0, ""))
            sums[one.person_id] = total + worth[one.points], count + 1, one.name
    listed = set(sums) if only is None else set(only) & set(sums)
    found = sorted((-round(sums[one][0], 6), sums[one][2], one) for one in listed)
    totals = [total for total, _, _ in found]
    return [Placed(1 + totals.index(total), person, name, -total, sums[person][1]) for total, name, person in found]
