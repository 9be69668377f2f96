"""Everything on the table says what it is: to a mouse that rests, to a finger that stays, to a key."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.looking import SETTLED
from tests.web.people import Seat
from tests.web.table import Player

SEATS = {"kind": "me"}, {"kind": "local", "name": "Bea"}


def at_table(player: Player, game: str) -> None:
    player.sit(player.make(game, *SEATS)["table"])
    player.page.locator("#lesson button").click()  # no guided game
    player.wait_turn()
    player.page.evaluate(SETTLED)


def test_a_mouse_that_rests_is_answered_with_the_clause(player: Player) -> None:
    at_table(player, "majolica")
    page, note = player.page, player.page.locator("#note")
    page.locator('.panel [data-place][aria-label^="workshop 2"]').first.hover(force=True)
    expect(note).to_contain_text("It waits for three pairs of different colours")
    note.locator(".clause").click()
    expect(page.locator("#clause-6\\.1")).to_be_visible()
    expect(note).to_be_hidden()
    page.locator("#hint").hover()
    expect(note).to_contain_text("Where to look first")
    page.mouse.move(1, 1)
    expect(note).to_be_hidden()


def test_a_key_asks_and_gives_the_focus_back(player: Player) -> None:
    at_table(player, "mosaix")
    page, note = player.page, player.page.locator("#note")
    page.locator(".panel .can").first.focus()
    page.keyboard.press("i")
    expect(note).to_contain_text("One of the seven shapes")
    expect(note.locator(".clause")).to_be_focused()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(page.locator(".panel .can").first).to_be_focused()
    page.keyboard.press("?")
    expect(note).to_contain_text("rule 3.4")


def test_a_finger_that_stays_asks_and_does_nothing_else(person: Seat) -> None:
    player = person(own=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    at_table(player, "maharani")
    page, note = player.page, player.page.locator("#note")
    box = page.locator(".panel .can").first.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = player.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(note).to_contain_text("rule 4.5")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".panel .picked")).to_have_count(0)
    page.touchscreen.tap(point["x"], point["y"])
    expect(note).to_be_hidden()
    expect(page.locator(".panel .picked")).to_have_count(1)
