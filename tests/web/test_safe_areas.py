"""Phones with a camera in the screen, round corners and a home bar: nothing that is read or tapped lies under them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.people import Seat
from tests.web.table import ME, Player

UPRIGHT = ({"width": 390, "height": 844}, {"top": 47, "bottom": 34, "left": 0, "right": 0})
ACROSS = ({"width": 844, "height": 390}, {"top": 0, "bottom": 21, "left": 47, "right": 47})
OUTSIDE = """({ top, bottom, left, right }) =>
  [...document.querySelectorAll("button, summary, a[href], input, select, h1, h2, p, #note, .panel .can")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width > 1 && (box.left < left - 0.5 || box.right > innerWidth - right + 0.5
      || (one.closest("body.at-table, .bar, dialog") && (box.top < top - 0.5 || box.bottom > innerHeight - bottom + 0.5))))
    .filter(([one]) => !one.closest("#log, #rules-text, #more, #after, #history .since, .ceremony > :not(header), .bar + main > :not(#table)"))
    .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`)"""  # noqa: E501
"""What reaches out of what a phone leaves free; what scrolls may lie below."""


def check(player: Player, insets: dict[str, int]) -> None:
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert player.page.evaluate(OUTSIDE, insets) == []


@pytest.mark.parametrize("phone", [UPRIGHT, ACROSS], ids=["upright", "across"])
def test_nothing_lies_under_the_camera_or_the_home_bar(
    person: Seat, phone: tuple[dict[str, int], dict[str, int]]
) -> None:
    size, insets = phone
    wishes: dict[str, Any] = {"viewport": size, "is_mobile": True, "has_touch": True}
    player = person(own=True, **wishes)
    line = player.context.new_cdp_session(player.page)
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page = player.page
    player.open("/")
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('.bar')).borderTopWidth") == f"{insets['top']}px"
    )
    check(player, insets)
    player.open("/learn/maharani")
    page.locator("#lesson-deeds button").wait_for()
    check(player, insets)
    player.play("mosaix", ME)
    player.wait_turn()
    check(player, insets)
    page.locator("#lesson-deeds button").tap()
    glows = page.locator(".panel .can")
    for what in (glows.first, glows.last, page.locator("[data-note]").first):
        what.focus()
        page.keyboard.press("?")
        page.locator("#note:not([hidden])").wait_for()
        check(player, insets)
        page.keyboard.press("Escape")
    for drawer in ("history", "rules", "more"):
        page.locator(f'[data-drawer="{drawer}"]').tap()
        check(player, insets)
        page.locator(f'[data-drawer="{drawer}"]').tap()
    page.locator(".panel .can.grave").tap()
    page.locator("#sure[open]").wait_for()
    check(player, insets)
    page.locator("#sure-yes").tap()
    page.locator("#ceremony:not([hidden])").wait_for()
    check(player, insets)
