"""What a floor promises."""

from __future__ import annotations

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.games.maharani.components import FACE_COUNT, TILE_COUNT
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.state import NONE, fill_bag, in_bag
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state


def test_renaming_the_colours_of_tiles_changes_nothing() -> None:
    position = Position.new(MAHARANI, 2, seed=1)
    for _ in range(6):
        position = position.play(position.legal_moves()[0])
    renamed = copy_state(position.state)
    renamed.tiles[:] = np.roll(position.state.tiles, 1)
    fill_bag(renamed, np.roll([in_bag(position.state, tile) for tile in range(TILE_COUNT)], FACE_COUNT))
    renamed.rondel[:] = [tile if tile == NONE else (tile + FACE_COUNT) % TILE_COUNT for tile in position.state.rondel]
    before, after = np.zeros(4), np.zeros(4)
    own = evaluation_of(position.game)
    own.evaluate(copy_state(position.state), own.weights(), before)
    own.evaluate(renamed, own.weights(), after)

    assert np.allclose(before, after)
