"""With the network off, the server gone: everything that needs nobody else, kept over a reload and a restart.

The same story from a server and from a plain file server, which speaks French here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from smalti.bots.hints import AMONG, DECIDES
from smalti.games import GAMES, find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.record import verify
from smalti.kernel.words import LANGUAGES, say
from smalti.server.wire.lessons import ALSO
from tests.server.serving import Server, serving
from tests.web.here import as_record, begin_alone, kept, play_some, saved_record, start_here
from tests.web.hosts import files_of, profile, wait_until_kept
from tests.web.table import MOST_MOVES, WHOLE_GAMES, Player


class Host(NamedTuple):
    """Where the pages come from, and in which language they are read."""

    server: Server
    language: str

    @property
    def pages(self) -> str:
        """Where the pages are that need no server."""
        return f"{self.server.url}/local/{self.language}"


@pytest.fixture(params=["server", "files"])
def host(request: pytest.FixtureRequest, tmp_path: Path, web: Path) -> Iterator[Host]:
    """May be stopped and started again."""
    if request.param == "server":
        with serving(tmp_path / "data") as running:
            yield Host(running, "en")
    else:
        with files_of(web) as running:
            yield Host(running, "fr")


def test_with_the_network_off_everything_works_and_nothing_is_lost_or_doubled(
    host: Host, browser: Browser, tmp_path: Path
) -> None:
    disk = tmp_path / "profile"
    with profile(host.server, browser, disk, language=host.language) as player:
        player.open("/")
        wait_until_kept(player)
        host.server.stop()
        player.context.set_offline(True)
        alone = begin_and_take_back(player, host)
        player.page.reload()
        assert player.wait_turn()["log"] == alone["log"]
        against_bots(player, host)
        around_one_screen(player, host)
        before = kept(player)
        for game in GAMES:
            look_up_rules(player, host, game)
        learn(player, host)

    with profile(host.server, browser, disk, language=host.language, offline=True) as player:
        player.page.goto(f"{host.server.url}/my-games")
        assert player.page.url == f"{host.pages}/my-games.html"
        player.wait_for("() => document.querySelectorAll('#kept li').length === 4")
        assert kept(player) == before
        go_on(player, before[1:])
        player.page.goto(f"{host.pages}/play-mosaix.html#g={before[0]['id']}")
        record = finish(player, host)
        replay(player)
        host.server.start()
        player.context.set_offline(False)
        back_online(player, host, record["chance"]["id"])


def begin_and_take_back(player: Player, host: Host) -> dict[str, Any]:
    """A game alone: begun on the shelf, a move, taken back, another one."""
    player.page.goto(host.server.url + "/")
    assert player.page.url == f"{host.pages}/index.html"
    begin_alone(player)
    player.move()
    player.page.locator("#undo").click()
    player.wait_until(3)
    player.move()
    return player.table


REASONS = {
    language: re.compile(
        "|".join(say(language, words, {"reasons": "|"}).partition("|")[0] for words in (AMONG, DECIDES))
    )
    for language in LANGUAGES
}
"""How a hint begins to say why: what decides, or that nothing does alone."""


def against_bots(player: Player, host: Host) -> None:
    """One, and two that search; then a hint that says why."""
    for game, seats, bot in (("mosaix", 2, "novice"), ("maharani", 3, "master")):
        player.page.goto(f"{host.pages}/set-up-{game}.html")
        start_here(player, game, "me", *["bot"] * (seats - 1), bot=bot)
        table = play_some(player, 2)
        assert {event["by"] for event in table["log"]} >= set(range(seats))
        verify(as_record(player), find_game)
    for shown in (".panel .mark-hint", ".panel .ghost, #preview:not(:empty)", "#advice .best li"):
        player.page.locator("#hint").click()
        player.page.locator(shown).first.wait_for(state="attached")
    why = player.page.locator("#advice .why").first
    expect(why).to_have_text(REASONS[host.language])


def around_one_screen(player: Player, host: Host) -> None:
    """Two people who hand the screen over."""
    player.page.goto(f"{host.pages}/set-up-majolica.html")
    start_here(player, "majolica", "me", "local")
    table = play_some(player, 3)
    assert table["mine"] == [0, 1]
    verify(as_record(player), find_game)


def look_up_rules(player: Player, host: Host, game: str) -> None:
    """Every clause and every picture."""
    player.page.goto(f"{host.pages}/rules-{game}.html")
    assert player.page.locator(".clause").count() > 20
    player.wait_for("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")


def learn(player: Player, host: Host) -> None:
    """A wrong click in a lesson is answered as a server would, and the right one leads on."""
    page = player.page
    page.goto(f"{host.pages}/learn-mosaix.html")
    for _ in range(2):
        page.locator("#lesson-deeds button").click()
    page.locator("[data-offer]").last.click(force=True)
    expect(page.locator("#notice")).to_contain_text(say(host.language, ALSO))
    page.locator(".panel .can").first.click()
    expect(page.locator("#notice")).to_be_empty()


def go_on(player: Player, games: list[dict[str, Any]]) -> None:
    """Every running game is as it was, and goes on."""
    for game in games:
        player.page.goto(f"{player.page.url.rpartition('/')[0]}/play-{game['game']}.html#g={game['id']}")
        table = player.wait_turn()
        assert [event["by"] for event in table["log"]][: len(game["log"])] == [by for by, _ in game["log"]]
        after = play_some(player, MOST_MOVES if WHOLE_GAMES else 1)
        assert len(after["log"]) > len(table["log"])


def finish(player: Player, host: Host) -> Any:
    """Plays the game alone to its end; its record can be verified."""
    while STOP not in (moves := [one["move"] for one in player.wait_turn()["choices"]]):
        player.move(moves[0])
    player.move(STOP)
    record = saved_record(player, host.language)
    assert verify(record, find_game).position.is_over
    return record


def replay(player: Player) -> None:
    """The own game again, point by point."""
    player.page.locator("#slider").fill("0")
    player.wait_for("() => document.body.classList.contains('replaying')")
    for ply in (1, 2):
        player.page.locator("#next").click()
        player.wait_for("ply => document.querySelector('#slider').value === ply", str(ply))
    player.page.locator("#present").click()
    player.wait_for("() => !document.body.classList.contains('replaying')")


def back_online(player: Player, host: Host, finished: str) -> None:
    """A server has the finished game once, however often it is offered; else everything stays here."""
    before = kept(player)
    if host.language == "fr":
        player.open("/local/fr/my-games.html")
        player.wait_for("() => document.querySelectorAll('#kept li').length === 4")
        assert kept(player) == before
        return
    for _ in range(2):
        player.open("/my-games")
        player.until(lambda: [game["handed"] for game in kept(player)] == ["yes", "", "", ""])
        player.wait_for("() => document.querySelectorAll('#kept li').length === 3")
    player.open("/my-games")
    assert player.page.locator(".finished li").count() == 1
    assert [game["id"] for game in host.server.get("/api/games").json()["games"]] == [finished]
    assert [game["log"] for game in kept(player)] == [game["log"] for game in before]
