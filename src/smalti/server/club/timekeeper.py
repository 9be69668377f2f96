"""Looks at the clocks of all tables: when time is over, what was agreed on happens, once.

Nothing of it is kept here. What is due stands in the database, whoever finds it asks the keeper of the table, and of
several servers that do the one whose commit comes first is the one that did.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.beating import Beats
from smalti.server.store.store import StoreError
from smalti.server.table.turns import BOTS, GRACE, SEEN_TO

log = logging.getLogger(__name__)

TICK_S = 1.0
BEAT = timedelta(seconds=10)
"""So often it is noted that live clocks are looked at."""
GAP = timedelta(seconds=30)
"""If they were not looked at for longer than this, the time is given back."""


@dataclass
class Timekeeper:
    """Sees to it that no table waits for ever for somebody who does not come."""

    lobby: Lobby
    beaten: datetime | None = field(default=None)
    """When it was last noted that the clocks are looked at."""

    @property
    def beats(self) -> Beats:
        """What is stored of it."""
        return Beats(self.lobby.store)

    async def keep(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.tick(clock.now())
            except StoreError as error:
                log.warning("the clocks wait: %s", error)
            except Exception:
                log.exception("the clocks could not be looked at")

    async def tick(self, now: datetime) -> None:
        """Gives back what nobody is to blame for, then does what is due."""
        if self.beaten is None or not timedelta() <= now - self.beaten < BEAT:
            await self.lobby.read_again(await self.beats.beat(now, GAP))
            self.beaten = now
        for table_id, seat in await self.beats.due(now - GRACE):
            try:
                await (self._wake_bots(table_id, now) if seat == BOTS else self._run_out(table_id, seat, now))
            except StoreError:
                raise
            except SmaltiError as error:
                await self._leave(table_id, seat, now, error)

    async def _run_out(self, table_id: str, seat: int, now: datetime) -> None:
        """Whatever was agreed on happens, unless somebody was faster."""
        keeper = await self.lobby.find(table_id)
        await keeper.run_out(seat)
        if keeper.table.frozen and seat in keeper.table.turns:
            await self._leave(table_id, seat, now, keeper.table.frozen)

    async def _leave(self, table_id: str, seat: int, now: datetime, why: SmaltiError) -> None:
        """A table that this program cannot play on must not keep the others waiting; it is looked at again later."""
        log.warning("table %s: its clock stands still: %s", table_id, why)
        await self.beats.put_off(table_id, seat, now + SEEN_TO)

    async def _wake_bots(self, table_id: str, now: datetime) -> None:
        """Bots are to choose and have not: the server that asked them may be gone. In memory they are asked again."""
        await self.beats.put_off(table_id, BOTS, now + SEEN_TO)
        keeper = await self.lobby.find(table_id)
        await keeper.catch_up(sys.maxsize)
