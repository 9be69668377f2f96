"""Games that were played in a browser alone and handed in when they were over: checked like every record, kept once."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Entry
from smalti.kernel.match import Match
from smalti.kernel.record import BY_HAND, RecordError, verify, write_line, write_record
from smalti.kernel.words import N_
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, new_row
from smalti.server.store.store import Conflict
from smalti.server.table.chairs import clean_name
from smalti.server.table.changes import GameEnded, Row
from smalti.server.table.events import begin_events
from smalti.server.table.refusals import STILL_RUNS, NotYours

NO_CHANCE = N_("a game that is handed in says where its chance came from, under an id of its own")
NO_FIT = N_("this game cannot be taken in: {why}")
OTHERS = N_("another game has this id already")
ID = re.compile(r"[A-Za-z0-9_-]{12,32}")
LONGEST = 80
"""Of a secret and of what was added, as the database keeps them."""
ONE_AT_A_TIME = asyncio.Semaphore(1)
"""A replay is work; the tables go before it."""


async def take_in(lobby: Lobby, record: Entry, bots: Sequence[str | None], person: Person) -> str:
    """Stores a finished game under the id of its chance, or of its log; the same game once more changes nothing."""
    async with ONE_AT_A_TIME:
        match = await asyncio.to_thread(checked, record)
    row, chairs, ended = brought(match, record) if is_by_hand(record) else told(match, record, bots, person)
    try:
        first = [{"begins": True, "browser": True}, *begin_events(match)[1:]]
        await lobby.store.create_table(row, chairs, first, ended)
    except Conflict:
        stored = (await lobby.store.records([row["id"]])).get(row["id"])
        if stored is None or stored["record"] != ended.record:
            raise NotYours(OTHERS) from None
    return str(row["id"])


def checked(record: Entry) -> Match:
    """The match of a record that stands up to the strict replay, is over, and tells its chance if it has one."""
    try:
        match = verify(record, find_game)
    except RecordError as error:
        raise SmaltiError(NO_FIT, why=str(error)) from error
    if not match.position.is_over:
        raise SmaltiError(STILL_RUNS)
    if is_by_hand(record):
        return match
    chance = record.get("chance")
    if not isinstance(chance, dict) or not ID.fullmatch(chance["id"]):
        raise SmaltiError(NO_CHANCE)
    if max(len(chance["secret"]), len(chance["added"])) > LONGEST:
        raise SmaltiError(NO_CHANCE)
    return match


def told(match: Match, record: Entry, bots: Sequence[str | None], person: Person) -> tuple[Row, list[Row], GameEnded]:
    """The table of such a game as it is stored: its row, its seats, and how it ended."""
    game, chance = match.game, record["chance"]
    names = names_of(record)
    row = new_row(game, Order(game.name, (), record.get("options", {})))
    row |= {"id": chance["id"], "deal": chance["id"], "secret": chance["secret"], "added": chance["added"]}
    played_by = [*bots, *[None] * len(names)][: len(names)]
    chairs: list[Row] = [
        {
            "seat": seat,
            "name": name,
            "bot": find_bot(bot).name if bot else None,
            "person_id": None if bot else person.id,
            "token_hash": None,
        }
        for seat, (name, bot) in enumerate(zip(names, played_by, strict=True))
    ]
    end = match.position
    written = write_record(match, names) | {"chance": {name: chance[name] for name in ("secret", "id", "added")}}
    return row, chairs, GameEnded(end.scores(), end.winners(), write_line(written))


def is_by_hand(record: Entry) -> bool:
    """Whether a record says itself that its outcomes were chosen."""
    return record.get(BY_HAND) is True and "chance" not in record


def names_of(record: Entry) -> tuple[str, ...]:
    """The names as they are shown."""
    return tuple(clean_name(seat.get("name", "-")) for seat in record["seats"])


def brought(match: Match, record: Entry) -> tuple[Row, list[Row], GameEnded]:
    """A game whose chance was chosen by hand: it is in no list, and nobody sits there, so that it counts for nobody."""
    game, names, end = match.game, names_of(record), match.position
    written = write_line(write_record(match, names) | {BY_HAND: True})
    known_as = hashlib.sha256(written.encode()).hexdigest()[:24]
    row = new_row(game, Order(game.name, (), record.get("options", {})))
    row |= {"id": known_as, "deal": known_as, "secret": ""}
    usual: Row = {"bot": None, "person_id": None, "token_hash": None}
    chairs: list[Row] = [usual | {"seat": seat, "name": name} for seat, name in enumerate(names)]
    return row, chairs, GameEnded(end.scores(), end.winners(), written)
