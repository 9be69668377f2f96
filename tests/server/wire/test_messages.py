"""The messages over the WebSocket: recorded from a game whose chance is fixed, and described in docs/wire.md."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smalti.bots import find_bot
from smalti.bots.hints import Hint
from smalti.games import GAMES, find_game
from smalti.games.majolica.components import COLOURS
from smalti.games.majolica.moves import FIRST_DELIVER
from smalti.games.majolica.rows.identity import tile_in_kiln
from smalti.kernel.chance import Chance
from smalti.kernel.errors import UnknownGame
from smalti.kernel.match import Match
from smalti.kernel.reader import reader
from smalti.kernel.rows import Happening, Piece, change
from smalti.server.http.cookies import sign
from smalti.server.keeping import keeper
from smalti.server.keeping.setting_up import Order, Person, Wish, chair_row, new_row
from smalti.server.operation.settings import Settings
from smalti.server.store.store import Store, open_engine
from smalti.server.table.chairs import Chair
from smalti.server.table.events import begin_events, chance_of
from smalti.server.table.table import Table
from smalti.server.table.together import Point, Together
from smalti.server.thinking.browsers import question_of
from smalti.server.wire.catalogues import find_catalogue
from smalti.server.wire.messages import hint_message, is_covered, together_message
from tests.golden.test_golden import compare
from tests.server.serving import OPEN, Guest, Server, serving
from tests.settings import one_quick

GOLDEN = Path(__file__).parents[2] / "golden" / "wire" / "messages.json"
PAGE = Path(__file__).parents[3] / "docs" / "wire.md"
PEOPLE = {"ada": "Ada", "bob": "Bob"}
TABLE = "golden-table"
SIZES = {"pieces": 5, "offers": 5, "paths": 4, "asks": 5}
"""The columns of rows."""
NOT_YET = 803
"""A move that a rule forbids at the beginning."""
SECRET = "5ec2e7" * 10

Sample = dict[str, Any]


async def set_up(folder: Path) -> dict[str, str]:
    """A table of two whose secret everybody may know; returns the cookies of its people."""
    store = Store(open_engine(Settings(folder).database_url))
    await store.upgrade()
    key = await store.key("cookies")
    for person, name in PEOPLE.items():
        await store.save_person(person, name)
    row = new_row(find_game("mosaix"), Order("mosaix", (Wish("me"), Wish("me"))))
    row |= {"id": TABLE, "deal": TABLE, "secret": SECRET, "added": "0:adasentropy,1:bobsentropy"}
    seats = [chair_row(n, Wish("me"), Person(person, name), None) for n, (person, name) in enumerate(PEOPLE.items())]
    await store.create_table(row, seats, begin_events(Match.new(find_game("mosaix"), 2, {}, chance_of(row))))
    await store.close()
    return {person: sign(key, person) for person in PEOPLE}


class Recorder(Guest):
    """A guest that keeps the last message of each kind, both ways."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sent: dict[str, Sample] = {}
        self.received: dict[str, Sample] = {}

    def send(self, **message: Any) -> None:
        self.sent[message["type"]] = message
        super().send(**message)

    def receive(self) -> Sample:
        message = super().receive()
        kind = message["type"]
        name = f"whole {kind}" if kind in ("table", "talk") and message["whole"] else kind
        if kind != "table" or message["paths"] or name not in self.received:
            self.received[name] = message
        return message

    def settle(self, number: int) -> None:
        """Until the table with this number was sent, and all that comes with it."""
        while self.table["number"] < number:
            self.receive()
        super().send(type="ping")
        self.wait_for("pong")


