"""What a floor promises."""

from __future__ import annotations

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.games.maharani.game import MAHARANI
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state


def test_renaming_the_colours_of_tiles_changes_nothing() -> None:
    position = Position.new(MAHARANI, 2, seed=1)
    for _ in range(6):
        position = position.play(position.legal_moves()[0])
    renamed = copy_state(position.state)
    renamed.tiles[:] = np.roll(position.state.tiles, 1)
    before, after = np.zeros(4), np.zeros(4)
    own = evaluation_of(position.game)
    own.evaluate(copy_state(position.state), own.weights(), before)
    own.evaluate(renamed, own.weights(), after)

    assert list(before) == list(after)
