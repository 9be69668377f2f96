"""Who looks at a table through other servers on the same database: those that have it open tell each other.

Nothing of it is stored. Whoever opens a table asks who else has it open, and what changes is told only where somebody
has answered. It is said again and again, so that the people of a server that was killed are not there for long.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from smalti.server.store.store import Store, StoreError
from smalti.server.table.changes import Row
from smalti.server.wire.messages import Presence

if TYPE_CHECKING:
    from smalti.server.wire.audience import Audience

log = logging.getLogger(__name__)

CHANNEL = "smalti_here"
BEAT_S = 20.0
FORGOTTEN_S = 60.0
"""A server that has said nothing about a table for so long has nobody there."""
RETRY_S = 1.0
MOST_TOLD = 30
"""So many tables stand in one piece of news, of which PostgreSQL takes 8,000 bytes."""
NOBODY = Presence(frozenset(), 0)


@dataclass
class Abroad:
    """Who looks at one table through other servers, and when each has said so."""

    servers: dict[str, tuple[Presence, float]] = field(default_factory=dict)
    """Those that have the table open, also if they have not said more than that."""

    def hear(self, server: str, there: Presence | None, now: float) -> bool:
        """What a server says; None: it asks. Whether it speaks of people for the first time."""
        before = self.servers.pop(server, (NOBODY, now))[0]
        if there != NOBODY:
            self.servers[server] = there or before, now
        return there is not None and before == NOBODY

    def miss(self, before: float) -> bool:
        """Forgets servers that have said nothing since; whether there were any."""
        gone = [server for server, (_, at) in self.servers.items() if at < before]
        for server in gone:
            del self.servers[server]
        return bool(gone)

    def added_to(self, own: Presence, seated: Collection[str]) -> Presence:
        """Everybody who looks at the table, of whom these have a seat."""
        there = [presence for presence, _ in self.servers.values()]
        people = own.people.union(*(one.people for one in there)).intersection(seated)
        return Presence(people, own.watching + sum(one.watching for one in there))


@dataclass(eq=False)
class Elsewhere:
    """What this server tells the others and hears from them."""

    store: Store
    open: Mapping[str, Audience]
    """The tables that somebody looks at here."""
    asking: set[str] = field(default_factory=set)
    """Tables that were opened here, of which the others are still to be asked."""
    due: set[str] = field(default_factory=set)
    """Tables of which there is something to tell."""
    told: set[str] = field(default_factory=set)
    """Tables of which the others were told that somebody looks at them here."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def opened(self, table_id: str) -> None:
        """Somebody looks at a table here, as the first one."""
        self.asking.add(table_id)
        self.ready.set()

    def changed(self, audience: Audience) -> None:
        """Others look at a table here than before."""
        if audience.abroad.servers:
            self.due.add(audience.keeper.id)
            self.ready.set()

    def heard(self, payload: str) -> None:
        """What another server says; nothing at all after news may have been missed."""
        if not payload:
            self.asking |= set(self.open)
            self.ready.set()
            return
        news = json.loads(payload)
        if news["by"] == self.store.own:
            return
        for table_id, there in told_in(news):
            audience = self.open.get(table_id)
            if audience is None:
                continue
            if there is None or (there != NOBODY and news["by"] not in audience.abroad.servers):
                self.due.add(table_id)
                self.ready.set()
            audience.came_or_left(at_once=audience.abroad.hear(news["by"], there, time.monotonic()))

    async def keep(self) -> None:
        """Tells what is due, for ever."""
        beaten = time.monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(beaten + BEAT_S - time.monotonic()):
                    await self.ready.wait()
            self.ready.clear()
            if time.monotonic() >= beaten + BEAT_S:
                beaten = time.monotonic()
                self.beat(beaten)
            try:
                await self.tell()
            except StoreError as error:
                log.warning("other servers are not told who is at tables: %s", error)
                await asyncio.sleep(RETRY_S)
                self.ready.set()

    def beat(self, now: float) -> None:
        """Forgets servers that say nothing any more; what the others know of this one is to be said again."""
        for table_id, audience in self.open.items():
            if audience.abroad.miss(now - FORGOTTEN_S):
                audience.came_or_left()
            if audience.abroad.servers:
                self.due.add(table_id)

    async def tell(self) -> None:
        """Everything that is due, as it stands now."""
        while self.asking or self.due:
            asked, told = (list(islice(tables, MOST_TOLD)) for tables in (self.asking, self.due))
            rows = [self._row(table_id) for table_id in told]
            await self.store.notify(CHANNEL, {"by": self.store.own, "asks": asked, "here": rows})
            self.asking -= set(asked)
            self.due -= {one for one, row in zip(told, rows, strict=True) if row == self._row(one)}
            self.told -= set(told)
            self.told |= {table_id for table_id, people, watching in rows if people or watching}

    def _row(self, table_id: str) -> tuple[str, list[str], int]:
        audience = self.open.get(table_id)
        here = audience.own if audience else NOBODY
        return table_id, sorted(here.people), here.watching

    async def close(self) -> None:
        """This server ends: nobody looks at anything here any more."""
        self.due |= self.told
        with suppress(StoreError):  # then the others find it out by themselves
            await self.tell()


def told_in(news: Row) -> Iterator[tuple[str, Presence | None]]:
    """Of which tables another server speaks, and who is there; None: it asks."""
    yield from ((table_id, None) for table_id in news["asks"])
    yield from ((table_id, Presence(frozenset(people), watching)) for table_id, people, watching in news["here"])
