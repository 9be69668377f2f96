"""Sections 1 to 5 at the table: set-up, rolling, laying, entering, and the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games.mosaix.components import RIM
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.rules import is_dead
from smalti.kernel.errors import IllegalMove
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from tests.games.mosaix.table import (
    A1_AND_B2_FREE,
    FRESH_O,
    FRESH_T,
    FRESH_X,
    FULL,
    HOLE_OF_FOUR,
    HOLE_OF_THREE,
    ONLY_A1_FREE,
    at,
    grid_of,
    grids,
    letters_of,
    moves,
    placements,
    refusal,
    roll,
    what_is_next,
)
from tests.play import new_match, positions

TWO = f"{FRESH_O},{FRESH_T}"
THREE = f"{FRESH_O},{FRESH_T},{FRESH_X}"
ONE_OF_EACH_SHAPE = ["oxto", "ot/xo", "otx/.o.", ".ot/xo.", "ot./.xo", "o./t./xo", ".o/.t/ox"]


# 1 and 2: the box, set-up and turn


def test_the_printed_cell_is_never_free() -> None:
    """Mosaix 1.2: no way to enter anything uses the cell of the printed symbol."""
    for formation in ONE_OF_EACH_SHAPE:
        assert not [move for move in moves(at(f"{TWO} enter:0:{formation}:-,-")) if "d4" in move]


def test_the_printed_symbol_survives_the_whole_game() -> None:
    """Mosaix 1.2: it is neither erased nor covered."""
    for match, _, _ in positions(new_match("mosaix", 2, {})):
        assert [letters_of(grid)[3, 3] for grid in grids(match.position)] == ["o", "t"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_is_drawn_by_lot(seats: int) -> None:
    """Mosaix 2.1: each seat is equally likely to begin."""
    position = Position.new(MOSAIX, seats)

    assert what_is_next(position) == "start"
    assert position.outcomes() == {seat: Fraction(1, seats) for seat in range(seats)}
    assert what_is_next(position.after(CHANCE, seats - 1)) == f"roll:{seats - 1}"


def test_nobody_chooses_before_the_dice_are_rolled() -> None:
    """Mosaix 2.2: chance is next, and all four dice show a symbol."""
    position = at(f"{TWO} roll:1")

    assert position.needs_chance
    assert refusal(position, "oo/tx", 1).clause == "2.2"
    assert str(roll(position, "ootx")) == f"{TWO} form:1:ootx"


@pytest.mark.parametrize("next_thing", ["form:0:ootx", "enter:0:oo/tx:-,-"])
def test_there_is_no_second_throw(next_thing: str) -> None:
    """Mosaix 2.2: the dice are rolled once a round."""
    entry = {"by": "chance", "do": "roll", "dice": ["circle"] * 4}
    with pytest.raises(IllegalMove) as refused:
        MOSAIX.text.read_entry(at(f"{TWO} {next_thing}").state, entry)

    assert refused.value.reason.clause == "2.2"


@pytest.mark.parametrize(("roller", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_dice_pass_clockwise(roller: int, following: int) -> None:
    """Mosaix 2.3: after everybody has entered, the next player is the roller."""
    position = at(f"{THREE} enter:{roller}:oo/tx:-,-,-")

    for seat in range(3):
        assert what_is_next(position).startswith(f"enter:{roller}:")
        position = position.play("x:a1", seat)

    assert what_is_next(position) == f"roll:{following}"


def test_a_round_is_roll_formation_entering() -> None:
    """Mosaix 2.3: the roller lays, everybody enters, the dice pass on."""
    position = roll(at(f"{TWO} roll:0"), "ootx").play("oo/tx")
    assert str(position) == f"{TWO} enter:0:oo/tx:-,-"

    position = position.play("o:a1 o:b1 t:a2 x:b2", 0).play("o:f6 o:g6 t:f7 x:g7", 1)

    assert str(position) == "oo5/tx5/7/3O3/7/7/7,7/7/7/3T3/7/5oo/5tx roll:1"


def test_nothing_is_entered_before_the_formation_is_laid() -> None:
    """Mosaix 2.3: first the formation, then entering."""
    assert refusal(at(f"{TWO} form:0:ootx"), "o:a1 o:b1 t:a2 x:b2").clause == "2.3"


# 3: the formation


def test_only_the_roller_lays_the_formation() -> None:
    """Mosaix 3.1: the others wait."""
    position = at(f"{TWO} form:1:ootx")

    assert position.actors() == (1,)
    assert refusal(position, "oo/tx", 0).clause == "3.1"


def test_the_formation_is_laid_once() -> None:
    """Mosaix 3.1: it is laid before anyone enters it, and stays."""
    assert refusal(at(f"{TWO} enter:0:oo/tx:-,-"), "oo/xt").clause == "3.1"


def test_the_roller_may_lay_what_does_not_fit_on_the_own_board() -> None:
    """Mosaix 3.1: the choice is free, also against oneself."""
    match = Match(at(f"{HOLE_OF_FOUR},{FRESH_T} form:0:ootx"))

    match.play(0, MOSAIX.text.parse_move(match.position.state, 0, "ootx"))

    assert what_is_next(match.position) == "enter:0:ootx:skip,-"


@pytest.mark.parametrize("wrong", ["ooot", "oo/oo", "xx/to"])
def test_a_formation_shows_the_symbols_that_were_rolled(wrong: str) -> None:
    """Mosaix 3.2: no die is turned to another face."""
    assert refusal(at(f"{TWO} form:0:ootx"), wrong).clause == "3.2"


@pytest.mark.parametrize("loose", ["oo/..tx", "o.o/.tx", "o.o.t.x", "oo../..tx"])
def test_dice_that_meet_only_at_a_corner_do_not_touch(loose: str) -> None:
    """Mosaix 3.3: one piece, neighbours along whole edges."""
    assert refusal(at(f"{TWO} form:0:ootx"), loose).clause == "3.3"


def test_every_shape_can_be_laid() -> None:
    """Mosaix 3.4: I, O, T, S, Z, L and J."""
    legal = moves(at(f"{TWO} form:0:ootx"))

    assert {move.translate(str.maketrans("otx", "###")) for move in legal} == {
        "####", "##/##", "###/.#.", ".##/##.", "##./.##", "#./#./##", ".#/.#/##",
    }  # fmt: skip


def test_a_turned_formation_is_the_same_and_a_mirrored_one_is_not() -> None:
    """Mosaix 3.4: an L lying down is an L; its mirror image is a J."""
    position = at(f"{TWO} form:0:ootx")

    assert position.play("o./o./tx") == position.play("too/x..")
    assert position.play("o./o./tx") != position.play(".o/.o/xt")


# 4: entering


def test_everybody_enters_once_the_roller_too() -> None:
    """Mosaix 4.1: each seat chooses exactly once in a round."""
    position = at(f"{TWO} enter:0:oo/tx:-,-")
    assert position.actors() == (0, 1)

    position = position.play("x:a1", 0)

    assert position.actors() == (1,)
    assert refusal(position, "x:a1", 0).clause == "4.1"


def test_entering_changes_only_the_own_board() -> None:
    """Mosaix 4.1: each player marks the own grid."""
    position = at(f"{TWO} enter:0:oo/tx:-,-").play("x:a1", 0).play("o:a7", 1)

    assert grids(position) == ["x6/7/7/3O3/7/7/7", "7/7/7/3T3/7/7/o6"]


def test_entered_symbols_stay() -> None:
    """Mosaix 4.1: no symbol ever leaves a grid or changes."""
    before: list[dict[tuple[int, int], str]] = [{}, {}, {}]
    for match, _, _ in positions(new_match("mosaix", 3, {}, seed=5)):
        now = [letters_of(grid) for grid in grids(match.position)]
        assert all(one.items() <= two.items() for one, two in zip(before, now, strict=True))
        before = now


def test_the_order_of_choosing_does_not_matter() -> None:
    """Mosaix 4.2: all choose at the same time."""
    start = at(f"{THREE} enter:1:oo/tx:-,-,-")
    chosen = {0: "x:a1", 1: "o:a7", 2: "o:a1 o:b1 t:a2 x:b2"}
    ends = set()
    for order in permutations(chosen):
        position = start
        for seat in order:
            position = position.play(chosen[seat], seat)
        ends.add(str(position))

    assert ends == {"x6/7/7/3O3/7/7/7,7/7/7/3T3/7/7/o6,oo5/tx5/7/3X3/7/7/7 roll:2"}


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    """Mosaix 4.2: the chooser sees it, nobody else, and it marks nothing yet."""
    position = at(f"{TWO} enter:0:oo/tx:-,-").play("x:a1", 0)

    assert str(position.view(0)) == f"{TWO} enter:0:oo/tx:x:a1,-"
    assert str(position.view(1)) == f"{TWO} enter:0:oo/tx:?,-"
    assert str(position.view(CHANCE)) == f"{TWO} enter:0:oo/tx:?,-"


@pytest.mark.parametrize(
    "marks",
    ["o:a1 t:b1 x:c1 o:b2", "o:b1 o:a2 t:b2 x:b3", "o:b1 x:a2 t:b2 o:c2", "x:a1 t:a2 o:b2 o:a3"],
)
def test_the_formation_may_be_turned(marks: str) -> None:
    """Mosaix 4.3: by no, one, two or three quarter turns."""
    position = at(f"{TWO} enter:0:otx/.o.:-,-").play(marks, 0)

    assert what_is_next(position) == f"enter:0:otx/.o.:{marks.replace(' ', '+')},-"


def test_the_formation_is_never_mirrored() -> None:
    """Mosaix 4.3: the words say what is wrong."""
    entry = {
        "by": 0,
        "do": "enter",
        "cells": [[0, 0, "cross"], [0, 1, "triangle"], [0, 2, "circle"], [1, 1, "circle"]],
    }
    with pytest.raises(IllegalMove, match="never mirrored") as refused:
        MOSAIX.text.read_entry(at(f"{TWO} enter:0:otx/.o.:-,-").state, entry)

    assert refused.value.reason.clause == "4.3"


def test_the_symbols_keep_their_places() -> None:
    """Mosaix 4.3: two dice may not change places."""
    assert refusal(at(f"{TWO} enter:0:otx/.o.:-,-"), "t:a1 o:b1 x:c1 o:b2").clause == "4.3"


def test_a_formation_need_not_touch_anything() -> None:
    """Mosaix 4.4: anywhere, also far from all that is there."""
    after = at(f"{TWO} enter:0:oo/tx:-,-").play("o:f6 o:g6 t:f7 x:g7", 0)

    assert what_is_next(after) == "enter:0:oo/tx:o:f6+o:g6+t:f7+x:g7,-"


@pytest.mark.parametrize("formation", ONE_OF_EACH_SHAPE)
def test_a_fresh_board_takes_every_placement_there_is(formation: str) -> None:
    """Mosaix 4.4 and 4.5: legal moves are exactly what brute force finds."""
    assert set(moves(at(f"{TWO} enter:0:{formation}:-,-"))) == placements(FRESH_O, formation)


def test_symbols_over_the_edge_are_lost() -> None:
    """Mosaix 4.5: only the part inside the grid is entered."""
    position = at(f"{TWO} enter:0:oo/tx:-,-").play("t:f1 x:g1", 0).play("x:a1", 1)

    assert grids(position) == ["5tx/7/7/3O3/7/7/7", "x6/7/7/3T3/7/7/7"]


@pytest.mark.parametrize("too_few", ["o:d2", "o:c2 o:d2", "o:c2 o:d2 t:c3", "t:d1"])
def test_every_die_inside_is_entered(too_few: str) -> None:
    """Mosaix 4.5: nothing is lost but over the edge."""
    assert refusal(at(f"{TWO} enter:0:oo/tx:-,-"), too_few).clause == "4.3"


def test_no_die_lies_on_a_marked_cell() -> None:
    """Mosaix 4.6: the refusal names the cell."""
    position = at(f"oo5/tx5/7/3O3/7/7/7,{FRESH_T} enter:0:oo/tx:-,-")

    reason = refusal(position, "o:b2 o:c2 t:b3 x:c3")

    assert reason.clause == "4.6"
    assert "b2" in reason.say()


def test_no_die_lies_on_the_printed_symbol() -> None:
    """Mosaix 4.6: the printed cell is taken like a marked one."""
    reason = refusal(at(f"{TWO} enter:0:oo/tx:-,-"), "o:d4 o:e4 t:d5 x:e5")

    assert reason.clause == "4.6"
    assert "d4" in reason.say()


def test_a_die_is_not_left_out_because_its_cell_is_taken() -> None:
    """Mosaix 4.6: the three free cells around a marked one cannot be had alone."""
    position = at(f"o6/7/7/3O3/7/7/7,{FRESH_T} enter:0:oo/tx:-,-")

    assert refusal(position, "o:b1 t:a2 x:b2").clause == "4.3"


@pytest.mark.parametrize("corner", [(-2, 0), (7, 3), (2, -2), (3, 7), (-2, -2), (8, 8)])
def test_at_least_one_die_lies_inside(corner: tuple[int, int]) -> None:
    """Mosaix 4.7: a formation beside the grid is not entered, on whichever side it lies."""
    row, col = corner
    cells = [[row, col, "circle"], [row, col + 1, "circle"], [row + 1, col, "triangle"], [row + 1, col + 1, "cross"]]
    with pytest.raises(IllegalMove) as refused:
        MOSAIX.text.read_entry(at(f"{TWO} enter:0:oo/tx:-,-").state, {"by": 0, "do": "enter", "cells": cells})

    assert refused.value.reason.clause == "4.7"


def test_at_most_three_symbols_are_lost() -> None:
    """Mosaix 4.7: every legal move marks one to four cells."""
    marked = {len(move.split()) for move in moves(at(f"{TWO} enter:0:oo/tx:-,-"))}

    assert marked == {1, 2, 4}
    assert {len(move.split()) for move in moves(at(f"{TWO} enter:0:otx/.o.:-,-"))} == {1, 2, 3, 4}


def test_who_can_enter_nothing_skips_without_being_asked() -> None:
    """Mosaix 4.8: nothing is entered, nothing is paid, and the round goes on."""
    match = Match(at(f"{FRESH_O},{HOLE_OF_FOUR} form:0:ootx"))

    match.play(0, MOSAIX.text.parse_move(match.position.state, 0, "ootx"))

    assert [event.entry for event in match.log[1:]] == [{"by": 1, "do": "skip"}]
    assert match.position.actors() == (0,)
    after = match.position.play("x:a1", 0)
    assert grids(after)[1] == HOLE_OF_FOUR


def test_nobody_skips_who_could_enter_a_single_symbol() -> None:
    """Mosaix 4.8: one free corner is enough to have to enter."""
    position = at(f"{ONLY_A1_FREE},{FRESH_T} enter:0:oo/tx:-,-")

    assert refusal(position, "skip", 0).clause == "4.8"
    assert set(moves(position, 0)) == {"o:a1", "t:a1", "x:a1"}


@st.composite
def crowded_grids(draw: st.DrawFn) -> str:
    """A grid with anything between nothing and everything in it."""
    empty = draw(st.integers(0, 4))
    letters = draw(st.lists(st.sampled_from("otx" + "1" * 3 * empty), min_size=49, max_size=49))
    found = {divmod(cell, 7): letter for cell, letter in enumerate(letters) if letter != "1"}
    return grid_of({(3, 3): "o"} | {place: letter for place, letter in found.items() if place != (3, 3)})


@given(crowded_grids(), st.sampled_from([*ONE_OF_EACH_SHAPE, "oooo", "oo/oo", "oo/xx", "xoo/.o.", "o./o./oo"]))
def test_legal_placements_are_those_that_brute_force_finds(grid: str, formation: str) -> None:
    """Mosaix 4.3, 4.4, 4.5, 4.6 and 4.7: all turns, all offsets, each different result once."""
    legal = moves(at(f"{grid},{FRESH_T} enter:0:{formation}:-,-"), 0)

    assert len(set(legal)) == len(legal)
    assert set(legal) == (placements(grid, formation) or {"skip"})


# 5: the end


def test_the_game_is_over_after_the_round_in_which_a_board_dies() -> None:
    """Mosaix 5.1: one dead board is enough."""
    position = at(f"{FRESH_O},{ONLY_A1_FREE} enter:0:oo/tx:-,-").play("x:a1", 0)
    assert not position.is_over

    position = position.play("x:a1", 1)

    assert position.is_over


def test_the_game_goes_on_while_every_board_lives() -> None:
    """Mosaix 5.1: a skip does not end the game."""
    position = at(f"{HOLE_OF_FOUR},{FRESH_T} enter:0:ootx:-,-").play("skip", 0).play("x:a1", 1)

    assert what_is_next(position) == "roll:1"


def taken_cells(grid: str) -> int:
    return sum(1 << 7 * row + col for row, col in letters_of(grid))


@pytest.mark.parametrize(
    ("grid", "dead"), [(FULL, True), (HOLE_OF_THREE, True), (HOLE_OF_FOUR, False), (ONLY_A1_FREE, False)]
)
def test_a_dead_board_has_no_free_rim_and_no_four_free_cells_together(grid: str, dead: bool) -> None:
    """Mosaix 5.2: a full board is dead too."""
    assert is_dead(taken_cells(grid)) is dead


def test_free_cells_that_meet_at_corners_do_not_hang_together() -> None:
    """Mosaix 5.2: thirteen free cells like the white of a chessboard take nothing."""
    chess = "xxxxxxx/x1x1x1x/xx1x1xx/x1xXx1x/xx1x1xx/x1x1x1x/xxxxxxx"

    assert is_dead(taken_cells(chess))


@given(
    st.integers(0, (1 << 49) - 1),
    st.integers(0, (1 << 49) - 1),
    st.one_of(st.just(RIM), st.integers(0, RIM).map(lambda some: some & RIM)),
)
def test_a_board_is_dead_exactly_when_no_shape_fits_anywhere(one: int, two: int, rim: int) -> None:
    """Mosaix 5.2: compared with trying all shapes, turns and places, the rim mostly full."""
    taken = one | two | rim | 1 << 24
    grid = grid_of({divmod(cell, 7): "x" for cell in range(49) if taken >> cell & 1})

    assert is_dead(taken) == (not any(placements(grid, shape) for shape in ONE_OF_EACH_SHAPE))


def test_a_board_is_dead_exactly_when_no_shape_fits_over_many_random_grids() -> None:
    """Mosaix 5.2: the same with the game's own placements, which brute force has confirmed above."""
    random = np.random.default_rng(52)
    state = copy_state(at(f"{TWO} enter:0:oo/tx:-,-").state)
    shapes = [MOSAIX.text.parse_position(f"{TWO} enter:0:{one}:-,-").formation for one in ONE_OF_EACH_SHAPE]
    found = np.empty(MOSAIX.course.action_count, np.int64)
    dead = 0
    for share in random.uniform(0.5, 1, 1500):
        cells = np.flatnonzero(random.random(49) < share)
        taken = RIM | 1 << 24 | sum(1 << int(cell) for cell in cells)
        state.marks[0] = taken, 0, 0
        fits = False
        for state.formation in shapes:
            fits = fits or found[: MOSAIX.rules.legal_moves(state, 0, found)].max() < MOSAIX.course.action_count - 1
        assert is_dead(taken) == (not fits)
        dead += not fits
    assert 300 < dead < 1200


