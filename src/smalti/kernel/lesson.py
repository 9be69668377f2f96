"""A guided first game, as plain data of a game: a fixed deal, and steps that say one thing at a time.

It is played by the real rules (`kernel.teaching`): what a step expects is a move in notation, whose clicks follow from
the paths of the game, and what the others and chance do is written down too. So nobody has to think, and a test can
play it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LEARNER = 0
"""The seat of whoever learns."""
Others = tuple[int, str] | dict[str, Any]
"""A move of another seat in notation, or what chance gives as an entry of a record."""


@dataclass(frozen=True)
class Step:
    """One thing: to look at, or to do."""

    words: tuple[str, ...]
    """What is said, in words for somebody who knows nothing; for a move one for each of its clicks."""
    look: tuple[int, ...] = ()
    """The places that are meant; the arrow points at the first. With a move, its clicks lead through them."""
    move: str = ""
    """What the learner is to do, in notation."""
    then: tuple[Others, ...] = ()
    """What follows before the next step."""


@dataclass(frozen=True)
class Lesson:
    """The steps of a first game, from a position on."""

    position: str
    """In the text of the game."""
    steps: tuple[Step, ...]
