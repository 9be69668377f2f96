"""Dice on places: which formation they make, and where it can lie."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games.mosaix.components import FORMATION_COUNT, FORMATIONS, SHAPES
from smalti.games.mosaix.formation import (
    Die,
    cell_name,
    find_formation,
    formation_dice,
    inside,
    placed_dice,
    results,
)
from smalti.games.mosaix.moves import encode_enter

formations = st.integers(0, FORMATION_COUNT - 1)
Dice = tuple[Die, ...]


def turn(dice: Dice) -> Dice:
    return tuple((c, -r, symbol) for r, c, symbol in dice)


def mirror(dice: Dice) -> Dice:
    return tuple((r, -c, symbol) for r, c, symbol in dice)


def looks(dice: Dice) -> set[frozenset[Die]]:
    """The four turns of some dice, each pushed to the corner."""
    found = set()
    for _ in range(4):
        dice = turn(dice)
        top, left = min(r for r, _, _ in dice), min(c for _, c, _ in dice)
        found.add(frozenset((r - top, c - left, symbol) for r, c, symbol in dice))
    return found


@given(formations, st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9), st.randoms(use_true_random=False))
def test_a_formation_is_found_turned_moved_and_in_any_order(
    formation: int, turns: int, down: int, right: int, random: Random
) -> None:
    """Mosaix 3.4: a turned shape is still the same shape."""
    dice = formation_dice(formation)
    for _ in range(turns):
        dice = turn(dice)
    moved = [(r + down, c + right, symbol) for r, c, symbol in dice]
    random.shuffle(moved)

    assert find_formation(tuple(moved)) == formation


def test_a_mirror_image_is_the_same_only_when_a_turn_makes_it_so() -> None:
    """Mosaix 3.4 and 4.3: mirroring gives another formation unless the dice lie symmetrically."""
    for formation in range(FORMATION_COUNT):
        dice = formation_dice(formation)
        image = find_formation(mirror(dice))
        assert image is not None
        assert (image == formation) == (looks(dice) == looks(mirror(dice)))


def test_no_chiral_shape_is_its_own_mirror_image() -> None:
    """Mosaix 3.4: S and Z, L and J, whatever the dice show."""
    for formation, (shape, _) in enumerate(FORMATIONS):
        if SHAPES[shape] in "SZLJ":
            image = find_formation(mirror(formation_dice(formation)))
            assert image is not None
            assert SHAPES[FORMATIONS[image][0]] == {"S": "Z", "Z": "S", "L": "J", "J": "L"}[SHAPES[shape]]


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (0, 1), (0, 2)],
        [(0, 0), (0, 0), (0, 1), (0, 2)],
        [(0, 0), (0, 1), (1, 2), (1, 3)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
    ],
    ids=["three dice", "two dice on one place", "two pieces", "five dice"],
)
def test_other_dice_make_no_formation(places: list[tuple[int, int]]) -> None:
    """Mosaix 3.2 and 3.3: exactly four dice in one piece."""
    assert find_formation(tuple((r, c, 0) for r, c in places)) is None


def test_dice_that_touch_along_edges_are_one_piece() -> None:
    """Mosaix 3.3: a corner is not enough."""
    assert find_formation(((0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 1, 0))) is not None
    assert find_formation(((0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 0))) is None


def test_placed_dice_keep_what_sticks_out() -> None:
    """Mosaix 4.5: a record shows all four dice, also those that are lost."""
    formation = find_formation(((0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 2)))
    assert formation is not None

    dice = placed_dice(formation, encode_enter(0, -1, 6))

    assert set(dice) == {(-1, 6, 0), (-1, 7, 0), (0, 6, 1), (0, 7, 2)}
    assert inside(dice) == ((0, 6, 1),)


@given(formations)
def test_each_result_has_one_move_the_first_of_equal_ones(formation: int) -> None:
    for marked, move in results(formation).items():
        assert inside(placed_dice(formation, move)) == marked
    assert len(set(results(formation).values())) == len(results(formation))


def test_cells_are_named_like_on_a_chessboard_seen_from_the_top() -> None:
    assert [cell_name(0, 0), cell_name(0, 6), cell_name(6, 0)] == ["a1", "g1", "a7"]
