"""People who play on whatever is killed, and what must be true afterwards: nothing lost, nothing doubled."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from websockets.exceptions import WebSocketException

from smalti.games import find_game
from smalti.kernel.record import verify
from tests.server.forked import START
from tests.server.history import Answer, Asked, Shown, problems
from tests.server.ports import free_port
from tests.server.serving import Guest, Server, id_in
from tests.waiting import PATIENCE_S

log = logging.getLogger(__name__)

GAMES = ("mosaix", "maharani")
LOST = (WebSocketException, OSError, TimeoutError, httpx.TransportError, EOFError)
LONGEST_TABLE = 120
"""So many moves are made at a table that would not end."""
PATIENT_EVERY = 20
"""A bot's process takes longer to start than most servers live here; so often one lives until a bot has moved."""
NOTHING = Shown("", 0, 0.0, 0)
"""What is shown to who has opened no table yet."""


USUAL = {"SMALTI_WORKERS": "1", "SMALTI_PREPARE": "0", "SMALTI_LOG_LEVEL": "error"}


@contextmanager
def quick_servers(folder: Path, count: int = 1, code: str = START, **environment: str) -> Iterator[list[Server]]:
    """Some servers, on a SQLite file in the folder or on the database that `SMALTI_DATABASE_URL` names."""
    told = USUAL | environment
    with ExitStack() as stack:
        servers = [Server(folder / str(n), free_port(), environment=told, code=code) for n in range(count)]
        for server in servers:
            server.start()
            stack.callback(server.stop)
        yield servers


# Players


@dataclass
class Meeting:
    """Where two people who play together find each other."""

    table: str = ""
    invitation: str = ""


@dataclass
class Player:
    """Plays one game after the other, whatever happens to the servers."""

    servers: list[Server]
    number: int
    stop: threading.Event
    partner: str = "local"
    """Who sits opposite: oneself, a bot, or a friend at another screen, perhaps at another server."""
    meeting: Meeting = field(default_factory=Meeting)
    is_guest: bool = False
    """Whether this is the friend."""
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    """(table, move id) of every move that a server said was made."""
    tables: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    seen: list[Shown] = field(default_factory=list)
    answered: Counter[str] = field(default_factory=Counter)
    """How many moves of the seat opposite were seen at each table."""
    pending: tuple[str, int, int, int] | None = None
    """The (id, number, seat, move) that has no answer yet."""
    last: Shown = NOTHING
    """What the open connection has shown last."""
    failure: BaseException | None = None
    guests: dict[int, Guest] = field(default_factory=dict)
    """This player as a visitor of each server, with the same cookie."""

    def play(self) -> None:
        random = Random(self.number)
        try:
            while not self.stop.is_set():
                guest = self.visit(random.choice(self.servers))
                try:
                    self._take_seat(guest)
                    self._moves(guest, random)
                except LOST:
                    self.stop.wait(0.05)
                finally:
                    guest.leave()
        except BaseException as error:
            self.failure = error
            raise

    def hang_up(self) -> None:
        """Waits for nothing any more."""
        for guest in list(self.guests.values()):
            if (connection := guest.connection) is not None:
                connection.close()

    def visit(self, server: Server) -> Guest:
        """At a server, as the same person as at the others."""
        if server.port not in self.guests:
            guest = self.guests[server.port] = Guest(server)
            guest.http.cookies = next(iter(self.guests.values())).http.cookies
        return self.guests[server.port]

    def _take_seat(self, guest: Guest) -> None:
        """At the table that goes on, or at a new one."""
        if not guest.http.cookies:
            ask_for(guest, "/api/name", {"name": f"Player {self.number}"})  # somebody known takes seats
        if self.is_guest:
            self._follow(guest)
        elif not self.tables or self._is_done(guest):
            seats = [{"kind": "me"}, {"kind": "invite" if self.partner == "friend" else self.partner}]
            game = "majolica" if self.partner == "friend" else GAMES[len(self.tables) % len(GAMES)]
            made = ask_for(guest, "/api/tables", {"game": game, "seats": seats})
            self.pending = None
            self.tables.append(made["table"])
            self.meeting.table, self.meeting.invitation = made["table"], made["invitations"].get("1", "")
        self._sit(guest)

    def _sit(self, guest: Guest) -> None:
        """Opens the table, and remembers what it looked like."""
        began = time.monotonic()
        guest.sit(self.tables[-1], wait=False)
        self.last = Shown(self.tables[-1], guest.server.port, began, guest.table["number"])
        self.seen.append(self.last)

    def _receive(self, guest: Guest) -> dict[str, Any]:
        """What comes over the open connection; what it shows is remembered."""
        message = guest.receive()
        if message["type"] == "table":
            self.last = replace(self.last, number=guest.table["number"], before=self.last.number)
            self.seen.append(self.last)
        return message

    def _is_done(self, guest: Guest) -> bool:
        self._sit(guest)
        made = sum(table == self.tables[-1] for table, _ in self.acknowledged)
        return bool(guest.table["over"]) or (self.partner == "friend" and made > LONGEST_TABLE)

    def _follow(self, guest: Guest) -> None:
        """Takes the seat that the friend has kept; if it was taken before the connection broke, so much the better."""
        if not self.meeting.invitation:
            raise ConnectionError("the friend has set up no table yet")
        if self.tables[-1:] != [self.meeting.table]:
            guest.http.post(f"/api/join/{self.meeting.invitation.rpartition('/')[2]}", json={})
            guest.sit(self.meeting.table, wait=False)
            if not guest.table["mine"]:
                raise ConnectionError("the seat was not taken")
            self.pending = None
            self.tables.append(self.meeting.table)

    def _moves(self, guest: Guest, random: Random) -> None:
        """Moves until the game is done or the connection breaks; a move without an answer is sent again as it was."""
        while not self.stop.is_set() and not guest.table["over"]:
            self._note(guest)
            if self.is_guest and self.tables[-1] != self.meeting.table:
                return
            if self.pending:
                self._send_again(guest)
                if self.partner == "friend" and not self.pending and self._has_made_enough():
                    return
            elif guest.moves:
                choice = random.choice(guest.moves)
                move_id = f"p{self.number}-{random.getrandbits(60):x}"
                self.pending = move_id, guest.table["number"], guest.table["seat"], choice
            else:
                self._receive(guest)
        self._note(guest)

    def _has_made_enough(self) -> bool:
        """Whether it is time to look whether the table is long enough."""
        return bool(self.acknowledged) and len(self.acknowledged) % LONGEST_TABLE == 0

    def _note(self, guest: Guest) -> None:
        table, opposite = self.tables[-1], sum(entry["by"] == 1 for entry in guest.table["log"])
        self.answered[table] = max(self.answered[table], opposite)

    def _send_again(self, guest: Guest) -> None:
        """Sends what has no answer; if nobody knows of it yet, it is sent again later."""
        assert self.pending is not None
        move_id, number, seat, move = self.pending
        began, answer = time.monotonic(), "none"
        try:
            guest.send(type="move", id=move_id, number=number, seat=seat, move=move)
            answer = self._answer(guest, move_id)
        finally:
            said: Answer = answer  # type: ignore[assignment]  # the wire knows these three
            self.asked.append(Asked(self.tables[-1], move_id, guest.server.port, began, time.monotonic(), said))
        self.last = replace(self.last, began=began)
        if answer == "unknown":
            self.stop.wait(0.05)
            return
        if answer == "done":
            self.acknowledged.append((self.tables[-1], move_id))
            self.last = replace(self.last, done=move_id)
        self.pending = None

    def _answer(self, guest: Guest, move_id: str) -> str:
        return answer_to(move_id, partial(self._receive, guest))


