"""Carries out what people have prepared, as soon as it is their turn, wherever the table is in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, field

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.store.prepared import Prepared
from smalti.server.store.store import Conflict, StoreError
from smalti.server.table.prepared import Dropped, Plan, is_between_people

log = logging.getLogger(__name__)

SWEEP_S = 60.0
"""So often plans are looked for at tables that nobody has in memory: whoever changed them may have died over it."""


@dataclass(eq=False)
class Preparing:
    """Hears of every change at every table in memory."""

    lobby: Lobby
    looking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    swept: dict[str, int] = field(default_factory=dict)
    """How many events tables had when they were last looked at because of a plan."""
    planned: set[str] = field(default_factory=set)
    """Tables where something may be prepared, so that a move elsewhere asks the database nothing. Of what is prepared
    at another server that one hears, and the sweep."""

    @property
    def plans(self) -> Prepared:
        """Where plans are kept."""
        return Prepared(self.lobby.store)

    def changed(self, keeper: Keeper) -> None:
        """Somebody may be to choose who has decided already."""
        if keeper.id in self.planned and keeper.table.begun and is_between_people(keeper.table):
            self._look(keeper)

    def progressed(self, keeper: Keeper) -> None:
        """Nothing to do: it is about bots."""

    def seen(self, keeper: Keeper) -> None:
        """Nothing to do: whoever comes asks for their plan."""

    async def own(self, keeper: Keeper, person_id: str) -> Plan | None:
        """The plan of somebody at a table, after all that is due was done."""
        await asyncio.shield(self._look(keeper))
        plans = await self.plans.of(keeper.id)
        if plans:
            self.planned.add(keeper.id)
        return next((plan for whose, plan in plans if whose == person_id), None)

    def _look(self, keeper: Keeper) -> asyncio.Task[None]:
        """One look at a time; what changes meanwhile is looked at too."""
        task = self.looking.get(keeper.id)
        if task is None:
            task = self.looking[keeper.id] = asyncio.create_task(self._settle_all(keeper))
            task.add_done_callback(lambda _: self.looking.pop(keeper.id))
        return task

    async def _settle_all(self, keeper: Keeper) -> None:
        number = -1
        try:
            while number < keeper.table.number:
                number = keeper.table.number
                plans = await self.plans.of(keeper.id)
                for person_id, plan in plans:
                    await self._settle(keeper, person_id, plan)
                if not plans or keeper.table.position.is_over:
                    self.planned.discard(keeper.id)
        except StoreError as error:
            log.warning("table %s: what was prepared waits: %s", keeper.id, error)
            self.swept.pop(keeper.id, None)

    async def _settle(self, keeper: Keeper, person_id: str, plan: Plan) -> None:
        """One plan: carried out, dropped with a reason, forgotten, or left for later."""
        table, chair = keeper.table, keeper.table.chairs[plan.seat]
        if table.position.is_over or table.ended or chair.bot or chair.person_id != person_id:
            await self.plans.forget(keeper.id, plan)
        elif plan.seat not in table.position.actors():
            if plan.dropped:  # the person has moved since, and was told before
                await self.plans.forget(keeper.id, plan)
        elif table.playable and not plan.dropped:
            await self._carry_out(keeper, plan)

    async def _carry_out(self, keeper: Keeper, plan: Plan) -> None:
        try:
            await keeper.make_prepared(plan)
        except Conflict:
            log.info("table %s: the plan of seat %d was withdrawn, or made elsewhere", keeper.id, plan.seat)
        except Dropped as why:
            await self.plans.drop(keeper.id, plan, why.key)
        except StoreError:
            raise
        except SmaltiError as error:
            log.warning("table %s: the plan of seat %d was refused: %s", keeper.id, plan.seat, error)
            await self.plans.drop(keeper.id, plan, "illegal")

    async def keep(self) -> None:
        """Looks at once and every minute for plans at tables that nobody has in memory, for ever."""
        while True:
            try:
                await self.sweep(await self.plans.tables())
            except StoreError as error:
                log.warning("what was prepared waits: %s", error)
            await asyncio.sleep(SWEEP_S)

    async def sweep(self, table_ids: Collection[str]) -> None:
        """Opens those of the tables where something has happened since the last look."""
        self.planned.update(table_ids)
        numbers = await self.lobby.store.numbers_of(table_ids)
        changed = [table_id for table_id, number in numbers.items() if self.swept.get(table_id) != number]
        self.swept = numbers
        for keeper in await self.lobby.find_all(changed):
            self.changed(keeper)

    async def close(self) -> None:
        """Waits for what is being carried out."""
        await asyncio.gather(*self.looking.values(), return_exceptions=True)
