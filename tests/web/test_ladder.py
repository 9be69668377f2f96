"""A rated game of two people in real browsers, and the ladder afterwards."""

from __future__ import annotations

from tests.server.serving import Guest
from tests.waiting import until
from tests.web.conftest import Seat
from tests.web.table import Player
from tests.web.test_pages import PHONE, fits_a_thumb, violations

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


def play_out(*players: Player) -> None:
    """The same people bring their game to its end, faster than by clicks."""
    guests = []
    for player in players:
        guest = Guest(player.server)
        guest.http.cookies.set("smalti", next(c["value"] for c in player.context.cookies() if c["name"] == "smalti"))
        guests.append(guest)
    for guest in guests:
        guest.sit(players[0].page.url.rpartition("/")[2], wait=False)
    while not all(guest.table["over"] for guest in guests):
        number = max(guest.table["number"] for guest in guests)
        for guest in guests:
            guest.wait_until(number)
        mover = next((guest for guest in guests if guest.moves), None)
        if mover:
            mover.move(-1)
        if not guests[0].table["over"]:
            (mover or guests[0]).wait_until(number + 1)  # without anybody to move, something comes by itself


def test_a_guest_is_told_why_and_two_with_accounts_climb_the_ladder(person: Seat) -> None:
    desk, phone = person(), person(viewport=PHONE, locale="fr-FR")
    desk.open("/set-up/mosaix")
    assert desk.page.locator("[name=rated]").is_disabled()
    assert "account" in desk.shown("#why-not-rated")

    member(desk, "Ada")
    member(phone, "Brune")
    desk.open("/set-up/mosaix")
    desk.page.locator('[data-seat="1"] .chip', has_text="At this screen").click()
    assert "screen of their own" in desk.shown("#why-not-rated")
    desk.page.locator('[data-seat="1"] .chip', has_text="By link").click()
    assert desk.shown("#why-not-rated") == ""
    desk.page.locator("[name=rated]").check()
    assert desk.page.locator("[name=aid-hints]").is_disabled()
    assert violations(desk) == []
    desk.page.set_viewport_size({"width": 1280, "height": 800})
    desk.page.locator("[type=submit]").click()
    link = desk.page.locator("#links input").input_value()
    desk.page.locator("#to-table").click()
    phone.page.goto(link)
    assert "Partie classée" in phone.page.inner_text("main")
    phone.page.locator("[type=submit]").click()
    phone.page.wait_for_url("**/table/*")
    desk.page.locator(".rated-note").wait_for()
    play_out(desk, phone)
    for player, name, follow, unfollow in (
        (desk, "Brune", "Follow", "Do not follow"),
        (phone, "Ada", "Suivre", "Ne plus suivre"),
    ):
        company = player.page.locator("#company")
        company.locator(".change").nth(1).wait_for()
        assert all("1500 →" in one for one in company.locator(".change").all_inner_texts())
        company.get_by_role("button", name=f"{follow}: {name}").click()
        company.get_by_role("button", name=f"{unfollow}: {name}").wait_for()
        assert violations(player) == []

    def listed() -> bool:
        phone.open("/ladder/mosaix/2")
        return "Ada" in phone.page.inner_text("main")

    until(listed, "the game was not rated")
    assert phone.page.locator("tr.mine").count() == 1
    assert phone.page.locator("tr:has(.tag)").count() == 6, "all levels stand there"
    assert violations(phone) == []
    assert fits_a_thumb(phone)
    phone.page.get_by_role("link", name="Ada").click()
    phone.page.wait_for_url("**/people/*")
    assert "Cotes" in phone.page.inner_text("main")
    assert violations(phone) == []
