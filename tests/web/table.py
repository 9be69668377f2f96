"""People in front of a real browser: what they see at a table, and what they click."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebError

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import write_record
from smalti.kernel.rows import NOWHERE
from smalti.server.table.events import apply_event
from tests.play import positions
from tests.server.serving import Guest, Server, connect
from tests.waiting import PATIENCE_S, until

LISTEN = """
{
  window.unanswered = new Set();
  window.movesSent = 0;
  const said = ({ id, type }) => {
    if (id) window.unanswered.add(id);
    if (type === "move") window.movesSent += 1;
  };
  const heard = (message) => {
    window.unanswered.delete(message.id);
    if (message.type !== "table") return;
    const before = message.whole ? { log: [], earns: {} } : window.lastTable;
    const earns = { ...before.earns, ...message.earns };
    window.lastTable = { ...before, ...message, earns, log: [...before.log, ...message.log] };
  };
  window.WebSocket = class extends WebSocket {
    send(text) {
      said(JSON.parse(text));
      super.send(text);
    }
    constructor(...order) {
      super(...order);
      this.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    }
  };
  addEventListener("click", (event) => setTimeout(() => (window.lastClick = event)), true);
  window.Worker = class extends Worker {
    postMessage(message) {
      said(message);
      super.postMessage(message);
    }
    constructor(...order) {
      super(...order);
      this.addEventListener("message", (event) => heard(event.data));
    }
  };
}
"""
"""Keeps the table as it was sent, put together, what is not answered yet, how many moves were sent, and the last click
with what the page made of it, for tests."""

READY = """(number) => {
  const table = window.lastTable;
  if (!table || table.number < number || window.unanswered.size) return false;
  if (table.over) return document.querySelector("#after:not([hidden])") !== null;
  return table.paths.length > 0 && document.querySelector(".panel .can") !== null;
}"""
"""Whether something can be chosen on the page, or the game is over."""

BLOCKED = "Service Worker registration blocked by Playwright"
"""As most tests have it: what they look at comes from the server."""
LINE_DOWN = ("ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK", "ERR_EMPTY_RESPONSE", "WebSocket connection")
"""What Chromium itself says about a line that a test has cut."""


def batched(numbers: list[int], size: int) -> Iterator[list[int]]:
    """Rows of a flat list."""
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def paths_of(table: dict[str, Any]) -> dict[int, list[list[int]]]:
    """The ways to click each move."""
    found: dict[int, list[list[int]]] = {}
    for move, *places in batched(table["paths"], 4):
        found.setdefault(move, []).append([place for place in places if place != NOWHERE])
    return found


MOST_MOVES = 1_000
"""More than any game has: it is played to its end."""
WHOLE = pytest.param(MOST_MOVES, marks=pytest.mark.long, id="whole")


def one_of(cases: Iterable[str], chosen: str) -> list[ParameterSet]:
    """All of them, but only one where it is quick."""
    return [pytest.param(case, marks=[] if case == chosen else [pytest.mark.long]) for case in cases]


ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random", "name": "Bot"}
INVITE = {"kind": "invite", "name": "Friend"}


@dataclass
class Player:
    """Somebody with a browser of their own. Whatever the browser complains about is kept."""

    server: Server
    context: BrowserContext
    page: Page = field(init=False)
    complaints: list[str] = field(default_factory=list)
    may_be_cut: bool = False
    """Whether the test cuts the line, about which Chromium may complain."""
    gone: set[str] = field(default_factory=set)
    """The pages that are not there and are asked for all the same, about which Chromium may complain."""

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.context.add_init_script(LISTEN)
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.page = self.context.new_page()

    def come_anew(self, server: Server) -> None:
        """As somebody else, about whom nothing is kept."""
        self.server, self.may_be_cut = server, False
        self.complaints, self.gone = [], set()

    def _said(self, message: ConsoleMessage) -> None:
        is_cut = self.may_be_cut and any(words in message.text for words in LINE_DOWN)
        is_gone = "404" in message.text and message.location["url"] in self.gone
        if message.type in ("error", "warning") and not is_cut and not is_gone and message.text != BLOCKED:
            self.complaints.append(f"{message.text} ({message.location})")

    def _failed(self, error: WebError) -> None:
        self.complaints.append(str(error.error))

    # Going somewhere

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.context.request.post(
            self.server.url + path, data=body or {}, timeout=PATIENCE_S * 1000, max_retries=3
        )
        assert answer.ok, answer.text()
        return answer.json()

    def make(self, game: str, *seats: dict[str, str], **order: Any) -> dict[str, Any]:
        """Sets a table up, without the form."""
        made: dict[str, Any] = self.post("/api/tables", {"game": game, "seats": list(seats), **order})
        return made

    def open(self, path: str, status: int = 200) -> None:
        if status == 404:
            self.gone.add(self.server.url + path)
        answer = self.page.goto(self.server.url + path)
        assert answer is None or answer.status == status

    def sit(self, table: str) -> None:
        """Opens a table and waits until it is drawn."""
        self.open(f"/table/{table}")
        self.wait_for("() => window.lastTable !== undefined && document.querySelector('.panel [data-piece]') !== null")

    def play(self, game: str, *seats: dict[str, str], **order: Any) -> str:
        """Sets a table up and sits down at it."""
        table: str = self.make(game, *seats, **order)["table"]
        self.sit(table)
        return table

    # Looking

    def wait_for(self, expression: str, argument: object = None) -> None:
        self.page.wait_for_function(expression, arg=argument)

    def until(self, is_true: Callable[[], object]) -> None:
        """Waits for something outside the page, while the page goes on."""
        until(is_true, pause=lambda seconds: self.page.wait_for_timeout(1000 * seconds))

    @property
    def table(self) -> dict[str, Any]:
        """The table as it was sent last, its paths put together to choices."""
        written = self.page.evaluate("JSON.stringify(window.lastTable)")  # Playwright hands numbers over one by one
        table: dict[str, Any] = json.loads(written)
        table["choices"] = [{"move": move, "paths": paths} for move, paths in sorted(paths_of(table).items())]
        table["id"] = self.page.url.rsplit("/", 1)[-1]
        return table

    @property
    def number(self) -> int:
        return int(self.page.evaluate("window.lastTable.number"))

    @property
    def can(self) -> Locator:
        """What glows."""
        return self.page.locator(".panel .can")

    @property
    def offered(self) -> list[int]:
        """The places that glow."""
        found: list[int] = self.can.evaluate_all("all => all.map(one => Number(one.dataset.place))")
        return found

    def at(self, place: int) -> Locator:
        """A place of the table, or the piece that lies there."""
        return self.page.locator(f'.panel [data-place="{place}"]:visible').last

    def shown(self, selector: str) -> str:
        return (self.page.locator(selector).text_content() or "").strip()

    def wait_turn(self, number: int = 0) -> dict[str, Any]:
        """Until something can be chosen, or the game is over."""
        self.wait_for(READY, number)
        return self.table

    def wait_until(self, number: int) -> None:
        """Until the table shows at least that many events."""
        self.wait_for("number => window.lastTable?.number >= number", number)

    # Choosing

    def can_at(self, place: int) -> Locator:
        """A place that glows."""
        return self.page.locator(f'.panel .can[data-place="{place}"]')

    def click(self, place: int) -> None:
        """Clicks something that glows, with a hand that has moved: what appears under a pointer is inert."""
        self.page.mouse.move(1, 1)
        self.can_at(place).click()

    def tap(self, path: list[int]) -> None:
        """Makes a move with the thumb: a tap that only enlarged is repeated, and the move is confirmed."""
        for place in path:
            self.can_at(place).tap()
            if self.page.locator(f'.panel .picked[data-place="{place}"]').count() == 0:
                self.can_at(place).tap()
        self.page.locator("#send").tap()

    def choose(self, move: int | None = None, table: dict[str, Any] | None = None) -> int:
        """Clicks the whole path of a move, the first one shown if none is named; returns the number of the table."""
        table = table or self.wait_turn()
        choice = next(one for one in table["choices"] if move in (None, one["move"]))
        sent = self.moves_sent
        for place in choice["paths"][0]:
            self.click(place)
        if self.is_asked(sent):
            self.page.locator("#sure-yes").click()
        return int(table["number"])

    @property
    def moves_sent(self) -> int:
        return int(self.page.evaluate("window.movesSent"))

    def is_asked(self, sent: int) -> bool:
        """After the path of a move, when so many had been sent: whether the page asks for a nod before it sends it."""
        self.wait_for("sent => window.movesSent > sent || document.querySelector('#sure[open]') !== null", sent)
        return self.page.locator("#sure[open]").count() > 0

    def move(self, move: int | None = None) -> None:
        """Makes a move and waits until the table shows it."""
        self.wait_until(self.choose(move) + 1)

    def move_until(self, is_true: Callable[[], object]) -> None:
        """Makes a move whenever there is one, until something is so."""

        def is_so() -> bool:
            if not is_true() and self.table["choices"]:
                self.move()
            return bool(is_true())

        self.until(is_so)


def gather(game: str, *people: Player, **order: Any) -> str:
    """A table of the first one, at which the others take their seats; nobody looks at it yet."""
    host, *friends = people
    made = host.make(game, ME, *[INVITE] * len(friends), **order)
    for seat, friend in enumerate(friends, 1):
        friend.post(f"/api{made['invitations'][str(seat)]}")
    table: str = made["table"]
    return table


def sit_together(game: str, *people: Player, **order: Any) -> str:
    """The same, and everybody looks at it until it has begun."""
    table = gather(game, *people, **order)
    for one in people:
        one.sit(table)
    for one in people:
        one.wait_for("() => window.lastTable.started")
    return table


def lines_of(table: str, *people: Player) -> list[Guest]:
    """The same people without their browsers, to make moves faster than by clicks; the game has begun."""
    guests = [Guest(one.server) for one in people]
    for one, guest in zip(people, guests, strict=True):
        guest.http.cookies.set("smalti", next(c["value"] for c in one.context.cookies() if c["name"] == "smalti"))
        guest.sit(table, wait=False)
    for guest in guests:
        guest.wait_to_begin()
    return guests


def hurry(table: str, player: Player, moves: int) -> None:
    """So many own moves, the first that may be chosen each time, or less if the game ends."""
    [guest] = lines_of(table, player)
    for _ in range(moves):
        while not (guest.moves or guest.table["over"]):
            guest.receive()
        if guest.table["over"]:
            break
        number = guest.table["number"]
        guest.move()
        guest.wait_until(number + 1)
    guest.leave()


def play_out(table: str, *people: Player, choice: int = -1) -> None:
    """They bring their game to its end, by the last of what may be chosen each time."""
    guests = lines_of(table, *people)
    while not all(guest.table["over"] for guest in guests):
        number = max(guest.table["number"] for guest in guests)
        for guest in guests:
            guest.wait_until(number)
        mover = next((guest for guest in guests if guest.moves), None)
        if mover:
            mover.move(choice)
        if not guests[0].table["over"]:
            (mover or guests[0]).wait_until(number + 1)  # without anybody to move, something comes by itself
    for guest in guests:
        guest.leave()


@dataclass
class Follower:
    """Follows a table in its database, to know which move is sensible; the page itself says which are legal."""

    server: Server
    table: str
    bot: str = "random"
    match: Match = field(init=False)
    number: int = 0

    def __post_init__(self) -> None:
        [(game, options)] = self._ask("SELECT game, options FROM tables WHERE id = ?")
        [(seats,)] = self._ask("SELECT count(*) FROM seats WHERE table_id = ?")
        self.match = Match(Position.new(find_game(game), seats, json.loads(options)), Chance("00" * 32, "", ""))

    def _ask(self, question: str) -> list[Any]:
        connection = sqlite3.connect(f"file:{self.server.data / 'smalti.sqlite'}?mode=ro", uri=True, timeout=PATIENCE_S)
        try:
            return connection.execute(question, (self.table,)).fetchall()
        finally:
            connection.close()

    def catch_up(self) -> Position:
        events = self._ask("SELECT event FROM events WHERE table_id = ? ORDER BY number")
        for (event,) in events[self.number :]:
            apply_event(self.match, json.loads(event))
        self.number = len(events)
        return self.match.position

    def turn(self, player: Player, number: int = 0) -> dict[str, Any]:
        """The table of a player who can choose, once the page shows all that is stored, or the game is over."""
        while True:
            table = player.wait_turn(number)
            self.catch_up()
            if table["number"] >= self.number:
                return table
            number = self.number

    def sensible(self, seat: int) -> int:
        """A move of a bot; the one that plays at random plays such that the game ends."""
        return find_bot(self.bot).choose(self.catch_up(), seat, self.number + 1)


def hand_in(player: Player, name: str, *people: str, seed: int = 1) -> str:
    """Hands a finished game in that was played by chance; its name begins with that of the game."""
    match = Match.new(find_game(name.partition("-")[0]), len(people), {}, Chance.from_seed(seed, name))
    for _ in positions(match, seed):
        pass
    bots = [None, *["random"] * (len(people) - 1)]
    table: str = player.post("/api/games", {"record": write_record(match, people), "bots": bots})["table"]
    return table


def play_on(player: Player, follower: Follower, most: int) -> int:
    """Makes moves by clicks until the game is over, at most so many; returns how many there were."""
    number = 0
    for made in range(most):
        table = follower.turn(player, number)
        if table["over"]:
            return made
        number = player.choose(follower.sensible(table["seat"]), table) + 1
    return most


def let_bots_play(player: Player, table: str) -> None:
    """Hands all own seats to the bot while only a socket looks, else bots would wait; comes back at the end."""
    mine = player.table["mine"]
    player.page.goto("about:blank")
    with connect(f"ws://127.0.0.1:{player.server.port}/ws/{table}", max_queue=None):
        for seat in mine:
            player.post(f"/api/tables/{table}/seat", {"seat": seat, "bot": "random"})
        player.until(lambda: player.context.request.get(f"{player.server.url}/api/tables/{table}/record").ok)
    player.sit(table)
    player.wait_turn()
