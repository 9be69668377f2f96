"""The small generator inside every position."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.kernel.compiling import Build
from smalti.kernel.generator import MASK_62, below, mix, spread
from smalti.kernel.state import State, new_state, record_type

COMPILED = Build("test-generator", {}, compiled=True)
BARE = record_type([("seats", np.int8)])

# Chi-square at 99.9 %, by degrees of freedom.
LIMIT = {1: 10.83, 2: 13.82, 5: 20.52, 14: 36.12, 80: 124.84}

seeds = st.integers(0, MASK_62)


def seeded(seed: int) -> State:
    state = new_state(BARE)
    state.rng = seed
    return state


def chi_square(seen: Counter[int], n: int) -> float:
    expected = seen.total() / n
    return sum((seen[value] - expected) ** 2 / expected for value in range(n))


@pytest.mark.parametrize("n", [2, 3, 6, 15, 81])
def test_a_long_series_is_uniform(n: int) -> None:
    state = seeded(2024)

    seen = Counter(below(state, n) for _ in range(300 * n))

    assert set(seen) == set(range(n))
    assert chi_square(seen, n) < LIMIT[n - 1]


@pytest.mark.parametrize("n", [2, 6, 15])
def test_the_first_numbers_of_neighbouring_seeds_are_uniform(n: int) -> None:
    """Games are seeded 0, 1, 2 ...: their first rolls must not follow from each other."""
    seen = Counter(below(seeded(seed), n) for seed in range(300 * n))

    assert chi_square(seen, n) < LIMIT[n - 1]


@pytest.mark.parametrize("n", [3, 6])
def test_neighbouring_numbers_of_a_series_do_not_depend_on_each_other(n: int) -> None:
    state = seeded(7)
    series = [below(state, n) for _ in range(9001)]

    pairs = Counter(a * n + b for a, b in pairwise(series))

    # n * n - 1 degrees of freedom, 8 and 35, at 99.9 %.
    assert chi_square(pairs, n * n) < {3: 26.12, 6: 66.62}[n]


@given(seeds, st.integers(1, 1 << 20))
def test_interpreted_and_compiled_draw_the_same(seed: int, n: int) -> None:
    plain, fast = seeded(seed), seeded(seed)

    for _ in range(5):
        assert 0 <= below(plain, n) == COMPILED(below)(fast, n) < n
    assert int(plain.rng) == int(fast.rng) <= MASK_62


@given(seeds, st.integers(0, 1 << 40))
def test_interpreted_and_compiled_spread_the_same(seed: int, index: int) -> None:
    assert 0 <= spread(seed, index) == COMPILED(spread)(seed, index) <= MASK_62


def test_the_numbers_of_a_seed_never_change() -> None:
    """Old playouts stay what they were: these were written down once."""
    state = seeded(1)

    assert [below(state, 1000) for _ in range(5)] == [170, 158, 491, 244, 525]


def test_mixing_loses_nothing() -> None:
    """One to one: a hundred thousand values keep apart."""
    assert len({mix(value) for value in range(100_000)}) == 100_000


def test_spread_gives_every_game_a_generator_of_its_own() -> None:
    assert len({spread(5, index) for index in range(20_000)}) == 20_000
    assert spread(5, 0) != spread(6, 0)
