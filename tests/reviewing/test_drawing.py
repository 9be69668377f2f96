"""The graph of a review: every mark, in a page and as a picture of its own."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.reviewing.drawing import APART, Link, graph
from smalti.reviewing.marks import WORDS
from smalti.reviewing.reviewing import review
from smalti.reviewing.values import Review

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def told() -> Review:
    match = Simulation(GAMES["maharani"], (BOTS["random"],) * 3, 5, compiled=True).play(0)
    return review(match, depth="quick", cores=1)


def test_a_page_has_a_link_for_every_mark_that_is_named(told: Review) -> None:
    marked = [event.ply for event in told.events if event.mark]
    links = {ply: Link(f"#event-{ply}", f"<{ply}>") for ply in marked}
    root = ET.fromstring(graph(told, links, "the course"))
    assert [one.get("href") for one in root.iter("a")] == [f"#event-{ply}" for ply in marked]
    assert [one.get("aria-label") for one in root.iter("a")] == [f"<{ply}>" for ply in marked]
    assert len(list(root.iter("polyline"))) == len(told.seats)


def test_no_mark_lies_on_another(told: Review) -> None:
    """One that lay below another could not be clicked; what makes room keeps its ply, and a stem leads to its place."""
    links = {event.ply: Link(f"#event-{event.ply}", "") for event in told.events}
    root = ET.fromstring(graph(told, links, "the course"))
    assert len(links) > 60
    moved = [one.get("transform", "") for one in root.iter("g")]
    places = [tuple(map(float, one.removeprefix("translate(").rstrip(")").split())) for one in moved]
    assert len(places) == len(links)
    for (x, y), (a, b) in combinations(places, 2):
        assert max(abs(x - a), abs(y - b)) > APART - 1
    stems = [
        one.get("d", "").removeprefix("M").replace("V", " ") for one in root.iter("path") if one.get("class") == "stem"
    ]
    assert stems
    assert {tuple(map(float, one.split()))[::2] for one in stems} <= set(places)


@pytest.mark.parametrize(("language", "word"), [("en", "blunder"), ("fr", "gaffe")])
def test_a_picture_of_its_own_has_every_mark_and_says_what_they_are(told: Review, language: str, word: str) -> None:
    root = ET.fromstring(told.graph(language))
    marked = [event.mark for event in told.events if event.mark]
    assert "blunder" in marked
    drawn = [one for one in root.iter(f"{SVG}path") if "mark" in (one.get("class") or "")]
    assert len(drawn) == len(marked) + len(set(marked)), "the legend has one of each kind"
    written = [one.text for one in root.iter(f"{SVG}text")]
    assert word in written
    assert {seat.name for seat in told.seats} <= set(written)
    assert set(marked) <= set(WORDS)
    assert "<a " not in told.graph(language)
    assert "--ink:" in told.graph(language), "its colours come with it"
