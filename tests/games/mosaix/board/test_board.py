"""Mosaix in a terminal: what is drawn, and how aiming moves from move to move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from smalti.cli.boards import PLAIN_BOARD, find_board
from smalti.games import GAMES
from smalti.games.mosaix.board.board import BOARD
from smalti.games.mosaix.moves import decode_enter
from smalti.kernel.board import PLACE, Sight
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe
from tests.play import new_match

MOSAIX = GAMES["mosaix"]
ENTERING = "7/7/7/3X3/7/7/7 enter:0:oot/x..:- scale=8"
LAYING = "7/7/7/3X3/7/7/7 form:0:ootx scale=8"


def sight(text: str) -> Sight:
    """The position with the first aim."""
    first = Sight(Position(MOSAIX, MOSAIX.text.parse_position(text), compiled=False), 0, "en")
    return replace(first, aimed=BOARD.aim(first))


def press(at: Sight, *keys: str) -> Sight:
    for key in keys:
        at = replace(at, aimed=BOARD.steer(at, key))
    return at


def place(at: Sight) -> tuple[int, int, int]:
    assert at.aimed is not None
    return decode_enter(at.aimed)


def test_the_first_aim_is_legal_and_loses_nothing() -> None:
    at = sight(ENTERING)

    assert at.position.why_not(BOARD.settle(at)) is None
    assert "lost" not in describe(MOSAIX, at.position.state, 0, BOARD.settle(at), "en")


def test_arrows_move_the_ghost_by_a_cell() -> None:
    at = sight(ENTERING)
    turn, row, col = place(at)

    assert place(press(at, "left")) == (turn, row, col - 1)
    assert place(press(at, "down")) == (turn, row + 1, col)


def test_a_die_of_the_ghost_stays_in_the_grid() -> None:
    at = press(sight(ENTERING), *["up"] * 20, *["left"] * 20)

    assert any("(" in line for line in BOARD.draw(at).board.plain.splitlines())
    _, row, col = place(at)
    assert row > -3
    assert col > -4


def test_four_turns_are_none() -> None:
    at = sight(ENTERING)

    assert press(at, "r", "r", "r", "r") == at
    assert press(at, "r", "R") == at
    assert press(at, "r") != at


def test_a_key_without_meaning_changes_nothing() -> None:
    assert BOARD.steer(sight(ENTERING), "x") is None


def test_a_click_brings_the_first_die_and_a_second_one_stays() -> None:
    at = sight(ENTERING)
    moved = replace(at, aimed=BOARD.point(at, "cell_5_1"))

    assert (5, 1) in {divmod(i, 7) for i in range(49) if ghost_covers(moved, i)}
    assert BOARD.point(moved, "cell_5_1") == moved.aimed


def ghost_covers(at: Sight, cell: int) -> bool:
    row, col = divmod(cell, 7)
    text = BOARD.draw(at).board
    spans = [s for s in text.spans if not isinstance(s.style, str) and s.style.meta.get(PLACE) == f"cell_{row}_{col}"]
    return any(text.plain[span.start] == "(" for span in spans)


def test_a_turn_that_marks_the_same_cells_is_settled_to_the_legal_one() -> None:
    """Mosaix 4.3: four equal dice in a square look the same in every turn."""
    at = sight("7/7/7/3X3/7/7/7 enter:0:oo/oo:- scale=8")
    turned = press(at, "r")

    assert turned.aimed != at.aimed
    assert turned.position.why_not(BOARD.settle(turned)) is None


def test_numbers_choose_a_shape_and_arrows_a_way_to_lay_it() -> None:
    at = press(sight(LAYING), "2")

    words = [describe(MOSAIX, at.position.state, 0, a.aimed or 0, "en") for a in (at, press(at, "right"))]
    assert all("shape O" in sentence for sentence in words)
    assert words[0] != words[1]


def test_the_palette_can_be_clicked() -> None:
    at = sight(LAYING)
    square = replace(at, aimed=BOARD.point(at, "shape_1"))

    assert square == press(at, "2")
    assert BOARD.point(square, f"form_{square.aimed}") == square.aimed


def test_r_goes_through_the_shapes() -> None:
    at = sight(LAYING)

    assert press(at, *"r" * 7) == at
    assert press(at, "r", "R") == at


def test_the_printed_symbol_is_marked() -> None:
    assert "[×]" in BOARD.draw(sight(LAYING)).board.plain


def test_nothing_is_aimed_at_when_the_game_is_over() -> None:
    assert sight("7/7/7/3X3/7/7/7 over scale=8").aimed is None


def test_other_seats_are_drawn_beside() -> None:
    at = sight("7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 enter:1:oo/tx:-,?")

    assert "···▲···" in BOARD.draw(at).side.plain


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_can_be_drawn(game: Game) -> None:
    position = new_match(game.name, game.facts.seat_counts[0], {}).position
    at = Sight(position.view(0), 0, "en")

    for board in (find_board(game), PLAIN_BOARD):
        aimed = replace(at, aimed=board.aim(at))
        assert board.draw(aimed).board.plain
