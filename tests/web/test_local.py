"""Games in the browser alone: addresses that hold them, and what is said without a server."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

from smalti.games import GAMES
from smalti.kernel.words import LANGUAGES
from smalti.server.http import edition
from smalti.server.wire.lessons import stops, why_not_there
from tests.web.here import begin_alone, stands_at
from tests.web.people import Seat
from tests.web.table import one_of

SHELF = "/local/en/index.html"


def test_an_address_holds_a_whole_game_or_a_point_of_it(person: Seat) -> None:
    tall = {"width": 1280, "height": 960}  # on a low screen going on is offered while looking back
    player = person(permissions=["clipboard-read", "clipboard-write"], viewport=tall)
    player.open(SHELF)
    begin_alone(player)
    player.move()
    log = player.table["log"]
    player.page.locator("#continue summary").click()
    player.page.get_by_role("button", name="Copy a link to this point").click()
    player.until(lambda: "#whole=" in player.page.evaluate("navigator.clipboard.readText()"))
    address = player.page.evaluate("navigator.clipboard.readText()")

    stranger = person(viewport=tall)
    stranger.page.goto(address)
    stands_at(stranger, len(log))
    assert stranger.table["mine"] == []
    stranger.page.locator("#continue summary").click()
    stranger.page.locator("#branch").click()
    stranger.page.wait_for_url("**/play-mosaix.html#g=*")
    assert stranger.wait_turn()["log"][: len(log)] == log
    stranger.page.goto(urlsplit(address)._replace(fragment="whole=nonsense").geturl())
    stranger.wait_for("() => document.querySelector('#connection').textContent.includes('keeps no such game')")


CLICKS = """async ({ game, clicks }) => {
  const files = new URL(document.body.dataset.files, location.href);
  const { whyNotThere } = await import(new URL("static/local/teaching.js", files));
  const lesson = new URL(`lessons/${game}.${document.documentElement.lang}.json`, files);
  const { steps, words } = await (await fetch(lesson)).json();
  const said = [];
  for (const [step, path] of clicks) said.push(await whyNotThere(game, steps[step], path, words));
  return JSON.stringify(said.map(({ words, clause }) => ({ words, clause })));
}"""
"""What a lesson without a server says of clicks."""


@pytest.mark.parametrize("language", one_of(LANGUAGES, "fr"))
def test_wrong_clicks_in_a_lesson_are_answered_as_by_a_server(person: Seat, language: str) -> None:
    player = person()
    for name, game in GAMES.items():
        player.open(f"/local/{language}/learn-{name}.html")
        clicks = [(step, [place]) for step in range(0, len(stops(game)), 3) for place in range(0, 200, 7)]
        said: list[Any] = json.loads(player.page.evaluate(CLICKS, {"game": name, "clicks": clicks}))

        assert said == [why_not_there(name, step, tuple(path), language) for step, path in clicks]
        assert any(one["clause"] for one in said), "some are forbidden, and the clause is named"


def test_every_page_of_the_edition_links_only_to_what_it_has() -> None:
    addresses = {path for path, _ in edition.kept(alone=True)}
    for language in LANGUAGES:
        for name in edition.page_names():
            found = re.findall(r'\b(?:href|src)="([^"#]+)', edition.page(language, name, alone=True))
            linked = {urlsplit(urljoin(f"/local/{language}/{name}.html", one)).path.lstrip("/") for one in found}
            assert linked <= addresses, name
