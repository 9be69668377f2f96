"""A finished game looked at again in a browser: the graph, a mistake, the better move, and another try."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

import smalti
from smalti.games import find_game
from smalti.kernel.record import verify
from smalti.reviewing.telling import Words
from smalti.reviewing.values import NAME, VERSION
from tests.server.http.test_reviews import bad_game
from tests.server.http.test_statistics import stopped
from tests.server.serving import Guest, Server
from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player

PICTURES = os.environ.get("SMALTI_REVIEW_PICTURES")
"""A folder for pictures of the page, to be looked at."""


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    """A game of Maharani of three mild bots, handed in; more of it is marked than there are key moments."""
    record = bad_game()
    for seat, name in zip(record["seats"], ("Ada", "Ben", "Cleo"), strict=True):
        seat["name"] = name
    return str(Guest(server).post("/api/games", {"record": record, "bots": [None, "artisan", "artisan"]})["table"])


PLAIN = {"mark": "", "best": None, "quick": None}
KEEP = """async ([log, review]) => {
  const files = new URL(document.body.dataset.files, location.href);
  const { keep, transactionOn } = await import(new URL("static/local/store.js", files));
  const { newGame } = await import(new URL("static/local/games.js", files));
  const { mark } = await (await fetch(new URL("engine/mosaix.json", files))).json();
  const made = newGame({ game: "mosaix", seats: [{ kind: "me" }] }, "Ada");
  const game = { ...made, log, number: log.length, over: true, handed: "yes" };
  await keep(game);
  const kept = { ...review, id: game.id, mark, depth: "usual" };
  await transactionOn("smalti-reviews", "reviews")("readwrite", (all) => all.put(kept));
  return game.id;
}"""
"""Keeps a finished game in the browser alone, and its review."""


def picture(player: Player, name: str) -> None:
    if PICTURES:
        player.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def test_a_mistake_is_found_and_tried_again(player: Player, table: str) -> None:
    player.sit(table)
    player.page.locator("#after a", has_text="Review").click()
    player.page.locator(".moments > li").first.wait_for()
    assert player.page.url.endswith(f"/table/{table}/review")
    assert player.page.locator(".graph .line").count() == 3
    picture(player, "review-desk")
    sums = player.page.locator(".sums tbody tr td:nth-child(2)").all_text_contents()
    start, luck, own, others, end = (round(10 * float(one.replace("\N{MINUS SIGN}", "-"))) for one in sums[:5])
    assert start + luck + own + others == end
    told = player.context.request.get(f"{player.server.url}/api/games/{table}/review").json()
    marks = [event["mark"] for event in told["events"] if event["by"] == 0]
    assert sums[7:] == [str(marks.count(mark)) for mark in ("blunder", "mistake", "inaccuracy", "find")]

    link = player.page.locator(".graph a[href^='#moment-']").first
    ply = str(link.get_attribute("href")).rpartition("-")[2]
    link.focus()
    player.page.keyboard.press("Enter")
    player.wait_for(f"() => location.hash === '#moment-{ply}'")
    mistake = player.page.locator(".moments > li", has=player.page.locator("details")).first
    mistake.locator("summary").click()
    drawn = "() => [...document.querySelectorAll('.moments details[open] img')].some((one) => one.naturalWidth > 0)"
    player.wait_for(drawn)
    mistake.get_by_role("button", name="Try again from here").click()
    player.wait_for("() => window.lastTable !== undefined && document.querySelector('.panel [data-piece]') !== null")
    assert player.page.url.rpartition("/")[2] not in (table, "review")


def test_a_mark_that_is_no_key_moment_leads_to_its_row_and_unfolds_it(player: Player, table: str) -> None:
    player.open(f"/table/{table}/review")
    link = player.page.locator(".graph a[href^='#event-']").first
    link.wait_for()
    place = str(link.get_attribute("href"))
    assert not player.page.locator(place).is_visible()
    link.focus()
    player.page.keyboard.press("Enter")
    player.page.locator(place).get_by_role("button", name="Try again from here").wait_for()
    player.wait_for("(place) => location.hash === place", place)


def test_a_click_on_the_graph_leads_to_that_point_of_the_game(player: Player, table: str) -> None:
    player.open(f"/table/{table}/review")
    player.page.locator(".moments > li").first.wait_for()
    end = player.page.locator(".graph .line").first.evaluate("(one) => one.points.length - 1")
    x = player.page.locator(".graph .line").first.evaluate("(one) => one.points[20].x")
    box = player.page.locator(".graph").bounding_box()
    assert box is not None
    assert end > 20
    player.page.locator(".graph").click(position={"x": x / 460 * box["width"], "y": box["height"] - 4})
    player.wait_for("() => document.getElementById('slider')?.value === '20'")


def test_a_review_fits_a_phone_and_speaks_french(person: Seat, table: str) -> None:
    player = person(locale="fr-FR", viewport={"width": 390, "height": 844}, color_scheme="dark")
    player.open(f"/table/{table}/review")
    player.page.locator(".moments > li").first.wait_for()
    assert player.page.locator("h1").text_content() == "Analyse\N{NO-BREAK SPACE}: Maharani"
    picture(player, "review-phone")
    assert fits_a_thumb(player)
    assert player.page.get_by_role("button", name="Réessayer à partir d’ici").count() > 0


def test_without_a_server_a_lucky_roll_says_what_was_expected_before_and_after(player: Player) -> None:
    """In the words of a server's review; here that a roll was lucky is made up."""
    record = stopped(3)
    told = smalti.review(record, depth="quick")
    roll = replace([event for event in told.events if event.is_chance][-1], mark="lucky")
    events = [vars(roll) if event.ply == roll.ply else vars(event) | PLAIN for event in told.events]
    kept = {"value": told.value, "events": events, "seats": [vars(seat) for seat in told.seats]}
    player.open("/local/fr/index.html")
    log = [[event.by, event.move] for event in verify(record, find_game).log]
    game = player.page.evaluate(KEEP, [log, kept])
    player.open(f"/local/fr/review-mosaix.html#g={game}")
    moment = player.page.locator(f"#moment-{roll.ply}")
    assert moment.locator("p").nth(1).text_content() == Words(told, "fr").luck(roll)


def test_who_played_writes_notes_that_go_with_the_record(player: Player) -> None:
    player.post("/api/name", {"name": "Ada"})
    table = player.post("/api/games", {"record": stopped(3, moves=0), "bots": [None]})["table"]
    player.open(f"/table/{table}/review")
    player.page.locator("#note").wait_for()
    player.page.get_by_label("Point of the game").fill("2")
    player.page.get_by_label("Note; empty").fill("Here I stopped too early.")
    player.page.get_by_role("button", name="Save the note").click()
    player.page.locator(".noted li").wait_for()
    assert player.page.inner_text(".noted li") == "Point 2 random 1: Here I stopped too early."
    player.page.get_by_text("What the marks mean").click()
    assert "Inaccuracy, mistake, blunder" in player.page.inner_text("main")
    assert violations(player) == []
    picture(player, "review-notes")
    player.page.locator(".noted").get_by_role("link", name="Point 2").click()
    player.wait_for("() => document.getElementById('slider')?.value === '2'")
    record = player.context.request.get(f"{player.server.url}/api/tables/{table}/record").json()
    assert record["comments"] == {"2": "random 1: Here I stopped too early."}
    assert smalti.read_tree(record).end().position.is_over

    player.open(f"/table/{table}/review")
    player.page.get_by_role("button", name="Look closer").click()
    player.page.get_by_text(f"{NAME} {VERSION}, deep").wait_for()
    assert player.page.locator("#closer").count() == 0