def answer_to(move_id: str, receive: Callable[[], dict[str, Any]]) -> str:
    """How a move is answered."""
    while True:
        message = receive()
        if message.get("id") == move_id:
            return str(message["type"])


def ask_for(guest: Guest, path: str, body: dict[str, Any]) -> Any:
    """What a server gives; one that says it has no database now is asked again later, like one that is gone."""
    answer = guest.http.post(path, json=body)
    if answer.status_code == 503:
        raise ConnectionError(answer.text)
    assert answer.status_code == 200, answer.text
    return answer.json()


Crowd = Callable[[list[Server], threading.Event], list[Player]]


def people(servers: list[Server], stop: threading.Event) -> list[Player]:
    """Somebody against a bot, two who play alone for two, and two friends who may sit at different servers."""
    meeting = Meeting()
    return [
        Player(servers, 0, stop, "bot"),
        Player(servers, 1, stop),
        Player(servers, 2, stop),
        Player(servers, 3, stop, "friend", meeting),
        Player(servers, 4, stop, "friend", meeting, is_guest=True),
    ]


def bots_friends(servers: list[Server], stop: threading.Event) -> list[Player]:
    """People who all play against bots."""
    return [Player(servers, number, stop, "bot") for number in range(6)]


# What is stored


Rows = list[tuple[Any, ...]]


@contextmanager
def asking(servers: list[Server]) -> Iterator[Callable[[str], Rows]]:
    """A line to the database behind the servers, for rows of it; to open one costs more than many questions."""
    url = servers[0].environment.get("SMALTI_DATABASE_URL")
    if url:
        with psycopg.connect(url, autocommit=True) as connection:
            yield lambda question: connection.execute(question.encode()).fetchall()
    else:
        with closing(sqlite3.connect(servers[0].data / "smalti.sqlite", timeout=PATIENCE_S)) as database:
            yield lambda question: database.execute(question).fetchall()


