"""Whoever comes and goes: nobody meets twice where it can be, a bye comes once, and seats are shared fairly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.server.club.tournaments.pairing import Drawing, draw, met, seats_taken, seeding
from smalti.server.club.tournaments.rounds import (
    LEAST,
    MOST,
    Board,
    Kind,
    Round,
    entries_of,
    rounds_of,
    thinning,
)
from smalti.server.club.tournaments.standing import standing

COUNTS = st.one_of(st.integers(LEAST, 12), st.integers(LEAST, 30))


def played(board: Board, chance: Random) -> Board:
    """The board with some result; what was decided before stays."""
    if board.is_decided:
        return board
    scores = tuple(chance.randrange(6) for _ in board.entries)
    best = max(scores)
    return Board(board.entries, scores, tuple(seat for seat, one in enumerate(scores) if one == best))


def play(kind: Kind, count: int, rounds: int, size: int = 2, seed: int = 0, leaving: float = 0.0) -> list[Round]:
    """Some rounds with chance results; between rounds some go and some come back, or come for the first time."""
    chance, entries = Random(seed), list(range(1, count + 1))
    history: list[Round] = []
    active = {one for one in entries if chance.random() >= leaving} or set(entries)
    for _ in range(rounds):
        points = {line.entry: line.points for line in standing(kind, entries, history)} if kind == "swiss" else {}
        drawn = draw(Drawing(kind, entries, frozenset(active), history, points, size))
        check_round(drawn, active, size, kind)
        history.append(tuple(played(board, chance) for board in drawn))
        for one in entries:
            if chance.random() < leaving:
                active ^= {one}
        if len(active) < 2:
            active = set(entries)
    return history


def check_round(drawn: Round, active: set[int], size: int, kind: Kind) -> None:
    """Everybody who is there sits once, nobody else plays, and tables are full."""
    sitting = [entry for board in drawn for entry in board.entries]
    assert len(sitting) == len(set(sitting))
    if kind in ("swiss", "duplicate") or (kind, size > 2) == ("round_robin", True):
        assert entries_of(drawn) == active
        assert {len(board.entries) for board in drawn} <= {size, 1}
        assert sum(board.is_bye for board in drawn) == (len(active) % 2 if (kind, size) == ("swiss", 2) else 0)
    fillers = sum(entry < 0 for entry in sitting)
    for board in drawn:
        assert sum(entry < 0 for entry in board.entries) <= -(-fillers // len(drawn))
        assert not entries_of([board]) - active - board.lost


@given(count=COUNTS, seed=st.integers(0, 99))
@settings(deadline=None, max_examples=10)
def test_in_a_round_robin_everybody_meets_everybody_once_and_begins_every_second_time(count: int, seed: int) -> None:
    history = play("round_robin", count, rounds_of("round_robin", count, 0), seed=seed)
    pairs = {pair: times for pair, times in met(history).items() if 0 not in pair}
    assert pairs == {frozenset(pair): 1 for pair in combinations(range(1, count + 1), 2)}
    began = seats_taken(history)
    assert all(abs(began[one, 0] - began[one, 1]) <= 1 for one in range(1, count + 1))


@given(count=COUNTS, seed=st.integers(0, 99), kind=st.sampled_from(["swiss", "duplicate"]))
@settings(deadline=None, max_examples=10)
def test_nobody_meets_twice_and_a_bye_comes_once_in_as_many_rounds_as_half_of_them(
    count: int, seed: int, kind: Kind
) -> None:
    """Dirac: who has met less than half of the others leaves a perfect matching."""
    history = play(kind, count, min(count // 2, 9), seed=seed)
    assert max(met(history).values()) == 1
    began = seats_taken(history)
    assert all(abs(began[one, 0] - began[one, 1]) <= 3 for one in range(1, count + 1))


@given(
    count=COUNTS, seed=st.integers(0, 99), size=st.sampled_from([2, 3, 4]), kind=st.sampled_from(["swiss", "duplicate"])
)
@settings(deadline=None, max_examples=10)
def test_who_comes_late_goes_or_comes_back_is_drawn_with_those_who_are_there(
    count: int, seed: int, size: int, kind: Kind
) -> None:
    history = play(kind, count, 5, size, seed, leaving=0.2)
    assert all(sum(board.is_bye for board in one) <= 1 for one in history)


@given(count=COUNTS, seed=st.integers(0, 99), leaving=st.sampled_from([0.0, 0.15]))
@settings(deadline=None, max_examples=10)
def test_a_knock_out_leaves_one(count: int, seed: int, leaving: float) -> None:
    rounds = rounds_of("knock_out", count, 0)
    history = play("knock_out", count, rounds, seed=seed, leaving=leaving)
    if not leaving:
        assert [len(entries_of(one)) for one in history] == [count, *(1 << n for n in range(rounds - 1, 0, -1))]
        lines = standing("knock_out", list(range(1, count + 1)), history)
        assert [line.points for line in lines[:2]] == [rounds, rounds - 1]
    assert len(entries_of(history[-1])) <= 2


@given(count=COUNTS, seed=st.integers(0, 99), size=st.sampled_from([3, 4]), leaving=st.sampled_from([0.0, 0.15]))
@settings(deadline=None, max_examples=10)
def test_a_knock_out_of_larger_tables_leaves_one(count: int, seed: int, size: int, leaving: float) -> None:
    rounds = rounds_of("knock_out", count, 0, size)
    history = play("knock_out", count, rounds, size, seed, leaving)
    assert all(2 <= len(board.entries) <= size for one in history for board in one) or leaving
    if not leaving:
        assert [len(entries_of(one)) for one in history] == list(thinning(count, size))
        lines = standing("knock_out", list(range(1, count + 1)), history)
        assert [line.rank for line in lines].count(1) == 1
        assert lines[0].points == rounds
    assert all(entries_of(after) <= entries_of(before) for before, after in pairwise(history))


def test_of_four_at_a_table_two_go_on_and_at_the_last_one_wins() -> None:
    first = tuple(Board(tuple(range(n, n + 4)), (4, 3, 2, 1), (0,)) for n in (1, 5))
    drawn = draw(Drawing("knock_out", list(range(1, 9)), frozenset(range(1, 9)), [first], {}, 4))
    assert [sorted(board.entries) for board in drawn] == [[1, 2, 5, 6]]
    last = (Board((1, 2, 5, 6), (1, 5, 2, 5), (1, 3)),)
    lines = standing("knock_out", list(range(1, 9)), [first, last])
    assert [(line.entry, line.points) for line in lines[:4]] == [(2, 2), (6, 1), (5, 1), (1, 1)]


@pytest.mark.parametrize(
    ("count", "size", "most", "met_by"),
    [
        (9, 3, 2, 0.8),
        (12, 4, 2, 0.7),
        (16, 4, 2, 0.8),
        (8, 4, 3, 0.8),
        pytest.param(24, 3, 2, 0.8, marks=pytest.mark.long),
        pytest.param(24, 4, 2, 0.8, marks=pytest.mark.long),
    ],
)
def test_in_a_round_robin_of_larger_tables_everybody_meets_as_many_as_can_be(
    count: int, size: int, most: int, met_by: float
) -> None:
    history = play("round_robin", count, rounds_of("round_robin", count, 0, size), size)
    pairs = {pair: times for pair, times in met(history).items() if min(pair) > 0}
    assert max(pairs.values()) <= most
    assert len(pairs) >= met_by * count * (count - 1) / 2


def test_seeds_meet_as_late_as_they_can() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for places in (4, 16, 64):
        order = seeding(places)
        assert {a + b for a, b in zip(order[::2], order[1::2], strict=True)} == {places + 1}
        assert {order.index(1) < places // 2, order.index(2) < places // 2} == {True, False}


def test_the_first_swiss_round_is_the_fold_and_later_equals_meet() -> None:
    history = play("swiss", 8, 1)
    assert {frozenset(board.entries) for board in history[0]} == {frozenset((n, n + 4)) for n in range(1, 5)}
    first = tuple(Board(tuple(sorted(board.entries)), (1, 0), (0,)) for board in history[0])
    points = {line.entry: line.points for line in standing("swiss", list(range(1, 9)), [first])}
    second = draw(Drawing("swiss", list(range(1, 9)), frozenset(range(1, 9)), [first], points))
    assert all(len({points[entry] for entry in board.entries}) == 1 for board in second)


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("swiss", 2),
        pytest.param("duplicate", 2, marks=pytest.mark.long),
        pytest.param("swiss", 4, marks=pytest.mark.long),
        ("duplicate", 3),
    ],
)
def test_five_hundred_are_drawn(kind: Kind, size: int) -> None:
    history = play(kind, MOST - 1, 2, size, seed=7)
    assert max(Counter(met(history)).values()) == 1
