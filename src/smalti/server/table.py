"""The owner of people at a match: who sits where, what they may do, and who is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from smalti.bots import find_bot
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.match import Event, Match
from smalti.kernel.words import N_
from smalti.server.database import GONE
from smalti.server.logbook import (
    Chair,
    Change,
    apply_event,
    begin_rows,
    chance_of,
    hidden_events,
    new_events,
    new_id,
    read_chair,
)
from smalti.server.snapshots import EVERY, layout, pack
from smalti.server.store import Conflict, Row, Snapshot, Store, Stored, StoreError, add_chance, seat_bot, take_seat

log = logging.getLogger(__name__)

STALE = N_("the table has changed since; here is how it stands now")
NOT_YOURS = N_("this seat is not yours")
TAKEN = N_("this invitation was taken already, or it never was one")
OTHER_RULES = N_(
    "this game was begun with version {theirs} of the rules and this program has version {ours}; "
    "it can be looked at but not played on"
)
UNFIT = N_("the log of this game does not fit the rules from event {number} on; it can be looked at but not played on")
LINE_BROKE = N_("the line to the database broke, so this was not stored and not done; please try again")
REMEMBERED = 64
"""How many events back a move may have been thought out and still be checked for being late."""
LONGEST_ADDITION = 64


class NotYours(SmaltiError):
    """Somebody else's seat, or a table that is not open to this."""


class Stale(SmaltiError):
    """It was thought out on a table that has changed since."""


class Frozen(SmaltiError):
    """This program cannot play this table on."""


class Listener(Protocol):
    """Somebody who wants to know when a table changes."""

    def changed(self, table: Table) -> None:
        """The table has changed, and the change is stored."""

    def progressed(self, table: Table) -> None:
        """Its bots are nearer to being ready."""


