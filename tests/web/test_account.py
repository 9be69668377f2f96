"""From guest to account and to another device in real browsers, with a passkey and with a code."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import INVITE, ME, Player, one_of, play_out

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A passkey in the device itself, behind a finger that is there at once."""


SIT_ALONE = """async () => {
  const { post } = await import("/static/ask.js");
  return (await post("/api/tables", { game: "mosaix", seats: [{ kind: "me" }] })).table;
}"""


def named(player: Player) -> None:
    """Comes to the server by its name: passkeys are bound to one."""
    player.page.goto(f"http://localhost:{player.server.port}/account")


def with_key(player: Player) -> Any:
    line = player.context.new_cdp_session(player.page)
    line.send("WebAuthn.enable")
    return line, line.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]


def test_a_passkey_made_by_a_guest_lets_them_in_elsewhere_with_all_games(person: Seat) -> None:
    player, other = person(own=True), person(own=True)
    named(player)
    player.page.locator('[name="name"]').fill("Ada")
    player.page.locator(".tile").first.click()
    player.page.locator("#profile [type=submit]").click()
    player.page.locator("#done:not(:empty)").wait_for()
    table = player.page.evaluate(SIT_ALONE)
    line, device = with_key(player)
    player.page.locator("#add-passkey").click()
    player.page.locator("[data-forget]").wait_for()
    [credential] = line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    named(other)
    there, key = with_key(other)
    there.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": credential})
    other.page.locator("#sign-in").click()
    other.page.wait_for_url("**/my-games")
    assert other.page.locator(f'a[href="/table/{table}"]').count() == 1
    assert other.page.locator('[name="name"]').input_value() == "Ada"


@pytest.mark.parametrize("language", one_of(("en-GB", "fr-FR"), "fr-FR"))
def test_a_code_brings_the_phone_and_everything_can_be_deleted(person: Seat, language: str) -> None:
    """On a server without a name or encryption."""
    desk, phone = person(locale=language), person(locale=language, viewport={"width": 390, "height": 844})
    made = desk.make("mosaix", ME, INVITE)
    desk.open("/account")
    assert desk.page.locator("#add-passkey").is_hidden()
    desk.page.locator("#transfer").click()
    desk.wait_for("() => document.querySelector('#transferred img')?.naturalWidth > 0")
    link = desk.shown("#transferred .fine")
    phone.page.goto(link)
    phone.page.locator("#welcome button").click()
    phone.page.wait_for_url("**/my-games")
    assert phone.page.locator(f'a[href="/table/{made["table"]}"]').count() == 1
    phone.open("/account")
    assert phone.page.locator(".lines li").count() == 2
    phone.page.locator("#recovery").click()
    phone.page.locator("#recovered:not([hidden])").wait_for()
    assert violations(phone) == []
    assert fits_a_thumb(phone)
    phone.page.locator("#delete").click()
    phone.page.locator("#sure-yes").click()
    phone.page.wait_for_url(phone.server.url + "/")
    desk.open("/my-games")
    assert desk.page.locator(f'a[href="/table/{made["table"]}"]').count() == 0


def test_whoever_makes_a_code_has_an_account_at_once_and_this_device_is_marked(player: Player) -> None:
    player.make("mosaix", ME, INVITE)
    player.open("/account")
    assert player.page.locator("#leave").count() == 0
    code = recovery_code(player)
    assert len(code) == len("ABCD-ABCD-ABCD-ABCD-ABCD")
    assert [player.shown(".home li b"), player.shown("#recovery")] == ["this one", "Make a new recovery code"]
    player.page.locator("#sign-out").click()  # the button works although it came later
    player.page.wait_for_url(player.server.url + "/")


def recovery_code(player: Player) -> str:
    """As the page shows it."""
    player.open("/account")
    player.page.locator("#recovery").click()
    player.page.locator("#leave").wait_for()
    return player.shown("#recovered .letters")


def arrive(player: Player, code: str) -> None:
    """Types a code in, as somebody does: in small letters and without its lines."""
    player.open("/account")
    player.page.locator('[href="/welcome"]').click()
    player.page.locator('[name="code"]').fill(code.lower().replace("-", " "))
    player.page.locator("#welcome button").click()
    player.page.wait_for_url("**/my-games")


