"""What people ask for who look at a finished game together: the lead, a point of the game, a place to point at."""

from __future__ import annotations

from typing import Any

from smalti.kernel.entry import is_number
from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.ids import new_id
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.setting_up import NO_POINT
from smalti.server.table.refusals import STILL_RUNS, NotYours
from smalti.server.table.together import Together

DEEDS = ("lead", "look", "point")


class Leading:
    """One of those who look at a table."""

    def __init__(self, keeper: Keeper, person_id: str | None) -> None:
        self.keeper, self.person_id = keeper, person_id
        self.key = person_id or new_id()

    async def carry_out(self, message: dict[str, Any]) -> None:
        """One thing that was asked; refused while the game runs."""
        if not self.keeper.table.position.is_over:
            raise NotYours(STILL_RUNS)
        now = self.keeper.together
        match message["type"]:
            case "lead" if message.get("on") is False:
                await self._show(now.without(self.key) if now.leader == self.key else now)
            case "lead":
                await self._show(now.led_by(self.key, await self._name(), self._ply(message)))
            case "look":
                await self._show(now.at(self.key, self._ply(message)))
            case _:
                place = message.get("place")
                named = is_number(place) and 0 <= place < 1 << 15
                await self._show(now.pointing(self.key, await self._name(), place if named else None))

    async def leave(self) -> None:
        """The last connection of somebody is gone."""
        await self._show(self.keeper.together.without(self.key))

    async def _show(self, together: Together) -> None:
        if together != self.keeper.together:
            await self.keeper.look_together(together)

    def _ply(self, message: dict[str, Any]) -> int:
        ply, last = message.get("ply"), len(self.keeper.table.match.log)
        if not is_number(ply) or not 0 <= ply <= last:
            raise SmaltiError(NO_POINT, last=last, ply=ply if is_number(ply) else "?")
        return ply

    async def _name(self) -> str:
        """As the table calls them, else as they call themselves; nothing for a stranger."""
        table = self.keeper.table
        for seat in table.seats_of(self.person_id):
            return table.chairs[seat].name
        known = await self.keeper.store.person(self.person_id) if self.person_id else None
        return known["name"] if known else ""
