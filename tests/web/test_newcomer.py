"""Somebody who knows nothing: from the shelf to the end of the guided game, by what the page says to click."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from smalti.games import GAMES
from smalti.kernel.words import say
from tests.web.people import Seat
from tests.web.table import Player

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TIP_OF_THE_ARROW = """() => {
  const arrow = document.querySelector("#arrow");
  if (arrow.hidden) return null;
  const { left, top } = arrow.style;
  const inside = { above: [0, 6], below: [0, -6], left: [6, 0], right: [-6, 0] };
  const [x, y] = inside[arrow.className.slice(5)];
  return [parseFloat(left) + x, parseFloat(top) + y];
}"""
"""Just inside of what the arrow points at."""
STEP = "() => document.querySelector('#lesson').dataset.key"


def follow(page: Page, *, by_thumb: bool = False) -> int:
    """Does what the card and the arrow say, until the page offers a game; returns how many steps that took."""
    done = 0
    while True:
        expect(page.locator("#lesson-words")).not_to_be_empty()
        key = page.evaluate(STEP)
        go_on = page.locator("#lesson-deeds button")
        if page.locator("#lesson-deeds .skip-lesson").count() == 0:
            return done
        if go_on.count():
            go_on.tap(position=aside(go_on, done)) if by_thumb else go_on.click()
        else:
            click_at_the_arrow(page, by_thumb=by_thumb)
        page.wait_for_function("(key) => document.querySelector('#lesson').dataset.key !== key", arg=key)
        done += 1


def aside(button: Locator, done: int) -> Position:
    """Where a thumb comes down that means it: twice at the same spot would be a double tap, which goes on once."""
    box = button.bounding_box()
    assert box is not None
    return {"x": 10.0 if done % 2 else box["width"] - 10.0, "y": box["height"] / 2}


def click_at_the_arrow(page: Page, *, by_thumb: bool = False) -> None:
    """Waits until the arrow has come to rest on something that can be clicked, and clicks or taps there."""
    page.wait_for_function(
        f"""() => {{
          const at = ({TIP_OF_THE_ARROW})();
          return at && document.elementFromPoint(...at)?.closest(".can") !== null;
        }}"""
    )
    hit = page.touchscreen.tap if by_thumb else page.mouse.click
    hit(*page.evaluate(TIP_OF_THE_ARROW))


def begin(player: Player, game: str, words: str) -> None:
    """Finds the way in on the shelf."""
    player.open("/")
    box = player.page.locator(".box", has=player.page.locator(f'[data-play="{game}"]'))
    box.get_by_role("link", name=words).click()
    player.page.wait_for_url(f"**/learn/{game}")


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param("en", DESK, id="en-desk", marks=pytest.mark.long),
        pytest.param("fr", PHONE, id="fr-phone"),
        pytest.param("fr", DESK, id="fr-desk", marks=pytest.mark.long),
        pytest.param("en", PHONE, id="en-phone", marks=pytest.mark.long),
    ],
)
def test_from_the_shelf_to_the_end_of_each_guided_game(person: Seat, language: str, size: dict[str, object]) -> None:
    player = person(locale={"en": "en-GB", "fr": "fr-FR"}[language], **size)
    for game, found in GAMES.items():
        assert found.tables.lesson is not None
        begin(player, game, say(language, "Learn in a minute"))
        steps = sum(len(step.words) for step in found.tables.lesson.steps)
        assert follow(player.page, by_thumb=size is PHONE) == steps - 1
    player.open("/my-games")
    assert player.page.locator(".running, .finished li").count() == 0, "a lesson is no game of anybody's"
    player.open("/learn/mosaix")
    follow(player.page, by_thumb=size is PHONE)
    player.page.get_by_role("button", name=say(language, "Play your first game")).click()
    player.page.wait_for_url("**/table/*")


def test_a_wrong_click_is_answered_and_the_lesson_waits(player: Player) -> None:
    player.open("/learn/mosaix")
    page = player.page
    for _ in range(2):
        page.locator("#lesson-deeds button").click()
    key = page.evaluate(STEP)
    page.locator("[data-offer]").last.click(force=True)
    expect(page.locator("#notice")).to_have_text("You may do that in a game. Now, please, where the arrow points.")
    assert page.evaluate(STEP) == key
    click_at_the_arrow(page)
    expect(page.locator("#notice")).to_be_empty()


def test_a_lesson_goes_by_keyboard_and_can_be_left(player: Player) -> None:
    player.open("/learn/mosaix")
    page = player.page
    page.locator("#lesson-deeds button").focus()
    for _ in range(2):
        key = page.evaluate(STEP)
        page.keyboard.press("Enter")
        page.wait_for_function("(key) => document.querySelector('#lesson').dataset.key !== key", arg=key)
    page.locator(".panel .can").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-words")).to_have_text("Now choose which die lies where. Take this one.")
    page.locator(".skip-lesson").click()
    page.wait_for_url("**/")


def test_a_first_table_offers_the_lesson_and_then_tips_with_their_clause(player: Player) -> None:
    player.sit(player.make("maharani", {"kind": "me"}, {"kind": "local", "name": "Bea"})["table"])
    page = player.page
    card = page.locator("#lesson")
    expect(card).to_contain_text("New to Maharani?")
    assert card.get_by_role("link").get_attribute("href") == "/learn/maharani"
    card.get_by_role("button", name="No, thanks").click()
    expect(card).to_contain_text("Each of its four tiles lies in front of one quarter. rule 3.1")
    card.get_by_role("button", name="Understood").click()
    expect(card).to_contain_text("A tile costs nothing in the quarter that it lies in front of.")
    card.locator(".clause").click()
    expect(page.locator("#clause-4\\.2")).to_be_visible()
