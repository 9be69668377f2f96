"""How the levels play Mosaix alone."""

from __future__ import annotations

import pytest

from smalti.bots.defaults import evaluation_of, strength_of, trusted
from smalti.bots.levels import LEVELS, think
from smalti.games import find_game
from smalti.games.mosaix.components import DICE, ROLL_COUNT
from smalti.games.mosaix.rules import FIRST_ROLL
from smalti.games.mosaix.state import occupied
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position

MOSAIX = find_game("mosaix")
BY_FIRST_LOOKS = [name for name in LEVELS if not strength_of(name, MOSAIX, 1).budget]


def marked(position: Position) -> int:
    """How many cells have a symbol."""
    return int(occupied(position.state, 0)).bit_count()


@pytest.mark.parametrize("level", BY_FIRST_LOOKS)
def test_no_level_loses_dice_on_its_first_turn_whatever_was_rolled(level: str) -> None:
    """Journeyman once did so in nine of ten games: of grids with one symbol much too good was learned."""
    for roll in range(ROLL_COUNT):
        start = Position.new(MOSAIX, 1, compiled=True)
        position = start.after(CHANCE, FIRST_ROLL + roll)
        while not position.needs_chance:
            move = think(position, 0, roll, strength_of(level, MOSAIX, 1), None).move
            position = position.after(0, move)

        assert marked(position) - marked(start) == DICE


def test_who_trusts_half_of_what_was_learned_judges_halfway_between_thumb_and_learned() -> None:
    learned = evaluation_of(MOSAIX).weights()

    assert (trusted(MOSAIX, 0.5) == learned / 2).all()
    assert len(trusted(MOSAIX, 0.0)) == 0
    assert trusted(MOSAIX, 1.0) is learned
    tuned = evaluation_of(find_game("maharani")).thumb()
    assert (trusted(find_game("maharani"), 0.5)[: len(tuned)] == tuned).all()
