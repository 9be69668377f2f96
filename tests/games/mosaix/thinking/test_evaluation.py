"""What grids are worth, and what was learned about them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from smalti.bots.defaults import weights_in
from smalti.bots.training.files import write_weights
from smalti.games import find_game
from smalti.games.mosaix.components import SIDE, SYMBOL_COUNT
from smalti.games.mosaix.thinking import EVALUATION, evaluation
from smalti.games.mosaix.thinking.layout import CLOCK_AT, REGIONS_AT, TABLE, TABLES, places_before_clocks
from smalti.games.mosaix.thinking.patterns import NOTES
from smalti.games.mosaix.thinking.weights import FILE, read_weights
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Weights
from smalti.kernel.weights import read_record

MOSAIX = find_game("mosaix")


def grid_value(grid: Numbers, weights: Weights, seats: int) -> float:
    """What a grid (0 free, else a symbol) promises the first seat."""
    state = MOSAIX.course.setup(seats, {})
    for symbol in range(SYMBOL_COUNT):
        state.marks[0, symbol] = sum(1 << int(cell) for cell in np.flatnonzero(grid == symbol + 1))
    values = np.zeros(4)
    evaluation.evaluate(state, weights, values)
    return float(values[0])


@pytest.mark.parametrize("seats", [1, 3])
def test_turned_mirrored_and_renamed_grids_are_worth_the_same(seats: int) -> None:
    chance = np.random.default_rng(seats)
    shared = EVALUATION.patterns
    assert shared is not None
    numbers = shared.shared()
    weights = chance.normal(size=int(numbers.max()) + 1).astype(np.float32)[numbers]
    grid = chance.choice(4, (SIDE, SIDE), p=(0.4, 0.25, 0.2, 0.15))
    renamed = np.array([0, 3, 1, 2])

    images = [np.rot90(one, turn) for one in (grid, grid.T) for turn in range(4)]
    values = [grid_value(image, weights, seats) for image in images]
    values += [grid_value(renamed[image], weights, seats) for image in images]

    assert values == pytest.approx([values[0]] * 16, abs=1e-3)
    assert grid_value(np.roll(grid, 1), weights, seats) != pytest.approx(values[0], abs=1e-3)


def test_shipped_weights_are_small_and_say_how_they_were_made() -> None:
    record = read_record(FILE)

    assert FILE.stat().st_size < 2_000_000
    assert record["rules"] == MOSAIX.facts.version
    assert {role: sum(one["done"] for one in lessons) > 10_000 for role, lessons in record["tables"].items()} == {
        "alone": True,
        "two": True,
        "more": True,
    }


def places_noted(other: int, weights: Weights) -> set[int]:
    """The weights of the same half-filled grid, when the other one of two has so many cells marked."""
    state = MOSAIX.course.setup(2, {})
    state.marks[0, 0], state.marks[0, 1] = (1 << 12) - 1, (1 << 24) - (1 << 12)
    state.marks[1, 0] = (1 << other) - 1
    found = np.zeros(NOTES, np.int64)
    evaluation.note(state, 0, weights, found)
    return {int(place) for place in found[1 : found[0]]}


def test_with_several_stages_follow_the_fullest_grid_and_those_shipped_first_the_own() -> None:
    now, first = EVALUATION.weights(), weights_in(MOSAIX, EVALUATION.first)
    own, early, late = places_noted(20, first), places_noted(20, now), places_noted(44, now)

    assert early == own
    assert {place % TABLE // REGIONS_AT for place in late & own} == {1}  # free regions are the same at all times
    assert len(late & own) < 5
    assert len(places_noted(44, first) ^ own) == 2  # the time alone


def test_a_file_from_before_clocks_judges_by_the_own_grid(tmp_path: Path) -> None:
    number = int(places_before_clocks().max()) + 1
    write_weights(tmp_path / "mosaix.npz", np.ones(number, np.float32), {"game": "mosaix"})
    found = read_weights(tmp_path / "mosaix.npz")

    assert len(found) == len(EVALUATION.weights())
    assert [float(found[table * TABLE + CLOCK_AT]) for table in range(TABLES)] == [0.0, 0.0, 0.0]
    assert found.sum() == TABLES * CLOCK_AT


def test_what_is_noted_is_what_is_added_up() -> None:
    """Learning and judging read the same weights, in all three tables."""
    chance = np.random.default_rng(5)
    weights = chance.normal(size=len(EVALUATION.weights())).astype(np.float32)
    for seats in (1, 2, 4):
        state = MOSAIX.course.setup(seats, {})
        grid = chance.choice(4, SIDE * SIDE, p=(0.4, 0.25, 0.2, 0.15))
        for symbol in range(SYMBOL_COUNT):
            state.marks[0, symbol] = sum(1 << int(cell) for cell in np.flatnonzero(grid == symbol + 1))
        found = np.zeros(NOTES, np.int64)
        thumb = evaluation.note(state, 0, weights, found)

        summed = thumb + float(weights[found[1 : found[0]]].astype(float).sum())
        assert evaluation.seat_value(state, 0, weights) == pytest.approx(summed)
