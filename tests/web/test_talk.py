"""Three people talk at a table in real browsers: one mutes, one reports, a steward removes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.server.forked import Fork
from tests.web.looking import PHONE, fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player, gather

FOLDER = os.environ.get("SMALTI_REVIEW_PICTURES")
"""A folder for pictures, to be looked at."""
ATTACK = '<img src=x onerror="document.title=1"><b>rude</b> https://example.org'
COVERED = """() => {
  const [board, talk] = ["board", "talk"].map((id) => document.getElementById(id).getBoundingClientRect());
  return talk.left < board.right && board.left < talk.right && talk.top < board.bottom && board.top < talk.bottom;
}"""

WATCH = """() => {
  window.bubbles = [];
  const keep = (changes) => changes.flatMap((one) => [...one.addedNodes]).filter((one) => one.className === "bubble");
  const noted = (changes) => window.bubbles.push(...keep(changes).map((one) => one.textContent));
  new MutationObserver(noted).observe(document.getElementById("seats"), { childList: true, subtree: true });
}"""
"""Notes what stands beside the seats, if only for a moment."""


def picture(player: Player, name: str) -> None:
    if FOLDER:
        player.page.screenshot(path=str(Path(FOLDER) / f"talk-{name}.png"))


def meet(person: Seat, **wishes: Any) -> list[Player]:
    """Ada at a desk, Ben with a phone in French, and Cat, at one table."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "fr-FR", "color_scheme": "dark"}
    people = [person(**wishes), person(**phone), person()]
    for one, name in zip(people, ("Ada", "Ben", "Cat"), strict=True):
        one.post("/api/name", {"name": name})
    table = gather("mosaix", *people)
    for one in people:
        one.sit(table)
        one.page.locator("#talk .signs").wait_for(state="attached")
    return people


def unfold(player: Player) -> None:
    player.page.locator('[data-drawer="talk"]').click()
    player.page.locator("#talk form input").first.wait_for()


def say(player: Player, text: str) -> None:
    player.page.locator("#talk > form input").fill(text)
    player.page.keyboard.press("Enter")


def line(player: Player, text: str) -> Any:
    return player.page.locator(".said li", has_text=text)


def test_one_mutes_one_reports_and_a_steward_removes(person: Seat) -> None:
    ada, ben, cat = meet(person)
    table = ada.table["id"]
    unfold(ada)
    assert not ada.page.evaluate(COVERED)
    for one in (ada, ben):
        one.page.evaluate(WATCH)
    ada.page.locator(".signs button", has_text="Good luck!").click()
    ben.page.locator("[data-drawer=talk] .unread:not([hidden])").wait_for()
    assert ben.page.locator("[data-drawer=talk]").get_attribute("aria-label") == "Discuter, non lus\u00a0: 1"
    ben.wait_for("() => window.bubbles.some((one) => one.startsWith('Bonne chance'))")
    picture(ben, "phone-unread")
    unfold(ben)
    line(ben, "Bonne chance").wait_for()
    assert ben.page.locator("[data-drawer=talk] .unread").is_hidden()
    say(ben, ATTACK)
    for one in (ada, cat):
        line(one, "example.org").wait_for(state="attached")
    assert line(ada, "example.org").inner_text().replace("\n", " ").startswith(f"Ben {ATTACK}")
    assert ada.page.locator(".said :is(img, a)").count() == 0
    ada.page.locator("#said", has_text="rude").wait_for(state="attached")
    picture(ada, "desk")
    picture(ben, "phone")

    line(ada, "example.org").locator(".more").click()
    picture(ada, "desk-deeds")
    ada.page.get_by_role("button", name="Never hear Ben again").click()
    line(ada, "example.org").wait_for(state="detached")
    ben.page.locator(".signs button").first.click()
    line(cat, "Well played!").wait_for(state="attached")
    say(ada, "back to the game")
    line(ben, "back to the game").wait_for()
    assert line(ada, "Well played!").count() == 0
    assert ada.page.evaluate("() => window.bubbles") == ["Good luck!"]

    unfold(cat)
    line(cat, "example.org").locator(".more").click()
    cat.page.get_by_role("button", name="Report this line").click()
    cat.page.keyboard.press("Tab")
    cat.page.keyboard.type("look at this")
    picture(cat, "desk-report")
    cat.page.keyboard.press("Enter")
    cat.page.locator("#talk .problem", has_text="Thank you.").wait_for()

    stella = person()
    stella.post("/api/name", {"name": "Stella"})
    stella.open("/account")
    named = ["club", "steward", "add", f"/people/{stella.shown('#account code')}", "--data", str(ada.server.data)]
    assert Fork(named, ada.server.environment).wait() == 0
    stella.open("/steward")
    picture(stella, "steward")
    assert "look at this" in stella.page.inner_text(".report")
    assert stella.page.locator(".meant :is(img, b b)").count() == 0
    assert violations(stella) == []
    assert fits_a_thumb(stella)
    stella.page.get_by_role("button", name="Remove the line").click()
    line(cat, "This line was removed.").wait_for()
    assert line(cat, "example.org").count() == 0
    stella.page.get_by_text("removed a line of Ben").wait_for()
    stella.open(f"/table/{table}")

    for one in (ada, ben):
        assert violations(one) == []
        assert fits_a_thumb(one)
    cat.open("/steward", 404)


def test_talk_is_hidden_kept_and_stays_so(person: Seat) -> None:
    ada, ben, cat = meet(person, viewport=PHONE, has_touch=True)
    unfold(ada)
    assert violations(ada) == []
    ada.page.get_by_role("button", name="Hide all talk").click()
    ada.page.get_by_text("Talk is hidden in this browser.").wait_for()
    unfold(ben)
    say(ben, "is anybody there?")
    line(cat, "is anybody there?").wait_for(state="attached")
    ada.page.reload()
    ada.page.locator('[data-drawer="talk"]').click()
    ada.page.get_by_role("button", name="Show talk").click()
    line(ada, "is anybody there?").wait_for()
    ada.page.keyboard.press("Escape")
    picture(ada, "phone-closed")
    assert ada.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth") <= 0
    ben.context.set_offline(True)
    ben.may_be_cut = True
    unfold(cat)
    say(cat, "not at once")
    line(ada, "not at once").wait_for(state="attached")
    ben.context.set_offline(False)
    line(ben, "not at once").wait_for(state="attached")
