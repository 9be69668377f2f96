"""Bots of a server's table that think in the page of the only person there, in a real Chromium."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket

from smalti.bots import find_bot
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.server.table.events import apply_event
from tests.server.operation.test_metrics import figures
from tests.server.serving import Server, serving
from tests.server.thinking.test_browsers import PATIENT
from tests.waiting import PATIENCE_S
from tests.wasm.cases import here, thoughts_of, written
from tests.web.people import Seat
from tests.web.table import ME, Player, one_of

SHARED = """async ({ name, cases, hands }) => {
  const { newThinker } = await import("/static/engine/asking.js");
  const [ask, address, found] = [newThinker(), new URL(`/engine/${name}.json`, location.href).href, []];
  for (const { position, generator, ...rest } of cases) {
    const bytes = Uint8Array.from(position.match(/../g), (pair) => parseInt(pair, 16));
    const { isCut, ...thought } = await ask({ ...rest, address, hands, position: bytes, generator: BigInt(generator) });
    found.push(thought);
  }
  return found;
}"""
Events = list[tuple[int, dict[str, Any]]]


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "bot": level, "name": "Bot"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), PATIENT, SMALTI_WORKERS="1") as running:
        yield running


@pytest.fixture
def player(person: Seat) -> Player:
    """What their browser asks for is listened to and sometimes changed."""
    return person(own=True)


def stored(server: Server, table: str) -> tuple[Match, Events]:
    """A table's match before anything happened, with its chance, and its events by number."""
    connection = sqlite3.connect(f"file:{server.data / 'smalti.sqlite'}?mode=ro", uri=True, timeout=PATIENCE_S)
    try:
        asked = "SELECT game, options, secret, deal, added FROM tables WHERE id = ?"
        [(name, options, *chance)] = connection.execute(asked, (table,)).fetchall()
        asked = "SELECT number, event FROM events WHERE table_id = ? ORDER BY number"
        events = [(number, json.loads(event)) for number, event in connection.execute(asked, (table,))]
    finally:
        connection.close()
    return Match(Position.new(find_game(name), 2, json.loads(options)), Chance(*chance)), events


def by_the_bot(server: Server, table: str) -> Events:
    return [(number, event) for number, event in stored(server, table)[1] if event.get("by") == 1]


def play_until_the_bot_moved(player: Player, table: str, often: int = 1) -> None:
    """Makes own moves until the bot has made so many more."""
    wanted = len(by_the_bot(player.server, table)) + often
    while len(by_the_bot(player.server, table)) < wanted:
        player.wait_for(
            "() => window.lastTable.over || window.lastTable.paths.length || window.lastTable.acting.includes(1)"
        )
        shown = player.table  # once: between two looks the bot may move
        if shown["choices"]:
            player.choose(None, shown)  # refused if the bot was faster; then it is made on the table as it stands
            seen = "(number) => window.lastTable.number > number || window.unanswered.size === 0"
            player.wait_for(seen, shown["number"])
        else:
            player.wait_until(shown["number"] + 1)


def held(page: Page, game: str) -> None:
    """A game's engine does not come: a bot that thinks in this page stays in the middle of its thought."""
    page.route(f"**/engine/{game}.json", lambda _: None)


def asked(page: Page) -> list[str]:
    """The thoughts that a page is asked for from now on."""
    questions: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: questions.append(str(text)) if '"type":"think"' in str(text) else None)

    page.on("websocket", listen)
    return questions


@pytest.mark.parametrize(
    ("game", "level"),
    [
        ("mosaix", "artisan"),
        pytest.param("maharani", "novice", marks=pytest.mark.long),
        pytest.param("majolica", "artisan", marks=pytest.mark.long),
    ],
)
def test_a_bot_thinks_in_the_page_as_the_server_would(player: Player, game: str, level: str) -> None:
    before = figures(player.server)
    table = player.play(game, ME, bot(level))
    play_until_the_bot_moved(player, table, often=3)

    after, (match, events) = figures(player.server), stored(player.server, table)
    assert after["smalti_moves_asked"] == before["smalti_moves_asked"], "no worker was asked"
    for number, event in events:
        if event.get("lent"):
            assert match.chance is not None
            generator = match.chance.bot_generator(number, 1)
            assert find_bot(level).move(match.position.view(1), 1, generator) == event["move"]
        apply_event(match, event)
    assert sum(bool(event.get("lent")) for _, event in events) >= 3
    assert all(event.get("lent") for _, event in events if event.get("by") == 1 and "move" in event)


