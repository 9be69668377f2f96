"""Workers, and the rules for two players: sections 6 and 11."""

from __future__ import annotations

import pytest

from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.state import supply
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe, question
from smalti.kernel.words import say
from tests.games.maharani.table import TWO, fill, gold, lines, moves, play, refusal, table
from tests.play import finished

FOUR_CENTRES = "b*,o*,r*,g*"


def test_an_arrow_to_the_own_side_brings_a_duty() -> None:
    """Maharani 6.1: a worker must come, and nothing else is allowed before."""
    due = play(table(rondel=FOUR_CENTRES), "1 c8 S")

    assert moves(due) == ["worker red"]
    for move in ("end", "2 c3 N"):
        assert refusal(due, move).clause == "6.1"
    assert refusal(due, "refresh").clause == "3.4"


def test_a_duty_is_avoided_by_turning_the_tile() -> None:
    """Maharani 6.1: where the columns allow it."""
    assert moves(play(table(rondel=FOUR_CENTRES), "1 c8 W"))[-1] == "end"


def test_a_forced_worker_comes_without_asking() -> None:
    """Maharani 6.1: the duty cannot be declined, so one that leaves no choice is written down by itself."""
    due = play(table(rondel=FOUR_CENTRES), "1 c8 S")

    forced = MAHARANI.course.automatic(due.state)

    assert forced == (0, due.legal_moves()[0])


def test_an_arrow_to_another_side_means_nothing() -> None:
    """Maharani 6.2: neither to the player who placed it nor to the one who sits there."""
    after = play(table(rondel=FOUR_CENTRES), "1 c8 W")

    assert supply(after.state, 0) == supply(after.state, 1) == 8
    assert refusal(after, "worker red").clause == "6.2"


def test_the_first_worker_on_a_colour_comes_from_the_supply() -> None:
    """Maharani 6.3: a worker on another colour stays where it is."""
    start = table("2/8/8/4/6/6/4/b^R7/8/2", "o*,.,.,.")
    after = play(start, "1 c8 S", "worker red")

    assert supply(after.state, 0) == 6
    assert str(after).split()[1] == "2/8/8/4/6/6/4/b^RovR6/8/2"


def test_a_worker_on_the_same_colour_in_the_quarter_must_move() -> None:
    """Maharani 6.4: no new worker is placed, even if the old group was larger."""
    start = table("2/8/8/4/6/o^R5/4/b^R7/8/2", "b*,.,.,.")
    after = play(start, "1 b9 S", "worker red")

    assert str(after).split()[1] == "2/8/8/4/6/o^R5/4/b^7/bvR7/2"
    assert supply(after.state, 0) == 6


def test_a_worker_on_the_same_colour_in_another_quarter_stays() -> None:
    """Maharani 6.4: only the quarter of the new tile counts."""
    start = table("2/8/8/4/b^R5/6/4/8/8/2", "b*,.,.,.")
    after = play(start, "1 c8 S", "worker red")

    assert supply(after.state, 0) == 6


def test_with_an_empty_supply_and_nobody_to_move_nothing_happens() -> None:
    """Maharani 6.5: the tile stays and its gold counts."""
    start = table("2/8/8/4/b^Rovr^Rg^Rp^Rt^R/6/4/5b<Ro^R1/7p^R/2", "g*,.,.,.")
    assert supply(start.state, 0) == 0

    after = play(start, "1 c8 S")

    assert gold(after)[0] == 1
    assert "end" in moves(after)


def test_with_an_empty_supply_a_worker_still_moves() -> None:
    """Maharani 6.4 and 6.5: there is one to move."""
    start = table("2/8/8/4/b^Rovr^Rg^Rp^Rt^R/6/4/g^R4b<Ro^R1/8/2", "g*,.,.,.")
    assert supply(start.state, 0) == 0

    assert moves(play(start, "1 c8 S")) == ["worker red"]


def test_a_lone_worker_earns_one_gold() -> None:
    """Maharani 6.6: the rule book's first example of workers."""
    after = play(table(rondel=FOUR_CENTRES), "1 c8 S", "worker red")

    assert lines(after, 0) == [(1, "one blue tile alone"), (1, "one red worker alone")]


def test_a_group_of_two_workers_earns_two_gold() -> None:
    """Maharani 6.6: the rule book's second example of workers."""
    after = play(table("2/8/8/4/6/6/4/o^R7/8/2", FOUR_CENTRES), "1 c8 S", "worker red")

    assert lines(after, 0) == [(1, "one blue tile alone"), (2, "group of 2 red workers")]


def test_workers_on_a_diagonal_or_of_another_player_are_no_group() -> None:
    """Maharani 6.6: neighbours of the own colour only."""
    after = play(table("2/8/8/4/6/6/4/o^G7/r^R7/2", FOUR_CENTRES), "1 c8 S", "worker red")

    assert lines(after, 0)[1] == (1, "one red worker alone")


def test_eight_gold_across_a_border() -> None:
    """Maharani 5.3 and 6.6: the rule book's special case, an area of five and a group of three over two quarters."""
    start = table("2/8/8/4/6/6/4/3o>R4/1b^b>1b>R3/b>1", "b-,o*,r*,g*")

    after = play(start, "1 e9 S", "worker red")

    assert lines(after, 0) == [(5, "area of 5 blue tiles"), (3, "group of 3 red workers")]
    assert gold(after)[0] == 8


