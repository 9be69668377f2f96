"""Whole games: what is conserved, and that every space is filled."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from smalti.games.maharani.components import FACES, PLAN_NAMES, QUARTER_OF, TILE_COUNT, tile_parts
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows.refusals import is_full
from smalti.games.maharani.state import NONE, STATE, left_in_bag, occupied, supply
from smalti.games.maharani.text.positions import tiles_gone, tiles_on_floor
from smalti.games.maharani.text.sources import gold_of, sources
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import spread
from smalti.kernel.playout import random_game
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers, State
from tests.play import finished

GAMES = 10_000

each_setting = pytest.mark.parametrize("plan", PLAN_NAMES)
each_count = pytest.mark.parametrize("seats", MAHARANI.facts.seat_counts)


@each_setting
@each_count
def test_sixty_tiles_in_every_position(plan: str, seats: int) -> None:
    """Maharani 1.3, 2.4 and 8.4: on the floor, on the rondel, in the bag, or centre tiles that left, four at most."""
    for event in finished("maharani", seats, {"plan": plan}, seed=seats).log:
        state = event.before.state
        on_rondel = sum(int(tile) != NONE for tile in state.rondel)
        gone = tiles_gone(state)

        assert gone.min() >= 0
        assert all(FACES[tile_parts(tile)[1]][0] == "centre" for tile in range(TILE_COUNT) if gone[tile])
        assert gone.sum() <= 4
        assert len(tiles_on_floor(state)) + on_rondel + left_in_bag(state) + int(gone.sum()) == 60


@each_setting
@each_count
def test_workers_and_gold_in_every_position(plan: str, seats: int) -> None:
    """Maharani 2.2, 7.2 and 9.3: supplies are never negative, nor is gold, and gold is the sum of its sources."""
    for event in finished("maharani", seats, {"plan": plan}, seed=seats).log:
        state = event.before.state
        for worker in range(seats * (2 if seats == 2 else 1)):
            assert supply(state, worker) >= 0
            assert int(state.workers[worker]) & ~occupied(state) == 0
        for seat in range(seats):
            assert int(state.gold[seat]) >= 0
            assert int(state.gold[seat]) == sum(gold_of(source) * n for source, n in sources(state, seat).items())


@each_count
def test_between_turns_no_worker_stands_in_a_full_quarter(seats: int) -> None:
    """Maharani 7.4, 8.1 and 9.1: a full quarter is evaluated before the next player begins."""
    for event in finished("maharani", seats, {}, seed=7).log:
        state = event.before.state
        if not event.before.needs_chance and int(state.placed) == 0:
            stands = Counter(
                int(QUARTER_OF[int(state.plan), space])
                for space in range(SPACES)
                if any(int(workers) >> space & 1 for workers in state.workers)
            )
            assert not any(is_full(state, quarter) for quarter in stands)


@kernel
def unfilled(start: State, scratch: Numbers, games: int, seed: int, moves: Numbers) -> int:
    """The spaces left free in many random games."""
    free = 0
    for game in range(games):
        scratch[0] = start
        state = scratch[0]
        state.rng = spread(seed, game)
        random_game(state, moves)
        free += SPACES - count(occupied(state))
    return free


@each_setting
@each_count
def test_every_space_is_filled_in_ten_thousand_games(plan: str, seats: int) -> None:
    """Maharani 8.5 and 10.1: the exceptional ending never happens on our plans."""
    moves = np.empty(MAHARANI.course.action_count, np.int64)
    scratch: Numbers = np.zeros(1, STATE)

    free = MAHARANI.compiler(unfilled)(MAHARANI.course.setup(seats, {"plan": plan}), scratch, GAMES, seats, moves)

    assert free == 0
