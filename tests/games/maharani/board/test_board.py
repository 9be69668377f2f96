"""Maharani in a terminal: what is drawn, and how aiming moves from move to move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from smalti.cli.boards import find_board
from smalti.cli.saves import Saves
from smalti.cli.tui.app import PlayApp
from smalti.cli.tui.pages import Result
from smalti.cli.tui.plan import Plan
from smalti.games import GAMES
from smalti.games.maharani.board.board import BOARD
from smalti.games.maharani.components import PLAN_NAMES
from smalti.kernel.board import PLACE, Sight
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe
from tests.play import new_match, positions

MAHARANI = GAMES["maharani"]
EMPTY = "courtyard 2/8/8/4/6/6/4/8/8/2 b*,o|,r0,. turn:0 lmpe,lmpe,lmpe,lmpe"
BEGUN = "courtyard 2/8/8/4/6/6/4/1p>R6/8/2 b*,o|,r0,g90 second:0 lmp:p1+R1,mpe,lmpe,lmpe"
WIDEST, WIDEST_SIDE, HIGHEST = 41, 35, 15
"""What the table leaves for the board, for what lies beside it in 80 columns, and for both in 24 lines."""


def sight(text: str, language: str = "en", seat: int = 0) -> Sight:
    """The position with the first aim."""
    first = Sight(Position(MAHARANI, MAHARANI.text.parse_position(text), compiled=False), seat, language)
    return replace(first, aimed=BOARD.aim(first))


def press(at: Sight, *keys: str) -> Sight:
    for key in keys:
        at = replace(at, aimed=BOARD.steer(at, key))
    return at


def aimed(at: Sight) -> str:
    """The aimed move in notation."""
    assert at.aimed is not None
    return MAHARANI.text.write_move(at.position.state, at.seat, at.aimed)


def floor(at: Sight) -> list[str]:
    return BOARD.draw(at).board.plain.splitlines()


def row(at: Sight, number: int) -> str:
    return next(line for line in floor(at) if line.startswith(f"{number:>2} "))


def test_the_board_is_found() -> None:
    assert find_board(MAHARANI) is BOARD


def test_free_spaces_show_their_columns() -> None:
    at = replace(sight(EMPTY), aimed=None)

    assert row(at, 1).split() == ["1", "▐│▌"]
    assert row(at, 2).split() == ["2", "●", "▐▌", "▐▌", "▐│▌", "▐▌", "▐▌", "●"]
    assert row(at, 5).split() == ["5", "▄", ":", ":", ":", ":", "▄"]


def test_a_tile_is_a_letter_an_arrow_and_its_worker() -> None:
    assert "P→r" in row(sight(BEGUN), 8)


def test_the_letters_are_those_of_the_language() -> None:
    """Defect 10: in French the terminal kept the letters of the English words."""
    side = BOARD.draw(sight(BEGUN, "fr")).side.plain

    assert "I→r" in row(sight(BEGUN, "fr"), 8)
    assert "V↓" in side
    assert [word[0] for word in side.splitlines()[-2].split()] == list("BORVIT")


def test_the_quarters_stand_at_their_corners() -> None:
    lines = floor(sight(EMPTY, "fr"))

    assert lines[0].split() == ["lion", "singe"]
    assert lines[-1].split() == ["éléphant", "paon"]


def test_the_rondel_lies_in_the_court_and_points_to_the_active_player() -> None:
    at = sight(EMPTY)
    west = sight(EMPTY.replace("turn:0", "turn:1"), seat=1)

    assert "1B↓" in row(at, 7)
    assert "2O↓" in row(at, 4)
    assert "3R↓" in row(at, 4)
    assert "4-" in row(at, 7)
    assert any(line.strip(" ─") == "↓" for line in floor(at))
    assert "1B←" in row(west, 4)


def test_beside_the_floor_are_slots_seats_and_bag() -> None:
    side = BOARD.draw(sight(BEGUN)).side.plain

    assert "1 B↓  ●  □ elephant 13 free r1" in side
    assert "2 O↓  :  ■ lion     14 free" in side
    assert ">Seat 1 ↓   2 gold  LMP·  r7" in side
    assert " Seat 2 ←   0 gold  ·MPE  g8" in side
    assert "55 tiles" in side
    assert "P9" in side


def test_a_tile_shows_the_columns_of_the_spaces_where_it_need_not_be_turned() -> None:
    side = BOARD.draw(sight(EMPTY)).side.plain

    assert "2 O↓  :  " in side
    assert "3 R↓  ▄  " in side


@pytest.mark.parametrize("plan", PLAN_NAMES)
@pytest.mark.parametrize("seats", MAHARANI.facts.seat_counts)
def test_everything_fits_into_a_small_terminal(seats: int, plan: str) -> None:
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", seats, {"plan": plan}))):
        if number % 10 == 0:
            for language in ("en", "fr"):
                at = Sight(match.position.view(seat), seat, language)
                drawing = BOARD.draw(replace(at, aimed=BOARD.aim(at)))
                board, side = drawing.board.plain.splitlines(), drawing.side.plain.splitlines()
                assert max(map(len, board)) <= WIDEST
                assert len(board) <= HIGHEST
                assert len(side) <= HIGHEST
                assert max(map(len, side)) <= WIDEST_SIDE + (8 if seats > 2 else 4)


# Aiming


def test_the_first_aim_is_legal_and_turns_no_marker() -> None:
    at = sight(EMPTY)

    assert at.aimed in at.position.legal_moves(0)
    assert "marker" not in describe(MAHARANI, at.position.state, 0, at.aimed or 0, "en")


def test_arrows_go_from_space_to_space_and_over_the_court() -> None:
    at = press(sight(EMPTY), "1")
    at = replace(at, aimed=MAHARANI.text.parse_move(at.position.state, 0, "1 c3 N"))

    assert aimed(press(at, "down")) == "1 c4 N"
    assert aimed(press(at, "down", "right")) == "1 h4 N"
    assert aimed(press(at, "down", "right", "left")) == "1 c4 N"
    assert aimed(press(at, *["up"] * 5)) == "1 e1 N"
    assert aimed(press(at, *["left"] * 9)) == "1 a5 N"


def test_the_ghost_says_whether_it_may_lie_there() -> None:
    at = replace(sight(EMPTY), aimed=MAHARANI.text.parse_move(sight(EMPTY).position.state, 0, "1 c3 N"))

    assert "B↑+" in row(at, 3)
    assert "B↑x" in row(press(at, "down"), 4)


def test_numbers_choose_the_tile_and_an_empty_slot_none() -> None:
    at = sight(EMPTY)

    assert aimed(press(at, "2")).startswith("2 ")
    assert press(at, "3").aimed in at.position.legal_moves(0)
    assert BOARD.steer(at, "4") is None
    assert BOARD.steer(at, "z") is None


def test_r_turns_as_far_as_the_columns_allow() -> None:
    at = replace(sight(EMPTY), aimed=MAHARANI.text.parse_move(sight(EMPTY).position.state, 0, "1 c3 N"))
    two = replace(at, aimed=MAHARANI.text.parse_move(at.position.state, 0, "2 b5 N"))

    assert [aimed(press(at, *"r" * n))[-1] for n in range(5)] == ["N", "E", "S", "W", "N"]
    assert aimed(press(at, "R"))[-1] == "W"
    assert [aimed(press(two, *"r" * n))[-1] for n in range(3)] == ["N", "S", "N"]
    assert press(press(at, "down"), "r") == press(at, "down")


def test_n_goes_round_the_spaces_where_the_tile_fits() -> None:
    at = press(sight(EMPTY), "1")
    spaces = [aimed(press(at, *"n" * n)).split()[1] for n in range(9)]

    assert sorted(spaces[:8]) == ["b2", "b9", "c3", "c8", "h3", "h8", "i2", "i9"]
    assert spaces[8] == spaces[0]
    assert press(at, "n", "N") == at


def test_a_click_moves_the_tile_and_a_second_one_stays() -> None:
    at = sight(EMPTY)
    moved = replace(at, aimed=BOARD.point(at, "space_2_2"))

    assert aimed(moved).split()[1] == "c3"
    assert BOARD.point(moved, "space_2_2") == moved.aimed
    assert aimed(replace(at, aimed=BOARD.point(at, "slot_1"))).startswith("2 ")
    assert BOARD.point(at, "elsewhere") is None
    assert BOARD.point(replace(at, aimed=None), "space_2_2") is None


def test_spaces_and_slots_can_be_clicked() -> None:
    drawing = BOARD.draw(sight(EMPTY))
    spans = [*drawing.board.spans, *drawing.side.spans]
    places = {span.style.meta.get(PLACE) for span in spans if not isinstance(span.style, str)}

    assert {"space_0_4", "space_9_5", "slot_0", "slot_2"} <= places


def test_nothing_is_aimed_at_when_a_worker_is_chosen_or_others_play() -> None:
    at = sight("courtyard 2/8/8/4/6/6/4/1bv6/8/2 .,o|,r0,. worker:0:c8 lmpe:b1,lmpe")

    assert at.aimed is None
    assert sight(EMPTY, seat=1).aimed is None


@pytest.mark.long
def test_a_whole_game_by_keyboard(tmp_path: Path) -> None:
    app = PlayApp(Plan(MAHARANI, 2, 1), Saves(tmp_path), seed=3, starts=True)

    async def play() -> None:
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            for _ in range(120):
                if isinstance(app.screen, Result):
                    return
                await pilot.press("enter")
            raise AssertionError("the game did not end")

    asyncio.run(play())
