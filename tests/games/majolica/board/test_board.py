"""Majolica in a terminal: what is drawn, how wide it is, and how aiming moves from move to move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from smalti.cli.boards import find_board
from smalti.games.majolica.board.board import BOARD
from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.moves import decode
from smalti.games.majolica.rows import places as p
from smalti.kernel.board import Sight
from smalti.kernel.position import Position
from tests.play import new_match, positions

KILN_3, OTHER_KILN = str(p.kiln_at(0, 2)), str(p.kiln_at(1, 2))
BOARD_WIDTH, BOARD_HEIGHT = 41, 25
"""What a terminal of 100 x 32 has for the board."""
TAKING = (
    "RRRGG/-/-/YYYY;S1:G,-,D13;ones:1|BB/-/-/-;-,S2:R,-;done:D09 "
    "take:0 grid=RGBY/R..Y/..../.... display=D01,D02 hall=2+3"
)
PLACING = TAKING.replace("take:0", "place:0").replace("hall=2+3", "hand=G due=tiles")
SEVERAL = TAKING.replace("take:0", "run:0").replace("RRRGG/-", "RRRGGG/-")
DELIVERING = SEVERAL.replace("run:0", "deliver:0").replace("hall=2+3", "running=1 further=2")
PICKING = "-/-/-/-;S1,-,-|-/-/-/-;-,S2,- pick:0 grid=RGBY/GBYR/BYRG/YRGB with=missions shown=M1,M4,M5"
ALONE = "-/-/-/-;S1,-,- take:0 down=RRRGGBBBYYYY up=RGGB display=D03"


def sight(text: str, language: str = "en") -> Sight:
    """The position with the first aim."""
    first = Sight(Position(MAJOLICA, MAJOLICA.text.parse_position(text), compiled=False), 0, language)
    return replace(first, aimed=BOARD.aim(first))


def board(at: Sight) -> list[str]:
    return [line.rstrip() for line in BOARD.draw(at).board.plain.splitlines()]


def side(at: Sight) -> str:
    return BOARD.draw(at).side.plain


def press(at: Sight, *keys: str) -> Sight:
    for key in keys:
        at = replace(at, aimed=BOARD.steer(at, key))
    return at


def kind(at: Sight) -> str:
    assert at.aimed is not None
    return decode(at.aimed)[0]


def test_the_game_has_this_board() -> None:
    assert find_board(MAJOLICA) is BOARD


def test_the_grid_has_gaps_and_its_border() -> None:
    """Majolica 4.1: the border lies around what is face up."""
    lines = board(replace(sight(TAKING), aimed=None))

    assert "Round 1 · 6 tiles face up" in lines[0]
    assert lines[2].startswith("    ─────")
    assert lines[3].startswith(" 1 │ R   G   B   Y │")
    assert lines[4].startswith(" 2 │ R   ·   ·   Y │")
    assert lines[5].startswith("    ─────")
    assert lines[6].startswith(" 3   ·   ·   ·   ·")


def test_the_bench_shows_cards_workshops_and_patterns() -> None:
    text = "\n".join(board(sight(TAKING)))

    assert "S1 3      free      D13 4+    Hall" in text
    assert "RGB                 BBBY" in text
    assert "○●○                 ○○○○" in text
    assert "1) 3:3    2) 2:2:2  3) 2:2    4) 4" in text
    assert "RRRGG·    ······    ····      YYYY" in text


def test_the_letters_are_those_of_the_language() -> None:
    """Defect 10: in French the terminal kept the letters of the English words."""
    text = "\n".join(board(sight(TAKING, "fr")))

    assert " 1 │[R] [V] [B] [J]│" in text
    assert "RRRVV·    ······    ····      JJJJ" in text
    assert any(line.endswith(" II") for line in text.splitlines())


def test_city_hall_display_and_points_are_told() -> None:
    at = sight(TAKING)

    assert any("PP" in line for line in board(at))
    assert any("3 of one point" in line for line in board(at))
    assert "Seat 1: 1 point, designs: 0 1x1" in side(at)
    assert "Seat 2: " in side(at)
    assert "D01 " in side(at)
    assert "BB····" in side(at)
    assert "S2 1/3" in side(at)


@pytest.mark.parametrize(("text", "word"), [(SEVERAL, "ready"), (DELIVERING, "runs"), (TAKING, "")])
def test_a_workshop_says_how_it_stands(text: str, word: str) -> None:
    assert word in "\n".join(board(sight(text)))


def test_a_blocked_workshop_and_too_many_tiles_are_told() -> None:
    """Majolica 5.2 and 6.4."""
    blocked = sight("RRRGGG/-/-/-;-,-,-|-/-/-/-;-,-,- take:0 grid=RGBY/GBYR/BYRG/YRGB display=D01")
    over = sight("RRRGGGB/-/-/-;-,-,-|-/-/-/-;-,-,- excess:0 grid=RGBY/GBYR/BYRG/YRGB due=card display=D01")

    assert "blocked" in "\n".join(board(blocked))
    assert "1 too many" in "\n".join(board(over))


def test_more_tiles_than_the_column_is_wide_are_numbers() -> None:
    at = sight("RRRRRGGGGBB/-/-/-;-,-,-|-/-/-/-;-,-,- excess:0 grid=RGBY/GBYR/BYRG/YRGB due=card display=D01")

    assert "5R4G2B    ······" in "\n".join(board(at))


def test_missions_are_told_with_their_text_while_they_are_picked() -> None:
    at = sight(PICKING)

    assert "▸ M1 · " in side(at)
    assert "Finish 5 designs." in side(at)
    assert "▸ M4 · " in side(press(at, "right"))


def test_alone_the_revealed_tiles_are_shown() -> None:
    """Majolica 14.2."""
    text = "\n".join(board(sight(ALONE)))

    assert "Round 1 of 6 · turn 1 of 4" in text
    assert "[R] [G] [G] [B]" in text
    assert "12 tiles face down" in text


# Aiming


def test_the_aimed_run_stands_in_brackets() -> None:
    assert "[R] [G] [B] [Y]" in board(sight(TAKING))[3]


def test_arrows_go_through_the_moves_and_their_kinds() -> None:
    at = sight(TAKING)

    assert kind(at) == "run-take"
    assert kind(press(at, "down")) == "card-take"
    assert kind(press(at, "down", "down", "down")) == "discard"
    assert press(at, "down", "up") == at
    assert press(at, "right") != at
    assert press(at, "right", "left") == at
    assert BOARD.steer(at, "x") is None


def test_a_click_aims_and_a_second_one_stays() -> None:
    at = sight(PLACING)
    clicked = replace(at, aimed=BOARD.point(at, KILN_3))

    assert MAJOLICA.text.write_move(at.position.state, 0, clicked.aimed or 0) == "put 3"
    assert BOARD.point(clicked, KILN_3) == clicked.aimed
    assert any("▸3) 2:2" in line for line in board(clicked))
    assert BOARD.point(at, OTHER_KILN) is None


def test_nothing_is_aimed_at_when_another_seat_is_to_choose() -> None:
    at = sight(TAKING.replace("take:0", "take:1"))

    assert at.aimed is None
    assert BOARD.point(at, str(p.CELL)) is None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_board_fits_into_a_small_terminal(seats: int, language: str) -> None:
    match = new_match("majolica", seats, {"expansions": ["bloom", "kaleidoscope", "missions"]}, seats)
    for number, (now, seat, _) in enumerate(positions(match, seats)):
        if number > 100:
            break
        first = Sight(now.position.view(seat), seat, language)
        lines = board(replace(first, aimed=BOARD.aim(first)))
        assert len(lines) <= BOARD_HEIGHT
        assert max(map(cell_len, lines)) <= BOARD_WIDTH
