"""The lobby as it stands now: which tables are open and who is there, kept fresh for everybody who looks at it.

Each server keeps its own, from what is stored, and tells the others what it has changed. Whoever is told looks again,
so news that came twice or got lost do no harm.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from smalti.server.club.openings import Opening, read_opening
from smalti.server.club.sitting import fill_all
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.meeting import Meeting
from smalti.server.store.presence import Attendance
from smalti.server.store.store import StoreError

log = logging.getLogger(__name__)

CHANNEL = "smalti_club"
"""Where PostgreSQL tells every process that somebody came, or that a table is open."""
TICK_S = 1.0
"""So often it is looked whether bots are due."""
GATHER_S = 0.2
"""So long what changes is gathered before everybody is told."""
BEAT_S = 20.0
"""So often each server says whom it sees."""
STAYS_S = 4.0
"""So long somebody is still there after their last connection is gone: who goes to another page comes back."""
FORGOTTEN = timedelta(days=30)
"""After so long an opening is forgotten whose owner has not come."""
MOST_VISIBLE = 30
"""So many of those who show themselves to everybody are named."""
MOST_TOLD = 100
"""So many people stand in one piece of news."""


class Visitor(Protocol):
    """Somebody who looks at a page of the club."""

    person_id: str | None
    circle: Collection[str]
    """Those of whom they were told, so that they hear when these come and go."""

    def wake(self, *parts: str) -> None:
        """Some of what they see is no longer so."""

    def send_away(self) -> None:
        """Ends the connection; who comes again is asked who they are."""


@dataclass(eq=False)
class Room:
    """Who is in the club at this server, and what they see."""

    lobby: Lobby
    at_tables: Callable[[], Iterable[str]] = lambda: ()
    """The people whom this server sees at tables."""
    visitors: set[Visitor] = field(default_factory=set)
    here: Counter[str] = field(default_factory=Counter)
    """How many connections to the club each person has."""
    left: dict[str, float] = field(default_factory=dict)
    """When the last connection of these people ended."""
    told: frozenset[str] = frozenset()
    """Whom this server has said it sees."""
    openings: tuple[Opening, ...] = ()
    present: frozenset[str] = frozenset()
    """Everybody whom some server sees."""
    visible: tuple[str, ...] = ()
    """Those of them who show themselves to everybody, as everybody was told at the last beat."""
    known: frozenset[str] = frozenset()
    """The tables that somebody has opened, also to one person only."""
    seated: frozenset[str] = frozenset()
    """Whom this server saw at tables at its last beat."""
    due: asyncio.Event = field(default_factory=asyncio.Event)
    beaten: float = -BEAT_S
    texts: dict[str, str] = field(default_factory=dict)
    """What was written of the open tables, by language."""

    def __post_init__(self) -> None:
        self.meeting, self.attendance = Meeting(self.lobby.store), Attendance(self.lobby.store)

    # Who comes and goes

    def join(self, visitor: Visitor) -> None:
        """Somebody comes."""
        self.visitors.add(visitor)
        if visitor.person_id:
            self.here[visitor.person_id] += 1
            self.left.pop(visitor.person_id, None)
            self.due.set()

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes."""
        self.visitors.discard(visitor)
        if visitor.person_id:
            self.here[visitor.person_id] -= 1
            if not self.here[visitor.person_id]:
                del self.here[visitor.person_id]
                self.left[visitor.person_id] = time.monotonic()

    def send_away(self, person_id: str) -> None:
        """Somebody has signed out."""
        for visitor in [one for one in self.visitors if one.person_id == person_id]:
            visitor.send_away()

    async def close(self) -> None:
        """This server ends, and sees nobody any more."""
        with suppress(StoreError):  # then the others find it out by themselves
            if self.told:
                await self.attendance.leave()
                await self.tell()

    # What changes

    def changed(self, keeper: Keeper) -> None:
        """A table has changed; it matters here if it waits for people."""
        if keeper.id in self.known and not keeper.table.begun:
            self.lobby.spawn(self.tell({chair.person_id for chair in keeper.table.chairs if chair.person_id}))

    def progressed(self, keeper: Keeper) -> None:
        """No matter here."""

    def seen(self, keeper: Keeper) -> None:
        """No matter here."""

    async def tell(self, people: Collection[str] = ()) -> None:
        """Open tables are otherwise than they were, and what concerns these people; other servers hear of it too."""
        self.hear(people)
        with suppress(StoreError):  # they look again at their next beat
            await self.lobby.store.notify(CHANNEL, {"by": self.lobby.store.own, "people": list(people)[:MOST_TOLD]})

    def heard(self, payload: str) -> None:
        """News from another server; without words, news may have been missed."""
        told = json.loads(payload) if payload else {"by": "", "people": list(self.here)}
        if told["by"] != self.lobby.store.own:
            self.hear(told["people"])

    def hear(self, people: Collection[str]) -> None:
        """What concerns these people has changed, and perhaps what everybody sees."""
        for visitor in self.visitors:
            if visitor.person_id in people:
                visitor.wake("asked", "mine", "people", "tables")
        self.due.set()

    # Keeping it fresh

    async def keep(self) -> None:
        """Looks after the club, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self.due.wait()
            changed = self.due.is_set()
            self.due.clear()
            try:
                await self.look_after(changed=changed)
            except StoreError as error:
                log.warning("the club waits: %s", error)
            except Exception:  # a fault here must not end the club
                log.exception("the club could not be looked after")
            await asyncio.sleep(GATHER_S)

    async def look_after(self, *, changed: bool) -> None:
        """Says whom this server sees, lets bots come where they are due, and looks again where something changed."""
        now = time.monotonic()
        beats = now - self.beaten >= BEAT_S
        await self._attend(now, beats=beats)
        if due := await self.meeting.due(clock.now()):
            await self.tell(await fill_all(self.lobby, self.meeting, due))
        if beats:
            self.beaten = now
            if self.known:
                await self.meeting.tidy(clock.now(), FORGOTTEN)
        if changed or beats:
            await self._look()
        if beats:
            await self._look_around()

    async def _attend(self, now: float, *, beats: bool) -> None:
        """Says who came and who left since, and again and again who is still there."""
        self.left = {who: since for who, since in self.left.items() if now - since < STAYS_S}
        if beats:
            self.seated = frozenset(self.at_tables())
        seen = frozenset({*self.here, *self.left, *self.seated})
        if seen != self.told:
            await self.attendance.change(seen - self.told, self.told - seen)
            self.told = seen
            await self.tell()
        if beats and self.told:
            await self.attendance.confirm()

    async def _look(self) -> None:
        """Reads what is stored, and wakes whoever sees it otherwise now."""
        before, present = self.present, await self.attendance.present()
        rows = [read_opening(row) for row in await self.meeting.listed()]
        openings = tuple(one for one in rows if one.is_shown(clock.now()))
        self.known = await self.meeting.opened()
        moved = before ^ present
        is_new = openings != self.openings
        self.openings, self.present = openings, present
        if is_new:
            self.texts.clear()
        for_all = [*(["tables"] if is_new else []), *(["crowd"] if len(before) != len(present) else [])]
        for visitor in self.visitors:
            visitor.wake(*for_all, *([] if moved.isdisjoint(visitor.circle) else ["people"]))

    async def _look_around(self) -> None:
        """Who shows themselves to everybody; that changes what all see, so they are told of it now and then only."""
        before, self.visible = self.visible, tuple(await self.meeting.showing_themselves(self.present, MOST_VISIBLE))
        if before != self.visible:
            for visitor in self.visitors:
                visitor.wake("people")
