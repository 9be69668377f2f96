"""Trees of the search, written down once: a change of the search, of an evaluation or of its weights shows as a diff.

Each line is a move in notation, how often it was tried, what its seat may expect of it and what a first look promised.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti.bots.defaults import plan_for
from smalti.bots.search.room import FIRST, MOVE, NEXT
from smalti.bots.tree_search import Tree, build
from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from tests.bots.test_thinking import begun
from tests.golden.test_golden import FOLDER, compare

pytestmark = pytest.mark.golden

SIMULATIONS = 60
LEAST_VISITS = 2
A_CORE = 6
"""No other test grows trees on this ground."""


def children(tree: Tree, node: int) -> list[int]:
    """The nodes below one, the most tried first."""
    found, one = [], int(tree.nodes.links[node, FIRST])
    while one:
        found.append(one)
        one = int(tree.nodes.links[one, NEXT])
    return sorted(found, key=lambda child: (-int(tree.nodes.visits[child]), int(tree.nodes.links[child, MOVE])))


def forced_on(position: Position) -> Position:
    """The position at the next choice; the tree has no node for a move that is the only one."""
    while not position.is_over and not position.needs_chance and len(moves := position.legal_moves()) == 1:
        position = position.after(position.actors()[0], moves[0])
    return position


def written(tree: Tree, node: int, position: Position, depth: int) -> Iterator[str]:
    """The tree below a node, as far as no chance comes in between and somebody tried it more than once."""
    position = forced_on(position)
    if position.is_over or position.needs_chance:
        return
    seat = position.actors()[0]
    for child in children(tree, node):
        visits, move = int(tree.nodes.visits[child]), int(tree.nodes.links[child, MOVE])
        if visits < LEAST_VISITS:
            continue
        mean, first = tree.nodes.totals[child, seat] / visits, tree.nodes.first[child, seat]
        words = position.game.text.write_move(position.state, seat, move)
        yield f"{'  ' * depth}{words}: {visits} times, {mean:.2f}, at first {first:.2f}"
        yield from written(tree, child, position.after(seat, move), depth + 1)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_trees_are_those_written_down(game: Game) -> None:
    lines = []
    for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
        position = begun(game, seats, 7)
        tree = Tree(position, position.actors()[0], 11, plan_for(game, seats), build(game), core=A_CORE)
        tree.grow(SIMULATIONS)
        lines += [f"{position}", *written(tree, 0, position, 1)]

    compare(FOLDER / game.name / "trees.txt", "\n".join(lines) + "\n")