def test_the_round_is_played_to_its_end() -> None:
    """Mosaix 5.3: when a board dies, the others still enter this formation."""
    match = Match(at(f"{ONLY_A1_FREE},{FRESH_T},{FRESH_O} enter:0:oo/tx:-,-,-"))
    for seat in range(3):
        assert not match.position.is_over
        match.play(seat, MOSAIX.text.parse_move(match.position.state, seat, "x:a1"))

    assert match.position.is_over
    assert grids(match.position)[1:] == ["x6/7/7/3T3/7/7/7", "x6/7/7/3O3/7/7/7"]


@pytest.mark.parametrize("options", [{}, {"end": "formation-impossible"}])
def test_all_have_entered_or_skipped_equally_often(options: dict[str, str]) -> None:
    """Mosaix 5.3: but not all need to have rolled equally often."""
    rolled_unequally = False
    for seed in range(6):
        match = new_match("mosaix", 3, options, seed)
        for _ in positions(match, seed):
            pass
        done = [[e.entry["do"] for e in match.log if e.by == seat] for seat in range(3)]
        assert len({len(one) - one.count("form") for one in done}) == 1
        rolled_unequally |= len({one.count("form") for one in done}) > 1
    assert rolled_unequally


IMPOSSIBLE = "end=formation-impossible"


