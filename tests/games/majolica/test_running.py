"""Placing tiles, running workshops, and cascades."""

from __future__ import annotations

import pytest

from tests.games.majolica.table import legal, on_card, placing, play, refusal, workshop


def test_all_tiles_go_into_one_workshop_even_a_full_one() -> None:
    """Majolica 5.1: any of the four."""
    here = placing("RRRRRR/-/-/-;-,-,-", "GB")

    assert [text for text in legal(here) if "put" in text] == ["put 1", "put 2", "put 3", "put 4"]
    assert workshop(play(here, "put 2"), 2) == "GB"


@pytest.mark.parametrize(("number", "lying"), [(1, "RRRRRG"), (2, "RRRRRG"), (3, "RRRG"), (4, "RRRG")])
def test_excess_is_given_up_old_or_new(number: int, lying: str) -> None:
    """Majolica 5.2: as many as are too many, at each workshop."""
    board = "/".join(lying if n == number else "-" for n in (1, 2, 3, 4))
    here = play(placing(f"{board};-,-,-", "BY"), f"put {number}")

    assert legal(here) == [f"discard {number} {tile}" for tile in "RGBY"]
    after = play(here, f"discard {number} R")
    assert refusal(after, f"put {number}") == "5.2"
    assert play(after, f"discard {number} Y").actors() == (1,)


def test_tiles_are_given_up_freely_while_nothing_is_ready() -> None:
    """Majolica 5.3: before placing; not while a workshop runs."""
    here = placing("RRRGG/-/B/-;S1,-,-", "G")

    assert workshop(play(here, "discard 3 B"), 3) == ""
    assert refusal(here, "discard 2 B") == "5.3"


def test_a_ready_workshop_cannot_be_dodged() -> None:
    """Majolica 5.4: only before the last tile arrives."""
    here = placing("RRRGG/-/-/-;S1,-,-", "G")

    assert refusal(play(here, "put 1"), "discard 1 G") == "6.8"
    assert play(here, "discard 1 R", "put 1").actors() == (1,)


@pytest.mark.parametrize(
    ("number", "board", "tile"),
    [
        (1, "RRRGG/-/-/-;S1,-,-", "G"),
        (2, "-/RRGGB/-/-;-,S1,-", "B"),
        (3, "-/-/RRG/-;-,-,S1", "G"),
        (4, "-/-/-/RRR;-,-,-", "R"),
    ],
)
def test_each_workshop_waits_for_its_pattern(number: int, board: str, tile: str) -> None:
    """Majolica 6.1, 6.2 and 6.3: 3:3, 2:2:2, 2:2, four alike; then it runs at once."""
    after = play(placing(board, tile), f"put {number}")

    assert int(after.state.running) == number - 1
    assert all(text.startswith("deliver") for text in legal(after))
    assert play(placing(board, "Y"), f"put {number}").actors() == (1,)


def test_a_blocked_workshop_waits_for_a_fitting_card() -> None:
    """Majolica 6.4: no card, no fitting space; a card that fits starts it, installed or moved in."""
    assert play(placing("RRRGG/-/-/-;-,S1,-", "G"), "put 1").actors() == (1,)
    assert play(placing("RRRGG/-/-/-;D06,-,-", "G"), "put 1").actors() == (1,)
    installed = placing("RRRGGG/-/-/-;D06,-,-", "Y", "display=D01", "tiles+card")
    assert legal(play(installed, "install D01 1")) == ["deliver R", "deliver G"]
    moved = placing("RRRGGG/-/-/-;D06,S1,-", "Y", due="tiles+order")
    assert legal(play(moved, "order S1 D06 -")) == ["deliver R", "deliver G"]


