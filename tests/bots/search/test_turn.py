"""First looks and trees, written as on the table: Pebbles is small enough to see the best move."""

from __future__ import annotations

import numpy as np
import pytest

from examples.pebbles.game import PEBBLES
from smalti.bots.defaults import plan_for
from smalti.bots.search.room import EVALUATED, Room, new_room
from smalti.bots.search.turn import best_step, look_at_all, quick_move, worth
from smalti.bots.tree_search import Tree, build
from smalti.kernel.position import Position
from smalti.kernel.state import State

MADE = build(PEBBLES, compiled=False)
ALL = 1 << 30
FOR_MYSELF, AGAINST_THE_OTHER = 0.0, 1.0


def state_of(text: str) -> State:
    """A position of Pebbles in notation."""
    return PEBBLES.text.parse_position(text)


def room() -> Room:
    """Room for one look."""
    return new_room(PEBBLES)


def written(text: str, seat: int, move: int) -> str:
    """A move in notation."""
    return PEBBLES.text.write_move(state_of(text), seat, move)


TWO_PAIRS = "w.w./gkgk/kgkg/gkg. wk 0:2"
"""White between the two whites of the first row makes two pairs for the rows; nothing else makes one."""


def test_a_step_is_the_one_that_is_worth_most_at_once() -> None:
    move = MADE(best_step)(state_of(TWO_PAIRS), 0, room(), 1, FOR_MYSELF)

    assert written(TWO_PAIRS, 0, move) == "w:b1"


def test_of_equal_steps_the_first_is_taken() -> None:
    empty = "..../..../..../.... wg 0:2"

    assert written(empty, 0, MADE(best_step)(state_of(empty), 0, room(), 1, FOR_MYSELF)) == "w:a1"


def test_denial_counts_what_the_other_gets() -> None:
    """a4 makes a pair for the columns too; who minds that lays the pebble elsewhere."""
    text = "...w/gkgk/kgkg/.gkw wk 0:2"
    greedy = MADE(best_step)(state_of(text), 0, room(), 1, FOR_MYSELF)
    careful = MADE(best_step)(state_of(text), 0, room(), 1, AGAINST_THE_OTHER)
    values = {move: after(text, 0, move) for move in (greedy, careful)}

    assert worth(values[careful], 2, 0, AGAINST_THE_OTHER) >= worth(values[greedy], 2, 0, AGAINST_THE_OTHER)
    assert worth(values[greedy], 2, 0, FOR_MYSELF) >= worth(values[careful], 2, 0, FOR_MYSELF)


def after(text: str, seat: int, move: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What each seat may expect after a move."""
    state, values = state_of(text), np.zeros(4)
    PEBBLES.rules.apply(state, seat, move)
    assert PEBBLES.thinking is not None
    PEBBLES.thinking.evaluation.evaluate(state, np.zeros(0, np.float32), values)
    return values


@pytest.mark.parametrize(
    ("values", "denial", "expected"),
    [((7.0, 5.0, 6.0), 1.0, 1.0), ((7.0, 5.0, 6.0), 0.5, 4.0), ((7.0, 5.0, 6.0), 0.0, 7.0)],
)
def test_worth_is_the_own_points_less_a_share_of_the_best_others(
    values: tuple[float, ...], denial: float, expected: float
) -> None:
    assert worth(np.array(values), 3, 0, denial) == expected


def test_alone_nobody_else_counts() -> None:
    assert worth(np.array([7.0]), 1, 0, 1.0) == 7.0


def test_a_look_at_all_moves_finds_what_each_leads_to() -> None:
    ground, values = room(), np.zeros((PEBBLES.course.action_count, 4))
    n = MADE(look_at_all)(state_of(TWO_PAIRS), 0, ground, FOR_MYSELF, values)
    best = int(ground.moves[0, int(np.argmax(values[:n, 0]))])

    assert n == len(Position(PEBBLES, state_of(TWO_PAIRS), compiled=False).legal_moves(0))
    assert written(TWO_PAIRS, 0, best) == "w:b1"


def test_a_quick_move_stops_looking_when_its_effort_is_spent() -> None:
    ground = room()
    MADE(quick_move)(state_of(TWO_PAIRS), 0, ground, 3, FOR_MYSELF)

    assert int(ground.counts[EVALUATED]) == 3
    assert written(TWO_PAIRS, 0, MADE(quick_move)(state_of(TWO_PAIRS), 0, room(), ALL, FOR_MYSELF)) == "w:b1"


@pytest.mark.parametrize("simulations", [1, 5, 40])
def test_every_simulation_passes_the_root_and_one_of_its_children(simulations: int) -> None:
    position = Position(PEBBLES, state_of(TWO_PAIRS), compiled=False)
    tree = Tree(position, 0, 3, plan_for(PEBBLES, 2), MADE, core=5)
    tree.grow(simulations)
    below = [int(tree.nodes.visits[node]) for node in tree.children().values()]

    assert int(tree.nodes.visits[0]) == sum(below) == simulations


def test_the_tree_tries_the_best_move_most() -> None:
    """One cell is free: white makes two pairs for the rows, black one for the columns."""
    last = "w.ww/gkgk/kgkg/gkgw wk 0:2"
    tree = Tree(Position(PEBBLES, state_of(last), compiled=False), 0, 3, plan_for(PEBBLES, 2), MADE, core=5)
    tree.grow(60)
    visits = {written(last, 0, move): int(tree.nodes.visits[node]) for move, node in tree.children().items()}

    assert visits["w:b1"] > visits["k:b1"] > 0


def test_simulations_are_the_same_in_one_slice_or_many() -> None:
    position = Position(PEBBLES, state_of(TWO_PAIRS), compiled=False)
    counts = []
    for slices in ([24], [1, 5, 18]):
        tree = Tree(position, 0, 3, plan_for(PEBBLES, 2), MADE, core=5)
        for simulations in slices:
            tree.grow(simulations)
        counts.append({move: int(tree.nodes.visits[node]) for move, node in tree.children().items()})

    assert counts[0] == counts[1]
