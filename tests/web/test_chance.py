"""Chance that can be checked, in a real browser; hostile names; a restart that nobody notices."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Dialog, Route

from tests.server.serving import Server
from tests.waiting import PATIENCE_S
from tests.web.conftest import Seat
from tests.web.table import ME, Player

HOSTILE = '"><img src=x onerror=alert(1)>'


def test_a_finished_game_is_checked_in_the_browser(player: Player) -> None:
    table = player.play("mosaix", ME)
    shown = player.page.locator("#commitment").text_content()
    assert shown == player.table["commitment"]
    player.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": "random"})
    player.wait_for("() => window.lastTable.over")

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


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"secret": "another"}, "does not have the fingerprint"),
        ({"commitment": "00" * 32}, "saw another fingerprint"),
        ({"added": "something else"}, "Something is wrong"),
        ({"verified": False}, "Something is wrong"),
    ],
)
def test_a_game_that_was_bent_is_found_out(person: Seat, change: dict[str, object], words: str) -> None:
    player = person()
    table = player.play("mosaix", ME)
    player.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": "random"})
    player.wait_for("() => window.lastTable.over")

    def bend(route: Route) -> None:
        said = json.loads(route.fetch(max_retries=3).text())
        route.fulfill(json=said | change)

    player.page.route("**/api/tables/*/chance", bend)
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
    player = person()
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
    for seat in (0, 1):
        player.post(f"/api/tables/{table}/seat", {"seat": seat, "bot": "random"})
    player.wait_for("() => window.lastTable.over")
    for path in (
        f"/api/tables/{table}/picture.svg",
        f"/api/tables/{table}/record",
        "/my-games",
        "/",
        f"/table/{table}",
    ):
        player.open(path)
        player.page.wait_for_timeout(100)

    record = player.context.request.get(f"{player.server.url}/api/tables/{table}/record").json()
    assert record["seats"][0]["name"] == name
    assert heard == []


def test_a_restart_of_the_server_is_not_worth_a_word(server: Server, person: Seat) -> None:
    player = person()
    player.may_be_cut = True
    player.play("mosaix", ME)
    player.wait_turn()
    player.page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => window.said.push(document.getElementById("connection").textContent))
            .observe(document.getElementById("connection"), { childList: true, characterData: true, subtree: true });
          const real = window.setTimeout; // a busy machine starts a server slowly: what is short is counted slowly too
          window.setTimeout = (run, wait, ...more) => real(run, wait === 5000 ? 60000 : wait, ...more);
        }"""
    )
    assert server.process is not None
    server.process.terminate()
    assert server.process.wait(timeout=PATIENCE_S) == 0
    server.start()
    number = player.number
    player.move()
    assert player.number > number
    assert player.page.evaluate("() => window.said") == []
