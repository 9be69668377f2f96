"""Random play to the end, for one game or for many."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.generator import spread
from smalti.kernel.playout import random_game, random_games
from smalti.kernel.state import copy_state


def test_a_batch_plays_the_games_that_would_be_played_one_by_one() -> None:
    """The i-th game of a seed is the same whatever batch plays it."""
    start = MOSAIX.course.setup(1, {})
    moves, scratch = (
        np.empty(MOSAIX.course.action_count, np.int64),
        np.zeros(1, MOSAIX.course.state_type).view(np.recarray),
    )
    one_by_one = 0
    for index in range(5):
        state = copy_state(start)
        state.rng = spread(77, index)
        one_by_one += MOSAIX.interpreted(random_game)(state, moves)

    assert MOSAIX.interpreted(random_games)(start, scratch, 5, 77, moves) == one_by_one


def test_playing_leaves_the_start_as_it_was() -> None:
    start = MOSAIX.course.setup(2, {})
    before = start.tobytes()
    scratch = np.zeros(1, MOSAIX.course.state_type).view(np.recarray)

    MOSAIX.interpreted(random_games)(start, scratch, 1, 3, np.empty(MOSAIX.course.action_count, np.int64))

    assert start.tobytes() == before
    assert MOSAIX.rules.is_over(scratch[0])
