"""The club in real browsers: people find each other, are asked to play, and see what changes without reloading."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Server
from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import INVITE, ME, Player

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server


def come(person: Seat, name: str, path: str = "/club", **wishes: object) -> Player:
    """Somebody with a name at a page of the club."""
    player = person(**wishes)
    player.post("/api/name", {"name": name})
    player.open(path)
    return player


def stays(page: Page) -> None:
    """Marks the page, so that a reload would be noticed."""
    page.evaluate("window.stayed = true")


def has_stayed(page: Page) -> bool:
    return bool(page.evaluate("window.stayed === true"))


def test_two_meet_at_an_open_table_and_again_because_one_asks(person: Seat) -> None:
    """Ada at a desk, Ben on a phone; nobody reloads anything."""
    ada, ben = come(person, "Ada"), come(person, "Ben", **PHONE)
    for one in (ada, ben):
        stays(one.page)
    ada.page.locator("#seek [name=seats]").select_option("2")
    ada.page.locator("#seek [name=pace]").select_option("days 259200")
    ada.page.get_by_role("button", name="Open a table").click()
    expect(ada.page.locator("[data-live=mine]")).to_contain_text("Anybody may sit down.")
    offered = ben.page.get_by_role("button", name="Sit down: Mosaix with Ada")
    expect(offered).to_be_visible()
    ben.page.locator("#only-game").select_option("majolica")
    expect(offered).to_be_hidden()
    expect(ben.page.locator("#none-fits")).to_be_visible()
    ben.page.locator("#only-game").select_option("mosaix")
    ben.page.locator("#only-players").select_option("2")
    ben.page.locator("#only-pace").select_option("live")
    expect(offered).to_be_hidden()
    ben.page.locator("#only-pace").select_option("days")
    expect(ben.page.locator("#tables .opening")).to_contain_text("3 days a turn")
    assert fits_a_thumb(ben)
    assert violations(ben) == violations(ada) == []
    assert has_stayed(ben.page)
    offered.click()
    ben.page.wait_for_url("**/table/*")
    expect(ada.page.locator("[data-live=asked]")).to_contain_text("Your table is ready: Mosaix")
    expect(ada.page).to_have_title(re.compile(r"^\(1\)"))
    assert has_stayed(ada.page)
    ada.page.get_by_role("link", name="Go to the table").click()
    for one in (ada, ben):
        one.wait_for("() => window.lastTable?.started")
    asks_and_is_answered(ada, ben)


def test_a_variant_is_found_by_its_options_and_who_is_asked_knows_the_pace(person: Seat) -> None:
    """Three at a table: one is asked, the other seat is for anybody."""
    cleo, dora = come(person, "Cleo"), come(person, "Dora", **PHONE)
    for options in ({}, {"end": "formation-impossible"}):
        cleo.make("mosaix", ME, INVITE, options=options, opening={"listed": True})
    lines = dora.page.locator("#tables .opening:visible", has_text="Cleo")
    for wish, count in (("usual", 1), ("chosen", 1), ("", 2)):
        dora.page.locator("#only-options").select_option(wish)
        expect(lines).to_have_count(count)
    befriended(cleo, dora)
    dora.page.get_by_role("button", name="Ask Cleo to play").click()
    assert [dora.page.locator("#challenge-more").text_content(), fits_a_thumb(dora)] == ["", True]
    dora.page.locator("#challenge [name=seats]").select_option("3")
    expect(dora.page.locator("#challenge-more")).to_contain_text("anybody may sit down")
    dora.page.locator("#challenge [name=pace]").select_option("days 86400")
    assert violations(dora) == []
    dora.page.locator("#challenge [value=yes]").click()
    expect(cleo.page.locator("[data-live=asked]")).to_contain_text("1 day a turn")
    mine = dora.page.locator("[data-live=mine]")
    expect(mine).to_contain_text("Anybody may sit down.")
    expect(mine).to_contain_text("Cleo was asked.")
    expect(mine).to_contain_text("1 of 3 seats")


def befriended(one: Player, other: Player) -> None:
    """By the link of the first; both are back in the club."""
    one.open("/club")
    other.page.goto(str(one.page.evaluate("document.getElementById('friend-link').value")))
    other.page.locator("[data-post]").first.click()
    other.page.wait_for_url("**/club")


def asks_and_is_answered(ada: Player, ben: Player) -> None:
    """By keyboard alone; Ben looks at his games, declines first, and comes the second time."""
    ada.open("/club")
    ben.open("/my-games")
    stays(ben.page)
    for answer in ("No, thanks", "Play"):
        button = ada.page.get_by_role("button", name="Ask Ben to play")
        button.focus()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#challenge")).to_be_visible()
        ada.page.locator("#challenge [value=maharani]").focus()
        ada.page.keyboard.press("Space")
        ada.page.locator("#challenge [value=yes]").focus()
        ada.page.keyboard.press("Enter")
        expect(ben.page.locator("[data-live=asked]")).to_contain_text("Ada asks you to play Maharani")
        assert has_stayed(ben.page)
        if answer == "No, thanks":
            assert violations(ben) == []
        ben.page.get_by_role("button", name=answer).click()
        if answer == "No, thanks":
            expect(ada.page.locator("[data-live=mine]")).to_contain_text("Ben does not want to play now.")
            ada.page.get_by_role("button", name="Withdraw: Maharani").click()
            expect(ada.page.locator("[data-live=mine] .opening")).to_have_count(0)
    ben.page.wait_for_url("**/table/*")
    expect(ada.page.locator("[data-live=asked]")).to_contain_text("Your table is ready: Maharani")


def test_friends_by_a_link_see_each_other_come_and_one_may_block(person: Seat) -> None:
    ada, ben = come(person, "Ada"), come(person, "Ben", locale="fr-FR", **PHONE)
    ada.page.get_by_text("Find friends by a link").click()
    link = ada.page.locator("#friend-link").input_value()
    ben.page.goto(link)
    assert violations(ben) == []
    ben.page.get_by_role("button", name="Oui, volontiers").click()
    ben.page.wait_for_url("**/club")
    for one, name, here in ((ada, "Ben", "is here"), (ben, "Ada", "est là")):
        expect(one.page.locator(".person", has_text=name)).to_contain_text(here)
    ada.page.get_by_label("More about Ben").click()
    ada.page.get_by_role("button", name="Block").click()
    ada.page.locator("#sure-yes").click()
    expect(ben.page.locator(".person")).to_have_count(0)
    expect(ada.page.locator(".blocked")).to_contain_text("Blocked: 1")
    assert fits_a_thumb(ben)


def test_a_page_whose_line_breaks_says_so_and_comes_again(person: Seat) -> None:
    ada, ben = come(person, "Ada"), come(person, "Ben")
    ada.may_be_cut = ben.may_be_cut = True
    expect(ada.page.locator("[data-live=crowd]")).to_contain_text("Here now: 2")
    ada.server.kill()
    expect(ada.page.locator("#line")).to_contain_text("The connection is gone")
    ada.server.start()
    expect(ada.page.locator("#line")).to_be_empty()
    stays(ada.page)
    ben.make("mosaix", ME, INVITE, opening={"listed": True})
    expect(ada.page.get_by_role("button", name="Sit down: Mosaix with Ben")).to_be_visible()
    assert has_stayed(ada.page)


def test_a_table_is_listed_and_kept_private_from_the_form(person: Seat) -> None:
    ada, ben = come(person, "Ada", "/set-up/mosaix", **PHONE), come(person, "Ben")
    ada.page.locator("[name=kind-1][value=invite] + span").click()
    ada.page.get_by_label("Anybody may sit down").check()
    ada.page.locator("[name=minutes]").select_option("15")
    ada.page.locator("[name=fill-bot]").select_option("apprentice")
    ada.page.get_by_label("Only those who play").check()
    assert fits_a_thumb(ada)
    ada.page.get_by_role("button", name="Start the game").click()
    expect(ada.page.locator("#invitations")).to_be_visible()
    line = ben.page.locator("#tables .opening", has_text="Ada")
    expect(line).to_contain_text("private")
    expect(line).to_contain_text("Apprentice")
    table = (ada.page.locator("#to-table").get_attribute("href") or "").rsplit("/", 1)[-1]
    assert ben.context.request.get(f"{ben.server.url}/table/{table}").status == 403
