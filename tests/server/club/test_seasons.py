"""Weeks and months of the daily challenge."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from smalti.server.club.seasons import MONTH, WEEK, Result, day_points, read_season, season_of, standings

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("points", "of", "worth"),
    [(9, [9], 50), (9, [9, 5], 75), (5, [9, 5], 25), (9, [9, 9], 50), (9, [*range(10)], 95), (0, [*range(10)], 5)],
)
def test_a_day_is_worth_the_share_of_results_that_are_worse(points: int, of: list[int], worth: float) -> None:
    assert day_points(points, of) == worth


def test_weeks_and_months_have_names_that_can_be_read() -> None:
    day = date(2024, 1, 1)
    while day < date(2027, 2, 1):
        for kind in (WEEK, MONTH):
            season = season_of(kind, day)
            assert day in season.days
            assert read_season(season.name) == season
            assert season.before().next() == season
            assert season.before().last + timedelta(days=1) == season.first
        day += timedelta(days=5)
    assert (season_of(WEEK, MONDAY).name, season_of(MONTH, MONDAY).name) == ("2026-W47", "2026-11")


@pytest.mark.parametrize(
    "name", ["", "2026", "2026-W54", "2026-W00", "2026-13", "2026-00", "today", "0000-01", "2026-11-16"]
)
def test_what_is_no_season_is_none(name: str) -> None:
    assert read_season(name) is None


def test_a_season_adds_up_days_and_equal_sums_share_a_place() -> None:
    days = {
        MONDAY: [Result("a", "Ada", 90), Result("b", "Ben", 80)],
        MONDAY + timedelta(days=1): [Result("a", "Ada L.", 70), Result("b", "Ben", 80), Result("c", "Cem", 10)],
        MONDAY + timedelta(days=2): [Result("d", "Dea", 1)],
    }
    found = standings(days)
    assert [(one.rank, one.name, round(one.points), one.days) for one in found] == [
        (1, "Ada L.", 125, 2),
        (2, "Ben", 108, 2),
        (3, "Dea", 50, 1),
        (4, "Cem", 17, 1),
    ]
    assert found[0].mean == found[0].points / 2
    tied = standings({MONDAY: [Result("a", "Ada", 5), Result("b", "Ben", 5), Result("c", "Cem", 1)]})
    assert [one.rank for one in tied] == [1, 1, 3]


def test_among_friends_the_days_are_worth_the_same() -> None:
    day = {MONDAY: [Result("a", "Ada", 3), Result("b", "Ben", 2), Result("c", "Cem", 1)]}
    all_of_them = {one.person_id: one.points for one in standings(day)}
    friends = standings(day, ["b", "c", "nobody"])
    assert [(one.rank, one.person_id) for one in friends] == [(1, "b"), (2, "c")]
    assert all(one.points == all_of_them[one.person_id] for one in friends)
