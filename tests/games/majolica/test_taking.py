"""Turns and taking tiles."""

from __future__ import annotations

import pytest

from tests.games.majolica.table import FULL, NOBODY, legal, placing, play, position, refusal

EMPTY = f"{NOBODY}|{NOBODY}"


def taking(grid: str, more: str = "display=D01,D02") -> list[str]:
    return [text for text in legal(position(f"{EMPTY} take:0 grid={grid} {more}")) if "+" not in text]


def test_turns_pass_to_the_left() -> None:
    """Majolica 3.1 and 9.1: with four or more tiles face up the player to the left goes on."""
    assert play(placing(NOBODY, "R"), "put 1").actors() == (1,)


def test_the_turn_ends_by_itself_when_all_parts_are_done() -> None:
    """Majolica 3.2: choice, placing, running, and no word to end it."""
    here = play(position(f"{EMPTY} take:0 grid={FULL} display=D01"), "take a1 + card", "put 1")

    assert here.actors() == (0,)
    assert play(here, "install D01 1").actors() == (1,)


def test_nobody_passes() -> None:
    """Majolica 3.3: every move at the start takes a tile or gives one up."""
    assert all(text.startswith("take") for text in legal(position(f"{EMPTY} take:0 grid={FULL} display=D01")))


@pytest.mark.parametrize("order", [("put 4", "install D01 1"), ("install D01 1", "put 4")])
def test_the_order_of_two_parts_is_free(order: tuple[str, str]) -> None:
    """Majolica 3.4 and 4.6: tile or card first."""
    after = play(placing(NOBODY, "R", "display=D01", "tiles+card"), *order)

    assert str(after) == str(play(placing(NOBODY, "R", "display=D01", "tiles+card"), "put 4", "install D01 1"))


def test_the_first_part_is_finished_before_the_second() -> None:
    """Majolica 4.6: what the card sets off comes before the tile."""
    here = play(placing("RRRGGG/-/-/-;-,-,-", "B", "display=D01", "tiles+card"), "install D01 1")

    assert legal(here) == ["deliver R", "deliver G"]
    assert refusal(here, "put 1") == "6.8"


def test_the_border_is_the_smallest_rectangle_around_the_tiles() -> None:
    """Majolica 4.1: an inner tile opens when a whole row is gone."""
    full = position(f"{EMPTY} take:0 grid={FULL}")
    opened = position(f"{EMPTY} take:0 grid=..../GBYR/BYRG/YRGB")

    assert refusal(full, "take b2 + order") == "4.1"
    assert "take b2 + order" in legal(opened)
    assert refusal(opened, "take b3 + order") == "4.1"


def test_a_face_down_tile_divides_a_line() -> None:
    """Majolica 4.2: two runs beside the gap."""
    runs = taking("RG.Y/GBYR/BYRG/YRGB")

    assert {"take a1 b1", "take d1"} <= set(runs)
    assert refusal(position(f"{EMPTY} take:0 grid=RG.Y/GBYR/BYRG/YRGB"), "take b1 c1 d1") == "4.2"


def test_a_run_is_taken_whole_and_may_be_one_tile() -> None:
    """Majolica 4.3: four whole lines at first; a single row has three runs."""
    assert taking(FULL) == ["take a1 b1 c1 d1", "take a4 b4 c4 d4", "take a1 a2 a3 a4", "take d1 d2 d3 d4"]
    assert taking("..../RGBY/..../....") == ["take a2", "take d2", "take a2 b2 c2 d2"]
    assert refusal(position(f"{EMPTY} take:0 grid={FULL}"), "take a1 b1") == "4.3"


def test_a_card_needs_a_display() -> None:
    """Majolica 4.4: an empty display rules choice B out, and the card cannot be refused."""
    assert refusal(position(f"{EMPTY} take:0 grid={FULL}"), "take a1 + card") == "4.4"
    here = play(position(f"{EMPTY} take:0 grid={FULL} display=D01"), "take a1 + card", "put 1")
    assert {text.split()[0] for text in legal(here)} == {"install", "discard"}


def test_one_tile_and_a_rearrangement() -> None:
    """Majolica 4.5: choice C."""
    here = play(position(f"-/-/-/-;S1,-,-|{NOBODY} take:0 grid={FULL}"), "take a1 + order", "put 1")

    assert [text for text in legal(here) if "order" in text] == ["order S1 - -", "order - S1 -", "order - - S1"]
    assert refusal(here, "put 1") == "5.1"


def test_taken_tiles_are_turned_face_down() -> None:
    """Majolica 4.7: the grid loses them, the hand has their colours."""
    here = play(position(f"{EMPTY} take:0 grid={FULL}"), "take a1 b1 c1 d1")

    assert "grid=..../GBYR" in str(here)
    assert "hand=RGBY" in str(here)