def play(ada: Recorder, bob: Recorder) -> Recorder:
    """The beginning of a game, with every question a page may ask; returns who asked."""
    ada.sit(TABLE)
    bob.sit(TABLE)
    ada.wait_for("people")
    one = ada if ada.moves else bob
    one.send(type="add", id="add-1", text="entropy")  # the game has begun, so nothing is added
    one.wait_for("done")
    one.send(type="ping")
    one.wait_for("pong")
    wished = {
        "type": "foresee",
        "seat": one.table["seat"],
        "number": one.table["number"],
        "packed": True,
        "after": None,
    }
    one.send(**wished, moves=one.moves[:10] * 20)
    one.wait_for("packed")
    one.send(**wished, moves=one.moves[:2])
    one.wait_for("foreseen")
    one.send(type="saw", number=one.table["number"])
    one.send(type="whole")
    one.wait_for("table")
    one.settle(one.table["number"])
    one.move(id="move-1")
    one.settle(one.table["number"] + 1)
    one.send(type="undo", id="undo-1", seat=one.table["seat"], number=one.table["number"])
    one.settle(one.table["number"] + 1)
    one.send(type="why", seat=one.table["seat"], path=[0], after=None)
    made = one.sent["move"]
    one.move(id="move-2", move=NOT_YET)
    one.wait_for("refused")
    one.sent["move"] = made
    one.send(type="language", language="en")
    one.settle(one.table["number"])
    talk(one)
    one.send(type="thinks", able=True)
    advice = {"move": 12, "difference": 0.0, "reasons": [[0, 1.5]], "only": False, "decides": None}
    one.sent["thought"] = {"type": "thought", "id": "thought 7 1", "number": 7, "seat": 1, "move": 12, "best": [advice]}
    one.sent["hint"] = {"type": "hint", "seat": one.table["seat"], "stage": 3}
    return one


def talk(one: Recorder) -> None:
    """Says something, and hears it again."""
    one.send(type="talk", on=True)
    one.wait_for("talk")
    one.send(type="say", id="say-1", seat=one.table["seat"], text="good evening", sign=None)
    one.wait_for("talk")
    one.send(type="talk", on=True, before=None)
    one.wait_for("talk")
    asked: dict[str, dict[str, Any]] = {
        "mute": {"who": "0123456789ab", "ever": False},
        "unmute": {"who": "0123456789ab"},
    }
    asked["report"] = {"number": 0, "reason": "spam", "text": "again and again"}
    one.sent |= {kind: {"type": kind, "id": f"{kind}-1", **facts} for kind, facts in asked.items()}


TOGETHER = together_message(Together("ada", "Ada", 12, (Point("bob", "Bob", 7),)), "bob")
ASKED_TOGETHER: dict[str, Sample] = {
    "lead": {"type": "lead", "on": True, "ply": 12},
    "look": {"type": "look", "ply": 13},
    "point": {"type": "point", "place": 7},
}
"""This game is not over; tests/server/wire/test_leading.py has one that is."""
PREPARING = {"type": "preparing", "preparing": {"done": 3, "of": 90}}
"""No bot sits at this table."""
UNKNOWN = {"type": "unknown", "id": "move-3", "words": keeper.UNKNOWN}
"""The database answers here; tests/server/store/test_database_failures.py has one that does not."""


def a_hint() -> Sample:
    """As the server words what a worker found; thinking of one would take a compiler."""
    match = Match.new(find_game("mosaix"), 1, {}, Chance(SECRET, TABLE))
    table = Table({}, match, [Chair(0, "Ada", "ada")], len(match.log))
    legal = match.position.legal_moves(0)
    best = [Hint(legal[0], 0.0, (("points", 1.0),)), Hint(legal[1], -0.4, (("points", 0.6),))]
    return hint_message(table, 0, best, 3, "en")


def a_question() -> Sample:
    """As the server asks a browser; no bot sits at this table."""
    match = Match.new(find_game("mosaix"), 2, {}, Chance(SECRET, TABLE))
    table = Table({}, match, [Chair(0, "Ada", "ada"), Chair(1, "Bot", bot="legend")], len(match.log))
    asked = question_of(table, 1, "legend")
    return asked | {"position": asked["position"][:8], "engine": "0123456789abcdef"}


NOW = 1794822924.5


