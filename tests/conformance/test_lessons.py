"""What every guided first game promises: played by the rules, one thing at a time, in both languages."""

from __future__ import annotations

import pytest

from smalti.games import GAMES
from smalti.kernel.clauses import rules_page
from smalti.kernel.game import Game
from smalti.kernel.lesson import LEARNER, Lesson
from smalti.kernel.seeing import stage_of
from smalti.kernel.teaching import walk
from smalti.kernel.telling import clause_text
from smalti.kernel.words import LANGUAGES, say
from tests.play import KNOWN

TAUGHT = [game for game in KNOWN.values() if game.tables.lesson]
SLOWEST = 260
"""Words: what somebody reads in 90 seconds, and clicks as well."""
each_taught = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)


def lesson_of(game: Game) -> Lesson:
    assert game.tables.lesson is not None
    return game.tables.lesson


def test_every_game_of_the_house_has_one() -> None:
    assert {game.name for game in TAUGHT} == set(GAMES)


@each_taught
def test_each_step_can_be_played_by_the_rules_and_the_learner_gains(game: Game) -> None:
    stops = list(walk(game, lesson_of(game)))
    first, last = stops[0].match.position, stops[-1].match.position
    assert last.scores()[LEARNER] > max(first.scores()[LEARNER], *last.scores()[LEARNER + 1 :])
    assert sum(stop.path is not None for stop in stops) >= 3
    assert stops[0].path is None, "the aim is said before anything is to be done"
    assert stops[-1].path is None


@each_taught
def test_each_click_has_its_words_and_each_look_a_place_with_a_box(game: Game) -> None:
    for step, match, path in walk(game, lesson_of(game)):
        places = stage_of(game, match.position.state).places
        assert len(step.words) == (len(path.places) if path else 1)
        assert step.look or path
        for place in (*step.look, *(path.places if path else ())):
            assert places[place].width > 0


@each_taught
def test_it_takes_about_a_minute_and_is_told_in_both_languages(game: Game) -> None:
    words = [words for step in lesson_of(game).steps for words in step.words]
    assert sum(len(one.split()) for one in words) < SLOWEST
    for one in words:
        assert len({say(language, one) for language in LANGUAGES}) == len(LANGUAGES), one


@pytest.mark.parametrize("game", KNOWN.values(), ids=lambda game: game.name)
def test_every_tip_is_about_a_clause_of_the_rules_and_told_in_both_languages(game: Game) -> None:
    for seats in game.facts.seat_counts:
        for clause, words in stage_of(game, game.course.setup(seats, {})).tips.items():
            assert f"**{clause_text(clause)}** " in rules_page(game.name, "en")
            assert len({say(language, words) for language in LANGUAGES}) == len(LANGUAGES), words


@each_taught
def test_everything_on_the_table_has_a_note_with_a_clause(game: Game) -> None:
    for seats in game.facts.seat_counts:
        stage = stage_of(game, game.course.setup(seats, {}))
        noted = {n for note in stage.notes if note.of == "panel" for n in range(note.first, note.last + 1)}
        assert {panel.number for panel in stage.panels} <= noted
        for note in stage.notes:
            assert f"**{clause_text(note.clause)}** " in rules_page(game.name, "en"), note
            assert len({say(language, note.words) for language in LANGUAGES}) == len(LANGUAGES), note
            assert note.first <= note.last
