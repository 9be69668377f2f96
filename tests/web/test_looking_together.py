"""Two browsers look at a finished game together: one leads, the other follows, points and takes over."""

from __future__ import annotations

import os
from pathlib import Path

from tests.server.http.test_statistics import played
from tests.web.looking import SMALL, violations
from tests.web.people import Seat
from tests.web.table import Player

FOLDER = os.environ.get("SMALTI_REVIEW_PICTURES")
"""A folder for pictures, to be looked at."""
AT = "(ply) => document.getElementById('slider').value === String(ply)"
SAYS = "(words) => document.getElementById('together-words').textContent.includes(words)"


def press(player: Player, name: str) -> None:
    player.page.locator("#together").get_by_role("button", name=name).click()


def test_one_leads_and_the_other_follows_points_and_takes_over(person: Seat) -> None:
    ada, ben = person(), person(viewport={"width": 390, "height": 844})
    for one, name in ((ada, "Ada"), (ben, "Ben")):
        one.post("/api/name", {"name": name})
    table = ada.post("/api/games", {"record": played(7), "bots": [None, "artisan"]})["table"]
    for one in (ada, ben):
        one.sit(table)
        one.page.locator("#together button").first.wait_for()
    last = int(ada.page.locator("#slider").input_value())
    press(ada, "Look at it together")
    ada.wait_for(SAYS, "You lead")
    ben.wait_for(SAYS, "Ada leads.")

    ada.page.locator("#previous").click()
    ben.wait_for(AT, last - 1)
    spot = ben.page.locator(".panel [data-place]").first

    def is_pointed_at() -> bool:
        """Clicked once more where the board was still on its way to this point of the game."""
        spot.click(force=True)
        return bool(ada.page.evaluate(SAYS, "Ben points at:"))

    ada.until(is_pointed_at)
    ada.page.locator(".mark-point").first.wait_for(state="attached")
    select = ben.page.locator("#together-place")
    select.focus()
    ben.page.keyboard.press("End")
    words = select.evaluate("(one) => one.selectedOptions[0].textContent")
    ada.wait_for(SAYS, words.rpartition(", ")[2])
    assert "Ben points at: " in ada.page.inner_text("#together-words")
    if FOLDER:
        ada.page.screenshot(path=str(Path(FOLDER) / "together-desk.png"))
        ben.page.screenshot(path=str(Path(FOLDER) / "together-phone.png"))
    assert ben.page.evaluate(SMALL) == []
    ada.page.locator("#previous").click()
    ben.wait_for(AT, last - 2)
    ada.page.wait_for_function("() => document.querySelector('.mark-point') === null")

    press(ben, "Take the lead")
    ada.wait_for(SAYS, "Ben leads.")
    ada.page.locator("#first").click()
    press(ada, "Follow Ben")
    ada.wait_for(AT, last - 2)
    press(ada, "Look by myself")
    assert violations(ada) == []
    ben.page.close()
    ada.page.locator("#together").get_by_role("button", name="Look at it together").wait_for()