def shortened(message: Sample) -> Sample:
    """A message with a few of its rows, and without the hash of its catalogue."""
    if message["type"] == "foreseen":
        return message | {"moves": [[move, rows[:10]] for move, rows in message["moves"]]}
    if message["type"] == "packed":
        return message | {"deflated": message["deflated"][:2]}
    if message["type"] == "talk":
        lines = [line | {"at": "2026-11-16T10:00:00+00:00"} for line in message["lines"]]
        return message | {"lines": lines} | ({"words": {"title": "Talk"}} if "words" in message else {})
    if message["type"] == "pong":
        return message | {"now": NOW}
    if message["type"] != "table":
        return message
    clocks = [clock | {"since": clock["since"] and NOW, "away_from": NOW} for clock in message["clocks"]]
    few = {name: message[name][: 2 * size] for name, size in SIZES.items() if name in message}
    log = [event | {"rows": event["rows"][:10]} for event in message["log"][:2]]
    earns = {seat: rows[:10] for seat, rows in message["earns"].items()}
    name = message["catalogue"].rpartition(".")[0]
    return message | few | {"log": log, "earns": earns, "catalogue": f"{name}.0123456789abcdef0123", "clocks": clocks}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Sample]]:
    folder = tmp_path_factory.mktemp("data")
    cookies = asyncio.run(set_up(folder))
    with serving(folder) as server:
        guests = [Recorder(server) for _ in PEOPLE]
        for guest, cookie in zip(guests, cookies.values(), strict=True):
            guest.http.cookies.set("smalti", cookie)
        one = play(*guests)
        received = {**guests[0].received, **one.received, "hint": a_hint(), "preparing": PREPARING, "unknown": UNKNOWN}
        received["think"] = a_question()
        received["together"], one.sent = TOGETHER, one.sent | ASKED_TOGETHER
        OPEN.close()
    return {
        "from the server": {kind: shortened(received[kind]) for kind in sorted(received)},
        "from the browser": {kind: one.sent[kind] for kind in sorted(one.sent)},
    }


@pytest.mark.golden
def test_messages_are_as_in_the_golden_samples(samples: dict[str, dict[str, Sample]]) -> None:
    compare(GOLDEN, json.dumps(samples, ensure_ascii=False, indent=1) + "\n")


def fields_of(message: Any, prefix: str = "") -> Iterator[str]:
    """The fields of a message and of the objects in its lists, such as `seats[].name`."""
    for name, value in message.items():
        if name == "type":
            continue
        yield f"{prefix}{name}"
        inner = value
        while isinstance(inner, list) and inner:
            inner = inner[0]
        if isinstance(inner, dict) and isinstance(value, list) and not prefix:
            yield from fields_of(inner, f"{name}[].")


def described(direction: str) -> dict[str, set[str]]:
    """The messages of a direction on the page, and the fields in their tables."""
    [part] = [text for text in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE) if text.startswith(direction)]
    sections = re.split(r"^### `([\w ]+)`", part, flags=re.MULTILINE)[1:]
    return {
        kind: set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
        for kind, text in zip(sections[::2], sections[1::2], strict=True)
    }


def test_the_page_describes_every_field_of_every_message_and_no_other(
    samples: dict[str, dict[str, Sample]],
) -> None:
    for direction, kinds in samples.items():
        page = described(direction[0].upper() + direction[1:])
        assert set(page) == set(kinds)
        for kind, sample in kinds.items():
            assert page[kind] == set(fields_of(sample)), kind


def pieces_of(flat: list[int]) -> dict[int, Piece]:
    rows = zip(*(flat[n::5] for n in range(5)), strict=True)
    return {row[0]: Piece(*row) for row in rows}


def carry_out(pieces: dict[int, Piece], events: list[Sample], catalogue: Sample) -> dict[int, Piece]:
    """What a page does with news."""
    after = dict(pieces)
    for event in events:
        for row in zip(*(event["rows"][n::10] for n in range(10)), strict=True):
            change(after, Happening(*row), catalogue["kinds"][str(row[0])].get("effect", "says"))
    return after


@pytest.mark.parametrize("game", one_quick("maharani", GAMES))
def test_what_changed_carried_out_on_what_was_there_is_the_whole_table(server: Server, game: str) -> None:
    """Two at a screen and a spectator; after each move the pieces that rows made are those that are sent anew."""
    host, watcher = Guest(server), Guest(server)
    made = host.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "local"}]})["table"]
    host.sit(made)
    watcher.sit(made)
    name = host.table["catalogue"]
    answer = host.http.get(f"/catalogues/{name}.json")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for n in range(15):
        if host.table["over"]:
            break
        pieces, told = pieces_of(watcher.table["pieces"]), len(watcher.table["log"])
        number = host.table["number"]
        host.move(n * 7 % len(host.moves))
        for guest in (host, watcher):
            guest.wait_until(number + 1)
        assert not watcher.table["whole"]
        news, changed = watcher.table["log"][told:], watcher.table
        watcher.send(type="whole")
        watcher.wait_for("table")
        assert carry_out(pieces, news, answer.json()) == pieces_of(watcher.table["pieces"])
        assert {key: changed[key] for key in ("log", "earns", "seats", "number")} == {
            key: watcher.table[key] for key in ("log", "earns", "seats", "number")
        }


