"""What a command comes to: events, the match with them, and what else is to be stored in the same breath."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from smalti.kernel.match import Match

Row = dict[str, Any]
"""Plain values, as they are stored."""


@dataclass(frozen=True)
class SeatTaken:
    """Somebody takes the seat they were invited to, unless somebody else has; or a bot does, for whom nobody plays."""

    seat: int
    token_hash: str
    person_id: str | None
    name: str
    bot: str | None = None


@dataclass(frozen=True)
class SeatHandedOver:
    """A seat goes to a bot, or back."""

    seat: int
    bot: str | None
    away: str | None = None
    """Why, if not because its person wished it: their time was over, the others voted for it, or they resigned."""


@dataclass(frozen=True)
class ChanceFixed:
    """What the players have added to chance, when the game begins."""

    added: str


@dataclass(frozen=True)
class GameEnded:
    """A game is over: this goes with its last move."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    record: str
    """As it is handed out from now on: a game that is over stays as it is."""


class Rematch(NamedTuple):
    """The table at which the people of a finished game play again."""

    table: str
    by: int
    """The seat that asked for it."""


@dataclass(frozen=True)
class RematchMade:
    """Another table with the same people: it is there if the old one says so, and only then."""

    table: Row
    seats: tuple[Row, ...]
    events: tuple[Row, ...]


@dataclass(frozen=True)
class PreparedMade:
    """A prepared move is made, unless it was withdrawn: this is left of the plan."""

    seat: int
    stamp: str
    rest: list[Row]
    ended: GameEnded | None = None
    """If it was the last move of the game."""


Beside = SeatTaken | SeatHandedOver | ChanceFixed | GameEnded | RematchMade | PreparedMade


@dataclass(frozen=True)
class Turn:
    """The turn of a seat, or what is left of its clock until its next one."""

    seat: int
    since: datetime | None = None
    """Since when it is to choose; None: it is not."""
    due: datetime | None = None
    """When its time is over; None: it has as much as it likes, or its time is over and the others were told."""
    left_s: float | None = None
    """What is left of its clock, when its turn began or after it has ended."""
    votes: dict[str, str] = field(default_factory=dict)
    """What other seats want to be done about a seat that does not choose."""
    live: bool = False
    """Whether its clock stands still while no server runs."""

    @property
    def late(self) -> bool:
        """Whether its time is over and the others may decide what becomes of that."""
        return self.since is not None and self.due is None and self.left_s is not None


Turns = dict[int, Turn]
"""By seat."""


@dataclass(frozen=True)
class Change:
    """What is to be stored, all or none."""

    events: list[Row]
    match: Match
    beside: Beside | None = None
    turns: Turns | None = None
    """Every turn, once it is worked out; before that those that are otherwise than the change alone would make them."""
