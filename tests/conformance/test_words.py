"""What every game promises about its clauses and sentences."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from smalti.kernel.clauses import rules_page
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.reader import reader
from smalti.kernel.seeing import describe, picture, question
from smalti.kernel.stage import arrangement_of
from smalti.kernel.words import LANGUAGES
from tests.play import KNOWN, Setting, moments
from tests.rows import events
from tests.settings import each_setting

TESTS = Path(__file__).parent.parent
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* ", re.MULTILINE)

each_game = pytest.mark.parametrize("game", KNOWN.values(), ids=lambda game: game.name)


def clauses(game: Game, language: str) -> list[str]:
    return CLAUSE.findall(rules_page(game.name, language))


@each_game
def test_the_rules_have_the_same_clauses_in_both_languages(game: Game) -> None:
    assert clauses(game, "en")
    assert clauses(game, "en") == clauses(game, "fr")
    assert len(set(clauses(game, "en"))) == len(clauses(game, "en"))


@each_game
def test_every_clause_is_named_by_a_test(game: Game) -> None:
    sources = "\n".join(path.read_text() for path in (TESTS / "games" / game.name).rglob("test_*.py"))
    named = set()
    for mention in re.findall(rf"{game.title} ((?:\d+\.\d+(?:, | and )?)+)", sources):
        named |= set(re.findall(r"\d+\.\d+", mention))
    assert set(clauses(game, "en")) - named == set()


@each_setting()
def test_every_refusal_names_a_clause_of_the_rules(setting: Setting) -> None:
    known = set(clauses(KNOWN[setting[0]], "en"))
    for match, seat, _ in moments(*setting):
        for move in range(0, match.game.course.action_count, max(1, match.game.course.action_count // 5)):
            if reason := match.position.why_not(move, seat):
                assert reason.clause in known
                assert reason.clause in reason.say("en")
                assert reason.say("fr") != reason.say("en")


@each_setting()
def test_derivations_cite_clauses_and_speak_both_languages(setting: Setting) -> None:
    known = set(clauses(KNOWN[setting[0]], "en"))
    for event in events(setting):
        for seat in range(setting[1]):
            for line in event.before.derivation(seat):
                assert line.clause in known
                assert line.say("en") != line.say("fr")


@each_setting()
def test_questions_and_log_speak_both_languages(setting: Setting) -> None:
    for event in events(setting):
        game, state = event.before.game, event.before.state
        for seat in event.before.actors():
            assert len({question(game, state, seat, language) for language in LANGUAGES}) == len(LANGUAGES)
        said = {describe(game, state, event.by, event.move, language) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES)


@each_setting()
def test_whatever_may_be_clicked_is_on_the_sheet_of_who_is_to_choose(setting: Setting) -> None:
    for event in events(setting)[:10]:
        game, state = event.before.game, event.before.state
        stage = game.tables.stage(state)
        for seat in event.before.actors():
            paths = reader(game).paths(game.course.view(state, seat), seat)
            shown = {panel for panel, *_ in stage.arrangements[arrangement_of(seat)].panels}
            assert {stage.places[place].panel for path in paths for place in path.places} <= shown


@each_setting()
def test_pictures_with_what_may_be_chosen_are_well_formed(setting: Setting) -> None:
    for event in events(setting)[:4]:
        for eyes in (CHANCE, *event.before.actors()):
            ElementTree.fromstring(picture(event.before.game, event.before.state, eyes, "fr"))
