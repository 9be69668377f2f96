"""What a table and an engine say to each other, line by line (docs/protocol.md)."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots.bot import Budget, Candidate, Thought
from smalti.games import find_game
from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.position import Position

HELLO = "smalti 1"
READY = "ready"
QUIT = "quit"
STOP = "stop"
BUDGET = {"simulations": "simulations", "ms": "milliseconds", "cores": "cores"}
"""What a `go` line calls the parts of a budget."""
LINES = "lines"
"""How many of its best moves an engine is asked to tell of."""
MOST_LINES = 100


@dataclass(frozen=True)
class Turn:
    """What an engine is asked."""

    position: Position
    seat: int
    generator: int = 0
    budget: Budget | None = None
    lines: int = 0
    """Of how many of its best moves the engine shall tell while it thinks."""

    def write(self) -> list[str]:
        """The lines that ask it. The position is written as the seat may see it."""
        seen = self.position.view(self.seat)
        moves = " ".join(map(str, self.position.legal_moves(self.seat)))
        limits = "".join(
            f" {word} {getattr(self.budget, name)}" for word, name in BUDGET.items() if getattr(self.budget, name, None)
        )
        limits += f" {LINES} {self.lines}" if self.lines else ""
        return [
            f"game {self.position.game.name}",
            f"position {seen}",
            f"moves {moves}",
            f"go seat {self.seat} generator {self.generator}{limits}",
        ]


@dataclass(frozen=True)
class Info:
    """What an engine says of its thought so far."""

    simulations: int = 0
    depth: int = 0
    lines: tuple[Candidate, ...] = ()
    """Its best moves, the best first."""
    words: str = ""
    """Whatever else it says."""

    @property
    def expected(self) -> tuple[float, ...]:
        """The points of every seat at the end, as expected after the best move."""
        return self.lines[0].expected if self.lines else ()


def write_info(thought: Thought, lines: int) -> str:
    """How a thought stands, with so many of its best moves."""
    told = "".join(
        f" line {one.move} visits {one.visits} worth {one.worth:.6g}"
        f" expected {','.join(f'{points:.6g}' for points in one.expected)}"
        for one in thought.candidates[:lines]
    )
    return f"info simulations {thought.simulations}{told}"


def read_info(text: str) -> Info:
    """What stands behind `info`; what is not written as `write_info` does is words for people."""
    words = text.split()
    counts, lines = {"simulations": 0, "depth": 0}, list[dict[str, str]]()
    try:
        for word, value in zip(words[::2], words[1::2], strict=True):
            if word == "line":
                lines.append({"line": value})
            elif lines:
                lines[-1][word] = value
            else:
                counts[word] = int(value)
        return Info(counts.pop("simulations"), counts.pop("depth"), tuple(map(read_line, lines)))
    except (ValueError, KeyError):
        return Info(words=text)


def read_line(said: dict[str, str]) -> Candidate:
    """One of an engine's best moves; all but the move may be left out."""
    expected = tuple(map(float, said["expected"].split(","))) if "expected" in said else ()
    return Candidate(int(said["line"]), int(said.get("visits", 0)), expected, float(said.get("worth", 0)))


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
        seat, generator, lines = (numbers.pop(word, 0) for word in ("seat", "generator", LINES))
        unknown = [word for word in numbers if word not in BUDGET]
        if unknown:
            raise InvalidNotation(f"`go` takes seat, generator, {LINES}, {', '.join(BUDGET)}, not {show(unknown[0])}")
        game = find_game(self.game)
        position = Position(game, game.text.parse_position(self.position), compiled=False)
        if seat not in position.actors():
            raise InvalidNotation(f"seat {seat} is not to choose in this position")
        limits = {BUDGET[word]: number for word, number in numbers.items()}
        return Turn(position, seat, generator, Budget(**limits) if limits else None, min(lines, MOST_LINES))


def read_pairs(words: list[str]) -> dict[str, int]:
    """Words and whole numbers in turns."""
    if len(words) % 2 or not all(number.isascii() and number.isdigit() for number in words[1::2]):
        raise InvalidNotation(f"`go` is followed by words and whole numbers in turns, not by {show(' '.join(words))}")
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))
