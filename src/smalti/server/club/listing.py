"""How a table is opened: put on the list, kept for somebody, filled with bots after a while; and what is refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from smalti.bots import find_bot
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.club.circle import Circle
from smalti.server.club.openings import read_opening
from smalti.server.club.room import Room
from smalti.server.operation import clock
from smalti.server.store.meeting import Meeting
from smalti.server.table.chairs import clean_name
from smalti.server.table.refusals import NotYours

NOT_SHOWN = N_("this person is not shown to you, so they cannot be asked here; send them a link")
ASKED_ALREADY = N_("you have asked this person already, and they have not answered yet")
MANY_LISTED = N_("you have {most} tables on the list already; withdraw one first")
NO_FREE_SEAT = N_("nobody can come to this table: it has no free seat")


@dataclass(frozen=True)
class Wished:
    """How somebody wishes a table to be open."""

    listed: bool = False
    fill_bot: str | None = None
    fill_name: str = ""
    fill_minutes: int = 0

    def row(self, table_id: str, person_id: str) -> dict[str, object]:
        """As it is stored."""
        bot = find_bot(self.fill_bot) if self.fill_bot else None
        return {
            "table_id": table_id,
            "person_id": person_id,
            "listed": self.listed,
            "fill_bot": bot and bot.name,
            "fill_name": bot and clean_name(self.fill_name or bot.name),
            "fill_at": bot and clock.now() + timedelta(minutes=self.fill_minutes),
        }


async def check_asked(meeting: Meeting, person_id: str, asked: Collection[str]) -> None:
    """Refuses to ask people who are not shown to somebody, or who have not answered yet."""
    known, circle = await meeting.people(asked), Circle(*await meeting.ties(person_id))
    met = await meeting.met(person_id, list(asked))
    for who in asked:
        if who == person_id or who not in known or not circle.may_see(known[who], met=who in met):
            raise NotYours(NOT_SHOWN)
        waiting = [read_opening(row) for row in await meeting.asked_of(who)]
        if any(one.owner == person_id for one in waiting):
            raise NotYours(ASKED_ALREADY)


async def check_listed(meeting: Meeting, person_id: str, most: int) -> None:
    """Refuses one more table on the list of somebody who has enough there."""
    if 0 < most <= await meeting.listed_by(person_id):
        raise SmaltiError(MANY_LISTED, most=most)


async def open_table(
    room: Room, table_id: str, person_id: str, wished: Wished, asked: Mapping[int, str], most: int
) -> None:
    """A table waits for people as its owner wishes; everybody who is in the club sees it, and who is asked hears it."""
    if not await room.meeting.open_up(wished.row(table_id, person_id), most):
        raise SmaltiError(MANY_LISTED, most=most)
    if asked:
        await room.meeting.reserve(table_id, dict(asked))
    await room.tell({person_id, *asked.values()})
