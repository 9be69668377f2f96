"""Placing a tile and its gold: sections 4 and 5 of the rules."""

from __future__ import annotations

import pytest

from smalti.games.maharani.game import MAHARANI
from smalti.kernel.seeing import describe
from tests.games.maharani.table import FOUR, fill, gold, lines, moves, play, refusal, table

FOUR_CENTRES = "b*,o*,r*,g*"


def test_a_tile_goes_from_the_rondel_onto_a_free_space() -> None:
    """Maharani 4.1: it stays where it was placed."""
    after = play(table(rondel=FOUR_CENTRES), "1 c8 N")

    assert str(after).split()[1:3] == ["2/8/8/4/6/6/4/1b^6/8/2", ".,o*,r*,g*"]


def test_no_tile_on_a_tile() -> None:
    """Maharani 4.1: the space must be free."""
    assert refusal(table("2/8/8/4/6/6/4/1b^6/8/2", FOUR_CENTRES), "1 c8 N").clause == "4.1"


def test_no_tile_from_an_empty_slot() -> None:
    """Maharani 4.1: a tile lies on the rondel before it is placed."""
    assert refusal(table(rondel=".,o*,r*,g*"), "1 c8 N").clause == "4.1"
    assert refusal(table(rondel=".,o*,r*,g*"), "1 c8").clause == "4.1"


def test_no_tile_where_there_is_no_space() -> None:
    """Maharani 4.1: the court and the walls take nothing."""
    assert refusal(table(rondel=FOUR_CENTRES), "1 e5 N").clause == "4.1"


def test_the_own_quarter_is_free_of_charge() -> None:
    """Maharani 4.2: no marker is turned."""
    after = play(table(rondel=FOUR_CENTRES), "1 c8 N", "end")

    assert str(after).split()[4].startswith("lmpe:")


def test_another_quarter_costs_the_marker_of_the_quarter_where_the_tile_lies() -> None:
    """Maharani 4.3: not the marker of the quarter it goes to."""
    after = play(table(rondel=FOUR_CENTRES), "1 h3 N")

    assert str(after).split()[4].startswith("lmp:")
    assert "the elephant marker is turned face down" in described(1)


def described(slot: int) -> str:
    start = table(rondel=FOUR_CENTRES)
    return describe(MAHARANI, start.state, 0, MAHARANI.text.parse_move(start.state, 0, f"{slot} h3 N"))


def test_a_face_down_marker_ties_the_tile_to_its_quarter() -> None:
    """Maharani 4.4: it can only go into the quarter where it lies."""
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")
    reason = refusal(start, "1 h3 N")

    assert reason.clause == "4.4"
    assert str(reason) == (
        "your elephant marker is face down, so this tile can only go into the elephant quarter; "
        "refresh first to set it free (rule 4.4)"
    )
    assert {move[2:4] for move in moves(start) if move.startswith("1")} == {"b9", "c8"}


@pytest.mark.parametrize(("rondel", "space"), [("b*,.,.,.", "b8"), ("b0,.,.,.", "c8"), ("b|,.,.,.", "d8")])
def test_the_columns_must_agree(rondel: str, space: str) -> None:
    """Maharani 4.5: centre on centre, one half on one half, two on two."""
    assert refusal(table(rondel=rondel), f"1 {space} N").clause == "4.5"


@pytest.mark.parametrize(
    ("tile", "space", "ways"),
    [("b90", "d8", "S"), ("b|", "e8", "EW"), ("b-", "e8", "NS"), ("b|", "b7", "NS"), ("b*", "c8", "NESW")],
)
def test_ways_round(tile: str, space: str, ways: str) -> None:
    """Maharani 4.6: half tiles fit one way, two halves two ways, centres four."""
    found = [move for move in moves(table(rondel=f"{tile},.,.,.")) if f" {space} " in move]

    assert {move[-1] for move in found} == set(ways)
    assert len(found) == len(ways)


def test_a_wrong_way_round_is_refused_with_the_right_ones() -> None:
    """Maharani 4.6: the refusal says where the arrow can point."""
    reason = refusal(table(rondel="b|,.,.,."), "1 e8 N")

    assert reason.clause == "4.6"
    assert "E, W" in str(reason)


def test_the_arrow_may_point_to_anyone_or_to_nobody() -> None:
    """Maharani 4.7: to another player and to an empty seat."""
    start = table(rondel="b*,.,.,.", seats="lmpe,lmpe,lmpe")

    assert {move[-1] for move in moves(start) if " c8 " in move} == set("NESW")


FULL_ELEPHANT = "2/8/8/4/6/o^p^t^3/p^r^2/g^b^o^o>4/t^g^r>t>4/p>1"


def test_nothing_enters_a_full_quarter() -> None:
    """Maharani 4.8: its spaces are taken."""
    assert refusal(table(FULL_ELEPHANT, "b*,o*,.,."), "1 c8 N").clause == "4.8"


def test_a_tile_in_a_full_quarter_leaves_with_its_marker() -> None:
    """Maharani 4.8: only with it."""
    assert gold(play(table(FULL_ELEPHANT, "b*,o*,.,."), "1 h3 N"))[0] == 1


def test_a_tile_in_a_full_quarter_with_its_marker_down_is_stuck() -> None:
    """Maharani 4.8 and 12.5: until the player has refreshed."""
    start = table(FULL_ELEPHANT, "b*,o*,.,.", seats="lmp,lmpe,lmpe,lmpe")
    reason = refusal(start, "1 h3 N")

    assert reason.clause == "4.8"
    assert "refresh first" in str(reason)
    assert not [move for move in moves(start) if move.startswith("1")]


# Gold


def test_a_lone_tile_earns_one_gold() -> None:
    """Maharani 5.1: the rule book's first example."""
    after = play(table("2/8/8/4/6/6/4/2b>5/8/2", FOUR_CENTRES), "1 h8 N")

    assert lines(after, 0) == [(1, "one blue tile alone")]


def test_an_area_of_three_earns_three_gold() -> None:
    """Maharani 5.2: the rule book's second example, a tile that joins two others."""
    after = play(table("2/8/8/4/6/6/4/bv1b>5/8/2", FOUR_CENTRES), "1 c8 N")

    assert lines(after, 0) == [(3, "area of 3 blue tiles")]


def test_diagonals_do_not_connect() -> None:
    """Maharani 5.2: only spaces that share an edge."""
    after = play(table("2/8/8/4/6/6/4/8/b^7/2", FOUR_CENTRES), "1 c8 N")

    assert gold(after)[0] == 1


def test_areas_of_another_colour_do_not_count() -> None:
    """Maharani 5.2: an area is of one colour."""
    after = play(table("2/8/8/4/6/6/4/o^1r>5/8/2", FOUR_CENTRES), "1 c8 N")

    assert gold(after)[0] == 1


def test_areas_cross_borders_and_evaluated_quarters() -> None:
    """Maharani 5.3: e8 lies in the full elephant quarter, f8 in the next one."""
    start = table(FULL_ELEPHANT, "b*,o*,.,o|", seats=FOUR)

    after = fill(play(start, "4 f8 E", "end"))

    assert lines(after, 0) == [(3, "area of 3 orange tiles")]
