"""Somebody at a page of the club, over a real connection."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.server.serving import OPEN, Guest, Server, connect
from tests.waiting import PATIENCE_S

ALL = "asked,mine,tables,people"


class Visitor(Guest):
    """A guest who looks at the club."""

    parts: dict[str, str]

    def visit(self, parts: str = ALL) -> None:
        """Opens the connection and waits for everything that was asked for."""
        address = f"ws://127.0.0.1:{self.server.port}/live/club?parts={parts}"
        cookie = f"smalti={self.http.cookies.get('smalti', '')}"
        self.line = connect(address, additional_headers={"Cookie": cookie}, max_queue=None, legacy=True)
        OPEN.callback(self.line.close)
        self.parts = {}
        self.hears(lambda told: set(parts.split(",")) <= set(told))

    def hears(self, is_so: Callable[[dict[str, str]], object]) -> None:
        """Waits until the page shows it, without asking for it."""
        while not is_so(self.parts):
            message: dict[str, Any] = json.loads(self.line.recv(timeout=PATIENCE_S))
            self.parts |= message["parts"]


def come(server: Server, name: str) -> Visitor:
    """Somebody with a name."""
    one = Visitor(server)
    one.post("/api/name", {"name": name})
    return one


def id_of(guest: Guest) -> str:
    return str(guest.http.cookies["smalti"]).partition(".")[0]


def seek(guest: Guest, seats: int = 2, **wishes: Any) -> str:
    """Opens a table for anybody."""
    order = {"game": "mosaix", "seats": [{"kind": "me"}, *[{"kind": "invite"}] * (seats - 1)]}
    opening = {"listed": True, **wishes.pop("opening", {})}
    return str(guest.post("/api/tables", {**order, "opening": opening, **wishes})["table"])


def ask(guest: Guest, other: str, **wishes: Any) -> Any:
    """Asks somebody to play; the answer as it comes."""
    order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite", "person": other}], **wishes}
    return guest.http.post("/api/tables", json=order)


def meet(one: Guest, other: Guest) -> str:
    """Two people play at a table."""
    made = one.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    other.post(f"/api{made['invitations']['1']}")
    return str(made["table"])
