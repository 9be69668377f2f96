"""The turn, the second tile and the end of the turn: sections 3, 7 and 8 of the rules."""

from __future__ import annotations

import pytest

from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.rules import FIRST_DRAW, home_quarter
from smalti.games.maharani.state import supply
from smalti.games.maharani.text.entries import write_outcome
from smalti.kernel.game import CHANCE
from smalti.kernel.seeing import describe, told
from tests.games.maharani.table import EMPTY, FOUR, draw, fill, gold, lines, moves, play, refusal, rest_without, table

LION, MONKEY, PEACOCK, ELEPHANT = range(4)


@pytest.mark.parametrize(
    ("seat", "quarters"),
    [
        (0, [ELEPHANT, LION, MONKEY, PEACOCK]),
        (1, [LION, MONKEY, PEACOCK, ELEPHANT]),
        (2, [MONKEY, PEACOCK, ELEPHANT, LION]),
        (3, [PEACOCK, ELEPHANT, LION, MONKEY]),
    ],
)
def test_the_rondel_turns_to_the_active_player(seat: int, quarters: list[int]) -> None:
    """Maharani 3.1: slots 1 to 4 lie near left, far left, far right and near right."""
    assert [home_quarter(table().state, seat, slot) for slot in range(4)] == quarters


def test_place_or_refresh() -> None:
    """Maharani 3.2: a turn is placing or refreshing."""
    start = table(rondel="b*,.,.,.", seats="lmp,lmpe,lmpe,lmpe")

    assert "1 c8 N" in moves(start)
    assert "refresh" in moves(start)
    assert "end" not in moves(start)


def test_nobody_passes() -> None:
    """Maharani 3.3: place a tile or refresh."""
    assert refusal(table(rondel="b*,.,.,."), "end").clause == "3.3"


def test_who_can_place_nothing_must_refresh() -> None:
    """Maharani 3.3: with no tile to place, a refresh is all that is left."""
    full_of_centres = "2/8/8/4/6/6/4/1r^6/r^7/2"
    stuck = table(full_of_centres, "b*,.,.,.", seats="lmp,lmpe,lmpe,lmpe")

    assert moves(stuck) == ["refresh"]


def test_a_refresh_is_the_whole_turn() -> None:
    """Maharani 3.4: all markers are turned face up, and the next player begins."""
    after = play(table(rondel="b*,o*,r*,g*", seats="-,lmpe,lmpe,lmpe"), "refresh")

    assert str(after).split()[3:] == ["turn:1", FOUR]


def test_no_refresh_after_a_tile() -> None:
    """Maharani 3.4: no tile is placed before a refresh."""
    assert refusal(table(rondel="b*,o*,r*,g*", turn="second:0", seats="-,lmpe,lmpe,lmpe"), "refresh").clause == "3.4"


def test_no_refresh_with_all_markers_face_up() -> None:
    """Maharani 3.5 and 12.5: only if nothing can be placed."""
    assert refusal(table(rondel="b*,o*,r*,g*"), "refresh").clause == "3.5"


def test_a_refresh_with_all_markers_face_up_when_nothing_can_be_placed() -> None:
    """Maharani 3.5: the exception, which cannot arise in play."""
    no_centre = "2/r^6o^/1r^4o^1/4/6/6/4/1g^4p^1/g^6p^/2"

    assert moves(table(no_centre, "b*,.,.,.")) == ["refresh"]


# The second tile


def test_a_second_tile_comes_from_those_left_and_earns_too() -> None:
    """Maharani 7.1: no refill in between, and its own marker, gold and worker."""
    after = play(table(rondel="b*,o*,r*,g*"), "1 c8 N", "2 b9 N")

    assert gold(after)[0] == 1 + 1 - 2
    assert str(after).split()[2] == ".,.,r*,g*"
    assert str(after).split()[4].startswith("mpe:")


def test_an_empty_slot_gives_no_second_tile() -> None:
    """Maharani 7.1: the second tile is one of those still on the rondel."""
    assert refusal(play(table(rondel="b*,o*,r*,g*"), "1 c8 N"), "1 b9 N").clause == "7.1"


def test_four_gold_for_a_second_tile_minus_two() -> None:
    """Maharani 7.2: the rule book's example, four gold and two to pay."""
    start = table("2/8/8/4/6/6/4/bv1b>5/1b^6/2", "b*,o*,r*,g*", "second:0")

    after = play(start, "1 c8 N")

    assert lines(after, 0) == [(4, "area of 4 blue tiles"), (-2, "second tile")]
    assert gold(after)[0] == 2


