"""What is worth a word, and what counts: each threshold of docs/review.md, on both sides of it."""

from __future__ import annotations

import numpy as np
import pytest

from smalti.reviewing.marks import FEWEST, LUCK, OBVIOUS, SURE, WORST, counts, mark_chance, mark_decision, performance
from smalti.reviewing.weighing import INDIFFERENT, Weighed

UNIT = 2.0
"""A spread of a result, in points or shares."""
MADE, OTHER = 7, 8


def decision(cost: float = 0.0, *, error: float = 0.0, best: int = OTHER, quick: int = OTHER, **more: float) -> Weighed:
    """A decision of the first of one seat that cost so many spreads, with as many other moves as there may be."""
    before, after, errors = np.array([cost * UNIT]), np.zeros(1), np.array([error * UNIT])
    return Weighed(before, after, errors, best=best, quick=quick, choices=int(more.pop("choices", 9)), **more)


@pytest.mark.parametrize(
    ("cost", "mark"),
    [
        (0.039, ""),
        (0.041, "inaccuracy"),
        (0.079, "inaccuracy"),
        (0.081, "mistake"),
        (0.159, "mistake"),
        (0.161, "blunder"),
    ],
)
def test_what_a_decision_cost_in_spreads_is_its_mark(cost: float, mark: str) -> None:
    assert mark_decision(decision(cost), MADE, 0, UNIT) == mark


def test_what_is_not_sure_gets_no_mark() -> None:
    assert mark_decision(decision(0.2, error=0.2 / SURE - 0.01), MADE, 0, UNIT) == "blunder"
    assert mark_decision(decision(0.2, error=0.2 / SURE + 0.01), MADE, 0, UNIT) == ""


def test_a_good_find_is_the_best_move_where_a_first_look_goes_elsewhere() -> None:
    def found(loss: float, error: float = 0.0, quick: int = OTHER) -> str:
        weighed = decision(best=MADE, quick=quick, quick_loss=loss * UNIT, quick_error=error * UNIT)
        return mark_decision(weighed, MADE, 0, UNIT)

    assert found(0.05) == "find"
    assert found(0.03) == ""
    assert found(0.05, error=0.03) == ""
    assert found(0.05, quick=MADE) == ""


def test_alone_a_draw_is_lucky_or_not_if_it_is_large_and_sure() -> None:
    large = (LUCK + 0.01) * UNIT
    assert mark_chance([large], [0.0], UNIT) == "lucky"
    assert mark_chance([-large], [0.0], UNIT) == "unlucky"
    assert mark_chance([(LUCK - 0.01) * UNIT], [0.0], UNIT) == ""
    assert mark_chance([large], [large / SURE + 0.01], UNIT) == ""
    assert mark_chance([large, -large], [0.0, 0.0], UNIT) == ""


def test_forced_indifferent_and_obvious_decisions_do_not_count() -> None:
    """An obvious one that was missed does."""
    plain = decision(stake=1.0)
    obvious = decision(stake=1.0, lead=OBVIOUS * UNIT)
    assert counts(plain, MADE, UNIT)
    assert not counts(decision(stake=1.0, choices=1), MADE, UNIT)
    assert not counts(decision(stake=INDIFFERENT - 0.01), MADE, UNIT)
    assert not counts(obvious, OTHER, UNIT)
    assert counts(obvious, MADE, UNIT)
    assert counts(decision(stake=1.0, lead=OBVIOUS * UNIT, quick=MADE), OTHER, UNIT), "no first look sees it"
    assert counts(decision(stake=1.0, lead=(OBVIOUS - 0.01) * UNIT), OTHER, UNIT)


def test_a_few_decisions_say_nothing() -> None:
    assert performance([0.1] * (FEWEST - 1), UNIT) == (None, None)
    assert performance([0.1] * FEWEST, UNIT) == (50.0, 0.0)


def test_no_decision_counts_for_more_than_the_worst_either_way() -> None:
    rate, error = performance([100 * UNIT, -100 * UNIT, 0.0, 0.0, WORST * UNIT], UNIT)
    assert rate == 1000 * WORST / 5
    assert error == pytest.approx(1000 * WORST * np.std([1, -1, 0, 0, 1], ddof=1) / 5**0.5, abs=0.01)
