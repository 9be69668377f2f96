"""The end of a game by enumeration: what it finds is what trying every line by the rules alone shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np
import pytest

from smalti.bots import Budget
from smalti.bots.defaults import plan_for, strength_of
from smalti.bots.levels import LEVELS, think
from smalti.bots.search.room import SIZE
from smalti.bots.search.turn import worth
from smalti.bots.tree_search import Tree, build, look
from smalti.bots.tree_search import think as search
from smalti.games import find_game
from smalti.games.maharani.state import left_in_bag
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from tests.bots.test_thinking import begun

MAHARANI = find_game("maharani")
MANY = 1 << 20
"""More steps than the ends here have."""
FREE = 3
"""So many spaces are free at most in what is tried here line by line in Python."""


def free(position: Position) -> int:
    """How many spaces have no tile."""
    return 56 - sum(int(tiles).bit_count() for tiles in position.state.tiles)


def ends(seats: int) -> Iterator[Position]:
    """Positions shortly before the end of games, a fifth of the moves at random, each with something to choose."""
    for seed in range(1000):
        rng, plan = random.Random(seed), ("courtyard", "compact")[seed % 2]
        position = Position.new(MAHARANI, seats, {"plan": plan}, compiled=True)
        while not position.is_over:
            if position.needs_chance:
                position = position.after(CHANCE, position.sample(rng.getrandbits(60)))
                continue
            near = free(position) <= FREE and int(left_in_bag(position.state)) <= 1
            if near and len(position.legal_moves()) > 1:
                yield position
                break
            seat, moves = position.actors()[0], position.legal_moves()
            move = rng.choice(moves) if rng.random() < 0.2 else look(position, seat)[0].move
            position = position.after(seat, move)


@cache
def some_ends(seats: int) -> tuple[Position, ...]:
    """A few of them."""
    return tuple(islice(ends(seats), 6))


def played_out(position: Position) -> tuple[float, ...]:
    """The points of all if everybody goes for the own worth from here on, by the rules alone."""
    if position.is_over:
        return tuple(map(float, position.scores()))
    if position.needs_chance:
        found = [(share, played_out(position.after(CHANCE, one))) for one, share in position.outcomes().items()]
        return tuple(float(sum(share * points[seat] for share, points in found)) for seat in range(position.seats))
    seat, best = position.actors()[0], None
    for move in position.legal_moves():
        points = played_out(position.after(seat, move))
        if best is None or worth_of(points, seat) > worth_of(best, seat):
            best = points
    assert best is not None
    return best


def worth_of(points: tuple[float, ...], seat: int) -> float:
    """What points are worth to a seat of Maharani."""
    return worth(np.array(points), len(points), seat, plan_for(MAHARANI, len(points)).denial)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_brings_what_the_best_lines_by_the_rules_bring(seats: int) -> None:
    for position in some_ends(seats):
        seat = position.actors()[0]
        thought = search(position, seat, 3, Budget(simulations=1), plan_for(MAHARANI, seats)._replace(exact=MANY))

        found = {one.move: one.expected for one in thought.candidates}
        assert found == {
            move: pytest.approx(played_out(position.after(seat, move)), abs=1e-9) for move in position.legal_moves()
        }
        assert worth_of(found[thought.move], seat) == max(worth_of(points, seat) for points in found.values())


@pytest.mark.parametrize("level", ["master", "legend"])
def test_the_best_levels_know_the_end_whatever_chance_they_think_with(level: str) -> None:
    for position in some_ends(2):
        seat = position.actors()[0]
        thoughts = [think(position, seat, n, strength_of(level, MAHARANI, 2), None) for n in range(3)]

        exact = {move: worth_of(played_out(position.after(seat, move)), seat) for move in position.legal_moves()}
        assert thoughts[0] == thoughts[1] == thoughts[2]
        assert exact[thoughts[0].move] == pytest.approx(max(exact.values()))


def test_the_others_do_not() -> None:
    """Milder levels misjudge the end too, and `legend-1` is as it was."""
    assert {name for name in (*LEVELS, "legend-1") if strength_of(name, MAHARANI, 2).exact} == {"master", "legend"}


def test_it_is_given_up_where_chance_has_much_to_say_or_the_steps_are_used_up() -> None:
    """Then the tree grows as it does without."""
    plan, budget = plan_for(MAHARANI, 2), Budget(simulations=40)
    for position, exact in ((begun(MAHARANI, 2, 7), MANY), (some_ends(2)[0], 2)):
        seat = position.actors()[0]
        assert search(position, seat, 3, budget, plan._replace(exact=exact)) == search(position, seat, 3, budget, plan)


def test_nothing_is_left_on_the_ground_but_the_moves() -> None:
    """The next tree grows where this one was."""
    position = some_ends(2)[0]
    plan = plan_for(MAHARANI, 2)._replace(exact=MANY)
    tree = Tree(position, position.actors()[0], 3, plan, build(MAHARANI), core=5)
    tree.grow(1)

    assert int(tree.room.counts[SIZE]) == 1 + len(position.legal_moves())
    assert not any(table[int(tree.room.counts[SIZE]) :][: 1 << 12].any() for table in tree.nodes)


def test_time_alone_is_not_spent_where_everything_is_known() -> None:
    """It would end after a year."""
    position = some_ends(2)[0]
    plan = plan_for(MAHARANI, 2)._replace(exact=MANY)
    thought = search(position, position.actors()[0], 3, Budget(milliseconds=1 << 35), plan)

    assert {one.visits for one in thought.candidates} == {1}
