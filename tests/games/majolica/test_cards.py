"""Design cards, the bonus tile, the City Hall and purple tiles."""

from __future__ import annotations

from tests.games.majolica.table import FULL, NOBODY, legal, on_card, placing, play, position, refusal, workshop


def test_a_taken_card_goes_into_any_slot() -> None:
    """Majolica 7.1: one of three, even over workshop 3."""
    here = placing("-/-/-/-;S1,-,-", "R", "display=D01", "tiles+card")

    assert [text for text in legal(here) if "install" in text] == ["install D01 1", "install D01 2", "install D01 3"]
    assert refusal(here, "install D02 1") == "4.4"


def test_a_replaced_card_goes_under_the_deck_without_its_tiles() -> None:
    """Majolica 7.2: after those that were put there before."""
    after = play(placing("-/-/-/-;S1:RG,-,-", "R", "display=D01 bottom=D05", "tiles+card"), "install D01 1")

    assert "bottom=D05,S1" in str(after)
    assert on_card(after, 1) == ""


def test_cards_move_with_their_tiles() -> None:
    """Majolica 7.3: to any slot, or not at all; only the own cards."""
    here = placing("-/-/-/-;S1:R,D01:GG,-", "B", due="tiles+order")
    after = play(here, "order D01 - S1")

    assert "D01:GG,-,S1:R" in str(after)
    assert "order S1 D01 -" in legal(here)
    assert refusal(here, "order S1 S1 -") == "7.3"
    assert refusal(placing("-/-/-/-;S1,-,-", "B"), "order S1 - -") == "4.5"


def test_a_covered_card_is_finished() -> None:
    """Majolica 7.4: it goes to its owner, and its slot is free."""
    after = play(placing("RRRGG/-/-/-;S1:RB,-,-", "G"), "put 1", "deliver G")

    assert "-,-,-;done:S1" in str(after)
    assert workshop(after, 2) == "RRRGG"


def test_a_bonus_tile_of_any_colour_into_any_workshop() -> None:
    """Majolica 7.5: it may be declined, and it may start a run."""
    ready = play(placing("-/-/RRB/B;-,-,D07:RGB", "B"), "put 3", "deliver R", "fragment R")
    assert legal(ready)[4:] == [f"bonus {tile} after" for tile in "RGBY-"]
    assert play(ready, "bonus - after").actors() == (1,)
    assert workshop(play(ready, "bonus Y after", "put 2"), 2) == "Y"


def test_a_bonus_tile_starts_a_run() -> None:
    """Majolica 7.5: put where it completes a pattern, after the leftovers."""
    here = play(
        placing("RRRGG/-/RRB/-;S2,-,D07:RGB", "B"), "put 3", "deliver R", "fragment R", "bonus G after", "put 1"
    )

    assert legal(here) == ["deliver G"]


def test_a_bonus_tile_before_the_move_is_one_of_the_leftovers() -> None:
    """Majolica 7.6: put into the running workshop, it moves on; afterwards it stays."""
    here = play(placing("-/-/RRB/-;-,-,D07:RGB", "B"), "put 3", "deliver R", "fragment R")

    before, after = play(here, "bonus Y before", "put 3"), play(here, "bonus Y after", "put 3")
    assert (workshop(before, 3), workshop(before, 4)) == ("", "BBY")
    assert (workshop(after, 3), workshop(after, 4)) == ("Y", "BB")


def test_declining_is_one_move_where_nothing_lies_between() -> None:
    """Majolica 7.6: a number for declining before is refused when declining after is the same."""
    here = play(placing("-/-/RRB/-;-,-,D07:RGB", "B"), "put 3", "deliver R", "fragment R")

    assert refusal(here, "bonus - before") == "7.6"
    assert refusal(here, "put 1") == "7.6"


def test_the_city_hall_gives_purple_first_then_ones_then_nothing() -> None:
    """Majolica 8.1 and 8.2: one piece for each tile that workshop 4 delivers."""
    board, more = "-/-/-/RRR;-,-,-", "hall={}"
    purple = play(placing(board, "R", more.format("1+3")), "put 4", "deliver R")
    one = play(placing(board, "R", more.format("0+3")), "put 4", "deliver R")
    nothing = play(placing(board, "R", more.format("0+0")), "put 4", "deliver R")

    assert (workshop(purple, 1), int(purple.state.purples[0])) == ("RRRP", 1)
    assert (workshop(one, 1), int(one.state.ones[0])) == ("RRR", 1)
    assert (workshop(nothing, 1), int(nothing.state.ones[0])) == ("RRR", 0)


def test_three_tiles_and_the_purple_one_go_to_workshop_one() -> None:
    """Majolica 8.3: the excess is given up there."""
    here = play(placing("BBYY/-/-/RRR;-,-,-", "R"), "put 4", "deliver R")

    assert legal(here) == [f"discard 1 {tile}" for tile in "RBYP"]


def test_purple_stands_for_any_colour_but_a_real_tile_must_have_a_space() -> None:
    """Majolica 8.4: real colours fit into the pattern, purple tiles fill it."""
    assert legal(play(placing("RRRP/-/-/-;S1,-,-", "GG"), "put 1")) == ["deliver R", "deliver G"]
    assert play(placing("RRRRP/-/-/-;S1,-,-", "G"), "put 1").actors() == (1,)
    assert play(placing("-/-/RPP/-;-,-,D06", "R"), "put 3").actors() == (1,)


def test_purple_is_never_delivered_or_fragmented_but_may_be_given_up() -> None:
    """Majolica 8.5: given up it leaves the game."""
    here = play(placing("PPPPP/-/-/-;S1,-,-", "R"), "put 1")
    assert legal(here) == ["deliver R"]
    assert workshop(play(placing("PP/-/-/-;-,-,-", "R"), "discard 1 P"), 1) == "P"


def test_purple_leaves_the_game_at_workshop_four() -> None:
    """Majolica 8.6: it takes no room and does not count towards four alike."""
    after = play(placing("-/-/RPP/RRR;-,-,S1", "G"), "put 3", "deliver G", "fragment R")

    assert workshop(after, 4) == "RRR"


def test_the_display_is_not_filled_within_a_round() -> None:
    """Majolica 9.4: only at its end."""
    after = play(
        position(f"{NOBODY}|{NOBODY} take:0 grid={FULL} display=D01,D02"), "take a1 + card", "install D01 1", "put 1"
    )

    assert "display=D02" in str(after)
