"""The search: cores, time, and what a thought depends on."""

from __future__ import annotations

from smalti.bots import Budget
from smalti.bots.engine import think
from smalti.games import find_game
from tests.bots.test_thinking import begun

MAJOLICA = begun(find_game("majolica"), 2, 5)
SEAT = MAJOLICA.actors()[0]


def test_two_cores_give_the_same_thought_every_time() -> None:
    budget = Budget(simulations=41, cores=2)
    thought = think(MAJOLICA, SEAT, 5, budget)

    assert thought == think(MAJOLICA, SEAT, 5, budget)
    assert thought.simulations == sum(one.visits for one in thought.candidates) == 41


def test_a_thought_depends_on_the_cores_that_the_budget_names() -> None:
    """Two trees of half the size are not one tree."""
    one, two = (think(MAJOLICA, SEAT, 5, Budget(simulations=60, cores=cores)) for cores in (1, 2))

    assert {c.move for c in one.candidates} == {c.move for c in two.candidates}
    assert [c.visits for c in one.candidates] != [c.visits for c in two.candidates]


def test_there_are_never_more_trees_than_simulations() -> None:
    assert think(MAJOLICA, SEAT, 5, Budget(simulations=1, cores=8)) == think(MAJOLICA, SEAT, 5, Budget(simulations=1))


def test_cores_also_share_a_budget_of_time() -> None:
    """However short the time is, every core makes a simulation, and none makes more than its part."""
    hasty = think(MAJOLICA, SEAT, 5, Budget(milliseconds=1, cores=2))
    assert hasty.simulations >= 2

    patient = Budget(simulations=30, milliseconds=600_000, cores=2)
    assert think(MAJOLICA, SEAT, 5, patient) == think(MAJOLICA, SEAT, 5, Budget(simulations=30, cores=2))
