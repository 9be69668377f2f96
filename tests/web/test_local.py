"""Games in the browser alone: with the network off, after a reload and a restart, and handed in afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, sync_playwright

from smalti.games import find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.record import verify
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import Player

SHELF = "/local/en/index.html"
ALONE = "[data-play=mosaix][data-seats='1']"


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    with serving(tmp_path / "data") as running:
        yield running


@contextmanager
def profile(server: Server, folder: Path, *, offline: bool = False) -> Iterator[Player]:
    """A browser with a disk of its own, which is there again when it is started once more."""
    path = find_chromium()
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        context: BrowserContext = playwright.chromium.launch_persistent_context(
            folder, executable_path=path, args=list(ARGUMENTS), reduced_motion="reduce", locale="en-GB"
        )
        context.set_offline(offline)
        player = Player(server, context)
        player.may_be_cut = True
        yield player
        context.close()
        assert player.complaints == []


def wait_until_kept(player: Player) -> None:
    """Until the service worker has everything."""
    player.wait_for("() => navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')")


def begin_alone(player: Player) -> None:
    """A game of Mosaix for one, by the shelf."""
    player.page.locator(ALONE).click()
    player.page.wait_for_url("**/play-mosaix.html#g=*")
    player.wait_turn()


def saved_record(player: Player) -> Any:
    """The record that the page hands out after the game."""
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Save the record").click()
    return json.loads(Path(download.value.path()).read_text(encoding="utf-8"))


def test_without_a_network_a_game_is_begun_kept_finished_and_later_handed_in_once(away: Server, tmp_path: Path) -> None:
    with profile(away, tmp_path / "profile") as player:
        player.open("/")
        wait_until_kept(player)
        away.stop()
        player.context.set_offline(True)

        player.page.goto(away.url + "/")
        assert player.page.url.endswith(SHELF)
        begin_alone(player)
        player.move()
        player.page.locator("#undo").click()
        player.wait_until(3)
        player.move()
        before = player.table
        player.page.reload()
        assert player.wait_turn()["log"] == before["log"]

    with profile(away, tmp_path / "profile", offline=True) as player:
        player.page.goto(away.url + "/my-games")
        player.page.locator("#kept a").click()
        assert player.wait_turn()["log"] == before["log"]
        while STOP not in (moves := [one["move"] for one in player.wait_turn()["choices"]]):
            player.move(moves[0])
        player.move(STOP)
        record = saved_record(player)
        assert verify(record, find_game).position.is_over
        away.start()
        player.context.set_offline(False)
        player.open("/my-games")
        player.until(
            lambda: [game["id"] for game in away.get("/api/games").json()["games"]] == [record["chance"]["id"]]
        )
        player.open("/my-games")
        assert player.page.locator(".finished li").count() == 1
        player.wait_for("() => document.querySelector('#kept').hidden")
    assert len(away.get("/api/games").json()["games"]) == 1
