"""From guest to account and to another device in real browsers, with a passkey and with a code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import INVITE, ME, Player, one_of

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
    player.page.locator("#recovery").click()
    player.page.locator("#leave").wait_for()
    code = player.shown("#recovered .letters")
    assert [player.shown(".home li b"), player.shown("#recovery")] == ["this one", "Make a new recovery code"]

    player.page.locator("#leave").click()  # the button works although it came later
    player.page.locator("#sure-yes").click()
    player.page.wait_for_url(player.server.url + "/")
    assert len(code) == len("ABCD-ABCD-ABCD-ABCD-ABCD")
