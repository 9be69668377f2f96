"""The page for oneself in a browser: tables, pictures and exports, on a desk and on a phone, in both languages."""

from __future__ import annotations

import os
from pathlib import Path

from tests.server.http.test_statistics import played, stopped
from tests.waiting import until
from tests.web.looking import SMALL, violations
from tests.web.people import Seat
from tests.web.table import Player

FOLDER = os.environ.get("SMALTI_REVIEW_PICTURES")
"""A folder for pictures of the page, to be looked at."""
DRAWN = "() => [...document.querySelectorAll('figure img')].every((one) => one.complete && one.naturalWidth > 0)"


def show(player: Player, name: str) -> None:
    player.wait_for(DRAWN)
    if FOLDER:
        player.page.screenshot(path=str(Path(FOLDER) / f"{name}.png"), full_page=True)


def test_own_games_are_added_up_reviewed_and_taken_along(person: Seat) -> None:
    player = person()
    player.post("/api/name", {"name": "Ada"})
    for seed in range(1, 5):
        player.post("/api/games", {"record": played(seed), "bots": [None, "artisan"]})
    player.open("/my-games")
    player.page.get_by_role("link", name="Statistics").click()
    player.page.wait_for_url("**/statistics")
    assert player.page.locator("#results ~ .wide tbody tr").all_text_contents() != []
    assert player.page.locator("figure img").count() == 2
    assert "Skill and luck are known of games that were reviewed." in player.page.inner_text("main")

    other = person(locale="fr-FR", viewport={"width": 390, "height": 844}, color_scheme="dark")
    other.post("/api/games", {"record": stopped(1), "bots": [None]})
    other.open("/statistics")
    other.page.locator("#review-more").click()
    until(
        lambda: other.context.request.get(f"{other.server.url}/api/statistics").json()["games"][0]["luck"] is not None
    )
    other.page.reload()
    assert other.page.locator("h1").inner_text() == "Statistiques"
    assert other.page.locator("#skill ~ .charts img").count() >= 1
    show(other, "statistics-phone")
    assert other.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert other.page.evaluate(SMALL) == []

    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="CSV").click()
    assert len(saved.value.path().read_text().splitlines()) == 5
    show(player, "statistics-desk")
    assert violations(player) == []
    player.page.emulate_media(media="print")
    show(player, "statistics-print")
