"""A rated game of two people in real browsers, and the ladder afterwards."""

from __future__ import annotations

import pytest

from tests.waiting import until
from tests.web.looking import PHONE, fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player, play_out

ACCOUNT = """async (name) => {
  const { post } = await import("/static/ask.js");
  await post("/api/name", { name });
  await post("/api/account/recovery", {});
}"""


def member(player: Player, name: str) -> Player:
    """Somebody with an account."""
    player.open("/about")
    player.page.evaluate(ACCOUNT, name)
    return player


def rated(player: Player) -> str:
    """The ladder as somebody gets it, without a page."""
    return player.context.request.get(f"{player.server.url}/ladder/mosaix/2").text()


def asks_for_a_rated_game(desk: Player) -> None:
    """The form, first as a guest and then with an account, filled in as it may be."""
    desk.open("/set-up/mosaix")
    assert desk.page.locator("[name=rated]").is_disabled()
    assert "account" in desk.shown("#why-not-rated")
    member(desk, "Ada")
    desk.open("/set-up/mosaix")
    desk.page.locator('[data-seat="1"] .chip', has_text="At this screen").click()
    assert "screen of their own" in desk.shown("#why-not-rated")
    desk.page.locator('[data-seat="1"] .chip', has_text="By link").click()
    assert desk.shown("#why-not-rated") == ""
    desk.page.locator("[name=rated]").check()
    assert desk.page.locator("[name=aid-hints]").is_disabled()
    assert violations(desk) == []


def test_a_guest_is_told_why_and_everybody_sees_the_ladder(player: Player) -> None:
    asks_for_a_rated_game(player)
    player.page.locator("[type=submit]").click()
    player.page.locator("#to-table").click()
    player.page.locator(".rated-note").wait_for()
    player.open("/ladder/mosaix/2")
    assert player.page.locator("tr:has(.tag)").count() == 6, "all levels stand there"
    assert violations(player) == []
    assert fits_a_thumb(player)


@pytest.mark.long  # what is rated and shown to whom is in tests/server/http/test_ladder.py
def test_two_with_accounts_climb_the_ladder(person: Seat) -> None:
    desk, phone = person(), person(viewport=PHONE, locale="fr-FR")
    asks_for_a_rated_game(desk)
    member(phone, "Brune")
    desk.page.locator("[type=submit]").click()
    link = desk.page.locator("#links input").input_value()
    desk.page.locator("#to-table").click()
    phone.page.goto(link)
    assert "Partie classée" in phone.page.inner_text("main")
    phone.page.locator("[type=submit]").click()
    phone.page.wait_for_url("**/table/*")
    desk.page.locator(".rated-note").wait_for()
    play_out(desk.page.url.rpartition("/")[2], desk, phone)
    for player, name, follow, unfollow in (
        (desk, "Brune", "Follow", "Do not follow"),
        (phone, "Ada", "Suivre\u00a0", "Ne plus suivre\u00a0"),
    ):
        player.page.locator("#ceremony.crowned").wait_for()
        player.page.keyboard.press("Escape")  # on a phone the end has the whole screen until it is closed
        company = player.page.locator("#company")
        company.locator(".change").nth(1).wait_for()
        assert all("1500 →" in one for one in company.locator(".change").all_inner_texts())
        company.get_by_role("button", name=f"{follow}: {name}").click()
        company.get_by_role("button", name=f"{unfollow}: {name}").wait_for()
        assert violations(player) == []

    until(lambda: "Ada" in rated(phone), "the game was not rated")
    phone.open("/ladder/mosaix/2")
    assert phone.page.locator("tr.mine").count() == 1
    assert violations(phone) == []
    phone.page.get_by_role("link", name="Ada").click()
    phone.page.wait_for_url("**/people/*")
    assert "Cotes" in phone.page.inner_text("main")
    assert violations(phone) == []
