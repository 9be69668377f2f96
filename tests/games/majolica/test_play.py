"""Whole games, compiled: they end, and no card, tile or token is lost."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from smalti.games.majolica.components import HALL_ONES, HALL_PURPLES
from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.setup import deck, new_game
from smalti.games.majolica.state import STATE
from smalti.games.majolica.text.positions import lying_elsewhere
from smalti.kernel.playout import random_step, step
from smalti.kernel.state import State
from tests.settings import least_and_most

GAMES_EACH = 4


def check_pieces(state: State) -> None:
    """Cards are in one place each, purple tiles and tokens never become more, workshops never overflow for long."""
    cards = [int(card) for card in [*state.slots.flatten(), *state.bottom, *state.dealt] if int(card) >= 0]
    sets = [int(state.deck), int(state.display), *map(int, state.finished)]
    lying = len(cards) + sum(one.bit_count() for one in sets)
    union = int(state.deck) | lying_elsewhere(state)
    seats = int(state.seats)
    purples = int(state.hall_purples) + int(state.tiles[:, :, 4].sum()) + int(state.extra)

    assert lying == union.bit_count()
    assert union & deck(state) == deck(state)
    assert purples <= int(HALL_PURPLES[0, seats - 1])
    assert int(state.hall_ones) + int(state.ones.sum()) == int(HALL_ONES[0, seats - 1])
    assert int(state.tiles.min()) >= 0
    assert int(state.tiles[:, 3, 4].sum()) == 0


@pytest.mark.parametrize(("seats", "expansions"), least_and_most(product((1, 2, 3, 4), range(8))))
def test_games_end_and_pieces_are_conserved(seats: int, expansions: int) -> None:
    """Majolica 6.11 and 9.2: with every number of players and every choice of expansions."""
    play, is_over = MAJOLICA.compiler(step), MAJOLICA.compiler(MAJOLICA.rules.is_over)
    moves = np.empty(MAJOLICA.course.action_count, np.int64)
    for seed in range(GAMES_EACH):
        state = new_game(seats, 0, expansions)
        state.rng = 1000 * seed + 7
        while not is_over(state):
            play(state, moves)
            check_pieces(state)


@pytest.mark.parametrize("seats", [1, 3])
def test_pieces_are_conserved_in_wholly_random_play(seats: int) -> None:
    """Majolica 8.5: purple tiles given up leave the game; nothing else is lost."""
    play, is_over = MAJOLICA.compiler(random_step), MAJOLICA.compiler(MAJOLICA.rules.is_over)
    moves = np.empty(MAJOLICA.course.action_count, np.int64)
    state = new_game(seats, 0, 7)
    for _ in range(3000):
        if is_over(state):
            break
        play(state, moves)
        check_pieces(state)


def test_a_position_is_small() -> None:
    assert STATE.itemsize < 1024
