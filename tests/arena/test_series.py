"""Who plays whom from which seat: balanced by design, whatever the numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from smalti.arena import Series
from smalti.kernel.errors import SmaltiError

NAMES = ("random", "greedy", "heuristic", "search")


def series(seats: int, bots: int, *, alone: bool = False) -> Series:
    return Series("mosaix", seats, NAMES[:bots], alone=alone)


def seatings(one: Series, deals: int) -> list[tuple[int, ...]]:
    return [one.seating(number) for number in range(deals * one.games_per_deal)]


def test_two_bots_play_each_deal_from_both_seats() -> None:
    assert seatings(series(2, 2), 2) == [(0, 1), (1, 0)] * 2


def test_one_plays_alone_against_three_from_every_seat() -> None:
    assert seatings(series(4, 2), 1) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


def test_the_neighbours_change_from_deal_to_deal() -> None:
    """Six deals with four bots: everybody sits behind everybody else equally often."""
    pairs = Counter((s[seat], s[(seat + 1) % 4]) for s in seatings(series(4, 4), 6) for seat in range(4))

    assert len(pairs) == 12
    assert set(pairs.values()) == {8}


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize(("seats", "bots"), [(2, 2), (2, 4), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)])
def test_in_each_deal_everybody_has_each_seat_equally_often(seats: int, bots: int, alone: bool) -> None:
    counts = Counter((bot, seat) for s in seatings(series(seats, bots, alone=alone), 1) for seat, bot in enumerate(s))

    for bot in range(bots):
        assert len({counts[bot, seat] for seat in range(seats)}) == 1


def test_games_of_a_deal_share_their_chance_and_those_of_two_deals_do_not() -> None:
    one = series(4, 2)
    generators = [one.chance(number).generator(0) for number in range(8)]

    assert len(set(generators[:4])) == len(set(generators[4:])) == 1
    assert generators[0] != generators[4]


def test_a_number_of_games_is_rounded_up_to_whole_deals_and_to_two() -> None:
    assert [series(4, 2).deals_for(games) for games in (1, 8, 9)] == [2, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (Series("mosaix", 5, ("random", "greedy")), "Mosaix is for 1, 2, 3, 4 seats, not 5"),
        (Series("mosaix", 2, ("random",)), "a match needs at least two bots; here is 1"),
        (Series("mosaix", 2, ("random", "random")), "a bot is named twice"),
        (Series("mosaix", 2, ("random", "nobody")), "there is no bot 'nobody'"),
        (Series("chess", 2, ("random", "greedy")), "there is no game 'chess'"),
        (Series("mosaix", 2, ("random", "greedy"), {"end": "never"}), "option end of Mosaix is one of"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: Series, words: str) -> None:
    with pytest.raises(SmaltiError, match=words):
        wrong.check()
