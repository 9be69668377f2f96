"""The keeper of one table: stores what its authority decides, reads on what others have stored, and tells everybody."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from zlib import crc32

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.words import N_
from smalti.server.keeping.ids import by_bot, by_person, by_plan, by_server, keys_of
from smalti.server.operation import clock
from smalti.server.operation.limits import Patron
from smalti.server.store.database import GONE
from smalti.server.store.snapshots import EVERY, layout, pack, unpack
from smalti.server.store.store import Conflict, Snapshot, Store, Stored, StoreError, Unknown
from smalti.server.table import leaving, prepared, rematches
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import Change, RematchMade
from smalti.server.table.events import chance_of
from smalti.server.table.lending import make_lent
from smalti.server.table.prepared import Plan
from smalti.server.table.refusals import UNFIT
from smalti.server.table.table import Table
from smalti.server.table.together import APART, Together
from smalti.server.table.turns import changed, timed

log = logging.getLogger(__name__)

MOST_DONE = 16
"""So many changes are known here by their id; of older ones the store is asked."""
CONNECTION_BROKE = N_("the connection to the database broke, so this was not stored and not done; please try again")
UNKNOWN = N_("the database does not answer; whether this was stored will show when it is back")


class Listener(Protocol):
    """Somebody who wants to know when a table changes."""

    def changed(self, keeper: Keeper) -> None:
        """The table has changed, and the change is stored."""

    def progressed(self, keeper: Keeper) -> None:
        """It is otherwise with its bots: nearer to being ready, stopped, or asked again; or with who leads."""

    def seen(self, keeper: Keeper) -> None:
        """Somebody has come to look at it."""


@dataclass(eq=False)
class Keeper:
    """Every change is stored before it is shown; the table here is only a cache of its log."""

    table: Table
    store: Store
    done: dict[str, None] = field(default_factory=dict)
    """The keys of the last changes that were made, so that a repeated one is not made twice; the store knows all."""
    snapshot: int = 0
    """How many events the newest snapshot holds."""
    unsure: bool = False
    """Whether a commit has got lost on its way: only reading back tells what became of it."""
    used: float = field(default_factory=time.monotonic)
    listeners: set[Listener] = field(default_factory=set)
    watchers: set[Listener] = field(default_factory=set)
    """Those of them that listen at every table: nobody looks through them."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    preparing: dict[str, int] | None = None
    """How far the compiler is with its bots; None when they are ready."""
    saving: asyncio.Task[None] | None = None
    visitor: Patron | None = None
    left_to_bots: bool = False
    """Whether its last person has handed it to bots, and it was counted."""
    stuck: tuple[int, int] | None = None
    """A bot that did not get on: how many events there were then, and its seat."""
    together: Together = APART
    """Who leads others through the game when it is over."""

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.table.id

    @property
    def patron(self) -> Patron:
        """For whom its bots think: whoever of its people came last; if no bot plays for people, whoever looks."""
        known = next((chair.person_id for chair in self.table.chairs if chair.person_id), None)
        return self.visitor or Patron("", known or self.id)

    def visited(self, patron: Patron) -> None:
        """Somebody looks at the table from an address."""
        if self.visitor is None or self.table.bots_alone or self.table.seats_of(patron.person):
            self.visitor = patron

    @property
    def stuck_seat(self) -> int | None:
        """The seat of a bot that was stopped, while the table stands as it did."""
        return self.stuck[1] if self.stuck and self.stuck[0] == self.table.number else None

    # Commands

    async def play(self, person_id: str | None, seat: int, move: int, move_id: str, number: int | None = None) -> None:
        """A move of a person; made once however often it is sent."""
        await self._once(lambda: self.table.play(person_id, seat, move, number, clock.now()), person_id, move_id)

    async def make(self, seat: int, move: int, number: int, *, stands_in: bool = False) -> None:
        """A move of the bot that sits there; made once however often it is thought of."""
        await self._store(lambda: self.table.make(seat, move, number, stands_in=stands_in), by_bot(number, seat))

    async def make_lent(self, person_id: str | None, seat: int, move: int, number: int) -> None:
        """A move that the bot there has thought of in somebody's browser; the same one as if a worker had."""
        await self._store(lambda: make_lent(self.table, person_id, seat, move, number), by_bot(number, seat))

    async def make_prepared(self, plan: Plan) -> None:
        """The next move of a plan, unless it was withdrawn; once, whichever process carries it out."""
        await self._store(lambda: prepared.carry_out(self.table, plan), by_plan(plan.stamp, len(plan.steps)))

    def has_done(self, person_id: str | None, change_id: str) -> bool:
        """Whether a change that somebody asked for was made lately."""
        return by_person(person_id, change_id) in self.done

    async def undo(
        self, person_id: str | None, seat: int, undo_id: str | None = None, number: int | None = None
    ) -> None:
        """Takes a seat's last move back; once however often it is sent."""
        await self._once(lambda: self.table.undo(person_id, seat, number), person_id, undo_id)

    async def _once(self, work_out: Callable[[], Change | None], person_id: str | None, change_id: str | None) -> None:
        """Refused is only what is not stored: what no longer fits may have been made when it did."""
        try:
            await self._store(work_out, by_person(person_id, change_id))
        except StoreError:
            raise
        except SmaltiError:
            if change_id is None or not await self._is_stored(keys_of(person_id, change_id)):
                raise

    async def _is_stored(self, keys: Sequence[str]) -> bool:
        try:
            return await self.store.has_move(self.id, keys)
        except StoreError as error:
            raise Unknown(UNKNOWN) from error

    async def hand_over(self, person_id: str, seat: int, bot: str | None) -> None:
        """A seat goes to a bot, or comes back to its person."""
        known = find_bot(bot).name if bot else None
        await self._store(lambda: leaving.hand_over(self.table, person_id, seat, known))

    async def resign(self, person_id: str, seat: int) -> None:
        """Somebody gives up, and a bot plays on."""
        await self._store(lambda: leaving.resign(self.table, person_id, seat))

    async def vote(self, person_id: str, seat: int, wish: leaving.Wish) -> None:
        """What somebody wants to be done about a seat that is away."""
        await self._store(lambda: leaving.vote(self.table, person_id, seat, wish, clock.now()))

    async def run_out(self, seat: int) -> None:
        """The time of a seat is over, once however many servers see it; what is stored about it counts."""
        async with self.lock:
            await self._look()
        await self._store(lambda: leaving.run_out(self.table, seat, clock.now()))

    async def lose(self, seat: int) -> None:
        """Whoever sits there has lost by not playing."""
        await self._store(lambda: leaving.lose(self.table, seat))

    async def seat_bot(self, seat: int, bot: str) -> None:
        """A bot plays on for whoever does not."""
        await self._store(lambda: self.table.seat_bot(seat, bot))

    async def join(self, seat: int, token_hash: str, person_id: str | None, name: str, bot: str | None = None) -> None:
        """Somebody takes the seat they were invited to, or a bot does."""
        await self._store(lambda: self.table.join(seat, token_hash, person_id, name, bot))
        await self._begin_if_ready()

    async def add(self, person_id: str | None, text: str) -> None:
        """What somebody's browser adds to chance."""
        await self._store(lambda: self.table.add(person_id, text))
        await self._begin_if_ready()

    async def _begin_if_ready(self) -> None:
        if self.table.awaits_nobody:
            await self.begin()

    async def begin(self) -> None:
        """The first card, roll or draw, with what was added until now."""
        await self._store(self.table.begin)

    async def go_on(self) -> None:
        """Lets chance act where it is next: after a branch from another game."""
        await self._store(self.table.go_on)

    async def play_again(self, person_id: str, made: RematchMade) -> None:
        """The people of this table play again, at one table however many of them ask for it."""
        await self._store(lambda: rematches.play_again(self.table, person_id, made))

    async def decline(self, person_id: str) -> None:
        """Somebody of this table does not play again."""
        await self._store(lambda: rematches.decline(self.table, person_id))

    async def note_declined(self, seats: Iterable[int]) -> None:
        """Whoever these seats are kept for does not come."""
        await self._store(lambda: rematches.note_declined(self.table, seats))

    # Storing and reading on

    async def _store(self, work_out: Callable[[], Change | None], change_id: str | None = None) -> None:
        """Commits a change, then takes it over.

        If somebody else wrote first, it is worked out again on what they wrote: as often as there are others who may
        choose at the same time, and once more.
        """
        change_id = change_id or by_server()
        async with self.lock:
            if self.unsure:
                await self._look(settled=True)
            for others in range(len(self.table.chairs), -1, -1):
                if change_id in self.done:
                    return
                worked_out = work_out()
                if worked_out is None:
                    return
                change = timed(self.table, worked_out, clock.now())
                turns = changed(self.table.turns, change.turns)
                try:
                    await self.store.append(self.id, self.table.number, change.events, change_id, change.beside, turns)
                except Conflict:
                    await self._look()
                    if not others and change_id not in self.done:
                        raise
                except StoreError as error:
                    await self._settle(change_id, error)
                    return
                else:
                    self._take_over(change, change_id)
                    return

    async def _settle(self, change_id: str, error: StoreError) -> None:
        """After a failed commit: what is stored counts. Raises the error unless the change is there after all."""
        self.unsure = error.lost
        await self._look(settled=error.lost)
        if change_id not in self.done:
            raise StoreError(CONNECTION_BROKE if error.words == GONE else error.words) from error

    async def _look(self, *, settled: bool = False) -> None:
        """Reads on; without that nobody knows what is stored."""
        try:
            await self._read_on(settled=settled)
        except StoreError as error:
            raise Unknown(UNKNOWN) from error

    def _take_over(self, change: Change, change_id: str) -> None:
        """The change is stored: it holds from now on."""
        self.table.take_over(change)
        self._remember(change_id)
        self.tell()
        if self._is_snapshot_due:
            self.save_snapshot()

    def _remember(self, change_id: str) -> None:
        self.done[change_id] = None
        if len(self.done) > MOST_DONE:
            del self.done[next(iter(self.done))]

    async def catch_up(self, number: int) -> None:
        """Somebody else has written; nothing to do if that is known already."""
        if number > self.table.number or self.unsure:
            async with self.lock:
                if number > self.table.number or self.unsure:
                    await self._read_on(settled=self.unsure)

    async def _read_on(self, *, settled: bool = False) -> None:
        """Reads what others have written since, and who sits where."""
        stored = await self.store.load(self.id, self.table.number, settled=settled)
        assert stored is not None, "a table is never deleted"
        self.unsure = False
        self.follow(stored)
        self.tell()

    def follow(self, stored: Stored) -> None:
        """Takes over what is stored from this number on."""
        chairs = [Chair.read(seat) for seat in stored.seats]
        self.table.days_off = stored.days_off
        self.table.follow(stored.table, chairs, (row["event"] for row in stored.events), stored.turns)
        if stored.events and self.table.frozen and self.table.frozen.words == UNFIT:
            log.warning("table %s: %s", self.id, self.table.frozen)
        for row in stored.events:
            if row["move_id"] is not None:
                self._remember(row["move_id"])

    # Snapshots

    @property
    def _is_snapshot_due(self) -> bool:
        """Whether the newest is old enough; tables that began together do not all save at once."""
        wait = EVERY if self.snapshot else 1 + crc32(self.id.encode()) % EVERY
        return self.table.position.is_over or self.table.number - self.snapshot >= wait

    def save_snapshot(self) -> None:
        """Keeps the match as it stands, so that opening this table does not play the whole log again."""
        table = self.table
        if table.rematch:
            return  # a snapshot has no place for it, so that the events tell of it stay behind
        if table.begun and table.frozen is None and (self.saving is None or self.saving.done()):
            self.snapshot = table.number
            packed = pack(table.match, table.stand_ins)
            self.saving = asyncio.create_task(self._save(Snapshot(table.number, layout(table.game.name), packed)))

    async def _save(self, snapshot: Snapshot) -> None:
        try:
            await self.store.save_snapshot(self.id, snapshot)
        except StoreError as error:
            log.warning("table %s: no snapshot: %s", self.id, error)

    # Telling

    def progress(self, done: int, of: int) -> None:
        """How far the compiler is with the bots of this table."""
        self.preparing = {"done": done, "of": of} if done < of else None
        self.tell_state()

    def tell_state(self) -> None:
        """Everybody who listens is told how it is with the bots of this table."""
        for listener in list(self.listeners):
            listener.progressed(self)

    async def look_together(self, together: Together) -> None:
        """It is otherwise with who leads; everybody is told, at other processes too."""
        self.together = together
        self.tell_state()
        await self.store.tell_together(self.id, together.as_json())

    def add_listener(self, listener: Listener) -> None:
        """Somebody has come to look, and wants to know of every change."""
        self.listeners.add(listener)
        for one in list(self.listeners):
            one.seen(self)

    def tell(self) -> None:
        """Everybody who listens is told; what they are told is stored already."""
        for listener in list(self.listeners):
            listener.changed(self)


