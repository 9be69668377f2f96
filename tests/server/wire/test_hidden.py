"""Nobody learns more than the table shows: what is sent while choices are hidden does not depend on them.

The same game is stored twice, byte for byte. In one copy the host chooses the first move offered, in the other the
last. Whatever the other player and a spectator are sent, over sockets and over HTTP, must be the same in both.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection

from smalti.games import find_game
from smalti.games.mosaix.rows.kinds import CHOOSES
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table
from smalti.server.thinking.thinker import MOVE
from smalti.server.thinking.workers import hint_question, question_for
from tests.server.serving import OPEN, Guest, Server, connect, serving
from tests.waiting import PATIENCE_S

PATHS = ("record", "chance", "picture.svg", "at/0", "at/1", "at/2", "at/3", "at/4")
PAGES = ("/", "/my-games", "/table/{table}", "/chance?table={table}")
KEPT = ("content-type", "retry-after", "set-cookie")
AGO = re.compile(r"<time[^>]*>[^<]*</time>")
"""When the last choice was made, which everybody may know."""


class Counting(socket.socket):
    """A socket that counts what arrives, packed as it comes."""

    arrived = 0

    def recv(self, *arguments: Any) -> bytes:
        heard = super().recv(*arguments)
        self.arrived += len(heard)
        return heard


@dataclass
class Viewer:
    """Somebody who looks at the table and writes everything down that arrives."""

    cookie: str
    seen: list[str] = field(default_factory=list)
    connection: ClientConnection | None = None
    counter: Counting | None = None

    def sit(self, server: Server, table: str) -> None:
        self.counter = Counting(socket.AF_INET, socket.SOCK_STREAM)
        self.counter.connect(("127.0.0.1", server.port))
        headers = {"Cookie": f"smalti={self.cookie}"} if self.cookie else {}
        address = f"ws://127.0.0.1/ws/{table}"
        self.connection = OPEN.enter_context(connect(address, sock=self.counter, additional_headers=headers))
        self.until("table")

    def until(self, kind: str) -> dict[str, Any]:
        """Writes down what arrives until something of this kind does."""
        assert self.connection is not None
        while True:
            text = str(self.connection.recv(timeout=PATIENCE_S))
            self.seen.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == kind:
                return message

    def until_watched(self) -> None:
        """Until it is said that a spectator is there, once for all who came at the same time."""
        while self.until("people")["watching"] != 1:
            pass

    def begin_anew(self) -> None:
        """Who came when is told as it happens; from here on nobody comes or goes."""
        assert self.counter is not None
        self.seen.clear()
        self.counter.arrived = 0

    def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        assert self.connection is not None
        self.connection.send(json.dumps(message))
        return self.until(kind)

    def look_around(self, server: Server, table: str) -> None:
        """Asks for everything that can be asked for over HTTP."""
        with httpx.Client(
            base_url=server.url, cookies={"smalti": self.cookie} if self.cookie else {}, timeout=PATIENCE_S
        ) as http:
            for path in (
                *(f"/api/tables/{table}/{one}" for one in PATHS),
                *(page.format(table=table) for page in PAGES),
            ):
                answer = http.get(path, headers={"accept-encoding": "gzip", "accept": "text/html"})
                kept = {name: answer.headers.get(name) for name in KEPT}
                self.seen.append(f"{path} {answer.status_code} {kept} {AGO.sub('...', answer.text)}")
            branch = http.post(f"/api/tables/{table}/branch", json={"ply": 4})
            self.seen.append(f"branch {branch.status_code} {branch.text}")
            assert branch.status_code == 403


def prepare(folder: Path) -> tuple[str, str, str]:
    """A game of two in which both are to enter the first formation; returns the table and both cookies."""
    with serving(folder) as server:
        host, friend = Guest(server), Guest(server)
        made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
        friend.post("/api" + made["invitations"]["1"])
        host.sit(made["table"], wait=False)
        friend.sit(made["table"])
        host.wait_to_begin()
        while not (host.moves or friend.moves):
            host.receive()
            friend.sit(made["table"])
        roller = host if host.moves else friend
        roller.move()
        roller.wait_for("done")
        cookies = host.http.cookies["smalti"], friend.http.cookies["smalti"]
        OPEN.close()
        server.stop()
    return made["table"], *cookies


def watch(folder: Path, table: str, host_cookie: str, friend_cookie: str, choice: int) -> dict[str, Any]:
    """The host chooses; everything that arrives at the others meanwhile, and how long it was on the connection."""
    with serving(folder) as server:
        host = Guest(server)
        host.http.cookies.set("smalti", host_cookie)
        viewers = {"friend": Viewer(friend_cookie), "spectator": Viewer("")}
        host.sit(table)
        for viewer in viewers.values():
            viewer.sit(server, table)
        for viewer in viewers.values():
            viewer.until_watched()
            viewer.begin_anew()
        sent = host.moves[choice]
        host.move(choice, id="the-same-id")
        host.wait_for("done")
        for viewer in viewers.values():
            viewer.until("table")
            viewer.ask("table", type="whole")
            viewer.ask("refused", type="foresee", seat=0, number=0, moves=[sent])
            viewer.ask("refused", type="undo", seat=0, id="u")
            viewer.ask("refused", type="move", id="m", number=0, seat=0, move=sent)
            viewer.look_around(server, table)
        arrived = {name: viewer.counter.arrived for name, viewer in viewers.items() if viewer.counter}
        result = {"move": sent, "arrived": arrived, **{name: viewer.seen for name, viewer in viewers.items()}}
        OPEN.close()
        server.stop()
    return result


def test_what_is_sent_does_not_depend_on_hidden_choices(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    table, host, friend = prepare(first)
    shutil.copytree(first, second)

    one = watch(first, table, host, friend, 0)
    other = watch(second, table, host, friend, -1)

    assert one.pop("move") != other.pop("move")
    for who in ("friend", "spectator"):
        assert any(f'"by":0,"rows":[{CHOOSES},' in text for text in one[who])
        assert one[who] == other[who]
    assert one["arrived"] == other["arrived"]


def test_who_thinks_of_a_hint_or_a_bot_s_move_is_told_nothing_hidden_either() -> None:
    """What a worker is asked is the same, and so is what it answers."""
    match = Match.new(find_game("mosaix"), 2, {}, Chance.from_seed(3, "hidden"))
    [roller] = match.position.actors()
    match.play(roller, match.position.legal_moves(roller)[0])
    questions = []
    for move in (match.position.legal_moves(0)[0], match.position.legal_moves(0)[-1]):
        chosen = Match(match.position, match.chance, match.log.copy())
        chosen.play(0, move)
        chairs = [Chair(seat, "", f"p{seat}") for seat in range(2)]
        table = Table({}, chosen, chairs, 9)
        questions.append((hint_question(table, 1), question_for(table, 1, MOVE, "random")))

    assert questions[0] == questions[1]