def games(player: Player) -> int:
    """How many of somebody's games are listed."""
    player.open("/my-games")
    return player.page.locator('.runnings a[href^="/table/"]').count()


@pytest.mark.long
def test_a_recovery_code_brings_all_back_after_signing_out_everywhere(person: Seat) -> None:
    """The phone is a new one."""
    desk, phone = person(), person(locale="fr-FR", viewport={"width": 390, "height": 844})
    desk.make("mosaix", ME, INVITE)
    code = recovery_code(desk)
    arrive(phone, code)
    assert (games(desk), games(phone)) == (1, 1)
    phone.open("/account")
    assert phone.page.locator(".home li").count() == 2
    phone.page.locator("#leave").click()
    phone.page.locator("#sure-yes").click()
    phone.page.wait_for_url(phone.server.url + "/")
    assert (games(desk), games(phone)) == (0, 0)
    arrive(desk, code)
    assert games(desk) == 1


def test_all_that_is_stored_is_taken_along_by_a_click(player: Player) -> None:
    table = player.make("mosaix", ME, INVITE)["table"]
    player.open("/account")
    with player.page.expect_download() as download:
        player.page.locator("a[download]").click()
    assert download.value.suggested_filename == "smalti.json"
    found = json.loads(download.value.path().read_text())
    assert (found["format"], [one["id"] for one in found["tables"]]) == ("smalti-person/1", [table])


def new_passkey(player: Player, number: int) -> tuple[Any, str, Any]:
    """On a device of its own; returns the line to it, what it is called there, and what it keeps."""
    line, device = with_key(player)
    player.page.locator("#add-passkey").click()
    player.page.locator("[data-forget]").nth(number).wait_for()
    [kept] = line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    return line, device, kept


def test_a_second_passkey_lets_in_when_the_first_is_removed(person: Seat) -> None:
    player, other = person(own=True), person(own=True)
    named(player)
    player.page.evaluate(SIT_ALONE)
    line, device, _ = new_passkey(player, 0)
    line.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
    _, _, second = new_passkey(player, 1)
    player.page.locator("[data-forget]").first.click()
    player.page.locator("#sure-yes").click()
    player.page.locator("[data-forget]").nth(1).wait_for(state="detached")
    player.page.locator("[data-forget]").wait_for()

    named(other)
    there, key = with_key(other)
    there.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": second})
    other.page.locator("#sign-in").click()
    other.page.wait_for_url("**/my-games")
    assert other.page.locator('.runnings a[href^="/table/"]').count() == 1


@pytest.mark.long
def test_who_sees_a_profile_and_what_of_it_is_set_by_its_form(person: Seat) -> None:
    ada, stranger = person(viewport={"width": 390, "height": 844}), person()
    ada.post("/api/name", {"name": "Ada"})
    play_out(ada.make("mosaix", ME)["table"], ada)

    def profile(**wishes: Any) -> Page:
        """As a stranger sees it, once it is set so."""
        ada.open("/account")
        for name, value in wishes.items():
            field = ada.page.locator(f'#profile [name="{name}"]')
            field.select_option(value) if name == "seen_by" else field.set_checked(value)
        ada.page.locator("#profile [type=submit]").click()
        ada.page.locator("#done:not(:empty)").wait_for()
        address = str(ada.page.locator('a[href^="/people/"]').get_attribute("href"))
        stranger.page.goto(stranger.server.url + address)
        return stranger.page

    assert "not shown to you" in (profile(seen_by="nobody").locator("main").text_content() or "")
    assert ["403" in one for one in stranger.complaints] == [True]
    stranger.complaints.clear()
    assert profile(seen_by="everybody").locator(".games li").count() == 1
    assert violations(stranger) == []
    assert fits_a_thumb(stranger)
    assert profile(show_games=False).locator(".games li").count() == 0
    ada.open("/account")
    assert [ada.page.locator(f'[name="show_{one}"]').is_checked() for one in ("games", "ratings")] == [False, True]
    assert violations(ada) == []
    assert fits_a_thumb(ada)
