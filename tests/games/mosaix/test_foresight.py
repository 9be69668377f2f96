"""What is foreseen alone is what trying every roll and every turn shows, and near the end it is exact."""

from __future__ import annotations

import random

import numpy as np
import pytest

from smalti.bots import tree_search
from smalti.bots.defaults import evaluation_of
from smalti.bots.lookahead import new_sight
from smalti.games.mosaix.components import CELLS_IN_GRID, DICE, ROLL_COUNT, ROLL_WEIGHT, ROLL_WEIGHTS
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.moves import STOP
from smalti.games.mosaix.rules import FIRST_ROLL
from smalti.games.mosaix.thinking.footprints import FOOT_CELLS, FOOT_SIZE
from smalti.games.mosaix.thinking.foresight import expect, foresee
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position

MOST_TURNS = 14
"""Free cells and the scale pay for so many."""


def turns_left(position: Position) -> int:
    """How many turns free cells and the scale pay for."""
    free = CELLS_IN_GRID - sum(cells.bit_count() for cells in marks_of(position))
    return (free + int(position.state.scale)) // DICE


def before_roll(seed: int, turns: int, *, well: bool = False) -> Position | None:
    """A position after so many random or good turns, none of them a stop; None if the game is over."""
    chance, position = random.Random(seed), Position.new(MOSAIX, 1, compiled=True)
    while not position.is_over:
        if position.needs_chance:
            if turns_left(position) == MOST_TURNS - turns:
                return position
            position = position.after(CHANCE, position.sample(chance.getrandbits(60)))
        else:
            moves = [move for move in position.legal_moves(0) if move != STOP]
            move = tree_search.look(position, 0)[0].move if well else chance.choice(moves)
            position = position.after(0, move)
    return None


def marks_of(position: Position) -> tuple[int, int, int]:
    """The cells of each symbol."""
    a, b, c = (int(cells) for cells in position.state.marks[0])
    return a, b, c


def tried(position: Position) -> float:
    """The same by trying every roll, with the best first look after each."""
    looks = [tree_search.look(position.after(CHANCE, FIRST_ROLL + roll), 0)[0].worth for roll in range(ROLL_COUNT)]
    return float(np.dot(ROLL_WEIGHT, looks) / ROLL_WEIGHTS)


@pytest.mark.parametrize(("seed", "turns"), [(1, 3), (2, 5), (3, 5), (4, 7), (5, 8), (6, 9), (7, 10)])
def test_every_roll_and_turn_is_weighed(seed: int, turns: int) -> None:
    position = before_roll(seed, turns)
    if position is None:
        return
    run = tree_search.build(MOSAIX)(expect)
    found = run(marks_of(position), int(position.state.scale), evaluation_of(MOSAIX).weights(), new_sight(MOSAIX))

    assert found == pytest.approx(tried(position), abs=1e-3)


def test_with_one_turn_left_it_is_the_very_expectation_whatever_was_learned() -> None:
    """Free cells and the scale pay for one turn more: what is learned plays no part any longer."""
    run, weights, seen = tree_search.build(MOSAIX)(foresee), evaluation_of(MOSAIX).weights(), 0
    for seed in range(4):
        position = before_roll(seed, 13, well=True)
        if position is None:
            continue
        points, others = np.zeros(4), np.zeros(4)
        assert run(position.state, weights, new_sight(MOSAIX), points)
        assert run(position.state, -weights, new_sight(MOSAIX), others)
        assert points[0] == others[0]
        seen += 1
    assert seen > 1


def test_with_several_players_nothing_is_foreseen() -> None:
    position = Position.new(MOSAIX, 2, compiled=True)
    weights, points = evaluation_of(MOSAIX).weights(), np.zeros(4)

    assert not tree_search.build(MOSAIX)(foresee)(position.state, weights, new_sight(MOSAIX), points)


def test_footprints_are_all_ways_to_lie_in_the_grid() -> None:
    assert np.count_nonzero(FOOT_SIZE == DICE) == 572  # 36 squares, 56 bars, 120 Ts, 120 S and Z, 240 L and J
    assert np.array_equal([bin(cells).count("1") for cells in FOOT_CELLS], FOOT_SIZE)