def test_a_moving_worker_is_lifted_off_first() -> None:
    """Maharani 6.7: it does not count as its own neighbour."""
    after = play(table("2/8/8/4/6/6/4/b^R7/8/2", FOUR_CENTRES), "1 c8 S", "worker red")

    assert (1, "one red worker alone") in lines(after, 0)
    assert str(after).split()[1] == "2/8/8/4/6/6/4/b^bvR6/8/2"


def test_two_workers_of_one_colour_never_share_a_tile_colour_in_a_quarter() -> None:
    """Maharani 6.8: in no position of random games."""
    for seats in (2, 3, 4):
        for event in finished("maharani", seats, {}, seed=seats).log:
            MAHARANI.text.parse_position(str(event.before))  # refuses such a position


def test_nobody_places_the_workers_of_others() -> None:
    """Maharani 2.2: the green workers belong to the next seat."""
    assert refusal(play(table(rondel=FOUR_CENTRES), "1 c8 S"), "worker green").clause == "2.2"


# Two players


def two(floor: str, rondel: str = FOUR_CENTRES) -> Position:
    """A game for two: seat 0 has red and green workers, seat 1 blue and yellow ones."""
    return table(floor, rondel, seats=TWO)


NO_TILES = "2/8/8/4/6/6/4/8/8/2"


def test_two_players_have_two_colours_but_one_of_all_else() -> None:
    """Maharani 11.1: one side, one set of markers, one score."""
    start = two(NO_TILES)

    assert MAHARANI.course.written_seat(start.state, 0) == {"side": "S", "workers": ["red", "green"]}
    assert len(start.scores()) == 2


def test_a_new_worker_of_either_colour() -> None:
    """Maharani 11.2: with none on the colour there is a choice."""
    due = play(two(NO_TILES), "1 c8 S")

    assert moves(due) == ["worker red", "worker green"]
    assert MAHARANI.course.automatic(due.state) is None


def test_a_colour_without_supply_cannot_come() -> None:
    """Maharani 11.2: the choice is as far as the supply has it."""
    start = two("2/8/8/4/o^Rp^R1b^Rr^Rg^R/4pvRt^R/4/8/8/2", "b*,.,.,.")
    assert supply(start.state, 0) == 0

    due = play(start, "1 c8 S")

    assert moves(due) == ["worker green"]
    assert refusal(due, "worker red").clause == "11.2"


def test_without_supplies_no_worker_comes() -> None:
    """Maharani 11.2: both are empty."""
    start = two("2/8/8/3b>G/o^Rp^Rt^Gb^Rr^Rg^R/3t^Gp>Ro^R/2b>Gr>G/4o>Gg<G2/8/2", "b*,.,.,.")
    assert supply(start.state, 0) == 0
    assert supply(start.state, 1) == 0

    assert "end" in moves(play(start, "1 c8 S"))


def test_move_the_one_or_place_the_other() -> None:
    """Maharani 11.3: a red worker stands on the colour."""
    due = play(two("2/8/8/4/6/6/4/b^R7/8/2"), "1 c8 S")

    assert moves(due) == ["worker red", "worker green"]
    assert str(due.play("worker red")).split()[1] == "2/8/8/4/6/6/4/b^bvR6/8/2"
    assert str(due.play("worker green")).split()[1] == "2/8/8/4/6/6/4/b^RbvG6/8/2"


def test_without_the_other_colour_the_one_must_move() -> None:
    """Maharani 11.3: the green supply is empty."""
    start = two("2/8/8/4/o^Gp^G1b^Gr^Gg^G/4pvGt^G/4/b^R7/8/2", "b*,.,.,.")
    assert supply(start.state, 1) == 0

    assert moves(play(start, "1 c8 S")) == ["worker red"]


def test_both_there_one_moves() -> None:
    """Maharani 11.4: the player chooses which."""
    due = play(two("2/8/8/4/6/6/4/b^R7/1b^G6/2"), "1 c8 S")

    assert moves(due) == ["worker red", "worker green"]
    assert str(due.play("worker red")).split()[1] == "2/8/8/4/6/6/4/b^bvR6/1b^G6/2"
    assert str(due.play("worker green")).split()[1] == "2/8/8/4/6/6/4/b^RbvG6/1b^6/2"


def test_two_colours_form_no_group() -> None:
    """Maharani 11.5: the green worker beside the red one is alone."""
    after = play(two("2/8/8/4/6/6/4/o^R7/8/2"), "1 c8 S", "worker green")

    assert lines(after, 0)[1] == (1, "one green worker alone")


def test_two_colours_are_paid_apart() -> None:
    """Maharani 11.6: two red and two green workers bring 6 and 6, not 13."""
    start = two("2/8/8/4/6/o^Rp^Rt^G3/p^r^2/g^Gb^o^o>4/1g^r>t>4/p>1", "t*,.,.,.")

    after = fill(play(start, "1 b9 N", "end"))

    assert lines(after, 0)[1:] == [
        (6, "2 red workers in the elephant quarter"),
        (6, "2 green workers in the elephant quarter"),
    ]
    assert gold(after) == (13, 0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_question_says_whether_there_is_a_choice(language: str) -> None:
    """Maharani 11.2: choose which worker, or see which one comes."""
    choice = play(two(NO_TILES), "1 c8 S")
    forced = play(table(rondel=FOUR_CENTRES), "1 c8 S")

    assert question(MAHARANI, choice.state, 0, language) != question(MAHARANI, forced.state, 0, language)
    assert say(language, "red worker") in describe(MAHARANI, forced.state, 0, forced.legal_moves()[0], language)