def test_a_hint_is_thought_of_in_the_page_with_its_reasons(player: Player) -> None:
    heard: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda text: heard.append(str(text))))
    player.play("majolica", ME, bot("novice"))
    for shown in (".panel .mark-hint", "#preview:not(:empty)", "#advice .best li"):
        player.wait_turn()
        player.page.locator("#hint").click()
        player.page.locator(shown).first.wait_for(state="attached")
    thought = next(json.loads(text) for text in heard if '"best"' in text)
    lines = player.page.locator("#advice .best .why").all_text_contents()
    assert len(lines) == len(thought["best"])
    assert all(lines), "each says what it is for"


@pytest.mark.parametrize("name", one_of(GAMES, "majolica"))
def test_a_thought_is_the_same_however_many_workers_share_it(player: Player, name: str) -> None:
    player.open("/")
    cases = [case for case in thoughts_of(GAMES[name], 2, (6,)) if case["level"] == "legend"]
    expected = [written(here(GAMES[name], case)) for case in cases]

    for hands in (1, 2, 3):
        assert player.page.evaluate(SHARED, {"name": name, "cases": cases, "hands": hands}) == expected


def test_a_tab_that_is_closed_in_the_middle_of_a_thought_leaves_it_to_the_server(player: Player) -> None:
    held(player.page, "maharani")
    thoughts = asked(player.page)
    table = player.play("maharani", ME, bot("novice"))
    player.move_until(lambda: thoughts)  # the engine is asked for before, when nobody thinks yet
    moves = len(by_the_bot(player.server, table))
    player.page.close()
    player.page = player.context.new_page()
    player.sit(table)
    player.until(lambda: len(by_the_bot(player.server, table)) > moves)
    player.wait_turn()
    assert player.shown("#notice") == ""


def test_of_two_tabs_one_thinks_and_each_move_is_made_once(player: Player) -> None:
    before = figures(player.server)
    other = player.context.new_page()
    thoughts = [asked(page) for page in (player.page, other)]
    table = player.play("maharani", ME, bot("novice"))
    other.goto(f"{player.server.url}/table/{table}")
    other.wait_for_function("() => window.lastTable?.started")
    play_until_the_bot_moved(player, table, often=2)
    player.wait_turn()

    numbers = [json.loads(text)["number"] for text in chain(*thoughts)]
    assert len(numbers) == len(set(numbers)), "nothing was thought of twice"
    after = figures(player.server)
    assert after["smalti_moves_asked"] == before["smalti_moves_asked"]
    lent = [number for number, event in by_the_bot(player.server, table) if event.get("lent")]
    assert after["smalti_moves_lent"] - before["smalti_moves_lent"] == len(lent) == len(numbers)


def test_beside_an_old_module_the_server_thinks_and_nobody_is_bothered(player: Player) -> None:
    def old(route: Route) -> None:
        answer = route.fetch(max_retries=3)  # a connection that was kept may be closed that moment
        route.fulfill(response=answer, json=answer.json() | {"mark": "of yesterday"})

    player.page.route("**/engine/maharani.json", old)
    before = figures(player.server)
    table = player.play("maharani", ME, bot("novice"))
    play_until_the_bot_moved(player, table)
    player.wait_turn()
    after = figures(player.server)
    assert after["smalti_moves_lent"] == before["smalti_moves_lent"]
    assert after["smalti_moves_asked"] > before["smalti_moves_asked"]
    assert player.shown("#notice") == ""


def test_a_device_that_is_too_slow_thinks_no_more(player: Player) -> None:
    def hurried(route: Route) -> None:
        answer = route.fetch(max_retries=3)  # a connection that was kept may be closed that moment
        info = answer.json()
        info["thinking"]["levels"]["legend"]["2"]["budget"]["milliseconds"] = 0
        route.fulfill(response=answer, json=info)

    player.page.route("**/engine/majolica.json", hurried)
    before = figures(player.server)
    table = player.play("majolica", ME, bot("legend"))
    play_until_the_bot_moved(player, table, often=2)
    after = figures(player.server)
    assert after["smalti_moves_asked"] > before["smalti_moves_asked"], "after the first thought the server goes on"
    assert player.page.evaluate("() => localStorage.getItem('smalti-slow-majolica') !== null")
    sent: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    player.sit(table)
    player.wait_turn()
    assert not any('"thinks"' in text for text in sent), "nor does it offer to"
