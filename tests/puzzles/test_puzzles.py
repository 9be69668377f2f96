"""Puzzles: what is shipped keeps its promises, mining finds such positions, and answers cost what they lose."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from smalti.games import GAMES, find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.puzzles import mining
from smalti.puzzles.grading import Grade, grade
from smalti.puzzles.ladder import Rating, first_rating, of_the_day
from smalti.puzzles.mining import GLANCES, LEAST, SURE, answer_again, games_of_bots, mine
from smalti.puzzles.puzzle import Puzzle, read_puzzles, shipped, shipped_file, write_puzzles
from smalti.puzzles.repeating import FIRST, answered, new_card
from smalti.reviewing.outlook import outlook_of

EACH = 500
"""Of each game."""
MOST_BYTES = 300_000
SOME = slice(None, None, 125)
NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@games
def test_enough_are_shipped_and_every_one_is_clear(game: Game) -> None:
    found = shipped(game)
    assert len({one.id for one in found}) == len(found) >= EACH
    assert shipped_file(game).stat().st_size < MOST_BYTES
    assert {one.seats for one in found} == set(game.facts.seat_counts)
    for one in found:
        assert one.gap >= SURE * one.error
        assert one.gap >= LEAST * outlook_of(game, one.seats).unit - 1e-4
        assert one.next not in one.answers


@games
def test_positions_can_be_played_and_no_glance_sees_the_answer(game: Game) -> None:
    for one in shipped(game)[SOME]:
        position = one.open()
        assert (str(position), position.seats) == (one.position, one.seats)
        assert {*one.answers, one.next} <= set(position.legal_moves(one.seat))
        assert not any(bot.move(position, one.seat, 0) in one.answers for bot in GLANCES)


def test_mining_follows_from_the_game_and_ten_times_the_search_agrees() -> None:
    match = next(games_of_bots(find_game("maharani"), 2, 3))
    found = mine(match, {})
    assert found is not None
    assert found == mine(match, {})
    assert set(answer_again(found)) & set(found.answers)


def test_a_position_whose_answer_changes_with_more_search_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    match = next(games_of_bots(find_game("maharani"), 2, 3))
    asked: list[Puzzle] = []

    def another_answer(puzzle: Puzzle, seed: int) -> tuple[int, ...]:
        assert seed != mining.CHECKED, "a check looks with chances that mining has not seen"
        asked.append(puzzle)
        return (puzzle.next,) if len(asked) == 1 else puzzle.answers

    monkeypatch.setattr(mining, "answer_again", another_answer)
    found = mine(match, {})
    assert found is None or found == asked[1] != asked[0]


def test_a_file_is_read_as_it_was_written_and_only_for_its_game(tmp_path: Path) -> None:
    mosaix, file = find_game("mosaix"), tmp_path / "some.jsonl.gz"
    write_puzzles(file, mosaix, shipped(mosaix)[:3])
    assert read_puzzles(file, mosaix) == list(shipped(mosaix)[:3])
    with pytest.raises(SmaltiError, match="not for maharani"):
        read_puzzles(file, find_game("maharani"))


def test_an_answer_costs_what_is_lost_by_it() -> None:
    puzzle = max(shipped(find_game("majolica")), key=lambda one: one.gap / max(one.error, 1e-3))
    seen = puzzle.open()
    best = grade(seen, puzzle.seat, puzzle.ply, puzzle.answers[0], puzzle.answers[0])
    missed = grade(seen, puzzle.seat, puzzle.ply, puzzle.answers[0], puzzle.next)
    assert (best.cost, best.score, best.mark) == (0, 1, "")
    assert missed.cost == pytest.approx(puzzle.gap, abs=5 * (puzzle.error + missed.error) + 1e-3)
    assert missed.score < 1
    assert missed.yours[0] == puzzle.next != missed.best[0]


def test_ratings_are_those_of_glickmans_example() -> None:
    """His player of 1500 ± 200 wins against one of 1400 ± 30; his own figures are for three games at once."""
    after = Rating(1500, 200).after(Rating(1400, 30), 1)
    assert after.rating == pytest.approx(1563.56, abs=0.5)
    assert after.deviation == pytest.approx(175.4, abs=0.5)
    assert Rating(1500, 200).after(Rating(1400, 30), 0.5).rating < after.rating


def test_what_more_levels_miss_is_rated_higher_and_the_day_decides_which_is_asked() -> None:
    found = shipped(find_game("mosaix"))
    hard, easy = max(found, key=lambda one: one.missed), min(found, key=lambda one: one.missed)
    assert first_rating(hard).rating > first_rating(easy).rating
    days = [of_the_day(found, date(2027, 3, 1) + timedelta(days=n)) for n in range(9)]
    assert days == [of_the_day(found, date(2027, 3, 1) + timedelta(days=n)) for n in range(9)]
    assert len({one.id for one in days}) > 4


def test_a_mistake_comes_the_next_day_later_each_time_and_at_last_no_more() -> None:
    card, due = new_card(NOW)
    assert due == NOW + FIRST
    gaps, now = [], due
    while True:
        card, then = answered(card, graded(0.0), now)
        if then is None:
            break
        gaps.append(then - now)
        now = then
    assert gaps == sorted(gaps)
    assert len(gaps) == 2
    _, then = answered(card, graded(0.3), now)
    assert then is not None, "what is forgotten comes again"


def graded(cost: float) -> Grade:
    """An answer that costs so many spreads."""
    return Grade(cost, 0.0, 1.0, "blunder" if cost > 0.16 else "", (0,), (1,), ())


def test_a_puzzle_of_the_same_question_has_the_same_id() -> None:
    one = shipped(find_game("mosaix"))[0]
    assert Puzzle(**{**one.__dict__, "gap": 1.0}).id == one.id
