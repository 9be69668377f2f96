"""Section 6 at the table: areas, products, and who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.mosaix.table import FRESH_T, area_sizes, at, grid_of, points

THE_RULE_BOOKS_101 = """
1xxxxxx
tttttt1
ooooooo
xxxX1oo
xttttt1
oxxxxxx
oooo3
"""

MOST_POINTS = "xxxxxox/oooooxx/xxxooxx/xxoXxoo/oooxxox/xxoxoox/xxxoxxx"
EVEN_POINTS = "xxxtttt/xxotxxo/otooxxo/ottOoxo/otxttto/otxtxto/oxxxxtt"


def score(grid: str) -> int:
    return at(f"{grid},{FRESH_T} over").scores()[0]


def test_the_rule_books_example_is_worth_101() -> None:
    """Mosaix 6.4: 2 x 14 for the circles, 2 x 11 for the triangles, 3 x 17 for the crosses."""
    grid = "/".join(THE_RULE_BOOKS_101.split())
    lines = at(f"{grid},{FRESH_T} over").derivation(0)

    assert [line.points for line in lines] == [2 * 14, 2 * 11, 3 * 17]
    assert score(grid) == 101


def test_the_best_grid_is_worth_231() -> None:
    """Mosaix 6.4: the most that 49 cells can earn."""
    assert score(MOST_POINTS) == 231


def test_an_even_grid_is_worth_147() -> None:
    """Mosaix 6.4: all three symbols earn."""
    assert score(EVEN_POINTS) == 147


def test_two_circle_areas_of_five_and_nine_earn_28() -> None:
    """Mosaix 6.4: the number of areas times the cells in all of them."""
    assert score("ooooo2/7/7/3X3/7/1oooooo/1ooo3") == 2 * 14


@pytest.mark.parametrize("grid", ["oo5/1oo4/7/3X3/7/7/6o", "oo5/2ooo2/7/3X3/7/7/7", "o6/1o5/2o4/3O3/4o2/5o1/6o"])
def test_cells_that_meet_at_a_corner_are_not_connected(grid: str) -> None:
    """Mosaix 6.1: areas hang together horizontally or vertically."""
    assert score(grid) == 0


def test_an_area_may_wind_through_the_grid() -> None:
    """Mosaix 6.1: whatever hangs together is one area."""
    assert score("ooooooo/6o/ooooooo/o2X3/ooooooo/6o/ooooooo") == 31


@pytest.mark.parametrize(("grid", "earned"), [("oooo3/7/7/3X3/7/7/7", 0), ("ooooo2/7/7/3X3/7/7/7", 5)])
def test_an_area_counts_from_five_cells_on(grid: str, earned: int) -> None:
    """Mosaix 6.2: four cells are worth nothing."""
    assert score(grid) == earned


def test_small_areas_cost_nothing_and_do_not_multiply() -> None:
    """Mosaix 6.2: seven lonely circles beside an area of five change nothing."""
    assert score("ooooo1o/7/o1o1o1o/3X3/o6/7/o1x1t2") == 5


def test_the_printed_symbol_counts_like_any_other() -> None:
    """Mosaix 6.3: with it the area has five cells."""
    assert score("7/7/7/ooOoo2/7/7/7") == 5
    assert score("7/7/7/oo1oo1X/7/7/7") == 0


def test_the_highest_score_wins() -> None:
    """Mosaix 6.5: five points beat nothing."""
    position = at("7/7/7/3O3/7/7/7,ttttt2/7/7/3T3/7/7/7,7/7/7/3X3/7/7/7 over")

    assert position.scores() == (0, 5, 0)
    assert position.winners() == (1,)


def test_players_with_the_same_score_share_the_victory() -> None:
    """Mosaix 6.5: there is no tie-break."""
    position = at("ooooo2/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7,xxxxx2/7/7/3X3/7/7/7 over")

    assert position.winners() == (0, 2)


def test_nobody_has_won_a_running_game() -> None:
    """Mosaix 6.5: winners are those of the final score."""
    assert at("ooooo2/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 roll:0").winners() == ()


def test_the_derivation_shows_the_areas_and_the_product() -> None:
    """Mosaix 6.4: each symbol has a line with its sum and the cells that count."""
    circles, triangles, _ = at(f"ooooo1o/7/7/3X3/7/7/ttttt2,{FRESH_T} over").derivation(0)

    assert circles.say("en") == "circle: an area with 5 cells"
    assert circles.places == (0, 1, 2, 3, 4)
    assert (triangles.points, triangles.clause) == (5, "6.4")


any_grid = st.lists(st.sampled_from("oootx1"), min_size=49, max_size=49).map(
    lambda letters: grid_of({divmod(i, 7): x for i, x in enumerate(letters) if x != "1"} | {(3, 3): "x"})
)


@given(any_grid)
def test_scores_agree_with_walking_from_cell_to_cell(grid: str) -> None:
    """Mosaix 6.1, 6.2, 6.3 and 6.4: against plain loops over lists."""
    assert score(grid) == points(grid)


@given(any_grid)
def test_derivations_agree_with_walking_from_cell_to_cell(grid: str) -> None:
    """Mosaix 6.2: the line of each symbol counts the areas of five and more."""
    for symbol, line in zip("otx", at(f"{grid},{FRESH_T} over").derivation(0), strict=True):
        counted = [size for size in area_sizes(grid, symbol) if size >= 5]
        assert line.rows[0].of == len(counted)
        assert line.rows[0].turn == sum(counted) == len(set(line.places))
