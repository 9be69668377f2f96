"""The search: cores, time, and what a thought depends on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

import pytest

from smalti.bots import Budget
from smalti.bots.defaults import plan_for
from smalti.bots.search.room import FIRST, MOVE, NEXT
from smalti.bots.tree_search import Tree, build, think
from smalti.games import find_game
from smalti.kernel.position import Position
from tests.bots.test_thinking import begun


@cache
def majolica(seats: int = 2) -> Position:
    """In the middle of a game; made once somebody asks, because rules are loaded for it."""
    return begun(find_game("majolica"), seats, 5)


@cache
def to_move() -> int:
    """Whose turn it is among two."""
    return majolica().actors()[0]


def grown(simulations: int, **changes: int) -> Tree:
    """A tree for one who plays alone."""
    plan = plan_for(majolica().game, 1)._replace(**changes)
    tree = Tree(majolica(1), 0, 5, plan, build(majolica(1).game), core=7)
    tree.grow(simulations)
    return tree


def goes_beyond_chance(tree: Tree, node: int, position: Position) -> bool:
    """Whether a node has children where chance is next."""
    while not position.needs_chance and not position.is_over and len(forced := position.legal_moves()) == 1:
        position = position.play(forced[0])
    child = int(tree.nodes.links[node, FIRST])
    if position.needs_chance:
        return child != 0
    while child:
        if goes_beyond_chance(tree, child, position.play(int(tree.nodes.links[child, MOVE]))):
            return True
        child = int(tree.nodes.links[child, NEXT])
    return False


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_tree_ends_where_chance_is_next_if_it_is_told_to(beyond: int) -> None:
    assert goes_beyond_chance(grown(300, beyond_chance=beyond), 0, majolica(1)) == bool(beyond)


def test_a_simulation_sees_as_many_turns_as_it_is_told_to() -> None:
    """At the end of a game the evaluation is its very points, and before it is not."""
    assert grown(1, horizon=100).nodes.totals[0, 0] % 1 == 0
    assert grown(1, horizon=2).nodes.totals[0, 0] % 1 != 0


def test_two_cores_give_the_same_thought_every_time() -> None:
    budget = Budget(simulations=41, cores=2)
    thought = think(majolica(), to_move(), 5, budget)

    assert thought == think(majolica(), to_move(), 5, budget)
    assert thought.simulations == sum(one.visits for one in thought.candidates) == 41


def test_a_thought_depends_on_the_cores_that_the_budget_names() -> None:
    """Two trees of half the size are not one tree."""
    plan = plan_for(majolica().game, 2)._replace(explore=3.0)
    one, two = (think(majolica(), to_move(), 5, Budget(simulations=60, cores=cores), plan) for cores in (1, 2))

    assert {c.move for c in one.candidates} == {c.move for c in two.candidates}
    assert [c.visits for c in one.candidates] != [c.visits for c in two.candidates]


def test_there_are_never_more_trees_than_simulations() -> None:
    assert think(majolica(), to_move(), 5, Budget(simulations=1, cores=8)) == think(
        majolica(), to_move(), 5, Budget(simulations=1)
    )


def test_cores_also_share_a_budget_of_time() -> None:
    """However short the time is, every core makes a simulation, and none makes more than its part."""
    hasty = think(majolica(), to_move(), 5, Budget(milliseconds=1, cores=2))
    assert hasty.simulations >= 2

    patient = Budget(simulations=30, milliseconds=600_000, cores=2)
    assert think(majolica(), to_move(), 5, patient) == think(majolica(), to_move(), 5, Budget(simulations=30, cores=2))


def test_who_thinks_beside_others_thinks_as_if_alone() -> None:
    """Also in threads of one process, where a bot may think while a review is worked out."""
    thinking = partial(think, majolica(), to_move(), budget=Budget(simulations=100, cores=1))
    seeds = range(6)

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(thinking, seeds)) == list(map(thinking, seeds))
