"""A guided first game as messages: only what is expected can be clicked, and every other click is answered."""

from __future__ import annotations

import json

import pytest

from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.seeing import stage_of
from smalti.kernel.words import say
from smalti.server.wire.lessons import ALSO, FOLLOW, lesson_message, stops, why_not_there

MOSAIX = GAMES["mosaix"]
ENTER, SHAPE = 3, 2
"""The step at which the formation is entered, and the one at which it is laid."""


@pytest.mark.parametrize("name", GAMES)
def test_only_what_is_expected_can_be_clicked(name: str) -> None:
    for step, stop in zip(lesson_message(name, "en")["steps"], stops(GAMES[name]), strict=True):
        paths = step["table"]["paths"]
        assert paths == (list(stop.path) if stop.path else [])
        assert step["path"] == [place for place in paths[1:] if place >= 0]
        assert step["table"]["number"] == step["foreseen"]["number"]


@pytest.mark.parametrize("name", GAMES)
def test_tables_follow_each_other_and_nothing_of_them_is_stored(name: str) -> None:
    tables = [step["table"] for step in lesson_message(name, "fr")["steps"]]
    assert [table["whole"] for table in tables] == [True, *[False] * (len(tables) - 1)]
    length = 0
    for number, table in enumerate(tables):
        assert table["log_from"] == length
        assert number == 0 or table["from"] == number - 1
        length += len(table["log"])
        assert table["mine"] == [0]
        assert not table["may_add"]
    assert [seat["name"] for seat in tables[0]["seats"]] == ["Vous", "Voisin"]
    assert len(json.dumps(tables)) < 100_000


def test_another_legal_click_is_allowed_in_a_game_but_not_now() -> None:
    expected = stops(MOSAIX)[SHAPE].path
    assert expected is not None
    other = expected.first - 1
    assert why_not_there("mosaix", SHAPE, (other,), "fr") == {"words": say("fr", ALSO), "clause": None}


def test_a_click_that_the_rules_forbid_is_answered_with_the_reason() -> None:
    expected = stops(MOSAIX)[ENTER].path
    assert expected is not None
    taken = stops(MOSAIX)[0].step.look[0]
    said = why_not_there("mosaix", ENTER, (expected.first, taken), "en")
    assert said["clause"] == "4.6"
    assert "already marked" in said["words"]


@pytest.mark.parametrize("name", GAMES)
def test_a_click_anywhere_is_answered(name: str) -> None:
    game = GAMES[name]
    answers = set()
    for number, stop in enumerate(stops(game)):
        for place in list(stage_of(game, stop.match.position.state).places)[::9] if stop.path else ():
            answers.add(why_not_there(name, number, (place,), "en")["words"])
    assert "" not in answers
    assert FOLLOW in answers


@pytest.mark.parametrize("step", [-1, 8, 99])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(SmaltiError, match="steps 0 to 7"):
        why_not_there("mosaix", step, (0,), "en")
