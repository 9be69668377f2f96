"""The people around somebody, as a page shows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from smalti.server.club.circle import Circle, Somebody
from smalti.server.http.services import Services
from smalti.server.table.changes import Row


class Around(NamedTuple):
    """The people whom the club shows to somebody."""

    friends: list[Somebody]
    recent: list[Somebody]
    """Those they played with last, besides friends."""
    others: list[Somebody]
    """Who else is there, and shows it to everybody."""
    blocked: list[Somebody]

    @property
    def ids(self) -> frozenset[str]:
        """All of them."""
        return frozenset(one.id for group in self for one in group)


async def look_at_person(served: Services, person_id: str | None, other: Row) -> Somebody:
    """Another one as somebody sees them."""
    circle = Circle(*await served.meeting.ties(person_id)) if person_id else Circle({}, {})
    met = bool(person_id and await served.meeting.met(person_id, [other["id"]]))
    return circle.look_at(other, met=met, present=served.room.present)


async def people_around(served: Services, person_id: str | None) -> Around:
    """Friends, those somebody played with, and who else is there."""
    meeting, present = served.meeting, served.room.present
    circle = Circle(*await meeting.ties(person_id)) if person_id else Circle({}, {})
    played_with = await meeting.recent(person_id) if person_id else []
    visible = served.room.visible
    ids = list(dict.fromkeys([*circle.own, *played_with, *visible]))
    known = await meeting.people(ids)
    met = await meeting.met(person_id, ids) if person_id else set()
    seen = {who: circle.look_at(row, met=who in met, present=present) for who, row in known.items()}
    shown: set[str] = set(circle.shunned) | {person_id or ""}

    def pick(ids: Iterable[str], besides: Collection[str] = ()) -> list[Somebody]:
        return [seen[one] for one in ids if one in seen and one not in besides]

    friends = sorted(pick(circle.friends, shown), key=lambda one: (not one.here, one.name.casefold()))
    recent = pick(played_with, shown | set(circle.friends))
    others = pick(visible, shown | set(circle.friends) | set(played_with))
    return Around(friends, recent, others, pick(circle.blocked))
