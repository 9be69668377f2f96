"""Points, what decides between equal ones, and matchpoints against all who had the same seat."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.server.club.tournaments.rounds import Board, Kind
from smalti.server.club.tournaments.standing import AVERAGE_PLUS, margin, matchpoints, standing
from tests.server.club.tournaments.test_pairing import play


def duel(one: int, other: int, *scores: int) -> Board:
    best = max(scores)
    return Board((one, other), scores, tuple(n for n, score in enumerate(scores) if score == best))


def test_matchpoints_compare_with_everybody_in_the_same_seat() -> None:
    found = matchpoints((duel(1, 2, 10, 4), duel(3, 4, 7, 7), duel(5, 6, 7, 7), duel(7, -1, 0, 9)))
    assert found == {1: 1.0, 3: 0.5, 5: 0.5, 7: 0.0, 2: 0.0, 4: 0.75, 6: 0.75}


def test_how_the_others_at_the_table_play_is_no_merit() -> None:
    assert matchpoints((duel(1, 2, 9, 0), duel(3, 4, 10, 10))) == {1: 0.0, 3: 1.0, 2: 0.0, 4: 1.0}


def test_in_a_race_the_margin_counts_against_all_with_the_same_deal() -> None:
    """Who ends the game early has fewer points, and the others fewer still; a win is worth more than a defeat."""
    boards = (duel(1, 2, 20, 10), duel(3, 4, 30, 29), duel(5, 6, 8, 40))
    found = matchpoints(boards, race=True)
    assert found == {6: 1.0, 1: 0.8, 3: 0.6, 4: 0.4, 2: 0.2, 5: 0.0}
    lines = standing("duplicate", list(range(1, 7)), [boards], race=True)
    assert [line.entry for line in lines] == [6, 1, 3, 4, 2, 5]


def test_in_a_race_bots_that_fill_are_compared_with_nobody() -> None:
    found = matchpoints((duel(1, 2, 20, 10), duel(3, -1, 30, 0)), race=True)
    assert found == {3: 1.0, 1: 0.5, 2: 0.0}


def test_an_absent_player_gets_nothing_and_the_other_average_plus() -> None:
    found = matchpoints((duel(1, 2, 10, 4), duel(3, 4, 3, 7), Board((5, 6), lost=frozenset({6}))))
    assert (found[5], found[6]) == (AVERAGE_PLUS, 0.0)
    assert (found[1], found[3]) == (1.0, 0.0)


def test_a_seat_that_nobody_else_had_is_the_middle() -> None:
    assert matchpoints((Board((1, 2, 3), (4, 5, 6), (2,)),)) == {1: 0.5, 2: 0.5, 3: 0.5}


def test_buchholz_and_berger_are_the_points_of_those_whom_one_met_and_beat() -> None:
    first = (duel(1, 4, 2, 1), duel(2, 3, 2, 1))
    second = (duel(1, 2, 2, 1), duel(4, 3, 2, 1))
    lines = standing("swiss", [1, 2, 3, 4], [first, second])
    found = [(line.rank, line.entry, line.points) for line in lines]
    assert found == [(1, 1, 2), (2, 2, 1), (2, 4, 1), (4, 3, 0)]
    by_entry = {line.entry: line for line in lines}
    assert by_entry[2].breaks["buchholz"] == 0 + 2
    assert by_entry[4].breaks["buchholz"] == 2 + 0
    assert by_entry[1].breaks["berger"] == 1 + 1


def test_a_bye_is_a_win_in_swiss_and_nothing_in_a_round_robin() -> None:
    played = (duel(1, 2, 3, 1), Board((3,)))
    assert {line.entry: line.points for line in standing("swiss", [1, 2, 3], [played])} == {1: 1, 2: 0, 3: 1}
    assert {line.entry: line.points for line in standing("round_robin", [1, 2, 3], [played])} == {1: 1, 2: 0, 3: 0}


def test_equal_in_everything_shares_a_rank() -> None:
    lines = standing("round_robin", [1, 2, 3, 4], [(duel(1, 2, 1, 1), duel(3, 4, 1, 1))])
    assert [line.rank for line in lines] == [1, 1, 1, 1]


def test_who_wins_by_the_rules_at_equal_points_has_won() -> None:
    board = Board((1, 2), (5, 5), (1,))
    assert (board.points(1), board.points(2)) == (0.0, 1.0)


@given(
    kind=st.sampled_from(["swiss", "duplicate", "round_robin", "knock_out"]),
    count=st.integers(4, 40),
    size=st.sampled_from([2, 3, 4]),
    seed=st.integers(0, 99),
)
@settings(deadline=None, max_examples=20)
def test_a_standing_has_everybody_once_in_order_and_gives_no_more_than_there_is(
    kind: Kind, count: int, size: int, seed: int
) -> None:
    size = size if kind in ("swiss", "duplicate") else 2
    history = play(kind, count, 3 if kind != "knock_out" else 2, size, seed, leaving=0.1)
    lines = standing(kind, list(range(1, count + 1)), history)
    assert sorted(line.entry for line in lines) == list(range(1, count + 1))
    assert all(a.rank <= b.rank and a.points >= b.points for a, b in pairwise(lines))
    assert all(0 <= line.points <= len(history) for line in lines)
    if kind == "duplicate":
        for one in history:
            found = matchpoints(one)
            seats = {seat for board in one for seat in range(len(board.entries))}
            for seat in seats:
                at = [found[board.entries[seat]] for board in one if board.entries[seat] > 0]
                assert sum(at) == pytest.approx(len(at) / 2), "what is won against some is lost by them"
            racing = matchpoints(one, race=True)
            assert sum(racing.values()) == pytest.approx(len(racing) / 2)
    chance = Random(seed)
    board = Board((1, 2), (chance.randrange(9), chance.randrange(9)))
    assert margin(board, 1) == -margin(board, 2)
