"""Storage that is full or closed, another program, two tabs, a tab that is closed: a sentence, and nothing lost.

From the static edition; in the long form from a server too.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from smalti.games import GAMES
from smalti.kernel.words import say
from smalti.server.http import edition
from smalti.server.http.pages import WORDS
from tests.server.serving import Server, serving
from tests.web.chromium import find_chromium
from tests.web.here import begin_alone, kept, play_some, said, start_here
from tests.web.hosts import BELOW, LOCALES, files_of, profile, wait_until_kept
from tests.web.table import Player

SHELF = "/local/fr/index.html"
UNKEPT = edition.BOX_WORDS["unkept"]
OLD = "0.1"
LONG_AGO = 1_000_000_000


@pytest.fixture(scope="module", params=["files", pytest.param("server", marks=pytest.mark.long)])
def host(request: pytest.FixtureRequest, web: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with files_of(web) if request.param == "files" else serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def player(host: Server, browser: Browser) -> Iterator[Player]:
    """Somebody who reads French, in a window that keeps nothing when it is closed, without a service worker."""
    context = browser.new_context(locale=LOCALES["fr"], reduced_motion="reduce", service_workers="block")
    player = Player(host, context)
    yield player
    context.close()
    assert player.complaints == []


def allow(player: Player, quota: int | None) -> None:
    """How many bytes the pages may keep, as long as none of them has asked yet; None for as many as usual."""
    origin = "/".join(player.server.url.split("/")[:3])
    size = {} if quota is None else {"quotaSize": quota}
    player.context.new_cdp_session(player.page).send("Storage.overrideQuotaForOrigin", {"origin": origin, **size})


def test_a_full_storage_is_said_and_the_game_goes_on_and_is_kept_again(
    host: Server, browser: Browser, tmp_path: Path
) -> None:
    with profile(host, browser, tmp_path, language="fr", service_workers="block") as player:
        player.open(SHELF)
        begin_alone(player)
        player.move()
        [before], address = kept(player), player.page.url
    with profile(host, browser, tmp_path, language="fr", service_workers="block") as player:
        allow(player, 1)
        player.page.goto(address)
        player.move()
        said(player, say("fr", UNKEPT))
        assert kept(player) == [before]
        player.open(SHELF)
        begin_alone(player)  # another one, which cannot be kept from its beginning
        said(player, say("fr", UNKEPT))
        player.move()
        allow(player, None)
        player.move()
        said(player, "")
        log = player.table["log"]
        player.page.reload()
        assert player.wait_turn()["log"] == log
        assert [len(game["log"]) for game in kept(player)] == [len(before["log"]), len(log)]


def test_a_browser_that_keeps_nothing_plays_and_says_so(host: Server, browser: Browser, tmp_path: Path) -> None:
    """As who blocks cookies has it: no database, no locks, no service worker. It needs a browser that can be set up."""
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    with profile(host, browser, tmp_path, language="fr", path=find_chromium()) as player:
        player.open(SHELF)
        begin_alone(player)
        said(player, say("fr", UNKEPT))
        player.move()
        player.page.locator("#undo").click()
        player.wait_until(3)
        player.move()
        player.page.goto("about:blank")
        player.open(f"/local/fr/play-mosaix.html#g={'0' * 16}")
        said(player, say("fr", WORDS["closed"]))
        player.page.locator("#after a").click()
        player.page.wait_for_url("**/my-games.html")
        player.page.get_by_text(say("fr", WORDS["closed"])).wait_for()


def test_a_game_that_is_open_in_another_tab_waits_for_it(player: Player) -> None:
    player.open(SHELF)
    begin_alone(player)
    other = player.context.new_page()
    other.goto(player.page.url)
    words = say("fr", WORDS["open_elsewhere"])
    other.wait_for_function("words => document.querySelector('#connection').textContent === words", arg=words)
    player.move()
    log = player.table["log"]
    player.page.close()
    other.wait_for_function("length => window.lastTable?.log.length === length", arg=len(log))


def test_a_tab_that_is_closed_in_the_middle_of_a_thought_loses_the_thought_alone(player: Player) -> None:
    player.open("/local/fr/set-up-majolica.html")
    start_here(player, "majolica", "me", "bot", bot="legend")
    player.move()
    while player.table["acting"] == [0]:
        player.move()
    assert player.table["acting"] == [1], "the bot thinks"
    own = len(player.table["log"])  # on a busy machine the bot may be ready before anybody looks at what is kept
    [before] = kept(player)
    address = player.page.url
    player.page.close()
    player.page = player.context.new_page()
    player.page.goto(address)
    after = player.wait_turn()["log"]
    assert [event["by"] for event in after[: len(before["log"])]] == [by for by, _ in before["log"]]
    assert after[own]["by"] == 1


# Another program than the one that a game was begun with


def aged(web: Path, older: Path) -> None:
    """The edition as an older program wrote it years ago: another mark, and rules of another version."""
    shutil.copytree(web, older)
    mark = edition.mark()
    (older / BELOW / "v" / mark).rename(older / BELOW / "v" / mark[::-1])
    for file in (older / BELOW).rglob("*"):
        if file.suffix in (".html", ".js", ".json", ".gz"):
            text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
            text = text.replace(mark.encode(), mark[::-1].encode())
            for version in {game.facts.version for game in GAMES.values()}:
                for quote in (b'"', b'\\"'):
                    name = quote + b"rules" + quote + b":" + quote
                    text = text.replace(name + version.encode() + quote, name + OLD.encode() + quote)
            file.write_bytes(gzip.compress(text, 1) if file.suffix == ".gz" else text)
        os.utime(file, (LONG_AGO, LONG_AGO))  # so that browsers believe for long that it will not change


WAITING = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.waiting))"
"""Whether the service worker of another program has kept everything and waits for its turn."""


def has_taken_over(player: Player) -> bool:
    """Whether only what the new program keeps is there: it takes over while no page of the old one is open."""
    player.page.goto("about:blank")
    player.page.goto(player.server.url + SHELF)
    return bool(player.page.evaluate("caches.keys()") == ["smalti", f"smalti-{edition.mark()}"])


def test_what_an_older_program_kept_stays_beside_a_new_one(web: Path, browser: Browser, tmp_path: Path) -> None:
    aged(web, tmp_path / "web")
    with (
        files_of(tmp_path / "web") as host,
        profile(host, browser, tmp_path / "profile", language="fr") as player,
    ):
        player.open(SHELF)
        wait_until_kept(player)
        begin_alone(player)
        player.move()
        [before] = kept(player)
        assert before["rules"] == OLD
        address = player.page.url
        shutil.rmtree(tmp_path / "web" / BELOW)
        shutil.copytree(web / BELOW, tmp_path / "web" / BELOW, copy_function=shutil.copyfile)
        player.page.goto("about:blank")
        player.page.goto(address)
        words = {"theirs": OLD, "ours": GAMES["mosaix"].facts.version}
        said(player, say("fr", edition.BOX_WORDS["other_rules"], words))
        assert kept(player) == [before]
        player.open(SHELF)
        begin_alone(player)
        play_some(player, 1)
        address = player.page.url
        player.until(lambda: player.page.evaluate(WAITING))
        player.until(lambda: has_taken_over(player))
        player.page.goto(address)
        host.stop()
        player.context.set_offline(True)
        player.page.reload()
        player.wait_turn()
        assert [game["rules"] for game in kept(player)] == [OLD, words["ours"]]
