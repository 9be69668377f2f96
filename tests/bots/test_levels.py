"""How the lower levels choose: by what a move loses, alike in all steps of a turn, and never what a glance refuses."""

from __future__ import annotations

from itertools import pairwise

from smalti.bots.bot import Candidate
from smalti.bots.levels import GLANCE, LEVELS, judged


def candidates(*worths: float) -> list[Candidate]:
    """A move for each worth."""
    return [Candidate(move, 0, (worth,), worth) for move, worth in enumerate(worths)]


def mean_loss(gap: float, blur: float) -> float:
    """What is lost where ten moves are behind the best by that and more, over many decisions."""
    losses = []
    for n in range(400):
        top = 100 + 0.37 * n
        losses.append(top - judged(candidates(top, *(top - gap - 0.1 * i for i in range(10))), blur)[0].worth)
    return sum(losses) / len(losses)


def test_there_are_six_levels_and_the_old_names_hold() -> None:
    assert LEVELS == ("novice", "apprentice", "journeyman", "artisan", "master", "legend")


def test_without_blur_the_best_is_chosen() -> None:
    assert [one.move for one in judged(candidates(1.0, 3.0, 2.0), 0.0)] == [1, 2, 0]


def test_what_a_glance_refuses_is_never_chosen_and_comes_last() -> None:
    for n in range(300):
        top = 50 + 0.61 * n
        found = judged(candidates(top - GLANCE - 0.01, top, top - 0.2, top - 9), 1.0)
        assert {one.move for one in found[:2]} == {1, 2}
        assert [one.move for one in found[2:]] == [0, 3]


def test_more_is_lost_by_who_overlooks_more_and_less_where_it_is_easy() -> None:
    hard, easy = 0.1, 2.0

    assert all(more > less for more, less in pairwise(mean_loss(hard, blur) for blur in (4.0, 1.0, 0.3)))
    assert mean_loss(hard, 1.0) > 5 * mean_loss(easy, 1.0)


def test_the_same_ends_are_judged_alike_from_every_step() -> None:
    """Where the first step was chosen for an end, that end is still the first choice among those that are left."""
    for n in range(300):
        ends = candidates(*(40 + 0.13 * n - 0.2 * i for i in range(12)))
        chosen = judged(ends, 2.0)[0]
        rest = [one for one in ends if one.worth <= chosen.worth]
        assert judged(rest, 2.0)[0].worth >= chosen.worth - 1e-9


def test_a_second_best_far_behind_is_no_trouble() -> None:
    """Once a loss was so large that nothing was left to divide by."""
    assert [one.move for one in judged(candidates(0.0, 1000.0, 1000.0), 1.0)][-1] == 0
