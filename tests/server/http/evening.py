"""A club evening as large as they come, at a real server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.serving import Server
from tests.waiting import PATIENCE_S

MOST = 500


@dataclass
class Evening:
    """A tournament with many people in it, over one line: each has a cookie."""

    http: httpx.Client
    people: list[str]
    """Their cookies; the first one runs it."""
    id: str

    def ask(self, person: int, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """What somebody gets; with a body it is posted."""
        method, known = ("GET" if body is None else "POST"), {"Cookie": f"smalti={self.people[person]}"}
        answer = self.http.request(method, path, json=body, headers=known)
        assert answer.status_code == 200, answer.text
        return answer

    def live(self, person: int, after: str = "") -> str:
        """The part of the page that changes, as somebody sees it now, or after a mark."""
        return self.ask(person, f"/tournaments/{self.id}/live?after={after}").text

    def told(self) -> Any:
        """All of it."""
        return self.ask(0, f"/api/tournaments/{self.id}").json()

    def lose(self, entry: int) -> None:
        """Somebody does not play."""
        self.ask(0, f"/api/tournaments/{self.id}/entries/{entry}", {"deed": "lose"})


def come(http: httpx.Client, number: int) -> str:
    """Somebody new; returns their cookie."""
    http.cookies.clear()
    http.post("/api/name", json={"name": f"Player {number}"}).raise_for_status()
    return str(http.cookies["smalti"])


def begun(http: httpx.Client, count: int = MOST, **more: Any) -> Evening:
    """A tournament in whose first round so many people play."""
    people = [come(http, number) for number in range(1, count + 1)]
    http.cookies.clear()
    evening = Evening(http, people, "")
    order = {"name": "Evening", "kind": "swiss", "game": "mosaix", "rounds": 1, **more}
    evening.id = evening.ask(0, "/api/tournaments", order).json()["id"]
    for person in range(count):
        evening.ask(person, f"/api/tournaments/{evening.id}/join", {"added": "a1"})
    evening.ask(0, f"/api/tournaments/{evening.id}/begin", {})
    return evening


def line_to(server: Server) -> httpx.Client:
    """For all of them."""
    return httpx.Client(base_url=server.url, timeout=PATIENCE_S)
