"""Games by correspondence in simulated weeks: people who sleep, lose their line, change the device or never come back,
while servers are killed. Time is moved, never waited for."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from smalti.games import find_game
from smalti.kernel.record import verify
from smalti.server.club.reaching import id_of
from smalti.server.store.waiting import number_of
from tests.server.forked import START, told_by
from tests.server.history import Answer, Asked, problems
from tests.server.lines import Line
from tests.server.receiving import Letterbox
from tests.server.serving import Guest, Server, id_in
from tests.server.torture import LOST, Rows, ask_for
from tests.waiting import until

log = logging.getLogger(__name__)
logging.getLogger("httpx").setLevel(logging.WARNING)

QUICK = f"""
from smalti.server.club import notices, timekeeper
notices.TICK_S = timekeeper.TICK_S = 0.5
notices.PATIENCE_S = 5.0
{START}
"""
"""A server that looks more often at the clock, which goes so much faster here, and sooner at what others left."""
FIRST = datetime(2027, 3, 1, 8, tzinfo=UTC)
HOURS = timedelta(hours=12)
"""From one look at the games to the next."""
MINUTE, PATIENT_S = timedelta(minutes=1), 0.5
"""While something is waited for, the clock goes on: a minute each time that so long was waited."""
DAY_S = 86_400
PACE = {"kind": "days", "time_s": DAY_S, "over": "bot", "bot": "random"}
OPTIONS = {"end": "formation-impossible"}
"""The shorter game."""
AT_ONCE = 16
MOST_DAYS = 120
"""Nobody believes in a game that goes on for longer."""
LIMITS = ("REQUESTS", "MESSAGES", "CONNECTS", "TABLES", "SOCKETS")
TOLD = {f"SMALTI_LIMIT_{who}_{what}": "0" for who in ("ADDRESS", "PERSON") for what in LIMITS}
TOLD |= {"SMALTI_NOTICES_PRIVATE": "1", "SMALTI_NOTICES_DELAY_S": "0"}
DUE = """SELECT seats.person_id, turns.table_id, turns.since FROM turns JOIN seats
ON seats.table_id = turns.table_id AND seats.seat = turns.seat WHERE turns.since IS NOT NULL AND seats.bot IS NULL"""
"""Turns that wait for somebody."""
STOOD_IN = "SELECT count(*) FROM events WHERE CAST(event AS TEXT) LIKE '%\"away\"%'"
BOTS_DUE = "SELECT seat FROM turns WHERE since IS NOT NULL AND seat < 0 LIMIT 1"
EARLIEST = "SELECT min(due) FROM turns WHERE since IS NOT NULL AND seat >= 0"
ALONE = """SELECT table_id FROM seats WHERE table_id NOT IN (SELECT table_id FROM endings)
GROUP BY table_id HAVING count(*) = count(bot)"""
"""Games that all their people have left to bots."""
UNSENT = "SELECT about FROM notices WHERE kind = 'turn' AND done IS NULL"
KILLS_IN = 4
"""At each fourth look at the games a server is killed."""


@dataclass(frozen=True)
class Temper:
    """How somebody plays: how often they look, lose their line, change the device, and after how many turns they go."""

    comes: float
    loses_line: float = 0.0
    moves_house: float = 0.0
    turns: int = 10**9
    comes_back: float = 1.0
    """Whether they take their seat back from the bot that stood in."""


TEMPERS = (
    Temper(0.95),
    Temper(0.3, comes_back=0.7),
    Temper(0.8, loses_line=0.3),
    Temper(0.8, moves_house=0.1),
    Temper(0.9, turns=6),
)


@dataclass
class Clock:
    """What time it is for all servers; between two moves of its hands it goes as every clock does."""

    file: Path

    @property
    def now(self) -> datetime:
        """This moment."""
        return told_by(self.file)

    def set(self, to: datetime) -> None:
        """For all at once."""
        new = self.file.with_suffix(".new")
        new.write_text(to.isoformat(), encoding="ascii")
        new.replace(self.file)

    def move(self, by: timedelta) -> None:
        """Goes on."""
        self.set(self.now + by)


def guest_at(server: Server) -> Guest:
    """Somebody whose lines cost little."""
    return Guest(server, opens=Line)


@dataclass
class Person:
    """Plays several games at once, wherever a server answers."""

    servers: list[Server]
    temper: Temper
    random: Random
    guests: dict[int, Guest] = field(default_factory=dict)
    pending: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By table: what was sent and has no answer."""
    asked: list[Asked] = field(default_factory=list)
    made: int = 0
    deeds: Counter[str] = field(default_factory=Counter)

    def at(self, server: Server) -> Guest:
        """At a server, as the same person as at the others."""
        if server.port not in self.guests:
            self.guests[server.port] = guest_at(server)
            self.guests[server.port].http.cookies = next(iter(self.guests.values())).http.cookies
        return self.guests[server.port]

    def is_gone(self) -> bool:
        """Whether they never come back."""
        return self.made >= self.temper.turns

    def look(self) -> None:
        """Comes by, if they do, and plays wherever they are waited for, until the line is lost."""
        if self.is_gone() or self.random.random() > self.temper.comes:
            return
        with suppress(*LOST):
            guest = self.at(self.random.choice(self.servers))
            if self.random.random() < self.temper.moves_house:
                self._move_house(guest)
            seen = set[str]()
            while not self.is_gone() and (table := self._next(guest, seen)):
                seen.add(table)
                self._play(guest, table)

    def _move_house(self, guest: Guest) -> None:
        """Goes on with another device, which knows nothing but a code."""
        code = ask_for(guest, "/api/account/transfer", {})["code"]
        other = guest_at(guest.server)
        ask_for(other, "/api/account/arrive", {"code": code})
        for one in self.guests.values():
            one.leave()
        self.guests = {guest.server.port: other}
        self.deeds["devices"] += 1

    def _next(self, guest: Guest, seen: set[str]) -> str | None:
        """As the page would lead them on; first where something was left unanswered."""
        if left := sorted(set(self.pending) - seen):
            return left[0]
        answer = guest.http.get("/api/waiting")
        if answer.status_code != 200:
            raise ConnectionError(answer.text)
        found: str | None = answer.json()["next"]
        return None if found in seen else found

    def _play(self, guest: Guest, table: str) -> None:
        """All that is to be decided at a table now."""
        guest.sit(table, wait=False)
        try:
            if table in self.pending:
                self._send(guest, table)
            while guest.moves and not guest.table["over"] and not self.is_gone():
                move = {"seat": guest.table["seat"], "move": self.random.choice(guest.moves)}
                move |= {"type": "move", "id": f"c{self.random.getrandbits(60):x}", "number": guest.table["number"]}
                self.pending[table] = move
                self._send(guest, table)
            self.made += 1
        finally:
            guest.leave()

    def _send(self, guest: Guest, table: str) -> None:
        """Sends what has no answer; perhaps the line is lost over it."""
        message = self.pending[table]
        began, answer = time.monotonic(), "none"
        try:
            guest.send(**message)
            if self.random.random() < self.temper.loses_line:
                self.deeds["lines lost"] += 1
                raise ConnectionError("a tunnel")
            answer = self._answer(guest, message["id"])
        finally:
            said: Answer = answer  # type: ignore[assignment]  # the wire knows these three
            self.asked.append(Asked(table, message["id"], guest.server.port, began, time.monotonic(), said))
        if answer in ("done", "refused"):
            del self.pending[table]
        if answer == "done":
            guest.wait_until(message["number"] + 1)

    @staticmethod
    def _answer(guest: Guest, move_id: str) -> str:
        while True:
            message = guest.receive()
            if message.get("id") == move_id:
                return str(message["type"])

    def come_back(self, table: str, seat: int) -> None:
        """Takes a seat back that a bot has stood in for."""
        if not self.is_gone() and self.random.random() < self.temper.comes * self.temper.comes_back:
            with suppress(*LOST):
                guest = self.at(self.random.choice(self.servers))
                answer = guest.http.post(f"/api/tables/{table}/seat", json={"seat": seat, "bot": None})
                self.deeds["came back"] += answer.status_code == 200


