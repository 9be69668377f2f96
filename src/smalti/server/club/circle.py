"""The people around somebody: friends, those they played with, who is there; and who may know it. Values only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from smalti.server.store.meeting import Tie
from smalti.server.table.changes import Row


@dataclass(frozen=True)
class Somebody:
    """A person as another one sees them."""

    id: str
    name: str
    avatar: str | None
    friend: bool
    blocked: bool
    open: bool
    """Whether they show themselves to whoever looks, so that they can be asked to play."""
    here: bool
    """Whether they are there now, as far as they show it."""


@dataclass(frozen=True)
class Circle:
    """What is known of the ties between somebody and others."""

    own: Mapping[str, Tie]
    """What they think of others."""
    others: Mapping[str, Tie]
    """What others think of them."""

    @property
    def friends(self) -> tuple[str, ...]:
        """Whom they like to meet."""
        return tuple(who for who, kind in self.own.items() if kind == "friend")

    @property
    def blocked(self) -> tuple[str, ...]:
        """Whom they do not want to meet."""
        return tuple(who for who, kind in self.own.items() if kind == "block")

    @property
    def shunned(self) -> frozenset[str]:
        """With whom they do not meet, whoever wants it so."""
        both = (self.own, self.others)
        return frozenset(who for ties in both for who, kind in ties.items() if kind == "block")

    def may_see(self, other: Row, *, met: bool) -> bool:
        """Whether another one shows themselves to them: as they have set it, and to nobody whom they block."""
        if other["id"] in self.shunned:
            return False
        known = met or self.others.get(other["id"]) == "friend"
        return bool(other["seen_by"] == "everybody" or (other["seen_by"] == "opponents" and known))

    def look_at(self, other: Row, *, met: bool, present: Collection[str]) -> Somebody:
        """Another one as they see them."""
        seen = self.may_see(other, met=met)
        who, kind = other["id"], self.own.get(other["id"])
        here = seen and other["show_presence"] and who in present
        return Somebody(who, other["name"], other["avatar"], kind == "friend", kind == "block", seen, here)
