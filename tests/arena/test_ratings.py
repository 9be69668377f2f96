"""Ratings by places and by shares of the win."""

from __future__ import annotations

import pytest

from smalti.arena.ratings import Skill, rate_places, rate_shares

KNOWN = [Skill(27, 5), Skill(25, 8), Skill(22, 3), Skill(30, 6)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_comes_first_rises_and_who_comes_last_falls(seats: int) -> None:
    before = [Skill()] * seats
    after = rate_places(before, range(seats))
    assert [one.mu for one in after] == sorted((one.mu for one in after), reverse=True)
    assert after[0].mu > Skill().mu > after[-1].mu
    assert all(one.sigma < Skill().sigma for one in after), "more is known of everybody"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_rating_follows_from_places_and_not_from_seats(seats: int) -> None:
    skills, places = KNOWN[:seats], list(range(seats))
    there = rate_places(skills, places)
    back = rate_places(skills[::-1], places[::-1])
    assert [(round(one.mu, 9), round(one.sigma, 9)) for one in there] == [
        (round(one.mu, 9), round(one.sigma, 9)) for one in back[::-1]
    ]


def test_equals_who_tie_stay_equal() -> None:
    assert [one.mu for one in rate_places([Skill()] * 3, [0, 0, 0])] == pytest.approx([25.0] * 3)
    first, second, third = rate_places([Skill()] * 3, [0, 1, 1])
    assert first.mu > second.mu == third.mu


@pytest.mark.parametrize(("share", "places"), [(1.0, [0, 1]), (0.0, [1, 0]), (0.5, [0, 0])])
def test_with_two_a_share_of_the_win_is_what_openskill_makes_of_a_result(share: float, places: list[int]) -> None:
    by_share, by_place = rate_shares(KNOWN[:2], [share, 1 - share]), rate_places(KNOWN[:2], places)
    for one, other in zip(by_share, by_place, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


def test_shares_that_scatter_less_say_more() -> None:
    usual, surer = rate_shares(KNOWN[:2], [0.8, 0.2]), rate_shares(KNOWN[:2], [0.8, 0.2], left=0.5)
    assert surer[0].mu - KNOWN[0].mu == pytest.approx(2 * (usual[0].mu - KNOWN[0].mu))
    assert surer[0].sigma < usual[0].sigma


def test_shares_may_be_less_than_nothing_and_more_than_all() -> None:
    lucky, unlucky = rate_shares([Skill()] * 2, [1.4, -0.4])
    assert lucky.mu - 25 == pytest.approx(25 - unlucky.mu)
    assert lucky.mu > rate_shares([Skill()] * 2, [1, 0])[0].mu
