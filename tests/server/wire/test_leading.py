"""A finished game looked at together: one leads, others follow and point, at one host and at two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smalti.server.table.refusals import NotYours
from smalti.server.table.together import APART, MOST_POINTS, Together, read_together
from tests.server.http.test_reviews import SOLO, finish
from tests.server.serving import Guest, Server, serving


def test_who_leads_says_where_all_look_and_others_point() -> None:
    led = APART.led_by("a", "Ada", 3)

    assert APART.pointing("b", "Ben", 4) == APART, "nobody looks"
    with pytest.raises(NotYours):
        led.at("b", 5)
    pointed = led.pointing("b", "Ben", 4).pointing("b", "Ben", 7)
    assert [one.place for one in pointed.points] == [7]
    assert (pointed.at("a", 5).ply, pointed.at("a", 5).points) == (5, ())
    assert pointed.pointing("b", "Ben", None) == pointed.without("b") == led
    assert pointed.led_by("b", "Ben", 3) == Together("b", "Ben", 3)
    assert pointed.without("a") == APART
    assert read_together(pointed.as_json()) == pointed
    for n in range(2 * MOST_POINTS):
        pointed = pointed.pointing(str(n), "", n)
    assert [one.place for one in pointed.points] == list(range(MOST_POINTS, 2 * MOST_POINTS))


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, shared_postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    told = {"SMALTI_DATABASE_URL": shared_postgres.new_database(), "SMALTI_WORKERS": "0"}
    folders = [tmp_path_factory.mktemp("data") for _ in range(2)]
    with serving(folders[0], **told) as here, serving(folders[1], **told) as there:
        yield here, there


def look_on(server: Server, name: str, table: str, cookies: dict[str, str] | None = None) -> Guest:
    guest = Guest(server)
    guest.http.cookies.update(cookies or {})
    guest.post("/api/name", {"name": name})
    guest.sit(table)
    return guest


def lead(guest: Guest, ply: int = 1) -> None:
    guest.send(type="lead", ply=ply)


def told(guest: Guest) -> tuple[Any, ...]:
    message = guest.wait_for("together")
    points = [(one["name"], one["place"]) for one in message["points"]]
    return message["lead"], message["mine"], message["ply"], points


def play_through(ada: Guest, ben: Guest) -> None:
    """One leads, the other follows, points, is refused, takes over; then the first is alone again."""
    lead(ada)
    assert [told(ada), told(ben)] == [("Ada", True, 1, []), ("Ada", False, 1, [])]
    ben.send(type="look", ply=2, id="l")
    assert ben.wait_for("refused")["words"] == "somebody else leads; take the lead first"
    ben.send(type="point", place=9)
    assert [told(one)[3] for one in (ada, ben)] == [[("Ben", 9)]] * 2
    ada.send(type="look", ply=2)
    assert told(ben) == ("Ada", False, 2, [])
    lead(ben, 0)
    told(ada)
    assert told(ada) == ("Ben", False, 0, [])
    ben.leave()
    assert told(ada) == (None, False, 0, [])


@pytest.mark.parametrize("kind", ["one", "two"])
def test_two_people_look_at_a_finished_game(request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> None:
    if kind == "two":
        here, there = request.getfixturevalue("hosts")
        meet(here, there)
    else:
        with serving(tmp_path, SMALTI_WORKERS="0") as server:
            meet(server, server)


def meet(here: Server, there: Server) -> None:
    ada = Guest(here)
    ada.post("/api/name", {"name": "Ada"})
    table = ada.post("/api/tables", SOLO)["table"]
    ada.sit(table)
    ada.send(type="lead", ply=0, id="early")
    assert ada.wait_for("refused")["words"] == "this game is still being played"
    finish(ada, table)
    ada.send(type="lead", ply=10_000, id="far")
    assert "has the points 0 to" in ada.wait_for("refused")["words"]
    play_through(ada, look_on(there, "Ben", table))
