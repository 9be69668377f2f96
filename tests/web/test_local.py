"""Games in the browser alone: with the network off, after a reload and a restart, and handed in afterwards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext

from smalti.cli.site import site as write_site
from smalti.games import find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.record import verify
from smalti.kernel.words import LANGUAGES
from smalti.server.http import edition
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.conftest import Seat
from tests.web.table import Player

SHELF = "/local/en/index.html"
ALONE = "[data-play=mosaix][data-seats='1']"


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    with serving(tmp_path / "data") as running:
        yield running


@contextmanager
def profile(server: Server, browser: Browser, folder: Path, *, offline: bool = False) -> Iterator[Player]:
    """A browser with a disk of its own, which is there again when it is started once more."""
    path = find_chromium()
    assert path is not None, MISSING
    context: BrowserContext = browser.browser_type.launch_persistent_context(
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
    ready = "navigator.serviceWorker.ready.then((one) => one.active.state)"
    player.until(lambda: player.page.evaluate(ready) == "activated")


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


HANDED = """() => new Promise((done) => {
  const opened = indexedDB.open("smalti");
  opened.onsuccess = () => {
    const found = opened.result.transaction("games").objectStore("games").getAll();
    found.onsuccess = () => (opened.result.close(), done(found.result.map((game) => game.handed)));
  };
})"""
"""Of each game that is kept, whether the server has it."""


def test_without_a_network_a_game_is_begun_kept_finished_and_later_handed_in_once(
    away: Server, browser: Browser, tmp_path: Path
) -> None:
    with profile(away, browser, tmp_path / "profile") as player:
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

    with profile(away, browser, tmp_path / "profile", offline=True) as player:
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
        player.until(lambda: player.page.evaluate(HANDED) == ["yes"])  # the server has it, and has said so
        player.wait_for("() => document.querySelector('#kept').hidden")
        player.open("/my-games")
        assert player.page.locator(".finished li").count() == 1
    assert [game["id"] for game in away.get("/api/games").json()["games"]] == [record["chance"]["id"]]


# The other games, bots and several people


def start_here(player: Player, game: str, *kinds: str) -> None:
    """A game in the browser alone, from the set-up page."""
    player.page.locator(f"input[name=seats][value='{len(kinds)}']").check(force=True)
    for seat, kind in enumerate(kinds):
        player.page.locator(f"input[name=kind-{seat}][value={kind}]").check(force=True)
    player.page.locator("[type=submit]").click()
    player.page.wait_for_url(f"**/play-{game}.html#g=*")


def play_some(player: Player, moves: int) -> dict[str, Any]:
    """So many moves by clicks, the first that is offered each time."""
    for _ in range(moves):
        if (table := player.wait_turn())["over"]:
            break
        if player.page.locator("#cover[open]").count():
            player.page.locator("#cover-ok").click()
        player.wait_until(player.choose(table=table) + 1)
    return player.wait_turn()


def as_record(player: Player) -> Any:
    """The game as it is kept, as a record that can be verified."""
    return player.page.evaluate(
        """async () => {
          const files = new URL(`${document.body.dataset.files}static/local/`, location.href);
          const { find } = await import(new URL("store.js", files));
          const { recordOf } = await import(new URL("games.js", files));
          return recordOf(await find(new URLSearchParams(location.hash.slice(1)).get("g")));
        }"""
    )


@pytest.mark.parametrize("game", ["mosaix", "maharani", "majolica"])
def test_bots_and_people_around_one_screen_play_here(person: Seat, game: str) -> None:
    player = person()
    player.open(f"/set-up/{game}")
    player.page.locator("[name=here]").check()
    start_here(player, game, "me", "bot")
    table = play_some(player, 3)
    assert {event["by"] for event in table["log"]} >= {0, 1}
    match = verify(as_record(player), find_game)
    assert [event.by for event in match.log] == [event["by"] for event in table["log"]]


def test_a_game_that_is_open_in_another_tab_waits_for_it(person: Seat) -> None:
    player = person()
    player.open(SHELF)
    begin_alone(player)
    other = player.context.new_page()
    other.goto(player.page.url)
    other.wait_for_function("() => document.querySelector('#connection').textContent.includes('another tab')")
    player.move()
    log = player.table["log"]
    player.page.close()
    other.wait_for_function("length => window.lastTable?.log.length === length", arg=len(log))


def test_an_address_holds_a_whole_game_or_a_point_of_it(person: Seat) -> None:
    tall = {"width": 1280, "height": 960}  # on a low screen going on is offered while looking back
    player = person(permissions=["clipboard-read", "clipboard-write"], viewport=tall)
    player.open(SHELF)
    begin_alone(player)
    player.move()
    log = player.table["log"]
    player.page.locator("#continue summary").click()
    player.page.get_by_role("button", name="Copy a link to this point").click()
    player.until(lambda: "#whole=" in player.page.evaluate("navigator.clipboard.readText()"))
    address = player.page.evaluate("navigator.clipboard.readText()")

    stranger = person(viewport=tall)
    stranger.page.goto(address)
    stranger.wait_for("length => window.lastTable?.log.length === length", len(log))
    assert stranger.table["mine"] == []
    stranger.page.locator("#continue summary").click()
    stranger.page.locator("#branch").click()
    stranger.page.wait_for_url("**/play-mosaix.html#g=*")
    assert stranger.wait_turn()["log"][: len(log)] == log
    stranger.page.goto(urlsplit(address)._replace(fragment="whole=nonsense").geturl())
    stranger.wait_for("() => document.querySelector('#connection').textContent.includes('keeps no such game')")


CLOSE = """() => new Promise((done) => {
  const newer = indexedDB.open("smalti", 99);
  newer.onsuccess = () => (newer.result.close(), done());
})"""
"""Leaves a database that this program cannot open."""


def test_storage_that_takes_nothing_is_said_and_the_game_goes_on(person: Seat) -> None:
    player = person()
    player.open(SHELF)
    begin_alone(player)
    player.page.evaluate(CLOSE)
    player.move()
    player.wait_for("() => document.querySelector('#connection').textContent.includes('full or closed')")
    player.page.evaluate("() => new Promise((done) => (indexedDB.deleteDatabase('smalti').onsuccess = done))")
    player.move()
    player.wait_for("() => document.querySelector('#connection').textContent === ''")
    log = player.table["log"]
    player.page.reload()
    assert player.wait_turn()["log"] == log


# The static edition


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The static edition from a plain file server, in a folder of its own."""
    folder = tmp_path_factory.mktemp("web") / "some" / "place"
    write_site(folder)
    handler = partial(Quiet, directory=str(folder.parents[1]))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/place/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a word on each."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_static_edition_plays_teaches_and_tells_the_rules(browser: Browser, site: str, language: str) -> None:
    context = browser.new_context(locale=language, reduced_motion="reduce", service_workers="block")
    player = Player(Server(Path(), 0), context)
    player.page.goto(site)
    player.page.wait_for_url(f"**/local/{language[:2]}/index.html")
    begin_alone(player)
    player.move()
    shelf = player.page.url.rpartition("/")[0]
    player.page.goto(f"{shelf}/learn-maharani.html")
    player.wait_for("() => document.querySelector('#lesson-words')?.textContent.length > 20")
    player.page.goto(f"{shelf}/rules-majolica.html")
    assert player.page.locator(".clause").count() > 20
    player.wait_for("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    player.page.goto(f"{shelf}/my-games.html")
    player.page.locator("#kept li").wait_for()
    assert player.complaints == []
    assert player.hosts == {urlsplit(site).netloc}
    context.close()


def test_every_page_of_the_edition_links_only_to_what_it_has() -> None:
    addresses = {path for path, _ in edition.kept(alone=True)}
    for language in LANGUAGES:
        for name in edition.page_names():
            found = re.findall(r'\b(?:href|src)="([^"#]+)', edition.page(language, name, alone=True))
            linked = {urlsplit(urljoin(f"/local/{language}/{name}.html", one)).path.lstrip("/") for one in found}
            assert linked <= addresses, name