@dataclass
class Story:
    """So many games at the same servers."""

    servers: list[Server]
    ask: Callable[[str], Rows]
    """Of their database."""
    clock: Clock
    post: Letterbox
    """Where everybody is told that it is their turn."""
    games: int
    random: Random
    turns: int
    """After so many everybody is gone, so that bots bring a short story to its end."""
    people: dict[str, Person] = field(default_factory=dict)
    looks: Iterator[int] = field(default_factory=lambda: count(1))
    kills: int = 0
    told: set[tuple[Any, ...]] = field(default_factory=set)
    """The turns of which whoever is to choose was told."""
    door: threading.Event = field(default_factory=threading.Event)
    """Nobody comes while the only server is being started again."""

    def run(self) -> dict[str, Any]:
        """From the first invitation to the last end; then everything is looked at. What came of it, in figures."""
        began = time.monotonic()
        self.door.set()
        self._gather()
        while self._running():
            assert self.clock.now - FIRST < timedelta(days=MOST_DAYS), f"stand still: {self._running()[:5]}"
            self._pass_time()
            self._let_play()
        found = self._check()
        deeds = sum((one.deeds for one in self.people.values()), Counter[str]())
        facts = {"games": self.games, "people": len(self.people), "days": (self.clock.now - FIRST).days}
        facts |= {"kills": self.kills, **deeds, **found}
        facts["seconds"] = round(time.monotonic() - began)
        log.info("no move lost or doubled, nobody untold, every game over: %s", facts)
        return facts

    # People and tables

    def _gather(self) -> None:
        """Everybody comes, and each table has two or three of them."""
        known = []
        for n in range(max(4, self.games // 3)):
            guest = guest_at(self.servers[n % len(self.servers)])
            ask_for(guest, "/api/name", {"name": f"Person {n}"})
            ask_for(guest, "/api/notices/hook", {"address": f"{self.post.url}/{n}"})
            temper = TEMPERS[n % len(TEMPERS)]
            temper = replace(temper, turns=min(temper.turns, self.turns))
            person = Person(self.servers, temper, Random(self.random.random()))
            person.guests[guest.server.port] = guest
            known.append((guest, person))
            self.people[str(guest.http.cookies["smalti"]).partition(".")[0]] = person
        for _ in range(self.games):
            (host, _), *friends = self.random.sample(known, self.random.choice((2, 2, 3)))
            seats = [{"kind": "me"}, *[{"kind": "invite"}] * len(friends)]
            order = {"game": "mosaix", "seats": seats, "options": OPTIONS, "pace": PACE}
            made = ask_for(host, "/api/tables", order)
            for seat, (friend, _) in enumerate(friends, 1):
                ask_for(friend, f"/api{made['invitations'][str(seat)]}", {})
        until(lambda: self._begun() == self.games, "the games did not begin")

    def _begun(self) -> int:
        return int(self.ask("SELECT count(DISTINCT table_id) FROM turns")[0][0])

    def _running(self) -> list[str]:
        running = "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM endings) ORDER BY id"
        return [row[0] for row in self.ask(running)]

    # Time

    def _pass_time(self) -> None:
        """Some hours pass; whoever's time is over is stood in for, and bots play until people are to choose.

        When nobody comes any more, time passes until the next clock runs down.
        """
        due = self.ask(EARLIEST)[0][0]
        asleep = due is not None and all(one.is_gone() for one in self.people.values())
        self.clock.move(max(HOURS, moment(due) - self.clock.now + HOURS) if asleep else HOURS)
        self._wait(self._is_settled, "a table stands still")
        self._look_on()
        log.info("%s: %d games run, %d kills", self.clock.now, len(self._running()), self.kills)

    def _look_on(self) -> None:
        """Bots that are among themselves play while somebody looks."""
        for (table,) in self.ask(ALONE):
            onlooker = guest_at(self.servers[0])
            onlooker.sit(table, wait=False)
            while not onlooker.table["over"]:
                onlooker.receive()
            onlooker.leave()

    def _wait(self, is_true: Callable[[], object], what: str) -> None:
        """Until something is so, while the clock goes on: what a killed server has left is seen to after a while."""
        waited_s = 0.0

        def pause(seconds: float) -> None:
            nonlocal waited_s
            time.sleep(seconds)
            waited_s += seconds
            if waited_s >= PATIENT_S:
                self.clock.move(MINUTE)
                waited_s = 0.0

        until(is_true, what, pause)

    def _is_settled(self) -> bool:
        """Whether no time is over that nobody has seen to, no bot is waited for, and whoever is knows it."""
        if self.ask(BOTS_DUE):
            return False
        due = self.ask(EARLIEST)[0][0]
        overdue = due is not None and moment(due) < self.clock.now - HOURS / 60
        return not overdue and all(map(self._was_told, self.ask(DUE)))

    def _was_told(self, turn: tuple[Any, ...]) -> bool:
        """Whether it has arrived where somebody wants to be told that it is their turn."""
        if turn not in self.told:
            person_id, table_id, since = turn
            if id_of(person_id, "turn", table_id, number_of(moment(since))) not in self.post.ids:
                return False
            self.told.add(turn)
        return True

    def _let_play(self) -> None:
        """Everybody who comes by plays, several at once, and perhaps a server is killed over it."""
        people = list(self.people.values())
        self.random.shuffle(people)
        away = self.ask("SELECT table_id, seat, person_id FROM seats WHERE bot IS NOT NULL AND away IS NOT NULL")
        running = set(self._running())
        with ThreadPoolExecutor(AT_ONCE) as pool:
            looks = [pool.submit(self._let_look, person) for person in people]
            if next(self.looks) % KILLS_IN == 0:
                some = self.random.randrange(len(looks))
                until(lambda: sum(look.done() for look in looks) >= some)
                self._kill(self.random.choice(self.servers))
            for look in looks:
                look.result()
        for table, seat, person_id in away:
            if table in running:
                self.people[person_id].come_back(table, seat)

    def _let_look(self, person: Person) -> None:
        self.door.wait()
        person.look()

    def _kill(self, server: Server) -> None:
        if len(self.servers) == 1:
            self.door.clear()
        server.kill()
        server.start()
        self.door.set()
        self.kills += 1

    # What must be true

    def _check(self) -> dict[str, int]:
        """Nothing that was acknowledged is lost, doubled or reordered, and every record can be proved."""
        stored = self.ask("SELECT table_id, number, move_id FROM events ORDER BY table_id, number")
        logs: dict[str, list[str | None]] = {}
        for table, number, key in stored:
            log_of = logs.setdefault(table, [])
            assert number == len(log_of), "a log has a gap"
            log_of.append(id_in(key) if key and key.startswith("person ") else None)
        asked = [one for person in self.people.values() for one in person.asked]
        assert problems(asked, [], logs) == []
        answers = Counter(one.answer for one in asked)
        assert answers["done"] > self.games
        assert self.kills > 0
        assert self.ask("SELECT count(*) FROM turns WHERE since IS NOT NULL") == [(0,)]
        self._wait(lambda: not self.ask(UNSENT), "a notice was not sent")
        assert self.post.letters > self.games
        guest = Guest(self.servers[0])
        for table in list(logs)[:: max(1, self.games // 50)]:
            verify(guest.http.get(f"/api/tables/{table}/record").json(), find_game)
        told = {"events": len(stored), "moves": answers["done"], "notices": len(self.post.ids)}
        sent = {"letters": self.post.letters, "stood in": int(self.ask(STOOD_IN)[0][0])}
        return told | sent | {"moves without an answer": answers["none"]}


def moment(written: Any) -> datetime:
    """A moment as either database has it."""
    found = datetime.fromisoformat(written) if isinstance(written, str) else written
    return found if found.tzinfo else found.replace(tzinfo=UTC)
