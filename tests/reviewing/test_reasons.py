"""Why a move is better: what is said surely decides, and what does not decide is said less surely."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from smalti.bots import find_bot
from smalti.bots.hints import parts_of
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import look
from smalti.games import GAMES
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.puzzles.grading import grade
from smalti.reviewing.evaluator import seed_of
from smalti.reviewing.marks import ERRORS, FOUND
from smalti.reviewing.reasons import why_better
from smalti.reviewing.reviewing import review, seen_at
from smalti.reviewing.telling import AHEAD, LATER, key_moments, say_event, tell
from smalti.reviewing.values import Review, ReviewedEvent, read_event
from smalti.reviewing.weighing import DEPTHS, Scales

NEARLY = 0.006
"""Reasons are told in hundredths of a point."""
WALKS = DEPTHS["usual"]._replace(searches=0)
"""Reasons are those of walks, so nothing is searched for."""


@pytest.fixture(scope="module")
def match() -> Match:
    """A game with marks of all kinds."""
    return Simulation(GAMES["maharani"], (find_bot("apprentice"), find_bot("artisan")), 3, compiled=True).play(0)


@pytest.fixture(scope="module")
def told(match: Match) -> Iterator[Review]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(DEPTHS, "walks", WALKS)
        yield review(match, depth="walks")


def gains_of(match: Match, event: ReviewedEvent, other: int | None) -> tuple[float, dict[str, float]]:
    """By how many points a first look prefers the best move to another, and by how many each term does."""
    seen = seen_at(match.log, event.ply)
    first = {one.move: one for one in look(seen, event.by)}
    assert event.best is not None
    assert other is not None
    ours, theirs = (parts_of(seen, event.by, first[move]) for move in (event.best, other))
    gap = first[event.best].worth - first[other].worth
    return gap, {term: gain - theirs.get(term, 0.0) for term, gain in ours.items()}


def lead_of(match: Match, event: ReviewedEvent) -> float:
    """By how many points of the lead the walks of the review prefer the best move."""
    scales = Scales.of(match.position, WALKS)
    seen, seed = seen_at(match.log, event.ply), spread(seed_of(match), event.ply)
    assert event.move is not None
    return scales.decision(seen, event.by, event.move, seed, event.ply).gap


def test_a_reason_is_given_surely_only_if_it_decides(match: Match, told: Review) -> None:
    """Without that term the better move would not be ahead: at a first look, and by the walks."""
    costly = [event for event in told.events if event.mark in ERRORS]
    kinds = set()
    for event in costly:
        kinds.add(event.decides)
        gap, gains = gains_of(match, event, event.move)
        lead = lead_of(match, event)
        if event.decides is None:
            assert event.why == ()
            assert gap <= 0 or max(gains.values()) <= 0.05
        elif event.decides:
            ((term, gain),) = event.why
            assert gain == pytest.approx(gains[term], abs=NEARLY)
            assert gap > 0 < lead
            assert max(gap, lead) <= gains[term] + NEARLY
        else:
            assert gap > 0
            assert lead <= 0 or all(gain < max(gap, lead) + NEARLY for gain in gains.values())
            assert all(gain > 0 for _, gain in event.why)
    assert kinds == {True, False, None}


def test_what_is_said_is_as_sure_as_the_reason(told: Review) -> None:
    said = {event.decides: say_event(event, "en") for event in told.events if event.mark in ERRORS}
    assert said[True].startswith("What decides: ")
    assert said[False].endswith("none of it decides alone.")
    assert said[None] == LATER


def test_a_good_find_says_what_a_first_look_prefers_and_what_speaks_for_it(match: Match, told: Review) -> None:
    finds = [event for event in told.events if event.mark == FOUND]
    assert finds
    for event in finds:
        gap, gains = gains_of(match, event, event.quick)
        assert gap <= 0
        assert event.why == tuple(
            sorted(((t, round(g, 2)) for t, g in gains.items() if g > 0.05), key=lambda one: -one[1])[:2]
        )
        assert event.as_json()["first"] == event.quick_entry
    lines = "\n".join(tell(replace(told, events=tuple(finds)), match))
    assert "At first sight:" in lines


def test_an_answer_is_told_as_a_review_tells_it(match: Match, told: Review) -> None:
    """Exercises and puzzles: the grade has the reason, and whether it decides."""
    event = next(one for one in key_moments(told) if one.decides)
    seen = seen_at(match.log, event.ply)
    assert event.best is not None
    assert event.move is not None
    graded = grade(seen, event.by, event.ply, event.best, event.move)
    assert graded.why[0][0] == event.why[0][0]
    assert graded.decides in (True, False)
    assert why_better(seen, event.by, event.best, event.move, 1e6).decides is False


def test_a_review_that_does_not_know_what_decides_is_read_and_told(told: Review) -> None:
    """Those of the third format say only what the better move is ahead by."""
    event = next(one for one in told.events if one.mark in ERRORS and one.why)
    written = json.loads(json.dumps(event.as_json()))
    assert "decides" in written
    older = read_event({name: value for name, value in written.items() if name != "decides"})
    assert (older.why, older.decides, older.quick_entry) == (event.why, None, None)
    assert say_event(older, "en").startswith(AHEAD.partition("{")[0])
