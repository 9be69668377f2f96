"""The one interface of bots: the same door that people use, and no more to see than a person in that seat sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget as Budget  # whoever speaks of bots speaks of budgets


class UnknownBot(SmaltiError):
    """There is no bot of that name."""


class BotFailed(SmaltiError):
    """A bot crashed or gave no legal move."""


@dataclass(frozen=True)
class Candidate:
    """A move that was thought of."""

    move: int
    visits: int
    """How many simulations began with it."""
    expected: tuple[float, ...]
    """The points of every seat at the end, as expected after it."""
    worth: float
    """What the move is worth to the seat: its points, less a share of the best other's."""


@dataclass(frozen=True)
class Thought:
    """A move with its reasons."""

    move: int
    candidates: tuple[Candidate, ...] = ()
    """The best first; empty for a bot that does not compare."""
    simulations: int = 0

    @property
    def expected(self) -> tuple[float, ...]:
        """The points of every seat at the end, as expected after the move."""
        return next((c.expected for c in self.candidates if c.move == self.move), ())


Choose = Callable[[Position, int, int], int]
Think = Callable[[Position, int, int, Budget | None], Thought]


@dataclass(frozen=True)
class Bot:
    """One who chooses moves, a value like a game."""

    name: str
    words: str
    """One sentence for the player who sets the table up."""
    choose: Choose
    """(position as the seat may see it, seat, generator of 62 bits): one of the seat's legal moves.
    The same three arguments give the same move, in every process, unless the bot looks at the clock."""
    thinking: Think | None = field(default=None)
    """The same with a budget (None: the bot's own), and with reasons; None for a bot that has none."""
    title: str = ""
    """What people call it; by default its name."""

    def move(self, position: Position, seat: int, generator: int) -> int:
        """The move in a position that may hold what the seat must not see."""
        return self.think(position, seat, generator).move

    def think(self, position: Position, seat: int, generator: int, budget: Budget | None = None) -> Thought:
        """The move with its reasons; a bot that crashes or breaks the rules is reported as `BotFailed`."""
        seen = position.view(seat)
        try:
            if self.thinking is None:
                thought = Thought(self.choose(seen, seat, generator))
            else:
                thought = self.thinking(seen, seat, generator, budget)
        except Exception as error:
            raise BotFailed(f"the bot {self.name} crashed: {error}") from error
        if thought.move not in position.legal_moves(seat):
            raise BotFailed(f"the bot {self.name} chose {thought.move}, which is no legal move here")
        return thought


def thinking_bot(name: str, words: str, think: Think, title: str = "") -> Bot:
    """A bot whose every move is a thought."""

    def choose(position: Position, seat: int, generator: int) -> int:
        return think(position, seat, generator, None).move

    return Bot(name, words, choose, think, title)
