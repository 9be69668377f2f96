"""What a table and an engine say to each other, line by line (docs/protocol.md)."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots.bot import Budget
from smalti.games import find_game
from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.position import Position

HELLO = "smalti 1"
READY = "ready"
QUIT = "quit"
BUDGET = {"simulations": "simulations", "ms": "milliseconds", "cores": "cores"}
"""What a `go` line calls the parts of a budget."""


@dataclass(frozen=True)
class Turn:
    """What an engine is asked."""

    position: Position
    seat: int
    generator: int = 0
    budget: Budget | None = None

    def write(self) -> list[str]:
        """The lines that ask it. The position is written as the seat may see it."""
        seen = self.position.view(self.seat)
        moves = " ".join(map(str, self.position.legal_moves(self.seat)))
        limits = "".join(
            f" {word} {getattr(self.budget, name)}" for word, name in BUDGET.items() if getattr(self.budget, name, None)
        )
        return [
            f"game {self.position.game.name}",
            f"position {seen}",
            f"moves {moves}",
            f"go seat {self.seat} generator {self.generator}{limits}",
        ]


def read_move(turn: Turn, text: str) -> int:
    """The move that an engine answers: its number, or its notation. Raises a SmaltiError if it is neither."""
    if text.isascii() and text.isdigit():
        return int(text)
    return turn.position.game.text.parse_move(turn.position.state, turn.seat, text)


class Listening:
    """An engine's side: what was said so far."""

    def __init__(self) -> None:
        self.game = ""
        self.position = ""

    def hear(self, line: str) -> Turn | None:
        """Takes a line in; a `go` is a turn to think about. Raises a SmaltiError for what cannot be understood."""
        word, _, rest = line.strip().partition(" ")
        if word == "game":
            self.game = find_game(rest).name
        elif word == "position":
            self.position = rest
        elif word == "go":
            return self._turn(rest.split())
        return None

    def _turn(self, words: list[str]) -> Turn:
        if not self.game or not self.position:
            raise InvalidNotation("there is nothing to think about; a `game` and a `position` come before `go`")
        numbers = read_pairs(words)
        seat, generator = numbers.pop("seat", 0), numbers.pop("generator", 0)
        unknown = [word for word in numbers if word not in BUDGET]
        if unknown:
            raise InvalidNotation(f"`go` takes seat, generator, {', '.join(BUDGET)}, not {show(unknown[0])}")
        game = find_game(self.game)
        position = Position(game, game.text.parse_position(self.position), game.rules)
        if seat not in position.actors():
            raise InvalidNotation(f"seat {seat} is not to choose in this position")
        limits = {BUDGET[word]: number for word, number in numbers.items()}
        return Turn(position, seat, generator, Budget(**limits) if limits else None)


def read_pairs(words: list[str]) -> dict[str, int]:
    """Words and whole numbers in turns."""
    if len(words) % 2 or not all(number.isascii() and number.isdigit() for number in words[1::2]):
        raise InvalidNotation(f"`go` is followed by words and whole numbers in turns, not by {show(' '.join(words))}")
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))