@pytest.mark.parametrize("first", ["1", "2"])
def test_the_owner_orders_several_ready_workshops(first: str) -> None:
    """Majolica 6.5: either may run first."""
    here = play(placing("RRRGGG/BBYYGG/-/-;-,S1,S2", "R", due="tiles+order"), "order S1 S2 -")

    assert legal(here) == ["run 1", "run 2"]
    assert refusal(here, "deliver R") == "6.5"
    assert int(play(here, f"run {first}").state.running) == int(first) - 1


def test_a_run_must_deliver() -> None:
    """Majolica 6.6: a fitting tile first, and it stays on the card."""
    here = play(placing("RRRGG/-/-/-;S1,-,-", "G"), "put 1")

    assert refusal(here, "deliver -") == "6.6"
    assert refusal(here, "deliver B") == "6.6"
    assert on_card(play(here, "deliver R"), 1) == "R"


def test_workshops_may_deliver_more() -> None:
    """Majolica 6.7: two from workshop 1, three from workshop 2, one from workshop 3."""
    one = play(placing("RRRGG/-/-/-;S1,-,-", "G"), "put 1", "deliver R")
    assert legal(one) == ["deliver G", "deliver -"]
    two = play(placing("-/RRGGB/-/-;-,S1,-", "B"), "put 2", "deliver R", "deliver G")
    assert legal(two) == ["deliver B", "deliver -"]
    three = play(placing("-/-/RRG/-;-,-,S1", "G"), "put 3", "deliver R")
    assert legal(three) == ["fragment R", "fragment G"]


def test_a_run_is_not_interrupted() -> None:
    """Majolica 6.8: a bonus tile that makes workshop 4 ready waits for the leftovers."""
    here = placing("-/-/RRB/YYY;-,-,D07:RGB", "B")
    here = play(here, "put 3", "deliver R", "bonus Y before", "put 4")

    assert legal(here) == ["fragment R", "fragment B"]


def test_workshop_three_fragments() -> None:
    """Majolica 6.9: one of the rest, never a purple one; left out when only purple tiles remain."""
    here = play(placing("-/-/RRP/-;-,-,S1", "G"), "put 3", "deliver G")
    assert legal(here) == ["fragment R"]
    skipped = play(placing("-/-/PPP/-;-,-,S1", "R"), "put 3", "deliver R")
    assert skipped.actors() == (1,)


def test_leftovers_ride_to_the_next_workshop() -> None:
    """Majolica 6.10: all of them, with the excess given up."""
    after = play(placing("RRRGG/-/-/-;S1,-,-", "G"), "put 1", "deliver R", "deliver -")
    assert (workshop(after, 1), workshop(after, 2)) == ("", "RRGGG")
    full = play(placing("RRRGG/BBYYY/-/-;S1,-,-", "G"), "put 1", "deliver R", "deliver -")
    assert legal(full) == [f"discard 2 {tile}" for tile in "RGBY"]


def test_a_cascade_runs_one_two_three_four_and_comes_back_with_a_purple() -> None:
    """Majolica 6.11 and 8.3: all four workshops, and back into the first with the purple tile."""
    here = placing("RRRGG/BB/-/RRR;D01,D04,S1", "G", "with=bloom")
    here = play(here, "put 1", "deliver R", "deliver G")  # workshop 2: R R G G B B
    here = play(here, "deliver G", "deliver G", "deliver -")  # workshop 3: R R B B
    here = play(here, "deliver B", "fragment B")  # workshop 4: R R R R R, one too many
    here = play(here, "discard 4 R", "deliver R")  # workshop 1: R R R P

    assert workshop(here, 1) == "RRRP"
    assert int(here.state.bloom[0]) == 1


def test_workshop_one_runs_again_with_the_purple_tile() -> None:
    """Majolica 8.3 and 8.4: three left over, two that lay there and the purple tile make 3:3."""
    here = play(placing("GG/-/-/RRR;D01,-,-", "R"), "put 4", "deliver R")

    assert workshop(here, 1) == "RRRGGP"
    assert legal(here) == ["deliver R", "deliver G"]