def ask(servers: list[Server], question: str) -> Rows:
    """Rows of the database behind the servers."""
    with asking(servers) as answer:
        return answer(question)


def wait_until(players: list[Player], is_enough: Callable[[], bool]) -> None:
    """While everybody plays on."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_enough():
        assert not any(player.failure for player in players), [player.failure for player in players]
        assert time.monotonic() < deadline, "nobody gets on"
        time.sleep(0.005)


def wait_for_moves(players: list[Player], more: int) -> None:
    """Until so many further moves were acknowledged."""
    target = acknowledged_by(players) + more
    wait_until(players, lambda: acknowledged_by(players) >= target)


def wait_for_a_bot(players: list[Player]) -> None:
    """Until one more move of a bot was seen."""
    target = answers_to(players) + 1
    wait_until(players, lambda: answers_to(players) >= target)


def acknowledged_by(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def answers_to(players: list[Player]) -> int:
    return sum(player.answered.total() for player in players if player.partner == "bot")


Faults = Callable[[list[Server], list[Player]], Sequence[Callable[[Random], object]]]


def torture(servers: list[Server], kills: int, faults: Faults, who: Crowd = people) -> None:
    """Lets people play while one thing after the other goes wrong, then looks at everything."""
    random, stop = Random(kills), threading.Event()
    players = who(servers, stop)
    mishaps = faults(servers, players)
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    try:
        for killed in range(kills):
            wait_for_moves(players, random.randrange(1, 12))
            if killed % PATIENT_EVERY == 0:
                wait_for_a_bot(players)
            stop.wait(random.uniform(0, 0.05))
            random.choice(mishaps)(random)
            if killed % 25 == 24:
                made = acknowledged_by(players), answers_to(players)
                log.info("%d of %d kills, %d moves acknowledged, %d moves of bots seen", killed + 1, kills, *made)
        wait_for_moves(players, 5)
    finally:
        stop.set()
        for player in players:
            player.hang_up()
        for thread in threads:
            thread.join(timeout=PATIENCE_S)
    assert not any(thread.is_alive() for thread in threads)
    assert [player.failure for player in players if player.failure] == []
    check(servers, players, kills)


def check(servers: list[Server], players: list[Player], kills: int) -> None:
    """Every acknowledged move is there once, nobody saw what is not there, and every game can go on."""
    stored = ask(servers, "SELECT table_id, number, move_id FROM events ORDER BY table_id, number")
    logs: dict[str, list[str | None]] = {}
    for table, number, key in stored:
        log_of = logs.setdefault(table, [])
        assert number == len(log_of), "a log has a gap"
        log_of.append(id_in(key) if key and key.startswith("person ") else None)
    asked = [one for player in players for one in player.asked]
    assert acknowledged_by(players) > kills
    assert problems(asked, [one for player in players for one in player.seen], logs) == []
    for player in players:
        for table in player.tables:
            goes_on(servers, player, table)
    made = Counter(one.answer for one in asked)
    bots = sum(bool(key) and key.startswith("bot ") for _, _, key in stored)
    log.info("%d faults, answers %s, %d moves of bots; nothing lost, doubled or reordered", kills, dict(made), bots)


def goes_on(servers: list[Server], player: Player, table: str) -> None:
    """All servers show the same table; a running game takes a move of this player, a finished one verifies."""
    guests = [player.visit(server) for server in servers]
    for guest in guests:
        guest.sit(table)
    while len({one.table["number"] for one in guests}) > 1:  # a bot may have moved meanwhile
        min(guests, key=lambda one: one.table["number"]).receive()
    shown = [(one.table["log"], one.table["earns"]) for one in guests]
    assert shown.count(shown[0]) == len(shown)
    guest = guests[-1]
    if ask(servers, f"SELECT ended FROM endings WHERE table_id = '{table}'"):
        while not guest.table["over"]:  # what is stored is about to be told
            guest.receive()
    if guest.table["over"]:
        assert ask(servers, f"SELECT ended FROM endings WHERE table_id = '{table}'")
        verify(guest.http.get(f"/api/tables/{table}/record").json(), find_game)
    else:
        number = move_on(guest)
        for one in guests:
            one.wait_until(number)
    for one in guests:
        one.leave()


def move_on(guest: Guest) -> int:
    """Makes a move if there is one to make; the number of the table after it.

    What was sent before everybody left may be done only now, and a bot may be quicker: then the move is refused,
    because there is a newer table, and is made on that one.
    """
    while guest.moves:
        number = guest.table["number"]
        said = answer_to(guest.move(), guest.receive)
        if said != "unknown":
            guest.wait_until(number + 1)
        if said == "done":
            break
    return int(guest.table["number"])
