"""Which games are rated, and what they change."""

from __future__ import annotations

from random import Random

import pytest

from smalti.bots.levels import LEVELS
from smalti.bots.scale import luck_in, scale_file
from smalti.games import GAMES, find_game
from smalti.kernel.errors import SmaltiError
from smalti.server.table import rating
from smalti.server.table.leaving import hand_over, stand_in
from smalti.server.table.rating import Seated, Standing, after, first_standing, places, shares_of_luck, why_not
from tests.server.table.test_table import begun, first_move, hold

MOSAIX = find_game("mosaix")
PEOPLE = [Seated(f"person {name}", Standing()) for name in ("ann", "ben", "cem", "dea")]


def test_a_table_is_rated_with_accounts_screens_levels_and_no_aids() -> None:
    assert why_not(["me", "invite", "bot"], ["legend"], [False, False], has_account=True) is None


@pytest.mark.parametrize(
    ("kinds", "bots", "aids", "has_account", "words"),
    [
        (["me"], [], [False], True, rating.TOO_FEW),
        (["me", "local"], [], [False], True, rating.NO_SCREEN),
        (["me", "me"], [], [False], True, rating.SITS_ALREADY),
        (["bot", "bot"], ["novice", "master"], [False], True, rating.NO_PERSON),
        (["me", "bot"], ["partner"], [False], True, rating.NO_SUCH_BOT),
        (["me", "bot"], ["legend-1"], [False], True, rating.NO_SUCH_BOT),
        (["me", "invite"], [], [True, False], True, rating.NO_AIDS),
        (["me", "invite"], [], [False, False], False, rating.NO_ACCOUNT),
    ],
)
def test_a_table_that_cannot_be_rated_says_why(
    kinds: list[str], bots: list[str], aids: list[bool], has_account: bool, words: str
) -> None:
    assert why_not(kinds, bots, aids, has_account=has_account) == words


def test_who_loses_a_rated_game_cannot_have_it_ended() -> None:
    assert why_not(["me", "invite"], [], [False], has_account=True, may_end=True) == rating.NO_END


def test_a_seat_that_a_bot_has_played_for_in_a_rated_game_stays_with_the_bot() -> None:
    for rated in (None, rating.OPEN):
        table = begun(rated=rated, aids={"undo": False, "hints": False})
        [seat] = table.position.actors()
        hold(table, stand_in(table, seat, "time"))
        hold(table, table.make(seat, first_move(table, seat)))
        if rated:
            with pytest.raises(SmaltiError, match="stays with the bot"):
                hand_over(table, f"p{seat}", seat, None)
        else:
            hold(table, hand_over(table, f"p{seat}", seat, None))


@pytest.mark.parametrize(
    ("scores", "winners", "left", "expected"),
    [
        ([10, 20], [1], [], [1, 0]),
        ([10, 10], [0, 1], [], [0, 0]),
        ([10, 10, 5], [1], [], [1, 0, 2]),  # a tie that the rules have broken
        ([30, 20, 10, 20], [0], [], [0, 1, 3, 1]),
        ([30, 20, 10], [0], [0], [2, 0, 1]),  # the bot that played on has won for nobody
        ([30, 20, 10], [0], [0, 1], [1, 1, 0]),
    ],
)
def test_places_go_by_winners_points_and_who_stayed(
    scores: list[int], winners: list[int], left: list[int], expected: list[int]
) -> None:
    assert places(scores, winners, left) == expected


def test_luck_is_told_in_shares_of_the_win() -> None:
    assert shares_of_luck([0.5, -0.5]) == [0.25, -0.25]  # half of a spread, which is half of a win
    assert shares_of_luck([0.5, -0.5], taken=0.2) == [0.05, -0.05]
    lucky, unlucky, third = shares_of_luck([0.3, -0.2, 0.0])
    assert lucky > third > unlucky
    assert lucky + unlucky + third == pytest.approx(0.0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_without_a_review_changes_the_rating_by_places_alone(seats: int) -> None:
    now = after(MOSAIX, PEOPLE[:seats], list(range(seats)), None)
    assert [one.points for one in now] == sorted((one.points for one in now), reverse=True)
    assert {(one.games, one.fair_games, one.fair_mu) for one in now} == {(1, 0, 25.0)}


@pytest.mark.parametrize("seats", [3, 4])
def test_all_places_count_without_luck_too(seats: int) -> None:
    """With three and four only who won was told; who came last fell no deeper than who came second."""
    fair = [one.fair_mu for one in after(MOSAIX, PEOPLE[:seats], list(range(seats)), [0.0] * seats)]
    assert fair == sorted(set(fair), reverse=True)


def test_who_won_by_luck_gains_less_without_it() -> None:
    lucky, unlucky = after(MOSAIX, PEOPLE[:2], [0, 1], [1.5, -1.5])
    assert lucky.points > 1500 > unlucky.points
    assert lucky.fair_points < lucky.points
    assert lucky.fair_points - 1500 == 1500 - unlucky.fair_points


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_how_much_luck_is_taken_out_was_measured_for_every_table(game: str, seats: int) -> None:
    """A part of it, and what is left of the scatter is less than all: `benchmarks.ladder`, `benchmarks.ladder_luck`."""
    taken, left = luck_in(find_game(game), seats)
    assert [taken, left] == scale_file(find_game(game))["luck"][str(seats)]
    assert 0 < taken < 1
    assert 0.5 < left < 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_levels_begin_in_their_order_and_newcomers_in_the_middle(game: str, seats: int) -> None:
    levels = [first_standing(f"bot {level}", find_game(game), seats) for level in LEVELS]
    assert [one.mu for one in levels] == sorted({one.mu for one in levels})
    assert levels[2].points == first_standing("person new", find_game(game), seats).points == 1500
    assert all(one.doubt >= 60 for one in levels)
    assert first_standing("person new", find_game(game), seats).provisional


def test_bots_do_not_drift_and_people_do() -> None:
    sure = Standing(25, 0.5, 900, 25, 0.5, 900)
    ann, bot = after(MOSAIX, [Seated("person ann", sure), Seated("bot legend", sure)], [0, 0], None)
    assert bot.sigma < 0.5 < ann.sigma < 0.6


@pytest.mark.parametrize("elo", [0, 150, 300])
def test_a_player_of_known_strength_is_found_among_levels_of_known_strength(elo: int) -> None:
    """Someone who wins as Elo foretells against the levels ends where they belong, by places and without luck."""
    chance, levels = Random(elo), LEVELS[:4]
    stands = {f"bot {level}": first_standing(f"bot {level}", MOSAIX, 2) for level in levels}
    ann = Standing()
    for n in range(300):
        who = f"bot {levels[n % 4]}"
        foretold = 1 / (1 + 10 ** ((stands[who].points - 1500 - elo) / 400))
        won = chance.random() < foretold
        luck = 2 * 0.4 * (won - foretold)  # two fifths of what decided was luck
        at = [Seated("person ann", ann), Seated(who, first_standing(who, MOSAIX, 2))]
        ann = after(MOSAIX, at, [0, 1] if won else [1, 0], [luck, -luck])[0]
    assert abs(ann.points - 1500 - elo) < ann.doubt < 140
    assert abs(ann.fair_points - 1500 - elo) < ann.fair_doubt <= ann.doubt
    assert not ann.provisional
