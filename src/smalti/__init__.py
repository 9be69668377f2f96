"""Smalti: Mosaix, Maharani and Majolica as a library, a table and opponents."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smalti import engine as engine
    from smalti import games as games
    from smalti.envs.batch import Batch as Batch
    from smalti.games import find_game as find_game
    from smalti.kernel.chance import Chance as Chance
    from smalti.kernel.errors import IllegalMove as IllegalMove
    from smalti.kernel.errors import InvalidNotation as InvalidNotation
    from smalti.kernel.errors import MissingExtra as MissingExtra
    from smalti.kernel.errors import SmaltiError as SmaltiError
    from smalti.kernel.errors import UnknownGame as UnknownGame
    from smalti.kernel.errors import WrongSeat as WrongSeat
    from smalti.kernel.game import CHANCE as CHANCE
    from smalti.kernel.game import Game as Game
    from smalti.kernel.match import Match as Match
    from smalti.kernel.outcome import Outcome as Outcome
    from smalti.kernel.perft import perft as perft
    from smalti.kernel.position import Position as Position
    from smalti.kernel.preparing import Preparation as Preparation
    from smalti.kernel.record import RecordError as RecordError
    from smalti.kernel.record import write_record as write_record
    from smalti.kernel.studies import write_tree as write_tree
    from smalti.kernel.symmetry import Symmetry as Symmetry
    from smalti.kernel.tree import Tree as Tree
    from smalti.reviewing.reviewing import review as review
    from smalti.statistics.summing import stats as stats

__version__ = "0.1.0"

LATER = {
    "Batch": "smalti.envs.batch",
    "CHANCE": "smalti.kernel.game",
    "Chance": "smalti.kernel.chance",
    "Game": "smalti.kernel.game",
    "IllegalMove": "smalti.kernel.errors",
    "InvalidNotation": "smalti.kernel.errors",
    "Match": "smalti.kernel.match",
    "MissingExtra": "smalti.kernel.errors",
    "Outcome": "smalti.kernel.outcome",
    "Position": "smalti.kernel.position",
    "Preparation": "smalti.kernel.preparing",
    "RecordError": "smalti.kernel.record",
    "SmaltiError": "smalti.kernel.errors",
    "Symmetry": "smalti.kernel.symmetry",
    "Tree": "smalti.kernel.tree",
    "UnknownGame": "smalti.kernel.errors",
    "WrongSeat": "smalti.kernel.errors",
    "engine": "",
    "find_game": "smalti.games",
    "games": "",
    "perft": "smalti.kernel.perft",
    "review": "smalti.reviewing.reviewing",
    "stats": "smalti.statistics.summing",
    "write_record": "smalti.kernel.record",
    "write_tree": "smalti.kernel.studies",
}
"""Where the rest of the front door comes from; it is imported when somebody asks, so that starting stays quick."""

__all__ = [
    "__version__",
    "batch",
    "load",
    "new",
    "parse",
    "prepare",
    "read_tree",
    *LATER,
]


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'smalti' has no attribute {name!r}")
    import_module("smalti.games")  # so that games are known by their names
    found = getattr(import_module(LATER[name]), name) if LATER[name] else import_module(f"smalti.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


def new(
    name: str, seats: int = 2, *, seed: int | None = None, compiled: bool | None = None, **options: Any
) -> Position:
    """A game at its first choice. Chance acts by itself, by the seed: the same seed, the same rolls and draws.

    Moves are interpreted at first. After some hundred they are compiled in the background, as by `prepare`, and used as
    soon as they are ready; with `compiled` this waits for it, and with False they stay interpreted.

    >>> position = new("maharani", seats=3, seed=1)
    >>> len(position.legal_moves()) > 0
    True
    >>> position.play(position.legal_moves()[0]) == position
    False
    """
    import secrets

    from smalti.kernel.position import Position

    drawn = secrets.randbits(62) if seed is None else seed
    return Position.new(_played(name, compiled), seats, options, seed=drawn, compiled=compiled)


def _played(name: str, compiled: bool | None) -> Game:
    """A game whose moves are compiled once many of them are made, unless it was said how they are to be."""
    from smalti.games import find_game
    from smalti.kernel.preparing import prepare_when_used

    game = find_game(name)
    if compiled is None:
        prepare_when_used(game)
    return game


def parse(name: str, text: str, *, compiled: bool | None = None) -> Position:
    """A position of a game from its notation, as `str(position)` writes it. Chance does not act by itself there.

    >>> position = new("mosaix", seed=1)
    >>> parse("mosaix", str(position)) == position
    True
    """
    from smalti.kernel.door import read_text
    from smalti.kernel.position import Position

    game = _played(name, compiled)
    return Position.of(game, game.text.parse_position(read_text("a position", text)), compiled=compiled)


def load(path: str | Path, *, compiled: bool | None = None) -> Iterator[Match]:
    """The games of a file of records one after the other, checked and replayed; `.gz` is read as it stands, and
    `write_record` makes records.

    Reading goes on as you ask, so a file may be larger than memory; the first wrong record raises `RecordError`.
    """
    from smalti.games import find_game
    from smalti.kernel.door import read_path
    from smalti.kernel.record import replay_file

    return replay_file(read_path(path), find_game, compiled=compiled)


def read_tree(record: dict[str, Any]) -> Tree:
    """The game of a record with its variations and comments, everything checked; `write_tree` writes it again.

    >>> from smalti import Tree, write_tree
    >>> tree = Tree(new("mosaix", seats=1, seed=1))
    >>> tree.add_variation(tree.position.legal_moves()[0], comment="why not?").is_mainline
    True
    >>> [node.comment for node in read_tree(write_tree(tree))]
    ['why not?']
    """
    from smalti.games import find_game
    from smalti.kernel import studies

    return studies.read_tree(record, find_game)


def batch(
    name: str,
    size: int,
    seats: int = 2,
    *,
    seed: int = 0,
    first: int = 0,
    reward: str = "outcome",
    illegal: str = "raise",
    finals: bool = False,
    threads: int | None = None,
    compiled: bool = True,
    device: str = "cpu",
    **options: Any,
) -> Batch:
    """Many games side by side, stepped in compiled code on all cores; `Batch` tells the settings, and the options are
    the game's own.

    >>> games = batch("mosaix", 1000, seats=1, seed=1)
    >>> rewards, ended = games.step(games.sample())
    >>> rewards.shape
    (1000, 1)
    """
    from smalti.envs.batch import Batch
    from smalti.games import find_game

    rules: dict[str, Any] = {"seed": seed, "first": first, "reward": reward, "illegal": illegal}
    place: dict[str, Any] = {"finals": finals, "threads": threads, "compiled": compiled, "device": device}
    return Batch(find_game(name), size, seats, options, **rules, **place)


def prepare(*names: str, wait: bool = False) -> Preparation:
    """Compiles the moves of these games, or of all, in the background; positions use them as soon as they are ready.

    The logger `smalti` tells how far it is. Compiled code is kept on disk, so that later programs only load it.
    """
    from smalti.games import GAMES, find_game
    from smalti.kernel.preparing import Preparation

    preparation = Preparation(tuple(map(find_game, names or GAMES)))
    if wait:
        preparation.wait()
    return preparation
