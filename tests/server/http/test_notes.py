"""Notes at a point of a finished game: for who played it to write, for all to read, and part of its record."""

from __future__ import annotations

import json

import smalti
from smalti.server.http.bodies import LONGEST_NOTE
from tests.server.http.test_reviews import SOLO, finish
from tests.server.serving import Guest, Server


def test_notes_are_written_by_who_played_and_go_with_the_record(server: Server) -> None:
    ada, stranger = Guest(server), Guest(server)
    ada.post("/api/name", {"name": "Ada"})
    table = ada.post("/api/tables", SOLO)["table"]
    path = f"/api/games/{table}/notes"
    assert ada.http.post(path, json={"ply": 0, "text": "early"}).status_code == 403
    finish(ada, table)
    assert stranger.http.post(path, json={"ply": 0, "text": "hello"}).status_code == 403
    ada.post(path, {"ply": 2, "text": "first"})
    ada.post(path, {"ply": 0, "text": "our  game\nof today"})
    assert ada.post(path, {"ply": 2, "text": " mended "})[1] == {"ply": 2, "name": "Ada", "text": "mended"}
    for wrong in ({"ply": 999, "text": "x"}, {"ply": -1, "text": "x"}, {"ply": 1, "text": "x" * (LONGEST_NOTE + 1)}):
        assert ada.http.post(path, json=wrong).status_code == 400
    assert ada.http.post(path, json={"ply": 1, "text": "\0"}).status_code == 400

    assert [one["ply"] for one in server.get(path).json()] == [0, 2]
    expected = {"0": "Ada: our  game\nof today", "2": "Ada: mended"}
    for where in (f"/api/games/{table}", f"/api/tables/{table}/record"):
        assert server.get(where).json()["comments"] == expected
    line = next(line for line in server.get("/api/games.jsonl").text.splitlines() if '"comments"' in line)
    assert len(smalti.stats([json.loads(line)]).days) == 1, "the record says when it ended"
    assert smalti.read_tree(server.get(f"/api/games/{table}").json()).comment == expected["0"]
    assert ada.post(path, {"ply": 2, "text": ""}) == [{"ply": 0, "name": "Ada", "text": "our  game\nof today"}]
