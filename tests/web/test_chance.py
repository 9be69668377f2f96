"""Chance that can be checked, in a real browser, and hostile names."""

from __future__ import annotations

import json

from playwright.sync_api import Dialog, Route

from tests.web.people import Seat
from tests.web.table import ME, Player, play_out

HOSTILE = '"><img src=x onerror=alert(1)>'


def stopped(player: Player) -> str:
    """A game alone that is over after a move."""
    table = player.play("mosaix", ME)
    player.move(player.wait_turn()["choices"][-1]["move"])
    player.wait_for("() => window.lastTable.over")
    return table


def test_a_finished_game_is_checked_in_the_browser(player: Player) -> None:
    stopped(player)
    shown = player.page.locator("#commitment").text_content()
    assert shown == player.table["commitment"]

    player.page.get_by_role("link", name="Check this game").click()
    player.page.get_by_role("button", name="Check this game").click()
    player.page.locator("#result .right").first.wait_for()

    said = player.page.locator("#result p").all_text_contents()
    rolls = player.page.locator("#outcomes li")
    assert said == [
        "✓ The secret has the fingerprint that was shown.",
        "✓ This browser saw the same fingerprint when it first came to the table.",
        f"✓ Everything is right: {rolls.count()} rolls and draws came from the secret.",
    ]
    assert player.shown("#commitment") == shown
    assert all(line.startswith("✓ ") for line in rolls.all_text_contents())


BENT: list[tuple[dict[str, object], str]] = [
    ({"secret": "another"}, "does not have the fingerprint"),
    ({"commitment": "00" * 32}, "saw another fingerprint"),
    ({"added": "something else"}, "Something is wrong"),
    ({"verified": False}, "Something is wrong"),
]


def test_a_game_that_was_bent_is_found_out(person: Seat) -> None:
    player = person(own=True)
    table, change = stopped(player), dict[str, object]()

    def bend(route: Route) -> None:
        route.fulfill(json=json.loads(route.fetch(max_retries=3).text()) | change)

    player.page.route("**/api/tables/*/chance", bend)
    for bent, words in BENT:
        change.clear()
        change.update(bent)
        player.open(f"/chance?table={table}")
        player.page.get_by_role("button", name="Check this game").click()
        player.page.locator("#result .problem").first.wait_for()
        assert words in player.shown("#result")


def test_a_running_game_keeps_its_secret(player: Player) -> None:
    table = player.play("mosaix", ME)
    player.open(f"/chance?table={table}")

    assert "still being played" in player.shown("main")
    answer = player.context.request.get(f"{player.server.url}/api/tables/{table}/chance")
    assert answer.status == 403
    assert "when it is over" in answer.json()["words"]


def test_a_hostile_name_is_only_a_name_wherever_it_is_shown(person: Seat) -> None:
    """Whatever a browser complains about fails the test; a script that runs would be heard."""
    player = person(own=True)
    player.gone.add(f"{player.server.url}/favicon.ico")  # asked for beside a file that names no icon
    heard: list[str] = []

    def hear(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    player.page.on("dialog", hear)
    name = player.post("/api/name", {"name": HOSTILE})["name"]
    assert len(name) <= 24
    table = player.play(
        "mosaix",
        ME,
        {"kind": "local", "name": "</script><script>x"},
        {"kind": "bot", "bot": "random", "name": "<svg onload=x>"},
    )
    assert name in player.shown("#seats")
    player.page.goto("about:blank")  # nobody need draw every move
    play_out(table, player)
    for path in (f"/api/tables/{table}/picture.svg", f"/api/tables/{table}/record", "/my-games", "/"):
        player.open(path)
    player.sit(table)

    record = player.context.request.get(f"{player.server.url}/api/tables/{table}/record").json()
    assert record["seats"][0]["name"] == name
    assert heard == []
