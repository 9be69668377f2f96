"""The facts of the box, counted again by hand and by brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from smalti.games.mosaix.components import (
    ANCHORS,
    BLOCK,
    BOX,
    FORMATION_COUNT,
    FORMATIONS_OF,
    GRID,
    RIM,
    ROLLS,
    SHAPES,
    SLOTS,
    SYMBOLS,
    TURNED,
    cell_index,
    cell_place,
)
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.rules import FIRST_ROLL, fitting, lower_marks, upper_marks
from smalti.kernel.position import Position
from smalti.kernel.sets import bit, count
from tests.games.mosaix.table import all_turns, at, grids, moves, to_corner

CENTRE = bit(cell_index(3, 3))


def test_everyone_has_a_grid_of_49_cells() -> None:
    """Mosaix 1.1: one to four players, a board each, seven rows and seven columns."""
    assert MOSAIX.facts.seat_counts == (1, 2, 3, 4)
    for seats in MOSAIX.facts.seat_counts:
        boards = grids(Position.new(MOSAIX, seats))
        assert len(boards) == seats
        assert all(board.count("/") == 6 for board in boards)
    assert count(GRID) == 49


def test_cells_are_numbered_row_by_row() -> None:
    assert [cell_place(cell) for cell in (0, 6, 7, 48)] == [(0, 0), (0, 6), (1, 0), (6, 6)]
    assert all(cell_index(*cell_place(cell)) == cell for cell in range(49))


def test_the_rim_has_24_cells() -> None:
    assert count(RIM) == 24
    assert not RIM & CENTRE


def test_each_die_shows_every_symbol_on_two_faces() -> None:
    """Mosaix 1.3: three symbols, four dice all alike, six faces."""
    assert SYMBOLS == ("circle", "triangle", "cross")
    assert BOX["dice"]["count"] == 4
    assert Counter(BOX["dice"]["faces"]) == {"circle": 2, "triangle": 2, "cross": 2}


@pytest.mark.parametrize(
    ("dice", "probability"),
    [("oooo", Fraction(3, 81)), ("ooot", Fraction(24, 81)), ("oott", Fraction(18, 81)), ("ootx", Fraction(36, 81))],
)
def test_rolls_of_a_kind_have_the_probability_of_four_dice(dice: str, probability: Fraction) -> None:
    """Mosaix 1.3: the three symbols are equally likely, die by die."""
    kind = sorted(dice.count(x) for x in "otx")

    outcomes = at("7/7/7/3X3/7/7/7 roll:0").outcomes()

    assert sum(p for o, p in outcomes.items() if sorted(ROLLS[o - FIRST_ROLL]) == kind) == probability


def test_there_are_fifteen_rolls_and_each_is_as_likely_as_its_throws() -> None:
    """Mosaix 1.3: all 81 throws of four dice, sorted into rolls."""
    throws = Counter(tuple(throw.count(s) for s in range(3)) for throw in product(range(3), repeat=4))

    outcomes = at("7/7/7/3X3/7/7/7 roll:0").outcomes()

    assert len(outcomes) == 15
    assert {ROLLS[o - FIRST_ROLL]: p for o, p in outcomes.items()} == {r: Fraction(n, 81) for r, n in throws.items()}


def connected_shapes() -> set[frozenset[tuple[int, int, str]]]:
    """Every way to lay four squares edge to edge, in all turns, pushed to the corner."""
    found = {frozenset({(0, 0, "o")})}
    for _ in range(3):
        found = {
            to_corner({*shape, (r + down, c + right, "o")})
            for shape in found
            for r, c, _ in shape
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + down, c + right, "o") not in shape
        }
    return found


def test_the_shapes_are_all_that_four_dice_can_form() -> None:
    """Mosaix 3.3 and 3.4: nineteen ways to lie edge to edge, which are seven shapes when turns count once."""
    ours = {frozenset((r, c, "o") for r, c in cells) for turns in TURNED for cells in turns}

    assert ours == connected_shapes()
    assert len(ours) == 19
    assert len({frozenset(all_turns(shape)) for shape in ours}) == 7


def test_mirror_images_are_shapes_of_their_own() -> None:
    """Mosaix 3.4: a mirrored shape is not the same shape: S and Z, L and J."""
    partner = {}
    for name, cells in zip(SHAPES, SLOTS, strict=True):
        image = to_corner((r, -c, "o") for r, c in cells)
        partner[name] = next(
            SHAPES[n] for n, turns in enumerate(TURNED) if any({(r, c, "o") for r, c in t} == image for t in turns)
        )

    assert partner == {"I": "I", "O": "O", "T": "T", "S": "Z", "Z": "S", "L": "J", "J": "L"}


@pytest.mark.parametrize(("dice", "ways"), [("oooo", 7), ("ooot", 19), ("oott", 32), ("ootx", 57)])
def test_number_of_formations_of_a_roll(dice: str, ways: int) -> None:
    """Mosaix 3.1: any shape, any die anywhere; turned formations count once."""
    kind = sorted(dice.count(x) for x in "otx")

    assert {len(found) for rolled, found in zip(ROLLS, FORMATIONS_OF, strict=True) if sorted(rolled) == kind} == {ways}
    assert len(moves(at(f"7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 form:0:{dice}"))) == ways


def test_every_formation_belongs_to_one_roll() -> None:
    assert sorted(f for found in FORMATIONS_OF for f in found) == list(range(FORMATION_COUNT))
    assert FORMATION_COUNT == 3 * 7 + 6 * 19 + 3 * 32 + 3 * 57


def fresh_places() -> list[int]:
    """How many symbols each placement on a fresh board loses: nineteen orientations, anywhere, centre taken."""
    lost = []
    for shape, turns in enumerate(TURNED):
        different = [turn for turn, cells in enumerate(turns) if set(cells) not in [set(t) for t in turns[:turn]]]
        for turn, anchor in product(different, range(ANCHORS)):
            place = turn * ANCHORS + anchor
            if fits(3, shape, place):
                lost.append(next(n for n in range(4) if fits(n, shape, place)))
    return lost


def fits(lost: int, shape: int, place: int) -> bool:
    """Whether a place on a fresh board is allowed when so many dice may be lost."""
    block, rest = divmod(place, BLOCK)
    return bool(fitting(upper_marks(CENTRE), lower_marks(CENTRE), lost, shape, block) >> rest & 1)


def test_a_fresh_board_takes_1248_placements_496_of_them_inside() -> None:
    """Mosaix 4.4 and 4.5: anywhere in the grid, also over its edge."""
    lost = Counter(fresh_places())

    assert lost.total() == 1248
    assert lost == {0: 496, 1: 232, 2: 220, 3: 300}


# What is reconstructed


def test_the_printed_symbols_are_in_the_centre_and_data() -> None:
    """Mosaix 8.1: circle, triangle, cross and circle for seats one to four, a cross alone; any cell by option."""
    assert grids(Position.new(MOSAIX, 4)) == [
        "7/7/7/3O3/7/7/7",
        "7/7/7/3T3/7/7/7",
        "7/7/7/3X3/7/7/7",
        "7/7/7/3O3/7/7/7",
    ]
    assert grids(Position.new(MOSAIX, 1)) == ["7/7/7/3X3/7/7/7"]
    boards = [{"printed": [0, 6, "cross"]}, {"printed": [6, 0, "circle"]}]
    assert grids(Position.new(MOSAIX, 2, {"boards": boards})) == ["6X/7/7/7/7/7/7", "7/7/7/7/7/7/O6"]


def test_the_data_and_the_about_page_say_that_the_boards_are_reconstructed() -> None:
    """Mosaix 8.1: nobody takes our choice for the printed one."""
    assert BOX["boards"]["reconstructed"] is True
    assert "printed" in MOSAIX.facts.reconstructed
    assert "reconstruction" in MOSAIX.facts.reconstructed
    assert "Tisch" in MOSAIX.facts.credits


def test_the_two_readings_of_the_end_are_an_option_with_the_dead_board_first() -> None:
    """Mosaix 8.2: the default is a statement about the board; the other reading is one setting away."""
    (option,) = MOSAIX.facts.options

    assert (option.name, option.values) == ("end", ("dead-board", "formation-impossible"))
    assert Position.new(MOSAIX, 2) == Position.new(MOSAIX, 2, {"end": "dead-board"})
    assert Position.new(MOSAIX, 2) != Position.new(MOSAIX, 2, {"end": "formation-impossible"})


def test_our_answers_to_open_questions_are_no_options() -> None:
    """Mosaix 8.3 and 8.4: ties, hidden choices, skipping, mirroring, laying and stopping alone cannot be set."""
    assert [option.name for option in MOSAIX.facts.options] == ["end"]
    written = MOSAIX.course.written_options(Position.new(MOSAIX, 1).state)
    assert set(written) == {"end", "solo", "boards"}