def test_the_option_ends_the_game_after_a_round_with_a_skip() -> None:
    """Mosaix 5.4: at least one player could enter nothing of the formation."""
    position = at(f"{HOLE_OF_FOUR},{FRESH_T} enter:0:ootx:-,- {IMPOSSIBLE}").play("skip", 0)
    assert not position.is_over

    assert position.play("x:a1", 1).is_over


def test_with_the_option_a_full_board_ends_the_game_after_that_round() -> None:
    """Mosaix 5.4: the rule book ends the game with a complete grid, however its other words are read."""
    position = at(f"{ONLY_A1_FREE},{FRESH_T} enter:0:oo/tx:-,- {IMPOSSIBLE}").play("x:a1", 0)
    assert not position.is_over

    assert position.play("x:a1", 1).is_over


def test_with_the_option_a_dead_board_alone_does_not_end_the_game() -> None:
    """Mosaix 5.4: its owner skips in the next round, and that does."""
    position = at(f"{A1_AND_B2_FREE},{FRESH_T} enter:0:oo/tx:-,- {IMPOSSIBLE}").play("x:a1", 0).play("x:a1", 1)
    assert what_is_next(position) == "roll:1"

    match = Match(roll(position, "oooo"))
    match.play(1, MOSAIX.text.parse_move(match.position.state, 1, "oo/oo"))
    match.play(1, MOSAIX.text.parse_move(match.position.state, 1, "o:a7"))

    assert match.position.is_over


def test_nothing_is_done_once_the_game_is_over() -> None:
    """Mosaix 5.5: no roll, no formation, no entering; the boards are scored as they are."""
    position = at(f"{FULL},{FRESH_T} over")

    assert not position.actors()
    assert not position.needs_chance
    for move in ("oo/tx", "x:a1", "skip", "stop"):
        assert refusal(position, move, 1).clause == "5.5"
    with pytest.raises(IllegalMove, match=r"5\.5"):
        MOSAIX.text.read_entry(position.state, {"by": "chance", "do": "roll", "dice": ["circle"] * 4})
    assert position.scores() == (49, 0)
