"""The next game that waits for somebody, the same on every server."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Guest, Server

DAY_S = 86_400


def around(host: Guest, friend: Guest, **order: Any) -> str:
    """A table of Mosaix for two that has begun; who is to lay the formation has it waiting."""
    seats = [{"kind": "me"}, {"kind": "invite"}]
    made = host.post("/api/tables", {"game": "mosaix", "seats": seats, **order})
    friend.post("/api/join/" + made["invitations"]["1"].rpartition("/")[2])
    host.sit(made["table"], wait=False)
    friend.sit(made["table"])
    host.wait_to_begin()
    table: str = made["table"]
    return table


def waiting(guest: Guest, but: str = "") -> Any:
    return guest.http.get("/api/waiting", params={"but": but}).json()


def mine(guest: Guest, tables: list[str]) -> list[str]:
    """Those where it is somebody's turn, in order."""
    found = []
    for table in tables:
        guest.sit(table)
        found += [table] if guest.moves else []
    return found


def test_the_least_time_left_comes_first_then_the_longest_wait(server: Server) -> None:
    ann, ben = Guest(server), Guest(server)
    assert waiting(ann) == {"count": 0, "next": None}
    slow = [around(ann, ben) for _ in range(3)]
    timed = [around(ann, ben, pace={"kind": "days", "time_s": days * DAY_S}) for days in (3, 1)]
    due, guest = max(
        ((mine(one, timed[::-1]) + mine(one, slow), one) for one in (ann, ben)), key=lambda one: len(one[0])
    )
    assert len(due) >= 3
    while due:
        assert waiting(guest) == {"count": len(due), "next": due[0]}
        assert waiting(guest, due[0]) == {"count": len(due) - 1, "next": due[1] if due[1:] else None}
        guest.sit(due.pop(0))
        while guest.moves:
            number = guest.table["number"]
            guest.move()
            guest.wait_until(number + 1)
    assert waiting(Guest(server)) == {"count": 0, "next": None}
