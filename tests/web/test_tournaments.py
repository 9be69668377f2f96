"""A club evening in real browsers: four people, one link, rounds that come by themselves, a standing that follows."""

from __future__ import annotations

import pytest

from tests.server.http import test_tournaments as over_http
from tests.server.http.test_tournaments import named, play_round
from tests.server.serving import Server
from tests.web.looking import fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player, one_of

PHONE = {"width": 390, "height": 844}
FINISH = """() => {
  const table = document.querySelector("#my-table").getAttribute("href").split("/").pop();
  const line = new WebSocket(`ws://${location.host}/ws/${table}`);
  line.onmessage = ({ data }) => {
    const { type, may_add, paths, number, seat } = JSON.parse(data);
    if (type !== "table") return;
    if (may_add) line.send(JSON.stringify({ type: "add", text: "a1" }));
    const id = `${number}-${seat}`;
    if (paths.length) line.send(JSON.stringify({ type: "move", id, number, seat, move: paths.at(-4) }));
  };
}"""
"""Plays the own table to its end over a line of its own: always the last choice."""


def made(host: Player, kind: str, name: str, **wishes: str) -> str:
    """A tournament by its form; returns its address."""
    host.open("/tournaments")
    host.page.locator(f'[name="kind"][value="{kind}"]').check()
    host.page.locator('[name="name"]').fill(name)
    for field, value in wishes.items():
        host.page.locator(f'#make [name="{field}"]').select_option(value)
    host.page.locator("#make [type=submit]").click()
    host.page.wait_for_url("**/tournaments/*")
    return host.page.url


def joined(player: Player, address: str, name: str) -> None:
    player.page.goto(address)
    player.page.locator('#join [name="name"]').fill(name)
    player.page.locator("#join [type=submit]").click()
    player.page.locator("#leave").wait_for()


@pytest.mark.parametrize("language", one_of(("en-GB", "fr-FR"), "fr-FR"))
def test_an_evening_of_duplicate_with_four_people(person: Seat, server: Server, language: str) -> None:
    """Two of them in a browser."""
    host, ben = people = person(locale=language), person(locale=language, viewport=PHONE)
    address = made(host, "duplicate", "Evening")
    joined(ben, address, "Ben")
    others = {name: named(server, name) for name in ("Cyd", "Dan")}
    evening = address.rpartition("/")[2]
    over_http.joined(evening, *others.values())
    for name in ("Ben", *others):
        host.page.locator(".standing th", has_text=name).wait_for()
    assert violations(ben) == []
    assert fits_a_thumb(ben)
    host.page.locator("#begin").click()
    for player in people:
        player.page.locator("#my-table").wait_for()
    assert violations(host) == []
    first = str(host.page.locator("#my-table").get_attribute("href"))
    for player in people:
        player.page.evaluate(FINISH)
    play_round(others, evening)
    for player in people:
        player.page.wait_for_function("(first) => !document.querySelector(`#my-table[href='${first}']`)", arg=first)
    for player in people:
        player.page.locator("#round-2").wait_for()
    assert host.page.locator("#round-1 .boards a").count() == 2
    host.page.locator("#round-1 summary").click()
    assert violations(host) == []
    assert fits_a_thumb(ben)
    host.page.reload()
    host.page.locator("#my-table").click()
    host.page.locator(".to-tournament a").wait_for()


def test_a_tournament_of_a_variant_by_its_form(player: Player) -> None:
    """Only the options of the chosen game are offered."""
    player.open("/tournaments")
    assert player.page.locator("[data-options-of]:visible").get_attribute("data-options-of") == "mosaix"
    player.page.locator('#make [name="game"]').select_option("majolica")
    missions = player.page.get_by_label("Missions")
    missions.focus()
    player.page.keyboard.press("Space")
    assert violations(player) == []
    assert fits_a_thumb(player)
    player.page.locator("#make [type=submit]").click()
    player.page.wait_for_url("**/tournaments/*")
    assert "Missions" in player.shown("#settings")
    found = player.page.request.get(f"{player.server.url}/api{player.page.url.removeprefix(player.server.url)}").json()
    assert found["options"]["expansions"] == ["missions"]


def test_who_runs_it_lets_bots_play_for_those_who_do_not_come(person: Seat) -> None:
    host, guest = person(viewport=PHONE), person()
    address = made(host, "knock_out", "Cup", pace="days 86400", over="lose")
    assert "1 day a turn · The game is lost" in host.shown("#pace")
    joined(guest, address, "Ben")
    host.page.locator('#fill [name="count"]').fill("2")
    host.page.locator('#fill [name="bot"]').select_option(index=0)
    host.page.locator("#fill [type=submit]").click()
    host.page.locator(".standing tbody tr").nth(3).wait_for()
    host.page.locator("#begin").click()
    host.page.locator("details.deeds", has=host.page.locator("#bot-2")).locator("summary").click()
    guest.page.locator("#my-table").wait_for()
    assert violations(host) == []
    assert fits_a_thumb(host)
    host.page.locator("#lose-2").click()
    host.page.locator("#sure-yes").click()
    guest.page.locator("#my-table").wait_for(state="detached")
    host.page.locator("#go").click()
    host.page.locator("#sure-yes").click()
    host.page.locator("#come-back").wait_for()
