"""Evaluation and the end of the game: sections 9 and 10 of the rules."""

from __future__ import annotations

import pytest

from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.state import supply
from smalti.kernel.game import CHANCE
from smalti.kernel.seeing import told
from tests.games.maharani.table import fill, gold, lines, play, rest_without, table
from tests.play import finished

# The peacock quarter but for f10: five green workers, three red, one blue.
PEACOCK_BUT_ONE = "2/8/8/4/6/3b^Go^Gr^G/2g^Gp^G/4b>Ro<Rr^Rg>B/4p>t>t<t^/2"


def test_the_example_of_an_evaluation() -> None:
    """Maharani 9.2: the rule book's 18, 9, 4 and 0 gold."""
    after = fill(play(table(PEACOCK_BUT_ONE, "t90,.,.,.", "turn:3"), "1 f10 N", "end"))

    assert lines(after, 1) == [(18, "5 green workers in the peacock quarter")]
    assert lines(after, 0) == [(9, "3 red workers in the peacock quarter")]
    assert lines(after, 2) == [(4, "1 blue worker in the peacock quarter")]
    assert lines(after, 3) == [(1, "one turquoise tile alone")]


def test_the_log_tells_every_pay() -> None:
    """Maharani 9.2: the last draw of the turn brings the evaluation about."""
    start = play(table(PEACOCK_BUT_ONE, "t90,o*,r*,g*", "turn:3"), "1 f10 N", "end")
    drawn = min(start.outcomes())

    lines_of_log = [line.words for line in told(MAHARANI, start.state, CHANCE, drawn)]

    assert "gets 18 gold for 5 green workers in the peacock quarter" in lines_of_log
    assert "gets 9 gold for 3 red workers in the peacock quarter" in lines_of_log


@pytest.mark.parametrize(("workers", "pay"), [(1, 4), (2, 6), (3, 9), (4, 13), (5, 18), (6, 24)])
def test_pay_by_number(workers: int, pay: int) -> None:
    """Maharani 9.2: 4, 6, 9, 13, 18 and 24 gold."""
    tiles = ["b^", "o^", "r^", "g^", "p^", "t>"]
    with_workers = [tile + ("R" if n < workers else "") for n, tile in enumerate(tiles)]
    floor = "2/8/8/4/6/3{}{}{}/2{}{}/4{}o<r^g>/4p>t>t<t^/2".format(*with_workers)

    after = fill(play(table(floor, "t90,.,.,.", "turn:3"), "1 f10 N", "end"))

    assert gold(after)[0] == pay


def test_workers_go_home_and_tiles_stay() -> None:
    """Maharani 9.3: the supplies are full again."""
    after = fill(play(table(PEACOCK_BUT_ONE, "t90,.,.,.", "turn:3"), "1 f10 N", "end"))

    assert [supply(after.state, worker) for worker in range(4)] == [8, 8, 8, 8]
    assert str(after).split()[1] == "2/8/8/4/6/3b^o^r^/2g^p^/4b>o<r^g>/4p>t>t<t^/1t^"


def test_two_quarters_in_one_turn() -> None:
    """Maharani 9.1: both are evaluated, once each."""
    floor = "2/8/8/4/6/o^p^t^b^o^r^/p^r>g^p>/gvb^Ro^o>b>o^r^g>/t^g^r>t>p^r>t<b^R/2"
    start = table(floor, "p180,.,.,p0", "turn:0")

    after = fill(play(start, "1 e10 W", "4 f10 W"))

    paid = [line for line in lines(after, 0) if "quarter" in line[1]]
    assert paid == [(4, "1 red worker in the peacock quarter"), (4, "1 red worker in the elephant quarter")]


def test_the_game_ends_with_the_fourth_evaluation() -> None:
    """Maharani 10.1: the last space is filled, the last quarter paid."""
    match = finished("maharani", 4, {}, seed=3)

    free = [field for field in str(match.position).split()[1] if field.isdigit()]
    assert free == []
    assert not any(int(workers) for workers in match.position.state.workers)
    assert match.position.is_over


def test_a_rest_that_fits_nowhere_ends_the_game() -> None:
    """Maharani 10.2: unfinished quarters are paid as if they were full."""
    on_floor = ["b*", "b*", "o*", "o*", "r*", "r*", "g*", "g*"]
    start = table("2/b^6b^/1o^4o^1/4/6/6/4/1r^R4r^1/g^6g^/2", "p*,.,.,.", out=rest_without(*on_floor, "p*"))

    after = play(start, "refresh")

    assert after.is_over
    assert lines(after, 0) == [(4, "1 red worker in the elephant quarter")]
    assert after.winners() == (0,)


def test_no_tile_left_with_spaces_free_ends_the_game() -> None:
    """Maharani 10.2: nothing is on the rondel that could fit."""
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", ".,.,.,b|", out=rest_without("b*", "b|"))

    after = play(start, "4 e8 E", "end")

    assert after.is_over
    assert lines(after, 0) == [(1, "one blue tile alone"), (4, "1 red worker in the elephant quarter")]


def test_the_game_goes_on_while_a_tile_fits() -> None:
    """Maharani 10.2: whatever the markers."""
    start = table(rondel="b*,.,.,b|", seats="-,-,-,-", out=rest_without("b*", "b|"))

    assert play(start, "1 c8 N", "end").actors() == (1,)


def test_most_gold_wins_and_ties_share() -> None:
    """Maharani 10.3: the tied players share the victory."""
    over = table(turn="over:0", seats="lmpe:b3,lmpe:o2,lmpe:r1+r2,lmpe")

    assert over.is_over
    assert over.winners() == (0, 2)
