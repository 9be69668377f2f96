"""What the page tells people: why not, a new link for a lost one, the clause that is meant."""

from __future__ import annotations

import pytest

from smalti.games.maharani.components import QUARTER_COUNT
from smalti.games.maharani.rows.places import MARKER_AT
from smalti.games.majolica.rows.places import BENCH, BENCH_PLACES, KILN
from tests.server.serving import Guest
from tests.web.looking import violations
from tests.web.people import Seat
from tests.web.table import BOT, INVITE, ME, Player

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
BLAISE = {**BOT, "name": "Blaise"}

ASKED = [
    ("maharani", MARKER_AT + QUARTER_COUNT, "belongs to Blaise", "1.5"),
    ("majolica", BENCH + BENCH_PLACES + KILN, "the bench of Blaise", ""),
]


@pytest.mark.parametrize(
    ("game", "place", "words", "clause"), [pytest.param(*ASKED[0], marks=pytest.mark.long), ASKED[1]]
)
def test_a_click_on_something_of_somebody_else_says_why_with_the_clause(
    player: Player, game: str, place: int, words: str, clause: str
) -> None:
    player.play(game, ME, BLAISE)
    number = player.wait_turn()["number"]
    player.at(place).click()
    link = player.page.locator("#notice .clause")
    link.wait_for()
    assert words in player.shown("#notice")
    assert (link.get_attribute("href") or "").startswith(f"/rules/{game}#clause-{clause}")
    assert player.number == number


def test_a_refusal_is_said_in_the_language_of_the_page(person: Seat) -> None:
    player = person(locale="fr-FR")
    player.play("maharani", ME, BLAISE)
    player.wait_turn()
    player.at(MARKER_AT + QUARTER_COUNT).click()
    player.page.locator("#notice .clause").wait_for()
    assert "appartient à Blaise" in player.shown("#notice")
    assert "règle" in player.shown("#notice .clause")


# A lost link


def test_a_lost_link_is_shown_anew_and_the_old_one_stops_working(person: Seat) -> None:
    host, friend = person(), person()
    made = host.make("mosaix", ME, INVITE)
    host.sit(made["table"])
    host.page.get_by_role("button", name="A new link for Friend").click()
    host.page.locator("#sure-yes").click()
    link = host.page.locator("#invitations input").input_value()
    assert violations(host) == []
    friend.open(made["invitations"]["1"], 404)
    friend.page.goto(link)
    friend.page.locator("#join [type=submit]").click()
    friend.wait_for("() => window.lastTable?.started === true")
    host.wait_for("() => window.lastTable.started")
    assert not host.page.locator("#invitations").is_visible()


@pytest.mark.long  # that of Mosaix is in test_pages.py
def test_both_who_take_the_challenge_of_majolica_get_the_same_deal(player: Player) -> None:
    other = Guest(player.server)
    other.sit(other.post("/api/daily/majolica")["table"])
    player.open("/daily/majolica")
    player.page.locator('[data-daily="majolica"]').click()
    player.page.locator("#sure-yes").click()
    player.page.wait_for_url("**/table/*")
    deal = [line["rows"] for line in player.wait_turn()["log"]]
    assert deal == [line["rows"] for line in other.table["log"]]
    assert len(deal) > 5


# The rules beside the table


@pytest.mark.parametrize("wishes", [{}, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"])
def test_a_clause_is_opened_beside_the_table(person: Seat, wishes: dict[str, object]) -> None:
    player = person(**wishes)
    player.play("mosaix", ME)
    player.wait_turn()
    player.page.locator("#lesson button").click()  # no guided game
    link = player.page.locator("#lesson .clause")
    clause = (link.get_attribute("href") or "").split("#")[1]
    link.click()
    meant = player.page.locator(".beside .meant")
    meant.wait_for()
    assert meant.get_attribute("id") == clause
    assert player.page.locator(".beside .rule-section").count() > 5
    assert "/table/" in player.page.url
    assert player.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    if not wishes:
        assert violations(player) == []
