"""A finished game looked at together: who leads, which point all look at, and what each of them points at."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from smalti.kernel.words import N_
from smalti.server.table.refusals import NotYours

MOST_POINTS = 8
"""So many people point at something at a time; who pointed first is forgotten first."""
NO_LEADER = N_("somebody else leads; take the lead first")


@dataclass(frozen=True)
class Point:
    """Somebody points at a place."""

    key: str
    name: str
    place: int


@dataclass(frozen=True)
class Together:
    """As everybody is told; nothing of it is stored."""

    leader: str = ""
    """The key of who leads: nobody's is empty."""
    name: str = ""
    ply: int = 0
    points: tuple[Point, ...] = ()

    def led_by(self, key: str, name: str, ply: int) -> Together:
        """Somebody takes the lead, from whoever had it."""
        return Together(key, name, ply)

    def at(self, key: str, ply: int) -> Together:
        """Who leads looks at a point of the game; what was pointed at was on the board before."""
        if key != self.leader:
            raise NotYours(NO_LEADER)
        return replace(self, ply=ply, points=())

    def pointing(self, key: str, name: str, place: int | None) -> Together:
        """Somebody points at a place, or at nothing any more; only while somebody leads."""
        if not self.leader:
            return self
        others = tuple(one for one in self.points if one.key != key)[-MOST_POINTS + 1 :]
        return replace(self, points=others if place is None else (*others, Point(key, name, place)))

    def without(self, key: str) -> Together:
        """Somebody goes, or leads no more."""
        return Together() if key == self.leader else self.pointing(key, "", None)

    def as_json(self) -> dict[str, Any]:
        """For other processes of the same server."""
        return asdict(self)


APART = Together()
"""Nobody leads."""


def read_together(told: dict[str, Any]) -> Together:
    """As another process told it."""
    return Together(**told | {"points": tuple(Point(**one) for one in told["points"])})
