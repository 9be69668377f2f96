"""Positions in pictures and words."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from examples.pebbles.rows import places
from smalti.kernel import seeing
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE
from smalti.kernel.picture import Pointed
from smalti.kernel.state import State
from smalti.kernel.words import LANGUAGES, calling
from tests.play import KNOWN, Setting, finished
from tests.settings import each_setting

PEBBLES = KNOWN["pebbles"]


def position(text: str) -> State:
    return PEBBLES.text.parse_position(text)


EARLY = position("w.kk/..g./..../.... gw 0:2")


def test_a_move_is_described_without_its_seat() -> None:
    assert seeing.describe(PEBBLES, EARLY, 0, 1) == "lays a white pebble on b1"
    assert seeing.describe(PEBBLES, EARLY, 0, 1, "fr") == "pose un galet blanc en b1"


def test_an_outcome_names_who_it_is_about() -> None:
    start = position("..../..../..../.... - -:2")

    assert seeing.describe(PEBBLES, start, CHANCE, 4) == "Seat 2 begins"
    assert seeing.describe(PEBBLES, start, CHANCE, 4, names=("Ann", "Bob")) == "Bob begins"
    with calling(["Ann", "Cleo"]):
        assert seeing.describe(PEBBLES, start, CHANCE, 4) == "Cleo begins"


def test_the_log_has_a_line_for_everything_that_is_told() -> None:
    last = position("kkkk/gggg/wwww/wwg. gk 0:2")
    lines = seeing.told(PEBBLES, last, 0, PEBBLES.text.parse_move(last, 0, "g:d4"), names=("Ann", "Bob"))

    assert [line.words for line in lines] == ["lays a grey pebble on d4", "The game is over.", "wins with 11 points"]
    assert lines[0].notes == ("+1 point for Ann",)
    assert lines[0].places == (places.CELL + 15,)


def test_what_a_move_brings() -> None:
    assert seeing.gain(PEBBLES, EARLY, 0, PEBBLES.text.parse_move(EARLY, 0, "w:b1")) == 1
    assert seeing.gain(PEBBLES, EARLY, 0, PEBBLES.text.parse_move(EARLY, 0, "g:d4")) == 0


def test_questions_follow_the_clicks() -> None:
    assert seeing.question(PEBBLES, EARLY, 0) == "Take a pebble from the display and lay it on a free cell."
    assert seeing.question(PEBBLES, EARLY, 0, clicks=1) == "Lay the pebble on a free cell."
    assert seeing.question(PEBBLES, EARLY, 1) == ""
    assert seeing.explained_by(PEBBLES, EARLY, 0) == ("3.1", "3.2", "4.1", "4.2")


def test_a_refusal_has_its_clause_and_speaks() -> None:
    reason = seeing.why_not(PEBBLES, EARLY, 0, 0)

    assert reason is not None
    assert reason.clause == "3.2"
    assert str(reason) == "a pebble lies on a1 already; lay yours on a free cell (rule 3.2)"
    assert reason.say("fr").endswith("(règle 3.2)")
    assert IllegalMove(reason).say("fr") == reason.say("fr")


def test_a_legal_move_is_not_refused_and_no_move_is_no_move() -> None:
    assert seeing.why_not(PEBBLES, EARLY, 0, 1) is None
    with pytest.raises(InvalidNotation, match="0 to 47, not 48"):
        seeing.why_not(PEBBLES, EARLY, 0, 48)


def test_clicks_are_refused_by_their_places() -> None:
    reason = seeing.why_path(PEBBLES, EARLY, 0, (places.CELL,))

    assert str(reason) == "first take a pebble from the display, then choose its cell (rule 3.1)"
    assert seeing.why_path(PEBBLES, EARLY, 0, (places.STAND,)) is None


def test_a_score_is_derived_with_its_places() -> None:
    (line,) = seeing.derivation(PEBBLES, EARLY, 0)

    assert (line.points, line.clause, line.say("en")) == (1, "4.1", "pairs in row 1")
    assert line.places == tuple(range(places.CELL, places.CELL + 4))


def test_a_picture_is_for_one_pair_of_eyes_and_names_people() -> None:
    svg = seeing.picture(PEBBLES, EARLY, 0, "fr", ("Ann & Bob", "Cleo"), [[places.CELL]])

    ElementTree.fromstring(svg)
    assert "Ann &amp; Bob, lignes" in svg
    assert 'class="area"' in svg


@each_setting()
def test_every_game_is_seen_through_the_same_door(setting: Setting) -> None:
    match = finished(*setting, compiled=True)
    game = match.game
    for event in match.log[:: max(1, len(match.log) // 10)]:
        state = event.before.state
        for language in LANGUAGES:
            assert seeing.describe(game, state, event.by, event.move, language)
            assert seeing.told(game, state, event.by, event.move, language)
            for seat in event.before.actors():
                assert seeing.question(game, state, seat, language)
        for seat in range(event.before.seats):
            assert sum(line.points for line in seeing.derivation(game, state, seat)) == event.before.scores()[seat]
        if event.by != CHANCE:
            assert seeing.why_not(game, state, event.by, event.move) is None
            assert isinstance(seeing.gain(game, state, event.by, event.move), int)
            touched, after = seeing.touched(game, state, event.by, event.move), event.before.after(event.by, event.move)
            drawn = seeing.picture(game, after.state, event.by, pointed=Pointed(touched))
            assert drawn.count('class="marked"') == len(touched)
    ElementTree.fromstring(seeing.picture(game, match.position.state))


def test_a_worker_is_pointed_at_where_it_comes_to_stand() -> None:
    """Maharani: the tile and the worker on it are about the same cell, whatever is made in the panels by it."""
    match = finished("maharani", 2, {}, compiled=True)
    game, log = match.game, list(match.log)
    pairs = [
        (before, event)
        for before, event in pairwise(log)
        if before.by == event.by != CHANCE
        and seeing.describe(game, event.before.state, event.by, event.move).startswith("places a ")
    ]
    assert pairs
    for both in pairs:
        tile, worker = (seeing.touched(game, one.before.state, one.by, one.move) for one in both)
        assert tile == worker
        assert len(tile) == 1
