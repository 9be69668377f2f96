"""Learning in a browser: a mistake comes back the next day, a puzzle is answered, graded and rated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from smalti.games import find_game
from smalti.kernel.match import Event
from smalti.kernel.record import verify
from smalti.kernel.rows import NOWHERE
from smalti.puzzles.puzzle import shipped_by_id
from smalti.server.store.learning import LOST
from tests.server.forked import CLOCK
from tests.server.http.test_daily import it_is
from tests.server.serving import Server, serving
from tests.web.looking import violations
from tests.web.people import Seat
from tests.web.table import ME, Player, batched, play_out

PICTURES = os.environ.get("SMALTI_PUZZLE_PICTURES")
"""A folder for pictures of the pages, to be looked at."""
GREEDY = {"kind": "bot", "bot": "greedy", "name": "Bot"}
DAY = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "clock").write_text(DAY.isoformat())
    with serving(folder, SMALTI_WORKERS="1", **{CLOCK: str(folder / "clock")}) as running:
        yield running


def picture(player: Player, name: str) -> None:
    if PICTURES:
        player.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def asked(player: Player, after: str = "") -> tuple[str, dict[int, list[int]]]:
    """Which question the page asks, once it is another than before, and the clicks of each move."""
    player.page.wait_for_url(lambda url: "/puzzle/" in url and url.rpartition("/")[2] != after)
    key = player.page.url.rpartition("/")[2]
    table: dict[str, Any] = player.context.request.get(f"{player.server.url}/api/puzzles/{key}").json()["table"]
    ways = {move: [one for one in places if one != NOWHERE] for move, *places in batched(table["paths"], 4)}
    player.can.first.wait_for()
    return key, ways


def lose(player: Player, server: Server) -> str:
    """A game against bots, begun by clicks; who enters beyond the edge whatever they can loses 99 times in a hundred,
    else plays once more. With three at the table walks alone judge it, which is quick."""
    table = player.play("mosaix", ME, GREEDY, GREEDY)
    player.move()
    player.page.goto("about:blank")  # a page that looks on would draw all that follows
    play_out(table, player)
    if 0 in server.get(f"/api/games/{table}").json()["winners"]:
        return lose(player, server)
    player.sit(table)
    return table


def look_back(player: Player, server: Server, table: str) -> list[int]:
    """Opens the review from the table; the own mistakes in it, by ply."""
    player.page.locator("#after a", has_text="Review").click()
    player.page.locator(".moments > li").first.wait_for()
    assert player.page.locator(".graph .line").count() == 3
    events = server.get(f"/api/games/{table}/review").json()["events"]
    return [one["ply"] for one in events if one["by"] == 0 and one["mark"] in LOST]


def try_again(player: Player, ply: int) -> None:
    """Clicks the mark of a mistake in the graph, and another try at what it leads to."""
    mark = player.page.locator(f".graph a[href$='-{ply}']")
    mark.click()
    told = player.page.locator(str(mark.get_attribute("href")))
    with player.page.expect_request("**/branch") as asked_for:
        told.get_by_role("button", name="Try again from here").click()
    assert (asked_for.value.post_data_json or {}).get("ply") == ply
    player.wait_for("() => window.lastTable !== undefined && document.querySelector('.panel [data-piece]') !== null")


def best_move(server: Server, key: str) -> int:
    """What the review has found at a point of a game."""
    table, ply = key.split(".")
    entry = server.get(f"/api/games/{table}/review").json()["events"][int(ply)]["best"]
    seen = event_at(server, key).before
    return seen.game.text.read_entry(seen.state, entry)[1]


def event_at(server: Server, key: str) -> Event:
    """What happened at a point of a game."""
    table, ply = key.split(".")
    return verify(server.get(f"/api/games/{table}").json(), find_game).log[int(ply)]


def wait_for_grade(player: Player) -> str:
    player.page.locator("#lesson .graded").wait_for()
    assert player.page.locator("#lesson .lines dt").count() >= 1
    return player.shown("#lesson")


def test_what_was_lost_is_found_again_the_next_day_until_it_is_mastered(player: Player, server: Server) -> None:
    it_is(server, DAY)
    table = lose(player, server)
    [first, *_] = look_back(player, server, table)
    try_again(player, first)
    player.open("/puzzles")
    assert "2 March 2027" in player.shown(".deck")

    it_is(server, DAY + timedelta(days=1))
    player.open("/puzzles")
    player.page.get_by_role("link", name="Try again").click()
    key, ways = asked(player)
    assert key == f"{table}.{first}"
    picture(player, "mistake-desk")
    best = best_move(server, key)
    for place in ways[event_at(server, key).move]:
        player.click(place)
    said, answers = wait_for_grade(player), 1
    assert "3 March 2027" in said, "what is missed comes again the next day"
    while "mastered" not in said:
        again = datetime.strptime(said.partition("again on ")[2].partition(".")[0], "%d %B %Y")
        it_is(server, again.replace(hour=23, tzinfo=UTC))
        said = " ".join(player.post(f"/api/puzzles/{key}/answer", {"move": best})["words"])
        answers += 1
        assert answers <= 8
    assert answers >= 3
    player.open("/puzzles")
    assert "Mastered: 1." in player.shown(".deck")


def test_a_puzzle_is_answered_by_keyboard_graded_and_rated(player: Player, server: Server) -> None:
    it_is(server, DAY)
    player.open("/")
    player.page.get_by_role("link", name="Puzzle of the day").first.click()
    key, ways = asked(player)
    puzzle = shipped_by_id()[key]
    picture(player, "puzzle-desk")
    for place in ways[puzzle.answers[0]]:
        player.can_at(place).focus()
        player.page.keyboard.press("Enter")
    said = wait_for_grade(player)
    assert "That is the best move." in said
    assert "(+" in said
    picture(player, "puzzle-solved")

    player.open(f"/puzzle/{key}")
    asked(player)
    for place in ways[puzzle.next]:
        player.click(place)
    said = wait_for_grade(player)
    assert "That costs" in said
    assert "rating" not in said, "only the first answer is rated"
    picture(player, "puzzle-missed")
    player.page.get_by_role("button", name="The best line").click()
    player.page.get_by_role("link", name="Next puzzle").click()
    asked(player, after=key)
    player.open("/puzzles")
    assert "your rating" in player.shown(".decks")


def test_puzzles_fit_a_phone_speak_french_and_satisfy_axe(person: Seat) -> None:
    player = person(locale="fr-FR", viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    player.open("/puzzles")
    assert player.shown("h1") == "Problèmes"
    picture(player, "puzzles-phone")
    for path in ("/puzzles", "/puzzles/maharani/today"):
        player.open(path)
        if path != "/puzzles":
            asked(player)
            picture(player, "puzzle-phone")
        assert player.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        assert violations(player) == []


SCROLLED = "() => document.querySelector('#lesson').scrollHeight > document.querySelector('#lesson').clientHeight"
LOWEST = """() => {
  const card = document.querySelector("#lesson").getBoundingClientRect();
  return document.elementFromPoint(card.x + card.width / 2, card.bottom - 3).closest("#lesson-deeds") !== null;
}"""
"""Whether nothing of the card looks out below its buttons."""


def test_on_a_phone_no_line_of_an_answer_looks_out_below_what_is_done_next(person: Seat) -> None:
    player = person(viewport={"width": 390, "height": 844})
    player.open("/puzzles/maharani/today")
    _, ways = asked(player)
    for place in next(iter(ways.values())):
        player.click(place)
    wait_for_grade(player)
    picture(player, "graded-phone")
    assert player.page.evaluate(SCROLLED)
    assert player.page.evaluate(LOWEST)
