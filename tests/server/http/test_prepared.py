"""Moves decided before one's turn, over HTTP: only their person sees them, and a killed server loses none."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.games.maharani.moves import END, FIRST_WORKER
from tests.server.serving import PATH_COLUMNS, Guest, Server
from tests.server.torture import ask

NOTHING = {"seat": -1, "steps": [], "fits": True, "words": ""}


@pytest.fixture
def two(server: Server) -> tuple[Guest, Guest]:
    """Who may end the turn, and who waits, at a table of Maharani."""
    host, friend = Guest(server), Guest(server)
    made = host.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    friend.post("/api/join/" + made["invitations"]["1"].rpartition("/")[2])
    host.sit(made["table"], wait=False)
    friend.sit(made["table"])
    host.wait_to_begin()
    moving, waiting = (host, friend) if host.moves else (friend, host)
    while END not in moving.moves:
        number = moving.table["number"]
        moving.move()
        moving.wait_until(number + 1)
    waiting.wait_until(moving.table["number"])
    return moving, waiting


def prepare(guest: Guest, *moves: int, status: int = 200, **wishes: Any) -> Any:
    body = {"seat": guest.table["seat"], "moves": list(moves), **wishes}
    answer = guest.http.post(f"/api/tables/{guest.at}/prepared", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def own(guest: Guest) -> Any:
    return guest.http.get(f"/api/tables/{guest.at}/prepared").json()


def moves_of(turn: dict[str, Any]) -> list[int]:
    return list(dict.fromkeys(turn["paths"][:: len(PATH_COLUMNS)]))


def a_turn(guest: Guest) -> tuple[int, int]:
    """A tile that asks for no worker, and no second one: as the page would find them."""
    first = prepare(guest, open=True)
    assert first["steps"] == []
    assert first["pieces"] != []
    for move in moves_of(first):
        if move < FIRST_WORKER and END in moves_of(prepare(guest, move, open=True)):
            return move, END
    raise AssertionError("there is none")


def end_turn(guest: Guest) -> None:
    guest.move(guest.moves.index(END))


def test_a_turn_is_prepared_unseen_and_made_when_it_comes(server: Server, two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    assert moving.table["may_prepare"] is False
    assert waiting.table["may_prepare"] is True
    heard_until_now(moving)
    raw, number = moving.raw, moving.table["number"]
    plan = prepare(waiting, *a_turn(waiting))
    assert [step["move"] for step in plan["steps"]][1:] == [END]
    assert all(step["label"] for step in plan["steps"])
    assert plan["steps"][0]["places"]
    assert own(waiting)["steps"] == plan["steps"]
    assert own(moving) == NOTHING == own(stranger(server, waiting.at))
    assert heard_until_now(moving) <= {"people"}, "nobody else is told anything"
    assert moving.raw == raw
    end_turn(moving)
    while moving.table["number"] == number or moving.table["seat"] not in moving.table["acting"]:
        moving.receive()
    assert own(waiting) == NOTHING
    keys = ask([server], f"SELECT move_id FROM events WHERE table_id = '{moving.at}' AND move_id LIKE 'plan %'")
    assert len(keys) == 2
    assert "plan" not in moving.raw


def heard_until_now(guest: Guest) -> set[str]:
    """The kinds of messages that were on their way to somebody."""
    guest.send(type="ping")
    heard = set[str]()
    while (kind := guest.receive()["type"]) != "pong":
        heard.add(kind)
    return heard


def stranger(server: Server, table: str) -> Guest:
    guest = Guest(server)
    guest.at = table
    return guest


def test_a_killed_server_keeps_what_was_prepared(server: Server, two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    plan = prepare(waiting, *a_turn(waiting))
    server.kill()
    server.start()
    assert own(waiting)["steps"] == plan["steps"]
    moving.sit(moving.at)
    end_turn(moving)
    number = moving.table["number"]
    while moving.table["number"] == number or moving.table["seat"] not in moving.table["acting"]:
        moving.receive()
    made = [entry["by"] for entry in moving.table["log"][-8:]].count(waiting.table["seat"])
    assert made >= 2


def test_what_is_withdrawn_is_not_made(two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    prepare(waiting, *a_turn(waiting))
    assert prepare(waiting)["steps"] == []
    assert own(waiting) == NOTHING
    number = moving.table["number"]
    end_turn(moving)
    while waiting.table["number"] == number or waiting.table["seat"] not in waiting.table["acting"]:
        waiting.receive()
    assert waiting.moves, "it is their turn, and nothing was made"


def test_who_prepares_what_the_other_takes_away_is_told_why_it_was_not_made(two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    spaces = {move % 224 // 4: move for move in moving.moves if move < FIRST_WORKER}
    mine = next(move for move in moves_of(prepare(waiting, open=True)) if move % 224 // 4 in spaces)
    assert prepare(waiting, mine)["fits"] is True
    moving.move(moving.moves.index(spaces[mine % 224 // 4]))
    while waiting.table["seat"] not in waiting.table["acting"]:
        if moving.table["number"] < waiting.table["number"] or not moving.moves:
            waiting.receive()
        else:
            moving.move()
            moving.wait_until(moving.table["number"] + 1)
    told = own(waiting)
    assert told["steps"] == []
    assert told["words"] == "Your prepared move was not made: it is not possible any more."
    french = waiting.http.get(f"/api/tables/{waiting.at}/prepared?language=fr").json()
    assert french["words"].startswith("Votre coup préparé n’a pas été joué")


@pytest.mark.parametrize(
    ("moves", "words"),
    [([10**6], "not 1000000"), ([END], "tile"), ([0] * 65, ""), (["x"], "")],
)
def test_what_cannot_be_prepared_changes_nothing(two: tuple[Guest, Guest], moves: list[Any], words: str) -> None:
    _, waiting = two
    kept = prepare(waiting, *a_turn(waiting))["steps"]
    said = prepare(waiting, *moves, status=400)
    assert words in said["words"]
    assert own(waiting)["steps"] == kept


def test_nobody_prepares_for_somebody_else(two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    kept = prepare(waiting, *a_turn(waiting))["steps"]
    prepare(moving, seat=waiting.table["seat"], status=403)
    prepare(moving, END, status=400)
    assert own(waiting)["steps"] == kept


def test_what_comes_after_a_prepared_move_is_foreseen(two: tuple[Guest, Guest]) -> None:
    moving, waiting = two
    first, last = a_turn(waiting)
    asked = {"type": "foresee", "seat": waiting.table["seat"], "number": waiting.table["number"], "moves": [last]}
    waiting.send(**asked, after=[first])
    [[move, rows]] = waiting.wait_for("foreseen")["moves"]
    assert (move, bool(rows)) == (END, True)
    waiting.send(**asked, after=[END], id="wrong")
    assert waiting.wait_for("refused")["words"]
    moving.send(**asked | {"seat": moving.table["seat"]}, after=[first], id="mine")
    assert moving.wait_for("refused")["words"] == "nothing can be decided here before it is your turn"
