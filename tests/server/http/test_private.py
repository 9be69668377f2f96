"""A private table is seen by those who sit there, and by nobody else at any door."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from smalti.games.mosaix.moves import STOP
from tests.server.club.visiting import ask, come, id_of, meet
from tests.server.serving import Guest, Server

SOLO: dict[str, Any] = {"game": "mosaix", "seats": [{"kind": "me"}], "private": True}


def finished(server: Server, *, private: bool) -> tuple[Guest, str]:
    """Somebody who has played a game to its end."""
    ada = come(server, "Ada")
    table = ada.post("/api/tables", SOLO | {"private": private})["table"]
    ada.sit(table)
    ada.send(type="move", seat=0, move=STOP, id="stop", number=ada.table["number"])
    ada.wait_for("done")
    ada.leave()
    return ada, table


DOORS = (
    "/table/{table}",
    "/table/{table}/review",
    "/table/{table}/review/1.svg",
    "/api/tables/{table}/at/1",
    "/api/tables/{table}/record",
    "/api/tables/{table}/picture.svg",
    "/api/games/{table}",
    "/api/games/{table}/notes",
    "/api/games/{table}/review",
    "/chance?table={table}",
)


def test_a_stranger_comes_in_by_no_door(server: Server) -> None:
    ada, table = finished(server, private=True)
    _, public = finished(server, private=False)
    stranger = come(server, "Eve")
    for door in DOORS:
        refused = stranger.http.get(door.format(table=table))
        assert (refused.status_code, "private" in refused.text) == (403, True), door
        assert ada.http.get(door.format(table=table)).status_code in (200, 202, 404), door
        assert stranger.http.get(door.format(table=public)).status_code in (200, 202, 404), door
    for door, body in (
        ("/api/tables/{table}/branch", {"ply": 1}),
        ("/api/tables/{table}/again", {}),
        ("/api/games/{table}/notes", {"ply": 1, "text": "I was here"}),
    ):
        assert stranger.http.post(door.format(table=table), json=body).status_code == 403, door
    assert table not in stranger.http.get("/api/games?limit=200").text
    assert table not in stranger.http.get("/api/games.jsonl").text
    assert public in stranger.http.get("/api/games?limit=200").text
    assert public in stranger.http.get("/api/games.jsonl").text


def test_a_stranger_cannot_connect_nor_lead(server: Server) -> None:
    _, table = finished(server, private=True)
    for guest in (come(server, "Eve"), Guest(server)):
        with pytest.raises(ConnectionClosed) as closed:
            guest.sit(table)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "private" in closed.value.rcvd.reason) == (4404, True)


def test_who_plays_there_has_the_game_among_their_own(server: Server) -> None:
    ada, table = finished(server, private=True)
    assert table in ada.http.get("/my-games").text
    assert ada.http.get(f"/api/games/{table}").json()["game"] == "mosaix"
    ada.post(f"/api/games/{table}/notes", {"ply": 1, "text": "mine"})
    assert ada.http.get("/statistics").status_code == 200


def test_what_comes_of_a_private_table_is_private(server: Server) -> None:
    ada, table = finished(server, private=True)
    stranger = come(server, "Eve")
    for path, body in (("branch", {"ply": 1}), ("again", {}), ("again?same_deal=true", {})):
        made = ada.post(f"/api/tables/{table}/{path}", body)["table"]
        assert stranger.http.get(f"/table/{made}").status_code == 403, path


def test_who_is_asked_or_sits_down_may_look_and_nobody_else(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    meet(ada, ben)
    table = ask(ada, id_of(ben), private=True).json()["table"]
    stranger = come(server, "Eve")
    assert ben.http.get(f"/table/{table}").status_code == 200
    assert stranger.http.get(f"/table/{table}").status_code == 403
    ada.post(f"/api/club/tables/{table}/open", {"listed": True})
    ben.post(f"/api/club/tables/{table}/decline")
    assert stranger.http.post(f"/api/club/tables/{table}/sit").status_code == 200
    assert stranger.http.get(f"/table/{table}").status_code == 200
