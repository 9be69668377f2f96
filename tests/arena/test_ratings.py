"""Ratings by places, and by places without luck."""

from __future__ import annotations

import pytest

from smalti.arena.ratings import MU, Skill, rate_places, rate_without_luck, scores

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


@pytest.mark.parametrize(
    "places", [[0, 1], [1, 0], [0, 0], [0, 1, 2], [1, 0, 1], [0, 0, 0], [3, 1, 0, 2], [0, 2, 2, 1], [0, 0, 2, 2]]
)
def test_without_luck_to_take_out_it_is_what_openskill_makes_of_places(places: list[int]) -> None:
    skills = KNOWN[: len(places)]
    without, by_places = rate_without_luck(skills, places, [0.0] * len(places)), rate_places(skills, places)
    for one, other in zip(without, by_places, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


@pytest.mark.parametrize("places", [[0, 1], [1, 0, 1], [0, 2, 2, 1]])
def test_what_scatters_less_says_more(places: list[int]) -> None:
    skills, lucks = KNOWN[: len(places)], [0.2, -0.3, 0.1, 0.0][: len(places)]
    usual, surer = rate_without_luck(skills, places, lucks), rate_without_luck(skills, places, lucks, left=0.5)
    for before, one, other in zip(skills, usual, surer, strict=True):
        assert other.mu - before.mu == pytest.approx(2 * (one.mu - before.mu))
        assert other.sigma < one.sigma


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_was_lucky_gains_less_and_who_was_not_more(seats: int) -> None:
    places = list(range(seats))
    lucks = [0.4, *[-0.4 / (seats - 1)] * (seats - 1)]
    usual, without = (rate_without_luck([Skill()] * seats, places, one) for one in ([0.0] * seats, lucks))
    assert without[0].mu < usual[0].mu
    assert all(one.mu > other.mu for one, other in zip(without[1:], usual[1:], strict=True))
    assert sum(one.mu for one in without) == pytest.approx(25 * seats), "what one loses the others gain"


def test_the_last_places_tell_something_too() -> None:
    first, second, third, last = scores([MU] * 4, [0, 1, 2, 3])
    assert first > second > third > last
    assert first + second + third + last == pytest.approx(0.0)
    assert scores([MU] * 2, [0, 1]) == [0.5, -0.5]
