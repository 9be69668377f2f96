"""A table over real sockets: who may do what, and what everybody sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smalti.games import find_game
from smalti.kernel.record import verify
from tests.server.serving import Guest, Server, serving

TWO = [{"kind": "me"}, {"kind": "invite"}]


def two_at_a_table(server: Server, game: str = "mosaix", **order: Any) -> tuple[Guest, Guest]:
    host, friend = Guest(server), Guest(server)
    made = host.post("/api/tables", {"game": game, "seats": TWO, **order})
    joined = friend.post("/api" + made["invitations"]["1"])
    assert joined["table"] == made["table"]
    host.sit(made["table"], wait=False)
    friend.sit(made["table"])
    host.wait_to_begin()
    return host, friend


def to_enter(host: Guest, friend: Guest) -> None:
    """Lays the first formation, so that both are to enter it."""
    roller = host if host.moves else friend
    roller.move()
    target = roller.table["number"] + 1
    host.wait_until(target)
    friend.wait_until(target)


def test_a_game_begins_when_the_invitation_is_taken(server: Server) -> None:
    host, friend = Guest(server), Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": TWO})
    host.sit(made["table"])
    assert not host.table["started"]
    assert host.moves == []
    friend.post("/api" + made["invitations"]["1"])
    friend.sit(made["table"])
    while not host.table["started"]:
        host.receive()
    assert host.table["log"]


def test_an_invitation_is_taken_once(server: Server) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": TWO})
    Guest(server).post("/api" + made["invitations"]["1"])
    answer = Guest(server).http.post("/api" + made["invitations"]["1"], json={})
    assert answer.status_code == 403
    assert "taken already" in answer.json()["words"]


def test_everybody_is_shown_a_move_once_it_is_made(server: Server) -> None:
    host, friend = two_at_a_table(server)
    to_enter(host, friend)
    assert host.table["number"] == friend.table["number"]
    assert host.table["log"] == friend.table["log"]


def test_what_is_sent_does_not_depend_on_hidden_choices(server: Server) -> None:
    """Two tables with the same deal; at one of them the host chooses otherwise: the friend gets the same bytes."""
    seen = []
    host, friend = two_at_a_table(server)
    to_enter(host, friend)
    before = friend.raw
    for choice in (0, -1):
        host.move(choice)
        number = host.table["number"] + 1
        friend.wait_until(number)
        host.wait_until(number)
        seen.append(friend.raw.replace(f'"number":{number}', "").replace(f'"from":{number - 1}', ""))
        host.send(type="undo", id="u" + str(choice), seat=host.table["seat"])
        host.wait_until(number + 1)
        friend.wait_until(number + 1)
    assert seen[0] == seen[1]
    assert before != seen[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"move": 10**400}, "no move"),
        ({"move": "first"}, "no move"),
        ({"move": -1}, "no move"),
        ({"move": True}, "no move"),
        ({"move": 803}, "formation first"),
        ({"seat": 1}, "not yours"),
        ({"seat": 7}, "no seat"),
        ({"seat": "0"}, "no seat"),
        ({"number": 0}, "has changed"),
        ({"number": 10**9}, "has changed"),
        ({"id": ""}, "id of its own"),
        ({"id": "x" * 65}, "id of its own"),
        ({"type": "dance"}, "nothing that can be asked"),
    ],
)
def test_bad_moves_are_refused_in_words_and_change_nothing(server: Server, changes: dict[str, Any], words: str) -> None:
    host, friend = two_at_a_table(server)
    roller = host if host.moves else friend
    seat = roller.table["seat"]
    if changes.get("seat") == 1:
        changes = {"seat": 1 - seat}
    number = roller.table["number"]
    roller.move(**changes)
    assert words in roller.wait_for("refused")["words"]
    other = Guest(server)
    other.sit(roller.table["table"])
    assert other.table["number"] == number


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "null", '{"type": ["move"]}', "[" * 3000, '"' + "x" * 5000 + '"']
)
def test_nonsense_on_the_line_is_answered_kindly(server: Server, text: str) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
    host.sit(made["table"])
    assert host.connection is not None
    host.connection.send(text)
    assert host.wait_for("refused")["words"]
    host.move()
    host.wait_for("done")


def test_a_repeated_move_is_made_once(server: Server) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
    host.sit(made["table"])
    number = host.table["number"]
    move_id = host.move(number=number)
    host.wait_for("done")
    host.wait_until(number + 1)
    after = host.table["number"]
    host.move(id=move_id, number=number)
    host.wait_for("done")
    again = Guest(server)
    again.sit(made["table"])
    assert again.table["number"] == after


def test_a_spectator_sees_and_may_not_touch(server: Server) -> None:
    host, friend = two_at_a_table(server)
    watcher = Guest(server)
    watcher.http.get("/")
    watcher.sit(host.table["table"])
    assert watcher.table["seat"] == -1
    assert watcher.moves == []
    roller = host if host.moves else friend
    watcher.send(type="move", id="w", number=watcher.table["number"], seat=roller.table["seat"], move=0)
    assert "not yours" in watcher.wait_for("refused")["words"]


def test_undo_is_allowed_until_something_is_revealed(server: Server) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
    host.sit(made["table"])
    assert not host.table["can_undo"]
    number = host.table["number"]
    host.move()
    host.wait_until(number + 1)
    assert host.table["can_undo"]
    host.send(type="undo", id="u1", seat=0)
    host.wait_until(number + 2)
    assert not host.table["can_undo"]
    host.send(type="undo", id="u2", seat=0)
    assert "taken back" in host.wait_for("refused")["words"]


def test_a_table_without_undo_refuses_it(server: Server) -> None:
    host = Guest(server)
    order = {"game": "mosaix", "seats": [{"kind": "me"}], "aids": {"undo": False}}
    made = host.post("/api/tables", order)
    host.sit(made["table"])
    host.move()
    host.wait_for("done")
    host.send(type="undo", id="u", seat=0)
    assert "without taking back" in host.wait_for("refused")["words"]


def test_a_seat_is_handed_to_a_bot_and_taken_back(server: Server) -> None:
    host, friend = two_at_a_table(server)
    table = host.table["table"]
    host.post(f"/api/tables/{table}/seat", {"seat": host.table["seat"], "bot": "random"})
    while not host.table["seats"][0]["bot"]:
        host.receive()
    host.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": None})
    while host.table["seats"][0]["bot"]:
        host.receive()
    assert friend.http.post(f"/api/tables/{table}/seat", json={"seat": 0, "bot": "random"}).status_code == 403


def play_to_the_end(guest: Guest, most: int = 800) -> None:
    for _ in range(most):
        if guest.table["over"]:
            return
        number = guest.table["number"]
        if guest.moves:
            guest.move(len(guest.moves) // 2)
        guest.wait_until(number + 1)
        while not guest.moves and not guest.table["over"]:
            guest.receive()
    raise AssertionError("the game does not end")


def test_a_whole_game_against_a_bot_gives_a_record_that_verifies(server: Server) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    host.sit(made["table"])
    assert host.http.get(f"/api/tables/{made['table']}/record").status_code == 403
    play_to_the_end(host)
    record = host.http.get(f"/api/tables/{made['table']}/record").json()
    match = verify(record, find_game)
    assert match.position.is_over
    assert record["chance"]["added"]
    assert match.chance is None
    assert host.table["commitment"]


def test_what_if_rematch_and_same_deal(server: Server) -> None:
    host = Guest(server)
    made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
    host.sit(made["table"])
    number = host.table["number"]
    host.move()
    host.wait_until(number + 1)
    host.move(-1)  # stop
    while not host.table["over"]:
        host.receive()
    table = made["table"]
    branch = Guest(server)
    branch.http.cookies = host.http.cookies
    what_if = branch.post(f"/api/tables/{table}/branch", {"ply": 1})
    branch.sit(what_if["table"])
    assert branch.moves
    again = host.post(f"/api/tables/{table}/again?same_deal=true")
    branch.sit(again["table"])
    assert branch.table["log"][0] == host.table["log"][0]
    assert host.http.get(f"/api/tables/{table}/at/1").status_code == 200
    assert host.http.get(f"/api/tables/{table}/at/99999").status_code == 400


def test_the_daily_challenge_is_the_same_for_all(server: Server) -> None:
    rolls = []
    for _ in range(2):
        guest = Guest(server)
        taken = guest.post("/api/daily/mosaix")
        assert guest.post("/api/daily/mosaix") == taken
        guest.sit(taken["table"])
        rolls.append(guest.table["log"][0])
        assert not guest.table["aids"]["hints"]
    assert rolls[0] == rolls[1]


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host = Guest(server)
        made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
        host.sit(made["table"])
        for _ in range(3):
            while not host.moves:
                host.receive()
            number = host.table["number"]
            host.move()
            host.wait_until(number + 1)
        shown = host.table["log"]
        server.kill()
        server.start()
        host.sit(made["table"])
        assert host.table["log"][: len(shown)] == shown
        assert host.table["mine"] == [0]
