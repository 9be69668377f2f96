"""Smalti: Mosaix, Maharani and Majolica as a library, a table and opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smalti.envs.batch import Batch
    from smalti.kernel.position import Position

__version__ = "0.1.0"


def new(name: str, seats: int = 2, *, seed: int | None = None, compiled: bool = False, **options: Any) -> Position:
    """A game at its first choice. Chance acts by itself, by the seed: the same seed, the same rolls and draws.

    >>> position = new("maharani", seats=3, seed=1)
    >>> len(position.legal_moves()) > 0
    True
    >>> position.play(position.legal_moves()[0]) == position
    False
    """
    import secrets

    from smalti.games import find_game
    from smalti.kernel.position import Position

    return Position.new(
        find_game(name), seats, options, seed=secrets.randbits(62) if seed is None else seed, compiled=compiled
    )


def batch(name: str, size: int, seats: int = 2, *, options: dict[str, Any] | None = None, **settings: Any) -> Batch:
    """Many games side by side, stepped in compiled code on all cores; `Batch` tells the settings.

    >>> games = batch("mosaix", 1000, seats=1, seed=1)
    >>> rewards, ended = games.step(games.sample())
    >>> rewards.shape
    (1000, 1)
    """
    from smalti.envs.batch import Batch
    from smalti.games import find_game

    return Batch(find_game(name), size, seats, options, **settings)
