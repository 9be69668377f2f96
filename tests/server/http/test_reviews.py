"""Finished games looked at again over HTTP: worked out once by the workers, and nothing of it while a game runs."""

from __future__ import annotations

from typing import Any

import smalti
from smalti.games.mosaix.moves import STOP
from tests.server.serving import Guest, Server
from tests.waiting import until

SOLO = {"game": "mosaix", "seats": [{"kind": "me"}]}


WORKERS = "1"
"""Of the server: who reviews."""


def finish(guest: Guest, table: str, rounds: int = 1) -> str:
    """Plays some choices of Mosaix alone, the first legal one each time, and stops."""
    guest.sit(table)
    for _ in range(2 * rounds):
        guest.move(0)
        guest.wait_for("done")
    guest.move(guest.moves.index(STOP))
    guest.wait_for("done")
    return table


def refusal(server: Server, table: str) -> tuple[int, Any]:
    answer = server.get(f"/api/games/{table}/review")
    return answer.status_code, answer.json().get("words")


def test_a_finished_game_is_reviewed_once_and_kept(server: Server) -> None:
    guest = Guest(server)
    table = finish(guest, guest.post("/api/tables", SOLO)["table"])
    path, seen = f"/api/games/{table}/review", []

    def is_ready() -> bool:
        answer = server.get(path)
        assert answer.status_code in (200, 202), answer.text
        seen.append(answer.json())
        return answer.status_code == 200

    until(is_ready)
    assert all(set(one) == {"done", "of"} for one in seen[:-1])
    record = server.get(f"/api/games/{table}").json()
    assert seen[-1] == smalti.review(record).as_json()
    assert server.get(path).json() == seen[-1]


def test_nothing_of_it_while_a_game_runs(server: Server) -> None:
    """Neither of the game itself, nor of a what-if that comes from it, nor of today's deal."""
    guest = Guest(server)
    running = guest.post("/api/tables", SOLO)["table"]
    guest.sit(running)
    branched = guest.post(f"/api/tables/{running}/branch", {"ply": 1, "bots": None})["table"]
    finish(guest, branched, rounds=0)
    for table in (running, branched):
        assert refusal(server, table) == (403, "a game is looked at again when it is over")
        for page in ("review", "review/1.svg"):
            assert guest.http.get(f"/table/{table}/{page}").status_code == 403
    daily = finish(guest, guest.post("/api/daily/mosaix")["table"], rounds=0)
    assert refusal(server, daily)[0] == 403
    assert refusal(server, "nowhere")[0] == 404
