"""Looking beyond chance."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from smalti.bots import Budget, lookahead, tree_search
from smalti.bots.search.expectation import Reach
from smalti.bots.search.room import new_room
from smalti.games import find_game
from smalti.games.mosaix.components import GRID
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state

MOSAIX = find_game("mosaix")
ALL = Reach(denial=0.0, effort=1 << 30)


def nearly_full(seats: int, rolled: int = 1) -> Position:
    """A position with the last two rows free, after a roll."""
    position = Position.new(MOSAIX, seats, compiled=True)
    state = copy_state(position.state)
    for seat in range(seats):
        taken = (GRID >> 14) & ~int(np.bitwise_or.reduce(state.marks[seat]))
        state.marks[seat, 0] |= taken & 0x5555555555555
        state.marks[seat, 1] |= taken & ~0x5555555555555
    position = Position(MOSAIX, state, compiled=True)
    while position.needs_chance:
        position = position.after(CHANCE, list(position.outcomes())[rolled % len(position.outcomes())])
    return position


def turn_value(position: Position) -> float:
    """What a seat alone expects when it makes the best turn at a first look."""
    return 0.0 if position.is_over else tree_search.look(position, 0)[0].worth


def test_a_look_beyond_weighs_every_outcome() -> None:
    """Counted out with the positions themselves."""
    position = nearly_full(1)
    turns, _ = lookahead.best_turns(position, 0, ALL, new_room(position.game))
    found = lookahead.look_at(position, 0, 1, turns[:3], ALL, 1, None, partial(new_room, position.game))

    for turn, values in zip(turns, found, strict=False):
        after = position.after(0, int(turn[0]))
        after = after.after(0, int(turn[1])) if turn[1] >= 0 else after
        chances: dict[int, Fraction] = after.outcomes()
        expected = sum(float(share) * turn_value(after.after(CHANCE, one)) for one, share in chances.items())
        assert values[0] == pytest.approx(expected)


def test_a_turn_that_ends_the_game_is_worth_its_points() -> None:
    position = nearly_full(1)
    turns, _ = lookahead.best_turns(position, 0, ALL, new_room(position.game))
    stop = turns[turns[:, 1] == -1][:1]
    found = lookahead.look_at(position, 0, 1, stop, ALL, 1, None, partial(new_room, position.game))

    assert len(stop) == 1
    assert found[0, 0] == position.after(0, int(stop[0, 0])).scores()[0]


@pytest.mark.parametrize("seats", [1, 2])
def test_a_thought_is_the_same_on_one_core_and_on_two(seats: int) -> None:
    position, reach = nearly_full(seats), Reach(denial=0.0, effort=50)
    seat = position.actors()[0]
    one, two = (lookahead.think(position, seat, 9, Budget(simulations=6, cores=cores), reach) for cores in (1, 2))

    assert one == two
    assert one.simulations == 6
    assert {c.move for c in one.candidates} == set(position.legal_moves(seat))


def test_a_look_beyond_heeds_the_clock() -> None:
    position = nearly_full(1)
    thought = lookahead.think(position, 0, 9, Budget(milliseconds=1), ALL)

    assert 1 <= thought.simulations < 200
    assert thought.move in position.legal_moves(0)
