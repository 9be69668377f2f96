"""What a thumb does at a table, and what stays in reach of it."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.games import GAMES
from tests.web.people import Seat
from tests.web.table import BOT, ME, Player, one_of

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "is_mobile": True, "has_touch": True}
IN_VIEW = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  const view = visualViewport;
  const [left, top] = [view.offsetLeft, view.offsetTop];
  return box.width > 0 && box.left >= left - 1 && box.top >= top - 1
    && box.right <= left + view.width + 1 && box.bottom <= top + view.height + 1;
}"""
"""Whether something is wholly on the screen, also on an enlarged page."""


def to_enter(player: Player) -> list[int]:
    """A table of Mosaix with a formation to enter; returns a way to do so."""
    player.play("mosaix", ME)
    table = player.wait_turn()
    player.tap(table["choices"][0]["paths"][0])
    entering = player.wait_turn(table["number"] + 1)
    path: list[int] = next(one["paths"][0] for one in entering["choices"] if len(one["paths"][0]) > 1)
    return path


def test_a_tap_shows_what_it_brings_and_waits_for_the_thumb(person: Seat) -> None:
    """Defect 3: a formation was entered by the tap on a cell, and the dice that rolled then could not be taken back."""
    player = person(**PHONE)
    path = to_enter(player)
    number = player.number
    for place in path:
        player.can_at(place).tap()
    player.page.locator(".panel .ghost").first.wait_for()
    player.wait_for("() => document.querySelector('#preview').textContent.length > 10")
    assert player.page.locator("#preview").is_visible()
    assert player.number == number
    player.page.locator("#back").tap()
    player.page.locator("#send").wait_for(state="hidden")
    assert player.number == number
    player.can_at(path[-1]).tap()
    player.page.locator("#send").tap()
    player.wait_until(number + 1)


def middle(player: Player, place: int) -> dict[str, float]:
    """The middle of a place on the screen."""
    box = player.at(place).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_whoever_drags_has_decided(person: Seat) -> None:
    player = person(own=True, **PHONE)
    path = to_enter(player)
    number = player.number
    line = player.context.new_cdp_session(player.page)
    start = middle(player, path[0])
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{**start, "y": start["y"] - 20}]})
    player.page.locator(".dragged").wait_for()
    line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [middle(player, path[1])]})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.wait_until(number + 1)


def test_two_fingers_enlarge_the_page_and_the_controls_stay(person: Seat) -> None:
    player = person(own=True, **PHONE)
    path = to_enter(player)
    number = player.number
    line = player.context.new_cdp_session(player.page)
    line.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    player.wait_for("() => visualViewport.scale > 1.5")
    for name in ("#ask", "#buttons", ".tabs", "#seats"):
        player.wait_for(IN_VIEW, name)
    player.page.evaluate(
        "(path) => path.forEach((place) => document.querySelector(`.can[data-place='${place}']`)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true })))",
        path,
    )
    player.wait_for(IN_VIEW, "#send")
    player.page.locator("#send").dispatch_event("click")
    player.wait_until(number + 1)


@pytest.mark.parametrize("game", one_of(GAMES, "majolica"))
def test_on_a_tablet_nothing_in_the_rail_is_cut_off(person: Seat, game: str) -> None:
    """Defect 4: "Understood" was cut off, the opponent's seat gone from the rail, handles of runs 16 px."""
    player = person(**TABLET)
    player.play(game, ME, BOT)
    player.wait_turn()
    player.page.locator("#lesson:not([hidden])").wait_for()
    for name in ("#lesson-deeds > :last-child", ".seat-0 summary", ".seat-1 summary", "#hint", ".tabs"):
        assert player.page.evaluate(IN_VIEW, name), name
        inside = """(name) => {
          const one = document.querySelector(name);
          const box = one.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(name) === one;
        }"""
        assert player.page.evaluate(inside, name), name
    small = """() => [...document.querySelectorAll(".panel .can .hit")].map((one) => one.getBoundingClientRect())
      .filter((box) => Math.min(box.width, box.height) < 40).length"""
    assert player.page.evaluate(small) == 0
