"""With the network off, the server gone: everything that needs nobody else, kept over a reload and a restart.

The same story from a server and, in the long form, from a plain file server, which speaks French here; there every
game is looked up, and played to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

import smalti
from smalti.bots.hints import AMONG, DECIDES
from smalti.games import GAMES, find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.record import verify
from smalti.kernel.rows import NOWHERE
from smalti.kernel.words import LANGUAGES, say
from smalti.puzzles.puzzle import Puzzle, shipped
from smalti.server.http.grading import BEST
from smalti.server.wire.lessons import ALSO
from smalti.server.wire.seeing import paths
from tests.server.serving import Server, serving
from tests.web.here import KEPT, as_record, begin_alone, kept, play_some, saved_record, stands_at, start_here
from tests.web.hosts import PATIENT, files_of, profile, wait_until_kept
from tests.web.table import WHOLE, Player, batched


class Host(NamedTuple):
    """Where the pages come from, and in which language they are read."""

    server: Server
    language: str

    @property
    def pages(self) -> str:
        """Where the pages are that need no server."""
        return f"{self.server.url}/local/{self.language}"


@pytest.fixture(params=["server", pytest.param("files", marks=pytest.mark.long)])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """May be stopped and started again."""
    if request.param == "server":
        with serving(tmp_path / "data", PATIENT) as running:
            yield Host(running, "en")
    else:
        with files_of(request.getfixturevalue("web")) as running:
            yield Host(running, "fr")


@pytest.mark.parametrize("most", [1, WHOLE])
def test_with_the_network_off_everything_works_and_nothing_is_lost_or_doubled(
    host: Host, browser: Browser, tmp_path: Path, most: int
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
        against_bots(player, host, BOTS if most > 1 else BOTS[1:])
        around_one_screen(player, host)
        before = kept(player)
        for game in GAMES if most > 1 else ("mosaix",):
            look_up_rules(player, host, game)
        learn(player, host)
        solve(player, host)

    with profile(host.server, browser, disk, language=host.language, offline=True) as player:
        player.page.goto(f"{host.server.url}/my-games")
        assert player.page.url == f"{host.pages}/my-games.html"
        player.wait_for("length => document.querySelectorAll('#kept li').length === length", len(before))
        assert kept(player) == before
        go_on(player, before[1:], most)
        player.page.goto(f"{host.pages}/play-mosaix.html#g={before[0]['id']}")
        record = finish(player, host)
        replay(player)
        told = look_again(player, host)
        host.server.start()
        player.context.set_offline(False)
        back_online(player, host, record["chance"]["id"], told)


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


BOTS = ("mosaix", 2, "novice"), ("maharani", 3, "master")


def against_bots(player: Player, host: Host, bots: tuple[tuple[str, int, str], ...]) -> None:
    """One, and two that search; then a hint that says why."""
    for game, seats, bot in bots:
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


ANSWERS = KEPT.replace('"smalti"', '"smalti-answers"').replace('"games"', '"answers"')


def solve(player: Player, host: Host) -> None:
    """A puzzle from the list: a wrong click is answered, the best move is graded, both lines can be looked at."""
    page = player.page
    page.goto(f"{host.server.url}/puzzles")
    assert page.url == f"{host.pages}/puzzles.html"
    page.goto(f"{host.server.url}/puzzle/{shipped(GAMES['mosaix'])[0].id}")
    page.wait_for_url(f"{host.pages}/puzzle-mosaix.html#p=*")
    page.locator("#lesson:not([hidden])").wait_for()
    asked = shipped(GAMES["mosaix"])[0]
    move = asked.answers[0]
    for place in next(path for path in paths_of(asked) if path[0] == move)[1:]:
        player.click(place)
    expect(page.locator("#lesson .graded")).to_have_text(say(host.language, BEST))
    assert page.locator("#lesson .lines dt").count() == 1
    [answer] = page.evaluate(ANSWERS)
    assert (answer["id"], answer["move"], answer["score"], answer["handed"]) == (asked.id, move, 1, "")
    page.locator("#lesson-deeds a").click()
    page.wait_for_url(lambda url: "#p=" in url and asked.id not in url)


def paths_of(puzzle: Puzzle) -> list[list[int]]:
    """The clicks of each move of a puzzle, behind the move."""
    position = puzzle.open()
    rows = batched(paths(position.game, position.state, puzzle.seat), 4)
    return [[one for one in row if one != NOWHERE] for row in rows]


SHOWN = """() => {
  const text = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const texts = (selector, from = document) => [...from.querySelectorAll(selector)].map(text);
  return {
    graph: document.querySelector("#reviewed .graph").innerHTML,
    sums: texts(".sums tbody :is(th, td)"),
    moments: [...document.querySelectorAll(".moments > li")].map((one) => texts(":scope > :is(h3, p:not(.row))", one)),
    all: [...document.querySelectorAll("ol.all li")].map((one) => `${one.value} ${text(one)}`),
  };
}"""
"""What a page of a review says."""


def look_again(player: Player, host: Host) -> Any:
    """The own game reviewed, without a network; it is kept, so the second time it is there at once."""
    player.page.locator("#after a", has_text=say(host.language, "Review")).click()
    player.page.wait_for_url(f"{host.pages}/review-mosaix.html#g=*")
    player.page.locator("#reviewed:not([hidden])").wait_for()
    told = player.page.evaluate(SHOWN)
    assert len(told["all"]) > 2
    grown = player.page.locator("#waiting .graph .line").evaluate_all("lines => lines.map(one => one.points.length)")
    lines = player.page.locator("#reviewed .graph .line").evaluate_all("lines => lines.map(one => one.points.length)")
    assert [number + 1 for number in grown] == lines, "it grew until only the end was left"
    player.page.reload()
    player.page.locator("#reviewed:not([hidden])").wait_for()
    assert player.page.evaluate(SHOWN) == told
    return told


def go_on(player: Player, games: list[dict[str, Any]], most: int) -> None:
    """Every running game is as it was, and goes on for so many moves."""
    for game in games:
        player.page.goto(f"{player.page.url.rpartition('/')[0]}/play-{game['game']}.html#g={game['id']}")
        table = player.wait_turn()
        assert [event["by"] for event in table["log"]][: len(game["log"])] == [by for by, _ in game["log"]]
        after = play_some(player, most)
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
        stands_at(player, ply)
    player.page.locator("#present").click()
    player.wait_for("() => !document.body.classList.contains('replaying')")


def back_online(player: Player, host: Host, reviewed: str, told: Any) -> None:
    """A server has each finished game once, however often it is offered; else everything stays here."""
    before = kept(player)
    finished = [game["id"] for game in before if game["over"]]
    if host.language == "fr":
        player.open("/local/fr/my-games.html")
        player.wait_for("length => document.querySelectorAll('#kept li').length === length", len(before))
        assert kept(player) == before
        return
    for _ in range(2):
        player.open("/my-games")
        player.until(lambda: [game["id"] for game in kept(player) if game["handed"] == "yes"] == finished)
        player.wait_for(
            "length => document.querySelectorAll('#kept li').length === length", len(before) - len(finished)
        )
    player.open("/my-games")
    assert player.page.locator(".finished li").count() == len(finished)
    assert sorted(game["id"] for game in host.server.get("/api/games").json()["games"]) == sorted(finished)
    assert [game["log"] for game in kept(player)] == [game["log"] for game in before]
    player.until(lambda: [one["handed"] for one in player.page.evaluate(ANSWERS)] == ["yes"])
    player.open("/puzzles")
    assert len(re.findall(r"your rating", player.shown("main"))) == 1
    reviewed_by_the_page(player, host, reviewed, told)


def reviewed_by_the_page(player: Player, host: Host, finished: str, told: Any) -> None:
    """At the server the page works the review of an own game out too; the server checks and keeps it: the same page."""
    sent: list[str] = []
    player.page.on("request", lambda request: sent.append(f"{request.method} {urlsplit(request.url).path}"))
    player.open(f"/table/{finished}/review")
    player.page.locator(".moments").wait_for(state="attached")
    assert f"POST /api/games/{finished}/review" in sent
    assert player.page.evaluate(SHOWN) == told
    record = host.server.get(f"/api/games/{finished}").json()
    assert host.server.get(f"/api/games/{finished}/review").json() == smalti.review(record).as_json()
