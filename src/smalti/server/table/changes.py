"""What a command comes to: events, the match with them, and what else is to be stored in the same breath."""

from __future__ import annotations

from dataclasses import dataclass
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
class Change:
    """What is to be stored, all or none."""

    events: list[Row]
    match: Match
    beside: Beside | None = None
