"""The owner of people at a match: who sits where, what they may do, and who is told."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Event, Match
from smalti.kernel.position import Position
from smalti.kernel.words import N_
from smalti.server.store import Conflict, Row, Store, Stored


class NotYours(SmaltiError):
    """Somebody else's seat, or a table that is not open to this."""


class Listener(Protocol):
    """Somebody who wants to know when a table changes."""

    def changed(self, table: Table) -> None:
        """The table has changed, and the change is stored."""


@dataclass(frozen=True)
class Chair:
    """A seat at the table and who sits on it."""

    seat: int
    name: str
    person_id: str | None = None
    bot: str | None = None
    invited: bool = False
    """Whether the invitation to it has not been taken yet."""


@dataclass
class Table:
    """A match with people around it. Every change is stored before it is shown."""

    id: str
    game: Game
    store: Store
    chairs: list[Chair]
    match: Match
    number: int
    """How many events the log has; the next one gets this number."""
    row: Row
    done: set[str] = field(default_factory=set)
    """The ids of the moves that were made, so that a repeated one is not made twice."""
    listeners: set[Listener] = field(default_factory=set)
    shared_panels: frozenset[str] | None = None
    """The panels that everybody sees; the others hold the choices of one seat. Worked out once."""
    told: dict[int, tuple[Event, dict[str, Any]]] = field(default_factory=dict)
    """What was said about each event of the log: worked out once, dropped when undo replaces the event."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_preparing: bool = False
    """Whether its bots are still being compiled."""

    @property
    def started(self) -> bool:
        """Whether all invitations were taken and the first card, roll or draw has been made."""
        return not any(chair.invited for chair in self.chairs)

    @property
    def aids(self) -> dict[str, bool]:
        """What help this table allows: hints, undo."""
        return dict(self.row["aids"])

    def seats_of(self, person_id: str | None) -> tuple[int, ...]:
        """The seats that somebody plays from their own screen."""
        return tuple(c.seat for c in self.chairs if person_id and c.person_id == person_id)

    def bots_to_move(self) -> list[Chair]:
        """The chairs whose bot is to choose now."""
        if not self.started:
            return []
        return [self.chairs[seat] for seat in self.match.position.actors() if self.chairs[seat].bot]

    async def play(self, person_id: str | None, seat: int, move: int, move_id: str) -> None:
        """A move of a person; made once however often it is sent."""
        if seat not in self.seats_of(person_id) or self.chairs[seat].bot:
            raise NotYours(N_("this seat is not yours"))
        await self.make(seat, move, move_id)

    async def make(self, seat: int, move: int, move_id: str) -> None:
        """A move of whoever sits there: stored, then shown."""
        async with self.lock:
            if move_id in self.done:
                return
            if not self.started:
                raise SmaltiError(N_("the game begins when all invitations are taken"))
            match = self._copy()
            match.play(seat, move)
            await self._store([write_event(e) for e in match.log[len(self.match.log) :]], match, move_id)
            self.done.add(move_id)
        self.tell()

    async def undo(self, person_id: str, seat: int) -> None:
        """Takes back what nobody has seen, if this table allows it."""
        if seat not in self.seats_of(person_id):
            raise NotYours(N_("this seat is not yours"))
        if not self.aids.get("undo"):
            raise SmaltiError(N_("this table plays without taking back"))
        if self.match.position.is_over:
            raise SmaltiError(N_("the game is over, and its chance is public; nothing can be taken back"))
        async with self.lock:
            match = self._copy()
            match.undo(seat)
            await self._store([{"undo": seat}], match, None)
        self.tell()

    async def hand_over(self, person_id: str, seat: int, bot: str | None) -> None:
        """A seat goes to a bot, or comes back to its person."""
        if seat not in self.seats_of(person_id):
            raise NotYours(N_("this seat is not yours"))
        async with self.lock:
            note = {"seat": seat, "bot": bot}
            await self.store.seat_bot(self.id, seat, bot, self.number, note)
            self.chairs[seat] = replace(self.chairs[seat], bot=bot)
            self.number += 1
        self.tell()

    async def go_on(self) -> None:
        """Lets chance act where it is next: after a branch from another game."""
        async with self.lock:
            match = self._copy()
            match.advance()
            await self._store([write_event(e) for e in match.log[len(self.match.log) :]], match, None)
        self.tell()

    def _copy(self) -> Match:
        return Match(self.match.position, self.match.chance, list(self.match.log))

    async def _store(self, new: list[Row], match: Match, move_id: str | None) -> None:
        """Commits, then takes the new match over; on a conflict the stored log is read again."""
        try:
            await self.store.append(self.id, self.number, new, move_id)
        except Conflict:
            await self.reload()
            raise
        self.match = match
        self.number += len(new)

    async def reload(self) -> None:
        """Reads the log again: somebody else has written to it."""
        stored = await self.store.load(self.id)
        assert stored is not None, "a table is never deleted"
        fresh = open_table(self.store, stored)
        self.chairs, self.match, self.number, self.row, self.done = (
            fresh.chairs,
            fresh.match,
            fresh.number,
            fresh.row,
            fresh.done,
        )
        self.tell()

    def told_of(self, index: int) -> dict[str, Any]:
        """What was said so far about an event of the log, to add to."""
        event = self.match.log[index]
        if index not in self.told or self.told[index][0] is not event:
            self.told[index] = (event, {})
        return self.told[index][1]

    def prepared(self) -> None:
        """Its bots can think now."""
        self.is_preparing = False
        self.tell()

    def tell(self) -> None:
        """Everybody who listens is told; what they are told is stored already."""
        for listener in list(self.listeners):
            listener.changed(self)


def write_event(event: Event) -> Row:
    """A move or outcome for the log: its number for the program, its entry for everybody."""
    return {"by": event.by, "move": event.move, "entry": event.entry}


def open_table(store: Store, stored: Stored) -> Table:
    """A table from what is stored: the log is played again."""
    row = stored.table
    game = find_game(row["game"])
    chairs = [read_chair(seat) for seat in stored.seats]
    match = Match(Position.new(game, len(chairs), row["options"]), chance_of(row))
    done = set()
    for number in stored.events:
        apply_event(match, number["event"])
        if number["move_id"]:
            done.add(number["move_id"])
    return Table(row["id"], game, store, chairs, match, len(stored.events), row, done)


def apply_event(match: Match, event: Row) -> None:
    """One event of the log."""
    if "undo" in event:
        match.undo(event["undo"])
    elif "entry" in event:
        match.record(event["by"], event["move"], event["entry"])


def read_chair(row: Row) -> Chair:
    """A chair as the database has it."""
    return Chair(row["seat"], row["name"], row["person_id"], row["bot"], row["token_hash"] is not None)


def chance_of(row: Row) -> Chance:
    """Where the outcomes of a table come from."""
    return Chance(row["secret"], row["deal"], row["added"])


def hash_token(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(12)


def first_events(game: Game, seats: int, options: dict[str, Any], chance: Chance) -> list[Row]:
    """What happens before anybody has to choose."""
    return [write_event(event) for event in Match.new(game, seats, options, chance).log]


def hidden_events(match: Match, seat: int) -> set[int]:
    """The places in the log of choices that this viewer may not see yet: made at the same time, not revealed."""
    hidden = set()
    for index in range(len(match.log) - 1, -1, -1):
        event = match.log[index]
        together = event.before.actors()
        revealed = event.by == CHANCE or match.game.reveals(event.before.state, event.by, event.move)
        if revealed or len(together) == 1:
            break
        if event.by != seat:
            hidden.add(index)
    return hidden
