"""The one interface of bots: the same door that people use, and no more to see than a person in that seat sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position


class UnknownBot(SmaltiError):
    """There is no bot of that name."""


@dataclass(frozen=True)
class Bot:
    """One who chooses moves, a value like a game."""

    name: str
    words: str
    """One sentence for the player who sets the table up."""
    choose: Callable[[Position, int, int], int]
    """(position as the seat may see it, seat, generator of 62 bits): one of the seat's legal moves.
    The same three arguments give the same move, in every process."""

    def move(self, position: Position, seat: int, generator: int) -> int:
        """The move in a position that may hold what the seat must not see."""
        return self.choose(position.view(seat), seat, generator)
