"""The tables of this process that somebody looks at; all others are in the store."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.words import N_
from smalti.server.keeping.keeper import Keeper, Listener, open_table
from smalti.server.operation.tasks import end
from smalti.server.store.store import Store, StoreError
from smalti.server.table.together import Together

log = logging.getLogger(__name__)

TICK_S = 1.0
LONGEST_ID = 32
MOST_LOOKED_AT = 64
JUST_NOW_S = 5.0
"""Whoever asked for a table this moment may be about to change it."""
GATHER_S = 0.25
"""So long the news of a table that nobody looks at is gathered: bots make many moves there, one after the other."""
NO_TABLE = N_("there is no such table")


@dataclass
class Lobby:
    """Keeps the tables that somebody looks at in memory; all others are in the store."""

    store: Store
    watchers: set[Listener] = field(default_factory=set)
    """Who wants to know of every change at every table in memory, such as the bots."""
    idle_s: float = 300
    """After so long a table that nobody looks at leaves memory."""
    patience_s: float = 5
    """So long a full table waits for what browsers add to chance."""
    open: dict[str, Keeper] = field(default_factory=dict)
    loading: dict[str, asyncio.Task[Keeper]] = field(default_factory=dict)
    most: int = 0
    """So many tables stay in memory, besides those that somebody looks at; 0 is no limit."""
    waiting: dict[str, float] = field(default_factory=dict)
    """Since when full tables wait to begin."""
    behind: dict[str, int] = field(default_factory=dict)
    """How many events tables have of which that is not read yet; whoever asks for one reads it first."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def find(self, table_id: str) -> Keeper:
        """A table by id, from memory or from the store."""
        keeper = self.open.get(table_id)
        if keeper is None:
            if len(table_id) > LONGEST_ID or not table_id.isprintable():  # PostgreSQL takes no NUL
                raise UnknownGame(NO_TABLE)
            if table_id not in self.loading:
                self.loading[table_id] = asyncio.create_task(self._load(table_id))
                self.loading[table_id].add_done_callback(lambda task: self._loaded(table_id, task))
            keeper = await asyncio.shield(self.loading[table_id])
        elif table_id in self.behind:
            await self._catch_up(table_id, self.behind[table_id])
        keeper.used = time.monotonic()
        self._move_to_end(keeper)
        return keeper

    async def find_all(self, table_ids: Iterable[str]) -> list[Keeper]:
        """Those of the tables that this program can show."""
        found = []
        for table_id in table_ids:
            try:
                found.append(await self.find(table_id))
            except UnknownGame as error:
                log.warning("table %s is left out: %s", table_id, error)
        return found

    async def _load(self, table_id: str) -> Keeper:
        keeper = await open_table(self.store, table_id)
        if keeper is None:
            raise UnknownGame(NO_TABLE)
        self._make_room()
        self.open[table_id] = keeper
        keeper.listeners |= self.watchers
        keeper.watchers = self.watchers
        for watcher in self.watchers:
            watcher.changed(keeper)
        return keeper

    def _loaded(self, table_id: str, task: asyncio.Task[Keeper]) -> None:
        del self.loading[table_id]
        task.cancelled() or task.exception()  # whoever waited for it was told

    def heard(self, table_id: str, number: int) -> None:
        """News from another process: this table has so many events."""
        if table_id in self.open or table_id in self.loading:
            if table_id not in self.behind:
                self.spawn(self._read_soon(table_id))
            self.behind[table_id] = max(number, self.behind.get(table_id, 0))

    async def _read_soon(self, table_id: str) -> None:
        """At once, if somebody looks at it here."""
        keeper = self.open.get(table_id)
        await asyncio.sleep(0 if keeper and keeper.listeners > self.watchers else GATHER_S)
        await self._catch_up(table_id, self.behind.pop(table_id))

    def heard_together(self, table_id: str, together: Together) -> None:
        """At another process somebody leads at a table."""
        if keeper := self.open.get(table_id):
            keeper.together = together
            keeper.tell_state()

    async def read_again(self, table_ids: Iterable[str]) -> None:
        """Others sit at these tables now."""
        await asyncio.gather(*(self._catch_up(table_id, sys.maxsize) for table_id in table_ids))

    async def _catch_up(self, table_id: str, number: int) -> None:
        if table_id in self.loading:
            with suppress(SmaltiError):
                await asyncio.shield(self.loading[table_id])
        if keeper := self.open.get(table_id):
            try:
                await keeper.catch_up(number)
            except StoreError:
                keeper.unsure = True  # somebody looks after it until it is read

    async def catch_up(self) -> None:
        """News may have been missed: whatever others have written to the tables here is read."""
        for table_id, number in (await self.store.numbers_of(self.open)).items():
            await self._catch_up(table_id, number)

    async def keep(self) -> None:
        """Looks after the tables in memory, for ever."""
        while True:
            await asyncio.sleep(TICK_S)
            for keeper in list(self.open.values()):
                try:
                    await self.look_after(keeper, time.monotonic())
                except StoreError as error:
                    log.warning("the tables wait: %s", error)
                    break
                except Exception:  # a fault of one table must not keep the others waiting
                    log.exception("table %s could not be looked after", keeper.id)

    async def look_after(self, keeper: Keeper, now: float) -> None:
        """Reads what a lost commit left unclear, begins a game that has waited enough, lets an idle table go."""
        table = keeper.table
        if keeper.unsure:
            await keeper.catch_up(table.number)
        elif table.full and not table.begun and table.frozen is None:
            if now - self.waiting.setdefault(table.id, now) >= self.patience_s:
                await keeper.begin()
        elif self._is_idle(keeper, now):
            if table.number > keeper.snapshot:
                keeper.save_snapshot()
                keeper.snapshot = table.number
            else:
                self._let_go(keeper)
        if table.begun:
            self.waiting.pop(table.id, None)

    def _move_to_end(self, keeper: Keeper) -> None:
        """The tables stand in the order in which they were used."""
        if self.open.get(keeper.id) is keeper:
            self.open[keeper.id] = self.open.pop(keeper.id)

    def _make_room(self) -> None:
        """Lets those tables go that were out of use the longest; not one that is needed or was asked for just now."""
        now = time.monotonic()
        for keeper in list(islice(self.open.values(), MOST_LOOKED_AT)):
            if not 0 < self.most <= len(self.open):
                return
            if self._is_free(keeper) and now - keeper.used >= JUST_NOW_S:
                self._let_go(keeper)
            else:
                self._move_to_end(keeper)

    def _let_go(self, keeper: Keeper) -> None:
        """The table leaves memory, unless it has left already: room may be made while others are looked after."""
        if self.open.get(keeper.id) is keeper:
            del self.open[keeper.id]
            self.waiting.pop(keeper.id, None)

    def _is_idle(self, keeper: Keeper, now: float) -> bool:
        return self._is_free(keeper) and now - keeper.used >= self.idle_s

    def _is_free(self, keeper: Keeper) -> bool:
        """Whether nobody needs a table now."""
        nobody = keeper.listeners <= self.watchers and (keeper.table.awaits_eyes or not keeper.table.bots_to_move())
        rests = not keeper.lock.locked() and (keeper.saving is None or keeper.saving.done())
        return nobody and rests

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Ends what goes on beside; what was stored is stored."""
        await end(*self.tasks, *self.loading.values())
        await asyncio.gather(*(one.saving for one in self.open.values() if one.saving), return_exceptions=True)