def test_a_second_tile_needs_no_gold_in_hand() -> None:
    """Maharani 7.2: two tiles bring at least the price."""
    start = table(rondel="b*,o*,r*,g*")
    first = play(start, "1 c8 N")
    assert gold(first)[0] == 1

    assert gold(play(first, "2 c3 N"))[0] == 0


def test_the_turn_ends_by_itself_after_the_second_tile() -> None:
    """Maharani 7.3: there is no third tile."""
    after = play(table(rondel="b*,o*,r*,g*"), "1 c8 N", "2 c3 N")

    assert after.needs_chance


def test_the_turn_may_end_after_the_first_tile() -> None:
    """Maharani 7.3: a second tile is a choice."""
    after = play(table(rondel="b*,o*,r*,g*"), "1 c8 N", "end")

    assert after.needs_chance
    assert gold(after)[0] == 1


# The elephant quarter but for b9, with a red worker on c8.
ELEPHANT_BUT_ONE = "2/8/8/4/6/o^p^t^3/p^r^2/g^b^Ro^o>4/1g^r>t>4/p>1"


def test_a_filled_quarter_waits_for_the_end_of_the_turn() -> None:
    """Maharani 7.4: its workers still count in groups and are not back in the supply."""
    start = table(ELEPHANT_BUT_ONE, "b*,t-,.,.", seats=FOUR)

    filled = play(start, "1 b9 N")

    assert supply(filled.state, 0) == 7
    assert gold(filled)[0] == 1
    assert gold(fill(play(filled, "end")))[0] == 1 + 4


def test_the_steps_at_the_end_of_a_turn() -> None:
    """Maharani 8.1: pay, refill, evaluate, next player."""
    start = table(ELEPHANT_BUT_ONE, "b*,t-,o*,g*", "second:0")

    paid = play(start, "1 b9 N")
    assert lines(paid, 0) == [(1, "one blue tile alone"), (-2, "second tile")]
    assert paid.needs_chance

    evaluated = draw(paid, "p*")
    assert (4, "1 red worker in the elephant quarter") in lines(evaluated, 0)
    assert evaluated.actors() == (1,)


def test_slots_are_filled_in_ascending_order() -> None:
    """Maharani 8.2: the first empty slot first."""
    after = play(table(rondel="b*,o*,r*,g*"), "4 h8 N", "2 c3 N")

    assert str(draw(after, "p*", "t*")).split()[2] == "b*,p*,r*,t*"


SEVEN_CENTRES = "2/b^6b^/1o^4o^1/4/6/6/4/1r^4r^1/g^7/2"


def test_centre_tiles_leave_when_the_eighth_centre_space_is_filled() -> None:
    """Maharani 8.3 and 12.5: at once, even between a first and a second tile."""
    start = table(SEVEN_CENTRES, "p*,p*,b90,t*", seats=FOUR)

    after = play(start, "1 i9 N")

    assert str(after).split()[2:] == [".,.,b90,.", "second:0", "lmp:p1,lmpe,lmpe,lmpe", "out=p*,t*"]
    lines_of_log = [line.words for line in told(MAHARANI, start.state, 0, start.legal_moves()[0])]
    assert "All centre spaces are filled: 2 centre tiles leave the rondel." in lines_of_log


EIGHT_CENTRES = "2/b^6b^/1o^4o^1/4/6/6/4/1r^4r^1/g^6g^/2"


def test_a_centre_tile_drawn_later_leaves_at_once() -> None:
    """Maharani 8.4: and another is drawn for the same slot."""
    start = play(table(EIGHT_CENTRES, "b90,b0,b180,b270"), "2 c2 E", "end")
    entry = write_outcome(start.state, FIRST_DRAW + 4 * 7 + 6)
    assert entry == {
        "by": "chance",
        "do": "draw",
        "slot": 2,
        "tile": {"colour": "purple", "kind": "centre", "arrow": None},
        "removed": True,
    }

    again = draw(start, "p*")
    assert again.needs_chance
    assert "leaves the game" in describe(MAHARANI, start.state, CHANCE, FIRST_DRAW + 4 * 7 + 6)

    assert str(draw(again, "o0")).split()[2] == "b90,o0,b180,b270"


def test_with_an_empty_bag_slots_stay_empty() -> None:
    """Maharani 8.5: the game goes on with the tiles that are left."""
    start = table(EMPTY, "b0,.,.,o0", out=rest_without("b0", "o0"))

    after = play(start, "4 j6 N", "end")

    assert str(after).split()[2:4] == ["b0,.,.,.", "turn:1"]