def test_after_something_was_taken_back_the_whole_table_is_sent(server: Server) -> None:
    host = Guest(server)
    host.sit(host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"])
    number = host.table["number"]
    host.move()
    host.wait_until(number + 1)
    assert not host.table["whole"]
    host.send(type="undo", id="u", seat=0, number=host.table["number"])
    host.wait_until(number + 2)
    assert host.table["whole"]
    host.send(type="language", language="fr")
    host.wait_for("table")
    assert host.table["whole"]
    assert ".fr." in host.table["catalogue"]


def test_moves_are_foreseen_for_who_is_to_choose_only(server: Server) -> None:
    host, watcher = Guest(server), Guest(server)
    watcher.http.get("/")
    host.sit(host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"])
    watcher.sit(host.at)
    asked = {"type": "foresee", "seat": 0, "number": host.table["number"], "moves": [*host.moves, 10**9, "x"]}
    host.send(**asked)
    plain = host.wait_for("foreseen")
    assert [move for move, rows in plain["moves"] if rows] == host.moves
    often = 400 // len(host.moves)
    host.send(**asked | {"moves": host.moves * often, "packed": True})
    packed = json.loads(zlib.decompress(b64decode(host.wait_for("packed")["deflated"])))
    assert packed == plain | {"moves": plain["moves"] * often}
    watcher.send(**asked)
    assert "not yours" in watcher.wait_for("refused")["words"]


@pytest.mark.parametrize(
    "name", ["", "x", "mosaix.2..en.nonsense", "mosaix.9..en.0", "chess.2..en.0", "mosaix.2.bm90.en.0"]
)
def test_a_catalogue_that_there_is_not_is_not_found(name: str) -> None:
    with pytest.raises(UnknownGame):
        find_catalogue(name)


def choosing_together(*people: str) -> Table:
    """Both are to enter the first formation."""
    match = Match.new(find_game("mosaix"), 2, {}, Chance(SECRET, TABLE))
    [roller] = match.position.actors()
    match.play(roller, match.position.legal_moves(roller)[0])
    return Table({}, match, [Chair(seat, person.upper(), person) for seat, person in enumerate(people)])


def test_one_screen_for_two_is_covered_while_choices_are_hidden() -> None:
    shared, apart = choosing_together("a", "a"), choosing_together("a", "b")

    assert is_covered(shared, shared.position.actors(), (0, 1), 0)
    shared.match.play(0, shared.position.legal_moves(0)[0])
    assert is_covered(shared, shared.position.actors(), (0, 1), 1)
    assert not is_covered(apart, apart.position.actors(), (0,), 0)


def test_a_hint_at_a_delivery_marks_the_tile() -> None:
    """Not the kiln it is in: both stages name the place of a tile that is delivered."""
    game = find_game("majolica")
    match = Match.new(game, 2, None, Chance.from_seed(1, "hints"), compiled=True)
    row = new_row(game, Order("majolica", (Wish("me"), Wish("local"))))
    seen = 0
    while seen < 3 and not match.position.is_over:
        seat = match.position.actors()[0]
        move = find_bot("greedy").choose(match.position, seat, len(match.log))
        if FIRST_DELIVER <= move < FIRST_DELIVER + COLOURS:
            table = Table(row, match, [Chair(0, "Ada"), Chair(1, "Bob")])
            lies = {one.piece: one.place for one in reader(game).pieces(match.position.state, seat)}
            tile = tile_in_kiln(seat, int(match.position.state.running), move - FIRST_DELIVER, 0)
            for stage in (1, 2):
                assert hint_message(table, seat, [Hint(move)], stage, "en")["places"] == [lies[tile]]
            seen += 1
        match.play(seat, move)
    assert seen == 3