@dataclass
class Table:
    """A match with people around it. Every change is stored before it is shown; what is here is only a cache."""

    id: str
    game: Game
    store: Store
    chairs: list[Chair]
    match: Match
    number: int
    """How many events the log has; the next one gets this number."""
    row: Row
    begun: bool = False
    """Whether the first card, roll or draw has been made."""
    frozen: Frozen | None = None
    """Why it cannot be played on by this program."""
    added: dict[int, str] = field(default_factory=dict)
    """What the people at these seats have added to chance, before the game begins."""
    done: set[str] = field(default_factory=set)
    """The ids of the changes that were made, so that a repeated one is not made twice."""
    recent: dict[int, Row] = field(default_factory=dict)
    """The last events by their number."""
    snapshot: int = 0
    """How many events the newest snapshot holds."""
    unsure: bool = False
    """Whether a commit has got lost on its way: only reading back tells what became of it."""
    opened: float = field(default_factory=time.monotonic)
    used: float = field(default_factory=time.monotonic)
    listeners: set[Listener] = field(default_factory=set)
    shared_panels: frozenset[str] | None = None
    """The panels that everybody sees; the others hold the choices of one seat. Worked out once."""
    told: dict[int, tuple[Event, dict[str, Any]]] = field(default_factory=dict)
    """What was said about each event of the log: worked out once, dropped when undo replaces the event."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    preparing: dict[str, int] | None = None
    """How far the compiler is with its bots; None when they are ready."""
    stand_ins: set[int] = field(default_factory=set)
    """The places in the log of moves that were made at random because a bot failed."""
    saving: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """Whether all invitations were taken."""
        return not any(chair.invited for chair in self.chairs)

    @property
    def started(self) -> bool:
        """Whether everybody is there and the game has begun."""
        return self.full and self.begun

    @property
    def playable(self) -> bool:
        """Whether moves can be made."""
        return self.started and self.frozen is None

    @property
    def aids(self) -> dict[str, bool]:
        """What help this table allows: hints, undo."""
        return dict(self.row["aids"])

    def seats_of(self, person_id: str | None) -> tuple[int, ...]:
        """The seats that somebody plays from their own screen."""
        return tuple(c.seat for c in self.chairs if person_id and c.person_id == person_id)

    def bots_to_move(self) -> list[Chair]:
        """The chairs whose bot is to choose now."""
        if not self.playable:
            return []
        return [self.chairs[seat] for seat in self.match.position.actors() if self.chairs[seat].bot]

    def is_current(self, number: int, seat: int) -> bool:
        """Whether all that happened since is hidden from this seat or no matter of the game."""
        if not self.number - REMEMBERED <= number <= self.number:
            return False
        since = [self.recent.get(one, {"by": seat}) for one in range(number, self.number)]
        if any(event.get("by", event.get("undo")) == seat for event in since):
            return False
        made = sum("entry" in event for event in since) - sum("undo" in event for event in since)
        return 0 <= made <= len(hidden_events(self.match, seat))

    async def play(self, person_id: str | None, seat: int, move: int, move_id: str, number: int | None = None) -> None:
        """A move of a person; made once however often it is sent."""
        if seat not in self.seats_of(person_id) or self.chairs[seat].bot:
            raise NotYours(NOT_YOURS)
        await self.make(seat, move, move_id, number)

    async def make(
        self, seat: int, move: int, move_id: str, number: int | None = None, *, stands_in: bool = False
    ) -> None:
        """A move of whoever sits there, thought out when the log had so many events: stored, then shown."""

        def work_out() -> Change:
            if not self.started:
                raise SmaltiError(N_("the game begins when all invitations are taken"))
            if number is not None and not self.is_current(number, seat):
                raise Stale(STALE)
            match = self._copy()
            match.play(seat, move)
            change = new_events(self.id, self.match, match)
            change.rows[0] |= {"stands_in": True} if stands_in else {}
            return change

        try:
            await self._store(work_out, move_id)
        except Stale:
            if not await self.store.has_move(self.id, move_id):
                raise

    async def undo(self, person_id: str, seat: int, undo_id: str | None = None) -> None:
        """Takes back what nobody has seen, if this table allows it."""
        if seat not in self.seats_of(person_id):
            raise NotYours(NOT_YOURS)
        if not self.aids.get("undo"):
            raise SmaltiError(N_("this table plays without taking back"))

        def work_out() -> Change:
            if self.match.position.is_over:
                raise SmaltiError(N_("the game is over, and its chance is public; nothing can be taken back"))
            match = self._copy()
            match.undo(seat)
            return Change([{"undo": seat}], match)

        await self._store(work_out, undo_id)

    async def hand_over(self, person_id: str, seat: int, bot: str | None) -> None:
        """A seat goes to a bot, or comes back to its person."""
        if seat not in self.seats_of(person_id):
            raise NotYours(NOT_YOURS)
        also = seat_bot(self.id, seat, bot and find_bot(bot).name)
        await self._store(lambda: Change([{"seat": seat, "bot": bot}], self.match, also))

    async def join(self, seat: int, token_hash: str, person_id: str, name: str) -> None:
        """Somebody takes the seat they were invited to."""
        also = take_seat(self.id, seat, token_hash, person_id, name)

        def work_out() -> Change:
            if not self.chairs[seat].invited:
                raise NotYours(TAKEN)
            return Change([{"seat": seat, "joins": name}], self.match, also)

        await self._store(work_out)
        await self.begin_if_ready()

    def may_add(self, person_id: str | None) -> bool:
        """Whether somebody can still add to chance: before the game begins, once."""
        mine = self.seats_of(person_id)
        return bool(mine) and not self.begun and self.frozen is None and not self.added.keys() & set(mine)

    async def add(self, person_id: str | None, text: str) -> None:
        """What somebody's browser adds to chance, after the secret was drawn and its sum was shown."""
        if not (text.isascii() and text.isalnum() and len(text) <= LONGEST_ADDITION):
            raise SmaltiError(N_("what is added to chance is up to 64 letters and digits"))
        mine = self.seats_of(person_id)
        if not mine:
            raise NotYours(NOT_YOURS)

        def work_out() -> Change | None:
            return Change([{"seat": mine[0], "adds": text}], self.match) if self.may_add(person_id) else None

        await self._store(work_out)
        await self.begin_if_ready()

    async def begin_if_ready(self) -> None:
        """Begins when everybody is there and every person has added to chance."""
        if self.full and not any(self.may_add(chair.person_id) for chair in self.chairs):
            await self.begin()

    async def begin(self) -> None:
        """The first card, roll or draw, with what was added until now."""

        def work_out() -> Change | None:
            if self.begun or not self.full:
                return None
            added = ",".join(f"{seat}:{text}" for seat, text in sorted(self.added.items()))
            chance = chance_of(self.row | {"added": added})
            match = Match.new(self.game, len(self.chairs), self.row["options"], chance)
            return Change(begin_rows(match), match, add_chance(self.id, added))

        await self._store(work_out)

    async def go_on(self) -> None:
        """Lets chance act where it is next: after a branch from another game."""

        def work_out() -> Change | None:
            match = self._copy()
            match.advance()
            return new_events(self.id, self.match, match) if len(match.log) > len(self.match.log) else None

        await self._store(work_out)

    def _copy(self) -> Match:
        return Match(self.match.position, self.match.chance, list(self.match.log))

    async def _store(self, work_out: Callable[[], Change | None], change_id: str | None = None) -> None:
        """Commits a change, then takes it over.

        If somebody else wrote first, it is worked out again on what they wrote: as often as there are others who may
        choose at the same time, and once more.
        """
        change_id = change_id or new_id()
        async with self.lock:
            if self.unsure:
                await self._read_on(settled=True)
            for others in range(len(self.chairs), -1, -1):
                if change_id in self.done:
                    return
                if self.frozen:
                    raise Frozen(self.frozen.words, **self.frozen.facts)
                change = work_out()
                if change is None:
                    return
                try:
                    await self.store.append(self.id, self.number, change.rows, change_id, change.also)
                except Conflict:
                    await self._read_on()
                    if not others and change_id not in self.done:
                        raise
                except StoreError as error:
                    await self._settle(change_id, error)
                    return
                else:
                    await self._take_over(change, change_id)
                    return

    async def _settle(self, change_id: str, error: StoreError) -> None:
        """After a failed commit: what is stored counts. Raises the error unless the change is there after all."""
        self.unsure = error.lost
        if error.lost:
            try:
                await self._read_on(settled=True)
            except StoreError:
                raise error from None
        if change_id not in self.done:
            raise StoreError(LINE_BROKE) if error.words == GONE else error

    async def _take_over(self, change: Change, change_id: str) -> None:
        """The change is stored: it holds from now on."""
        before, self.match = len(self.match.log), change.match
        for n, event in enumerate(change.rows):
            self._note(event, before + n)
        self.done.add(change_id)
        if change.also is not None and not self.match.position.is_over:
            try:
                await self._read_on()
            except StoreError:  # it is done all the same; who sits where is read when the database is back
                self.unsure = True
        self.tell()
        if self.number - self.snapshot >= EVERY or self.match.position.is_over:
            self.save_snapshot()

    def _note(self, event: Row, place: int) -> None:
        """What a new event says besides the move, and its place in the log of the match."""
        self.recent[self.number] = event
        self.recent.pop(self.number - REMEMBERED, None)
        self.number += 1
        self.begun = self.begun or "begins" in event or "entry" in event
        if "adds" in event:
            self.added[event["seat"]] = event["adds"]
        if "undo" in event:
            self.stand_ins = {one for one in self.stand_ins if one < len(self.match.log)}
        if "stands_in" in event:
            self.stand_ins.add(place)

    async def catch_up(self, number: int) -> None:
        """Somebody else has written; nothing to do if that is known already."""
        if number > self.number or self.unsure:
            async with self.lock:
                if number > self.number or self.unsure:
                    await self._read_on(settled=self.unsure)

    async def _read_on(self, *, settled: bool = False) -> None:
        """Reads what others have written since, and who sits where."""
        stored = await self.store.load(self.id, self.number, settled=settled)
        assert stored is not None, "a table is never deleted"
        self.unsure = False
        self.follow(stored)
        self.tell()

    def follow(self, stored: Stored) -> None:
        """Takes over what is stored from this number on."""
        self.row, self.chairs = stored.table, [read_chair(seat) for seat in stored.seats]
        self.match = Match(self.match.position, chance_of(self.row), list(self.match.log))
        for row in stored.events:
            if self.frozen is None or self.frozen.words == OTHER_RULES:
                self._apply(row["event"])
            self._note(row["event"], len(self.match.log) - 1)
            self.done |= {row["move_id"]} - {None}

    def _apply(self, event: Row) -> None:
        """One event of the log; what does not fit the rules ends the play, not the program."""
        try:
            apply_event(self.match, event)
        except SmaltiError:
            log.warning("table %s: event %d does not fit the rules", self.id, self.number)
            self.frozen = Frozen(UNFIT, number=self.number)

    def save_snapshot(self) -> None:
        """Keeps the match as it stands, so that opening this table does not play the whole log again."""
        if self.begun and self.frozen is None and (self.saving is None or self.saving.done()):
            self.snapshot = self.number
            self.saving = asyncio.create_task(
                self._save(Snapshot(self.number, layout(self.game.name), pack(self.match, self.stand_ins)))
            )

    async def _save(self, snapshot: Snapshot) -> None:
        try:
            await self.store.save_snapshot(self.id, snapshot)
        except StoreError as error:
            log.warning("table %s: no snapshot: %s", self.id, error)

    def told_of(self, index: int) -> dict[str, Any]:
        """What was said so far about an event of the log, to add to."""
        event = self.match.log[index]
        if index not in self.told or self.told[index][0] is not event:
            self.told[index] = (event, {})
        return self.told[index][1]

    def progress(self, done: int, of: int) -> None:
        """How far the compiler is with the bots of this table."""
        self.preparing = {"done": done, "of": of} if done < of else None
        for listener in list(self.listeners):
            listener.progressed(self)

    def tell(self) -> None:
        """Everybody who listens is told; what they are told is stored already."""
        for listener in list(self.listeners):
            listener.changed(self)
