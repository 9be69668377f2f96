"""Intervals that mean what they say, and a test that stops when it may."""

from __future__ import annotations

import numpy as np
import pytest

from smalti.arena.statistics import Sprt, elo_ratings, expected_share, mean_of, share_of, student

DRAW = np.random.default_rng(7)
ONE_AGAINST_ONE = np.array([[1.0, 1.0]])


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)])
def test_the_quantile_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_a_mean_lies_in_its_interval_19_times_of_20() -> None:
    samples = DRAW.normal(3, 2, (2000, 10))
    held = [estimate.low < 3 < estimate.high for estimate in map(mean_of, samples)]

    assert np.mean(held) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("share", [0.5, 0.75, 0.95])
def test_a_share_lies_in_its_interval_19_times_of_20(share: float) -> None:
    """Pairs of games that are independent."""
    samples = (DRAW.random((1000, 40, 2)) < share).mean(axis=2)
    held = [estimate.low < share < estimate.high for estimate in (share_of(one, 2) for one in samples)]

    assert np.mean(held) >= 0.93


def test_games_that_repeat_each_other_are_not_counted_twice() -> None:
    """Deals won and lost as a whole: the games of a deal tell the same."""
    once = (DRAW.random(50) < 0.5).astype(float)
    whole, single = share_of(once, 4), share_of(once, 1)

    assert whole.high - whole.low == pytest.approx(single.high - single.low, rel=0.05)


def test_nothing_but_wins_is_no_certainty() -> None:
    ten = share_of(np.ones(10), 2)

    assert ten.value == 1
    assert 0.6 < ten.low < 0.75


def test_ratings_give_back_what_was_put_in() -> None:
    """One who wins three quarters is 191 Elo better."""
    one, other = elo_ratings(np.tile([1.5, 0.5], (4000, 1)), ONE_AGAINST_ONE)

    assert one.value - other.value == pytest.approx(190.8, abs=0.5)


def test_ratings_of_four_seats_follow_luce() -> None:
    """One against three: twice as strong is 120 Elo, and wins two games of five."""
    lineups = np.array([[1.0, 3.0]])
    one, other = elo_ratings(np.tile([4 * 0.4, 4 * 0.6], (4000, 1)), lineups)

    assert one.value - other.value == pytest.approx(120.4, abs=0.5)
    assert expected_share(120.4, 4) == pytest.approx(0.4, abs=0.001)


def test_ratings_of_three_who_did_not_all_meet_equally() -> None:
    lineups = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    ratings = elo_ratings(np.tile([1.5, 0.5 + 1.5, 0.5], (4000, 1)), lineups)

    assert ratings[0].value - ratings[1].value == pytest.approx(190.8, abs=1)
    assert ratings[1].value - ratings[2].value == pytest.approx(190.8, abs=1)


def test_one_who_wins_all_has_a_finite_rating_with_an_interval() -> None:
    one, _ = elo_ratings(np.tile([2.0, 0.0], (20, 1)), ONE_AGAINST_ONE)

    assert 100 < one.low < one.value < one.high < 1000


@pytest.mark.parametrize(("share", "verdict"), [(0.5, "not better"), (0.7, "better")])
def test_a_sequential_test_is_right_19_times_of_20_and_stops_early(share: float, verdict: str) -> None:
    test = Sprt(0, 147)
    lengths, right = [], []
    for _ in range(200):
        deals = (DRAW.random((400, 2)) < share).mean(axis=1)
        decided = next(n for n in range(1, 401) if test.verdict(deals[:n], 2))
        lengths.append(decided)
        right.append(test.verdict(deals[:decided], 2) == verdict)

    assert np.mean(right) >= 0.93
    assert np.mean(lengths) < 60


def test_two_won_deals_decide_nothing() -> None:
    assert Sprt(0, 50).verdict(np.ones(2), 2) is None
