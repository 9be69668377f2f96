"""Open tables as values: who may sit down where, and what a list says of them. No clock, no database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from smalti.server.table.changes import Row
from smalti.server.table.paces import Pace, read_pace

PATIENCE = timedelta(minutes=20)
"""An open table leaves the list when its owner was away for so long."""
PATIENCE_BY_POST = timedelta(days=3)
"""The same, where days pass between moves."""


@dataclass(frozen=True)
class Kept:
    """A seat that is kept for somebody."""

    seat: int
    person_id: str
    name: str
    declined: bool


@dataclass(frozen=True)
class Opening:
    """A table that waits for people."""

    table: str
    owner: str | None
    """Whoever set it up, if they have said how it is open."""
    listed: bool
    game: str
    options: dict[str, Any]
    aids: dict[str, bool]
    pace: Pace | None
    private: bool
    since: datetime
    seen: datetime | None
    """When its owner was last there."""
    seats: int
    seated: tuple[tuple[str, str | None], ...]
    """Who sits there already: name and person, nobody for a bot."""
    free: dict[int, str]
    """The seats that nobody has taken, with what is stored of their invitations."""
    kept: tuple[Kept, ...]
    fill_name: str | None
    fill_bot: str | None
    fill_at: datetime | None

    @property
    def people(self) -> frozenset[str]:
        """The people who sit there."""
        return frozenset(person for _, person in self.seated if person)

    @property
    def concerned(self) -> frozenset[str]:
        """Whom it matters to what becomes of it."""
        return self.people | {one.person_id for one in self.kept}

    @property
    def for_anybody(self) -> tuple[int, ...]:
        """The free seats that are kept for nobody."""
        kept = {one.seat for one in self.kept if not one.declined}
        return tuple(seat for seat in self.free if seat not in kept)

    def seats_for(self, person_id: str) -> tuple[int, ...]:
        """The seats that somebody may take: first the one that is kept for them."""
        own = tuple(one.seat for one in self.kept if one.person_id == person_id and one.seat in self.free)
        return own + (self.for_anybody if self.listed else ())

    def is_shown(self, now: datetime) -> bool:
        """Whether it stands on the list: somebody may sit down, and the owner has been there lately."""
        patience = PATIENCE_BY_POST if self.pace and not self.pace.live else PATIENCE
        is_fresh = self.seen is not None and now - self.seen < patience
        return self.listed and bool(self.for_anybody) and is_fresh

    def is_hidden_from(self, shunned: Collection[str]) -> bool:
        """Whether somebody sits there who does not want to meet whoever looks, or the other way round."""
        return not self.people.isdisjoint(shunned)


def read_opening(row: Row) -> Opening:
    """An open table as it is stored."""
    chairs, kept = row["chairs"], row["kept"]
    taken = [chair for chair in chairs if chair["token_hash"] is None]
    return Opening(
        table=row["id"],
        owner=row["person_id"],
        listed=bool(row["listed"]),
        game=row["game"],
        options=row["options"],
        aids=row["aids"],
        pace=read_pace(row),
        private=bool(row["private"]),
        since=row["created"],
        seen=row["seen"],
        seats=len(chairs),
        seated=tuple((chair["name"], chair["person_id"]) for chair in taken),
        free={chair["seat"]: chair["token_hash"] for chair in chairs if chair["token_hash"] is not None},
        kept=tuple(Kept(one["seat"], one["person_id"], one["name"], one["declined"]) for one in kept.values()),
        fill_name=row["fill_name"],
        fill_bot=row["fill_bot"],
        fill_at=row["fill_at"],
    )
