"""Whoever is refused something is told why in their own language, and people are called by their names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import smalti.server
from smalti.kernel.errors import SmaltiError
from tests.server.serving import Guest, Server

SOURCE = Path(smalti.server.__file__).parent
SPEAK_TO_PEOPLE = [
    *(
        file.relative_to(SOURCE)
        for room in ("http", "keeping", "table", "wire")
        for file in (SOURCE / room).glob("*.py")
    ),
    Path("store", "store.py"),
]


UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def somebody(server: Server, language: str = "en") -> Guest:
    guest = Guest(server)
    guest.http.cookies.set("language", language)
    return guest


def refused_words(tree: ast.AST) -> Iterator[ast.expr]:
    """The first argument of everything that is raised as a sentence for a person."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            if not hasattr(builtins, node.exc.func.id):
                yield from node.exc.args[:1]


def is_plain_text(words: ast.expr) -> bool:
    return isinstance(words, ast.JoinedStr) or (isinstance(words, ast.Constant) and isinstance(words.value, str))


@pytest.mark.parametrize("file", SPEAK_TO_PEOPLE, ids=str)
def test_every_refusal_is_marked_for_the_catalogues(file: Path) -> None:
    """A text that is put together before it is raised could not be translated any more."""
    refused = refused_words(ast.parse((SOURCE / file).read_text(encoding="utf-8")))
    assert [ast.unparse(words) for words in refused if is_plain_text(words)] == []


def test_the_check_would_find_a_text_that_is_put_together() -> None:
    source = 'raise NotYours(N_("no"))\nraise NotYours("no")\nraise NotYours(f"{no}")'
    assert [is_plain_text(words) for words in refused_words(ast.parse(source))] == [False, True, True]


def test_a_refusal_without_facts_may_hold_anything() -> None:
    assert SmaltiError("{what}").say("fr") == "{what}"
    assert str(SmaltiError("{n} of {m}", n=1, m=2)) == "1 of 2"


ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}, "a pas de jeu 'chess'"),
    ("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}]}, "se joue avec 2, 3, 4 places"),
    ("/api/tables", {"game": "mosaix", "seats": [{"kind": "bot", "bot": "nobody"}]}, "a pas de robot"),
    ("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}], "options": {"x": "y"}}, "option 'x'"),
    ("/api/tables", {"seats": 7}, "pas pu être compris"),
    ("/api/name", {"name": " "}, "au moins une lettre"),
    ("/api/join/nobody-sent-this", {}, "invitation"),
    ("/api/daily/maharani", {}, "on ne joue pas seul"),
    ("/api/tables/none/seat", {"seat": 0}, "table"),
    ("/api/nowhere", {}, "adresse"),
]


@pytest.mark.parametrize(("path", "body", "words"), ASKED, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_refused_over_http_is_said_in_french(
    server: Server, path: str, body: dict[str, Any], words: str
) -> None:
    answer = somebody(server, "fr").http.post(path, json=body)
    assert 400 <= answer.status_code < 500
    assert words in answer.json()["words"], answer.json()


def test_a_foreign_page_is_refused_in_french(server: Server) -> None:
    answer = somebody(server, "fr").http.post("/api/name", json={"name": "Eve"}, headers={"origin": "http://elsewhere"})
    assert answer.status_code == 403
    assert "nos propres pages" in answer.json()["words"]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "http://", "]"])
def test_an_origin_that_nobody_can_read_is_a_foreign_one(server: Server, origin: str) -> None:
    told = {"origin": origin}
    answer = somebody(server, "en").http.post("/api/name", json={"name": "Eve"}, headers=told)
    assert answer.status_code == 403
    assert "our own page" in answer.json()["words"]
    refused = server.get("/ws/none", headers={**UPGRADE, **told})
    assert refused.status_code == 403


# A new link for a seat that nobody has taken


def set_up(host: Guest) -> tuple[str, str]:
    """A table that waits for one more; returns it with the link."""
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite", "name": "Bea"}]})
    return made["table"], made["invitations"]["1"]


def test_a_lost_link_is_replaced_and_the_old_one_stops_working(server: Server) -> None:
    host, friend = somebody(server), somebody(server)
    table, old = set_up(host)

    new = host.post(f"/api/tables/{table}/invitation", {"seat": 1})["link"]

    assert new != old
    assert friend.http.get(old).status_code == 404
    assert friend.http.post(f"/api{old}").status_code == 403
    assert friend.post(f"/api{new}") == {"table": table}


def test_no_stranger_makes_a_link_and_no_taken_seat_gets_one(server: Server) -> None:
    host, friend, stranger = somebody(server), somebody(server), somebody(server)
    table, link = set_up(host)
    refused = stranger.http.post(f"/api/tables/{table}/invitation", json={"seat": 1})
    assert (refused.status_code, friend.http.get(link).status_code) == (403, 200)
    friend.post(f"/api{link}")

    for seat in (0, 1, 3):
        answer = host.http.post(f"/api/tables/{table}/invitation", json={"seat": seat})
        assert (answer.status_code, answer.json()["words"]) == (400, "this seat is taken already")


# Names


@pytest.mark.parametrize("game", ["mosaix", "maharani", "majolica"])
def test_the_picture_and_the_log_call_people_by_name(server: Server, game: str) -> None:
    host = somebody(server)
    host.post("/api/name", {"name": "Ada"})
    seats = [{"kind": "me"}, {"kind": "bot", "name": "Blaise", "bot": "random"}]
    table = host.post("/api/tables", {"game": game, "seats": seats})["table"]
    host.sit(table)
    picture = host.http.get(f"/api/tables/{table}/picture.svg").text
    names = [seat["name"] for seat in host.table["seats"]]

    assert "Blaise" in picture
    assert "Ada" in picture
    assert names == ["Ada", "Blaise"]
    assert "Seat 2" not in host.raw + picture
