"""Section 7: Mosaix alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games.mosaix.components import BRILLIANT, WIN
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.position import Position
from tests.games.mosaix.table import (
    FRESH_X,
    FULL,
    HOLE_OF_FOUR,
    HOLE_OF_THREE,
    ONLY_A1_FREE,
    at,
    grids,
    letters_of,
    moves,
    placements,
    refusal,
    roll,
    what_is_next,
)
from tests.games.mosaix.test_rules import ONE_OF_EACH_SHAPE, crowded_grids
from tests.play import new_match, positions

A1_AND_G7_FREE = "1xxxxxx/xxxxxxx/xxxxxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxx1"
WORTH_112 = "ooo1ooo/ooo1ooo/o5o/3X3/o5o/ooo1ooo/ooo1ooo"
WORTH_128 = "ooo1ooo/ooo1ooo/oo3oo/3X3/oo3oo/ooo1ooo/ooo1ooo"


def test_alone_you_roll_in_every_round() -> None:
    """Mosaix 7.1: no start player is drawn, and the dice come back to you."""
    position = Position.new(MOSAIX, 1)
    assert str(position) == f"{FRESH_X} roll:0 scale=8"

    position = roll(position, "ootx").play("oo/tx").play("o:a1 o:b1 t:a2 x:b2")

    assert str(position) == "oo5/tx5/7/3X3/7/7/7 roll:0 scale=8"


def test_the_rules_of_entering_hold_alone_too() -> None:
    """Mosaix 7.1: no mirroring, no taken cell, at least one die inside."""
    position = at(f"{FRESH_X} enter:0:otx/.o.:-")

    assert refusal(position, "x:a1 t:b1 o:c1 o:b2").clause == "4.3"
    assert refusal(position, "o:c4 t:d4 x:e4 o:d5").clause == "4.6"


@pytest.mark.parametrize(
    ("marks", "left"), [("o:a1 o:b1 t:a2 x:b2", 8), ("t:a1 x:b1", 6), ("x:a1", 5)], ids=["none", "two", "three"]
)
def test_each_lost_symbol_costs_a_cell_of_the_scale(marks: str, left: int) -> None:
    """Mosaix 7.2: eight cells, all free at the start."""
    after = at(f"{FRESH_X} enter:0:oo/tx:- scale=8").play(marks)

    assert str(after).endswith(f"scale={left}")


def test_symbols_and_scale_add_up_over_whole_games() -> None:
    """Mosaix 7.2: four dice a round, each entered or paid for, and never more than eight paid."""
    for seed in range(5):
        rounds = 0
        for match, _, move in positions(new_match("mosaix", 1, {}, seed), seed):
            state = match.position.state
            entered = len(letters_of(grids(match.position)[0])) - 1
            assert entered + 8 - int(state.scale) == 4 * rounds
            assert 0 <= int(state.scale) <= 8
            rounds += MOSAIX.text.write_entry(state, 0, move)["do"] == "enter"


def test_you_lose_only_what_the_scale_can_pay() -> None:
    """Mosaix 7.3: with two free cells two symbols may go, but not three."""
    position = at(f"{FRESH_X} enter:0:oo/tx:- scale=2")

    assert str(position.play("t:a1 x:b1")).endswith("scale=0")
    reason = refusal(position, "x:a1")
    assert reason.clause == "7.3"
    assert "3 symbols would be lost, but only 2" in reason.say()


def test_once_the_scale_is_full_all_four_must_be_entered() -> None:
    """Mosaix 7.3: no move loses anything any more."""
    legal = moves(at(f"{FRESH_X} enter:0:oo/tx:- scale=0"))

    assert {len(move.split()) for move in legal if move != "stop"} == {4}


@given(crowded_grids(), st.sampled_from(ONE_OF_EACH_SHAPE), st.integers(0, 8))
def test_legal_placements_alone_are_those_that_brute_force_finds(grid: str, formation: str, scale: int) -> None:
    """Mosaix 7.2 and 7.3: as with others, but no more lost than the scale pays for; and one may stop."""
    legal = moves(at(f"{grid} enter:0:{formation}:- scale={scale}"))

    assert set(legal) == placements(grid, formation, min(3, scale)) | {"stop"}


def test_you_lay_only_what_you_can_enter() -> None:
    """Mosaix 7.4: when just a square hole is left, only the square is laid."""
    position = at(f"{HOLE_OF_FOUR} form:0:ootx scale=0")

    assert moves(position)[-1] == "stop"
    assert {move.translate(str.maketrans("otx", "###")) for move in moves(position)[:-1]} == {"##/##"}
    assert refusal(position, "ootx").clause == "7.4"


def test_you_lay_only_what_you_can_pay_for() -> None:
    """Mosaix 7.4: the corner takes any shape, but three symbols would be lost."""
    assert moves(at(f"{ONLY_A1_FREE} form:0:ootx scale=2")) == ["stop"]
    assert len(moves(at(f"{ONLY_A1_FREE} form:0:ootx scale=3"))) == 57 + 1


def test_alone_nobody_skips() -> None:
    """Mosaix 7.4: 4.8 does not apply."""
    assert refusal(at(f"{FRESH_X} enter:0:oo/tx:-"), "skip").clause == "7.4"


def test_alone_the_option_of_the_end_changes_nothing() -> None:
    """Mosaix 7.4: 5.4 does not apply."""
    for option in ("", " end=formation-impossible"):
        position = at(f"{A1_AND_G7_FREE} enter:0:oo/tx:- scale=6{option}").play("x:a1")
        assert what_is_next(position) == "roll:0"
        assert roll(position, "oooo").play("oo/oo").play("o:g7").is_over


@pytest.mark.parametrize(("scale", "following"), [(6, "roll:0"), (5, "over")])
def test_the_end_is_known_before_the_roll(scale: int, following: str) -> None:
    """Mosaix 7.5: the last free corner costs three cells of the scale, whatever the dice show."""
    position = at(f"{A1_AND_G7_FREE} enter:0:oo/tx:- scale={scale}").play("x:a1")

    assert what_is_next(position) == following


def test_a_free_rim_alone_does_not_keep_the_game_going() -> None:
    """Mosaix 7.5: the board is not dead, but the scale is full."""
    ring = "1xxxxxx/x3xxx/x3xxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"

    after = at(f"{ring} enter:0:oo/tx:- scale=0").play("o:b2 o:c2 t:b3 x:c3")

    assert what_is_next(after) == "over"


@given(crowded_grids(), st.integers(0, 8))
def test_while_the_game_goes_on_every_roll_can_be_laid_and_entered(grid: str, scale: int) -> None:
    """Mosaix 7.5: the end depends on the grid and the scale, not on the dice."""
    possible = [bool(placements(grid, shape, min(3, scale))) for shape in ONE_OF_EACH_SHAPE]
    for dice in ("oooo", "ttxx", "ootx"):
        laid = moves(at(f"{grid} form:0:{dice} scale={scale}"))
        assert (laid != ["stop"]) == any(possible)


def test_you_may_stop_after_the_roll() -> None:
    """Mosaix 7.6: what was not entered costs nothing."""
    position = at(f"{WORTH_112} form:0:ootx scale=5").play("stop")

    assert str(position) == f"{WORTH_112} over scale=5"


def test_you_may_stop_after_laying_a_formation() -> None:
    """Mosaix 7.6: at any moment."""
    position = at(f"{WORTH_112} enter:0:oo/tx:- scale=5").play("stop")

    assert position.is_over
    assert position.scores() == (112 + 5,)


def test_a_game_of_several_cannot_be_stopped() -> None:
    """Mosaix 7.6: stopping is for whoever plays alone."""
    assert refusal(at(f"{FRESH_X},{FRESH_X} form:0:ootx"), "stop").clause == "7.6"


@pytest.mark.parametrize("scale", [0, 3, 8])
def test_each_free_cell_of_the_scale_is_a_point(scale: int) -> None:
    """Mosaix 7.7: added to the score of section 6, on a line of its own."""
    position = at(f"{WORTH_112} over scale={scale}")

    assert position.scores() == (112 + scale,)
    assert (position.derivation(0)[-1].clause, position.derivation(0)[-1].points) == ("7.7", scale)


@pytest.mark.parametrize(("scale", "winners"), [(7, ()), (8, (0,))])
def test_120_points_win(scale: int, winners: tuple[int, ...]) -> None:
    """Mosaix 7.8: 119 points do not."""
    position = at(f"{WORTH_112} over scale={scale}")

    assert position.winners() == winners
    assert (position.scores()[0] >= WIN) == bool(winners)


@pytest.mark.parametrize(("scale", "brilliant"), [(1, False), (2, True)])
def test_130_points_are_brilliant(scale: int, brilliant: bool) -> None:
    """Mosaix 7.8: 129 points are a victory and no more."""
    position = at(f"{WORTH_128} over scale={scale}")

    assert position.winners() == (0,)
    assert (position.scores()[0] >= BRILLIANT) == brilliant


def test_a_dead_board_ends_the_game_alone_as_well() -> None:
    """Mosaix 7.5: nothing fits, however much of the scale is free."""
    for grid in (FULL, HOLE_OF_THREE):
        assert moves(at(f"{grid} form:0:ootx scale=8")) == ["stop"]


# A full grid. Four blocks of 3 x 4 cells lie around the centre; each is three lines of four, or, over an edge,
# four lines of which three cells each are entered.


def block(top: int, left: int, *, lying: bool) -> list[str]:
    """Three lines of four circles, lying or standing, as moves."""
    lines = [[(top + n, left + k) if lying else (top + k, left + n) for k in range(4)] for n in range(3)]
    return [" ".join(f"o:{'abcdefg'[c]}{r + 1}" for r, c in line) for line in lines]


def block_over_the_edge(top: int, left: int) -> list[str]:
    """Four standing lines of three circles; the fourth of each is lost."""
    return [" ".join(f"o:{'abcdefg'[left + n]}{top + k + 1}" for k in range(3)) for n in range(4)]


@pytest.mark.parametrize(("over_edge", "rounds"), [(0, 12), (1, 13), (2, 14)])
def test_a_full_grid_needs_12_13_or_14_rounds(over_edge: int, rounds: int) -> None:
    """Mosaix 7.2: 48 cells and up to eight lost symbols, four a round."""
    north_west = block_over_the_edge(0, 0) if over_edge > 0 else block(0, 0, lying=True)
    south_east = block_over_the_edge(4, 3) if over_edge > 1 else block(4, 3, lying=True)
    lines = north_west + south_east + block(0, 4, lying=False) + block(3, 0, lying=False)
    assert len(lines) == rounds

    position = Position.new(MOSAIX, 1)
    for line in lines:
        assert not position.is_over
        position = roll(position, "oooo").play("oooo").play(line)

    assert str(position) == f"{FULL.replace('x', 'o')} over scale={8 - 4 * over_edge}"


def test_no_other_number_of_rounds_fills_the_grid() -> None:
    """Mosaix 7.2: the symbols of all rounds are the 48 free cells and at most eight lost ones."""
    assert [n for n in range(30) if 0 <= 4 * n - 48 <= 8] == [12, 13, 14]
