"""The line breaks, the tab closes, the server dies: nothing is lost, nothing doubled, no reload by hand."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute

from tests.server.serving import Server
from tests.waiting import PATIENCE_S
from tests.web.people import Seat
from tests.web.table import ME, Follower, Player


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server


def own_moves(server: Server, table: str) -> int:
    """How many moves of people are stored."""
    follower = Follower(server, table)
    follower.catch_up()
    return sum(1 for event in follower.match.log if event.by >= 0)


def to_enter(player: Player) -> list[int]:
    """Lays the first formation; returns a path of two clicks or more to enter it."""
    player.move()
    table = player.wait_turn(player.number)
    path: list[int] = next(one["paths"][0] for one in table["choices"] if len(one["paths"][0]) > 1)
    return path


def stay(player: Player) -> None:
    """Marks the document, to tell later that it was not loaded again."""
    player.page.evaluate("() => { window.stayed = true; }")


def test_the_network_is_cut_in_the_middle_of_a_move(server: Server, person: Seat) -> None:
    player = person()
    player.may_be_cut = True
    table = player.play("mosaix", ME)
    first, *rest = to_enter(player)
    number = player.number
    stay(player)
    player.click(first)
    player.context.set_offline(True)
    player.page.locator("#connection:not(:empty)").wait_for()
    for place in rest:
        player.click(place)
    assert own_moves(server, table) == 1
    player.context.set_offline(False)
    player.wait_until(number + 1)
    player.page.locator("#connection:empty").wait_for(state="attached")
    player.wait_turn(number + 1)
    assert own_moves(server, table) == 2
    assert player.page.evaluate("() => window.stayed")


def test_a_move_whose_answer_is_lost_is_made_once(server: Server, person: Seat) -> None:
    player = person(own=True)
    player.may_be_cut = True
    lines: list[WebSocketRoute] = []
    deaf: list[WebSocketRoute] = []

    def route(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda text: None if line in deaf else line.send(text))

    player.page.route_web_socket("**/ws/**", route)
    table = player.play("mosaix", ME)
    path = to_enter(player)
    number, log = player.number, player.shown("#log")
    deaf += lines
    for place in path:
        player.click(place)
    player.until(lambda: own_moves(server, table) == 2)
    player.wait_for("() => document.querySelector('.panel .can') === null")
    assert (player.shown("#log"), lines) == (log, deaf)
    lines[-1].close()
    player.wait_turn(number + 1)
    assert own_moves(server, table) == 2
    assert player.shown("#log") != log
    assert len(lines) == len(deaf) + 1


def test_a_move_that_nobody_knows_of_yet_is_sent_again_and_never_shown_as_refused(server: Server, person: Seat) -> None:
    player = person(own=True)
    told: list[str] = []
    waits = "nobody knows yet"

    def route(web: WebSocketRoute) -> None:
        there = web.connect_to_server()

        def receive(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "done" and armed and message["id"] not in told:
                told.append(message["id"])
                message = {"type": "unknown", "id": message["id"], "words": waits}
            web.send(json.dumps(message))

        there.on_message(receive)

    armed: list[bool] = []
    player.page.route_web_socket("**/ws/**", route)
    table = player.play("mosaix", ME)
    path = to_enter(player)
    number = player.number
    armed.append(True)
    player.page.evaluate(WATCH)
    for place in path:
        player.click(place)
    player.wait_turn(number + 1)
    player.page.wait_for_function("() => window.said.includes('')")
    assert waits in player.page.evaluate("() => window.said")
    assert not any(player.page.evaluate("() => window.refused"))
    assert len(told) == 1
    assert own_moves(server, table) == 2


WATCH = """() => {
  window.said = [];
  window.refused = [];
  const keep = (place, list) =>
    new MutationObserver(() => list.push(place.textContent)).observe(place, { childList: true });
  keep(document.querySelector("#connection"), window.said);
  keep(document.querySelector("#notice"), window.refused);
}"""
"""Keeps what is said about the connection, and whether anything was refused."""


def test_the_tab_is_closed_and_opened_again(server: Server, player: Player) -> None:
    table = player.play("mosaix", ME)
    first, *_ = to_enter(player)
    player.click(first)
    number, log = player.number, player.shown("#log")
    player.page.close()
    player.page = player.context.new_page()
    player.sit(table)
    assert (player.number, player.shown("#log")) == (number, log)
    player.move()
    assert own_moves(server, table) == 2


def test_the_server_is_killed_and_started_again(server: Server, person: Seat) -> None:
    player = person()
    player.may_be_cut = True
    table = player.play("mosaix", ME)
    path = to_enter(player)
    number = player.number
    stay(player)
    server.kill()
    player.page.locator("#connection:not(:empty)").wait_for()
    for place in path:
        player.click(place)
    server.start()
    player.wait_turn(number + 1)
    player.page.locator("#connection:empty").wait_for(state="attached")
    assert own_moves(server, table) == 2
    assert player.page.evaluate("() => window.stayed")
    player.move()
    assert own_moves(server, table) == 3


def test_a_restart_of_the_server_is_not_worth_a_word(server: Server, person: Seat) -> None:
    player = person(own=True)
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