async def open_table(store: Store, table_id: str) -> Keeper | None:
    """A table from what is stored: its snapshot, if this program can read it, and the events since; else its log."""
    try:
        stored = await store.load(table_id)
        if stored is None:
            return None
        if stored.snapshot is None or stored.snapshot.layout == layout(stored.table["game"]):
            return await asyncio.to_thread(build, store, stored)
    except UnknownGame:
        raise
    except Exception as error:  # a snapshot is only a cache: whatever is wrong with it, the log is read
        log.warning("table %s: its snapshot cannot be used: %s", table_id, type(error).__name__)
    stored = await store.load(table_id, since=0)
    return await asyncio.to_thread(build, store, stored) if stored else None


def build(store: Store, stored: Stored) -> Keeper:
    """The table with its match worked out."""
    row, snapshot = stored.table, stored.snapshot
    table = Table.new(find_game(row["game"]), row, [Chair.read(seat) for seat in stored.seats])
    if snapshot:
        table.match, table.stand_ins = unpack(snapshot.packed, table.game, chance_of(row))
        table.number, table.begun = snapshot.number, True
    keeper = Keeper(table, store, snapshot=table.number)
    keeper.follow(stored)
    if snapshot and table.frozen and table.frozen.words == UNFIT:
        raise ValueError("the events since do not follow from it")
    return keeper
