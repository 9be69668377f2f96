"""What a network sees of a grid, and the turns that it learns from."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from smalti.games.mosaix.components import CELLS_IN_GRID, DICE, GRID, SIDE, SYMBOL_COUNT
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.symmetries import GridsTurned
from smalti.games.mosaix.thinking.foresight import can_go_on, expect
from smalti.games.mosaix.thinking.vision import CODES, SIZES, list_turns, vision, write_codes
from smalti.games.mosaix.thinking.weights import shipped_weights
from smalti.kernel.compiling import Build
from smalti.kernel.state import copy_state, new_state
from smalti.kernel.vision import GOES_ON, IS_OVER, NO_TURN, Codes, Turns, new_turns

Marks = tuple[int, int, int]

DRAWN = """
    oo.x...
    o..xxxx
    ...xxxx
    tt.xx..
    .......
    t.....o
    .....oo
"""
FULL_BUT_A_CORNER = """
    ....oot
    ottooxx
    xottoox
    xxxttoo
    ottxxoo
    oottxxx
    xxoottt
"""
LETTERS = "otx"


def drawn(picture: str) -> Marks:
    """The cells of each symbol in a drawing."""
    cells = "".join(picture.split())
    a, b, c = (sum(1 << n for n, one in enumerate(cells) if one == letter) for letter in LETTERS)
    return a, b, c


def codes_of(marks: Marks) -> Codes:
    codes = np.full(CELLS_IN_GRID, 99, np.uint8)
    write_codes(marks, codes)
    return codes


def listed(marks: Marks, scale: int, kept: int, *, compiled: bool = True) -> Turns:
    """The best turns in a position after every roll."""
    turns, sight = new_turns(vision(), 1, kept), new_state(vision().sight)
    twin = Build("vision", {}, compiled=compiled)(list_turns)
    twin(np.array([marks]), np.array([scale]), shipped_weights(), sight, kept, turns, 0, 1)
    return Turns(*[array[0] for array in turns])


def test_a_cell_shows_its_symbol_and_how_large_its_group_is() -> None:
    """Circles 1 to 8, triangles 9 to 16, crosses 17 to 24, by the cells of the group; all large groups look alike."""
    seen = codes_of(drawn(DRAWN)).reshape(SIDE, SIDE)

    assert seen.tolist() == [
        [3, 3, 0, 24, 0, 0, 0],
        [3, 0, 0, 24, 24, 24, 24],
        [0, 0, 0, 24, 24, 24, 24],
        [10, 10, 0, 24, 24, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
        [9, 0, 0, 0, 0, 0, 3],
        [0, 0, 0, 0, 0, 3, 3],
    ]


def test_a_tower_sees_its_own_groups_by_size_and_the_others_roughly() -> None:
    planes = vision().planes

    assert (planes.sum(axis=2) == 1).all()
    assert planes[0, 0].argmax() == planes[2, 0].argmax() == SIZES + 3
    assert [int(planes[1, 1 + SIZES + size].argmax()) for size in range(SIZES)] == list(range(SIZES))
    assert [int(planes[1, 1 + size].argmax()) for size in range(SIZES)] == [8, 8, 9, 9, 10, 10, 10, 10]


def test_symmetries_of_codes_are_those_of_the_game() -> None:
    """A grid turned and exchanged, then seen, is the grid seen, then turned and exchanged."""
    before = MOSAIX.course.setup(1, {})
    before.marks[0] = drawn(DRAWN)
    seen, known = codes_of(drawn(DRAWN)), vision()
    looks = {tuple(table[seen[cells]].tolist()) for cells in known.mirrors for table in known.exchanges}
    assert len(looks) == len(known.mirrors) * len(known.exchanges) == 48
    for grid in range(len(known.mirrors)):
        for symbols in permutations(range(SYMBOL_COUNT)):
            after = copy_state(before)
            GridsTurned(grid, symbols, (0,)).change(after, before)
            a, b, c = (int(cells) for cells in after.marks[0])
            assert tuple(codes_of((a, b, c)).tolist()) in looks


def test_exchanges_leave_sizes_and_free_cells_as_they_are() -> None:
    for table in vision().exchanges:
        assert table[0] == 0
        assert sorted(table.tolist()) == list(range(CODES))
        assert ((table[1:].astype(int) - 1) % SIZES == (np.arange(1, CODES) - 1) % SIZES).all()


@pytest.mark.parametrize("scale", [0, 3, 8])
def test_turns_are_what_they_leave(scale: int) -> None:
    """Each die marks a cell or costs one of the scale, and a game goes on where another turn fits."""
    marks = drawn(DRAWN)
    before, turns = sum(cells.bit_count() for cells in marks), listed(marks, scale, 6)

    made = turns.kinds != NO_TURN
    assert made[:, 0].all()
    for at in zip(*np.nonzero(made), strict=True):
        a, b, c = (int(cells) for cells in turns.grids[at])
        cells, left = (a | b | c).bit_count() - before, int(turns.lefts[at])
        if cells:
            assert cells + scale - left == DICE
        goes_on = cells > 0 and can_go_on(GRID & ~(a | b | c), left)
        assert turns.kinds[at] == (GOES_ON if goes_on else IS_OVER)
        if goes_on:
            assert (turns.codes[at] == codes_of((a, b, c))).all()


def test_the_best_turns_after_all_rolls_are_what_is_to_be_expected() -> None:
    marks, known = drawn(DRAWN), vision()
    expected = Build("vision", {}, compiled=True)(expect)(marks, 4, shipped_weights(), new_state(known.sight))

    assert known.chances.sum() == pytest.approx(1.0)
    assert listed(marks, 4, 3).values[:, 0] @ known.chances == pytest.approx(expected, abs=1e-4)


def test_turns_are_the_same_interpreted_and_compiled() -> None:
    compiled, interpreted = (listed(drawn(FULL_BUT_A_CORNER), 2, 4, compiled=one) for one in (True, False))

    for name in Turns._fields:
        assert np.allclose(getattr(compiled, name), getattr(interpreted, name), rtol=1e-6)
    assert (compiled.kinds == IS_OVER).any()


def test_a_network_begins_where_a_game_does() -> None:
    state = MOSAIX.course.setup(1, {})

    assert vision().begin == (tuple(int(cells) for cells in state.marks[0]), int(state.scale))
    assert int(state.scale) == vision().lefts - 1
