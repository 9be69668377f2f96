"""Seats at a table and who sits on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from smalti.kernel.errors import SmaltiError
from smalti.kernel.names import shown_name
from smalti.kernel.words import N_

LONGEST_NAME = 24
SOMEBODY = N_("Somebody")
"""Who sat where somebody has left for good."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table and who sits on it."""

    seat: int
    name: str
    person_id: str | None = None
    bot: str | None = None
    invited: bool = False
    """Whether the invitation to it has not been taken yet."""
    away: str | None = None
    """Why a bot plays for its person, if they did not wish it: `time`, `vote`, or `resigned`."""

    @classmethod
    def read(cls, row: dict[str, Any]) -> Chair:
        """A chair as it is stored."""
        invited = row["token_hash"] is not None
        return cls(row["seat"], row["name"], row["person_id"], row["bot"], invited, row.get("away"))


def clean_name(name: object) -> str:
    """A name as it may be shown: it can be seen, stands on one line, and is not too long."""
    if not isinstance(name, str):
        raise SmaltiError(N_("a name is a text"))
    shown = shown_name(shown_name(name)[:LONGEST_NAME])
    if not shown:
        raise SmaltiError(N_("a name has at least one letter"))
    return shown


def all_bots(chairs: list[Chair]) -> bool:
    """Whether bots play every seat."""
    return all(chair.bot for chair in chairs)


def replaced(chairs: list[Chair], chair: Chair) -> list[Chair]:
    """The same chairs with another one in its place."""
    return [chair if one.seat == chair.seat else one for one in chairs]
