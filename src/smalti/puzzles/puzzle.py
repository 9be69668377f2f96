"""What a puzzle is, and the files it is kept in: one for each game, beside its evaluation."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from functools import cache
from pathlib import Path

from smalti.bots.defaults import evaluation_of
from smalti.games import GAMES, find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game, Options
from smalti.kernel.position import Position

FILE = "puzzles.jsonl.gz"
FORMAT = "smalti-puzzles/1"


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly better than the next, once chance is known; it may be in the middle of a
    turn."""

    game: str
    position: str
    """As its seat sees it."""
    seats: int
    """How many play."""
    seat: int
    ply: int
    """How many entries the log had: how much of the game is left decides what points are worth."""
    answers: tuple[int, ...]
    """The best move, and those that lead to the same place."""
    next: int
    """The best of all others."""
    gap: float
    """What the next best costs, in the values of a review: points alone, a share of the win with several."""
    error: float
    """The standard error of that."""
    missed: int
    """How many of the levels that choose by a first look choose otherwise."""
    theme: str
    """The term of the evaluation by which the answer is most ahead at the end of the turn; empty for none."""
    options: Options = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The same for the same question, whoever mined it."""
        asked = f"{self.game} {self.seat} {self.position}"
        return hashlib.sha256(asked.encode()).hexdigest()[:12]

    def open(self) -> Position:
        """The position itself."""
        game = find_game(self.game)
        return Position.of(game, game.text.parse_position(self.position))

    def write(self) -> str:
        """A line of a file: all fields but the game."""
        return json.dumps(astuple(self)[1:], separators=(",", ":"))


def read_puzzle(game: str, line: str) -> Puzzle:
    """A puzzle from its line."""
    position, seats, seat, ply, answers, *rest = json.loads(line)
    return Puzzle(game, position, seats, seat, ply, tuple(answers), *rest)


def shipped_file(game: Game) -> Path:
    """Where the puzzles of a game are shipped: beside its evaluation."""
    return Path(evaluation_of(game).evaluate.__code__.co_filename).with_name(FILE)


def write_puzzles(file: Path, game: Game, puzzles: Iterable[Puzzle]) -> None:
    """A head that says by which rules they are meant, and a line for each; packed alike on every day."""
    head = json.dumps({"format": FORMAT, "game": game.name, "rules": game.facts.version})
    text = "\n".join([head, *(one.write() for one in puzzles), ""])
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def read_puzzles(file: Path, game: Game) -> list[Puzzle]:
    """The puzzles of a file for a game; refused if they are meant for another."""
    try:
        head, *lines = gzip.decompress(file.read_bytes()).decode().splitlines()
        told = json.loads(head)
        found = [read_puzzle(game.name, line) for line in lines]
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise SmaltiError(f"{file} has no puzzles: {error}") from error
    if told != {"format": FORMAT, "game": game.name, "rules": game.facts.version}:
        raise SmaltiError(f"{file} has puzzles for {told}, not for {game.name} by the rules {game.facts.version}")
    return found


@cache
def shipped_by_id() -> dict[str, Puzzle]:
    """All that are shipped, of every game."""
    return {one.id: one for game in GAMES.values() for one in shipped(game)}


@cache
def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; none for a game from elsewhere."""
    file = shipped_file(game)
    return tuple(read_puzzles(file, game)) if game.thinking and file.is_file() else ()
