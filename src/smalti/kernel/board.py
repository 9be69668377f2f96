"""The one interface of boards in a terminal: drawing a position, and aiming at a move on it.

Aiming is choosing a move by pointing instead of reading a list. What is aimed at is a move, legal or not: keys and
clicks turn it into another one, and the board draws it as a ghost. The board knows no rule; whether the aimed move
may be made is asked of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text

from smalti.kernel.position import Position
from smalti.kernel.telling import plural
from smalti.kernel.words import N_, say

PLACE = "place"
"""The key in a style's meta under which a drawing names the places that can be clicked."""


@dataclass(frozen=True)
class Sight:
    """A position as one seat looks at it."""

    position: Position
    """As that seat may see it."""
    seat: int
    language: str
    aimed: int | None = None
    """The move the player points at, if any."""


@dataclass(frozen=True)
class Drawing:
    """A board, and what lies beside it."""

    board: Text
    side: Text


@dataclass(frozen=True)
class Board:
    """A game in a terminal. None of the functions changes anything."""

    draw: Callable[[Sight], Drawing]
    aim: Callable[[Sight], int | None]
    """The move to aim at first; None where moves are chosen from the list."""
    can_aim: Callable[[int], bool]
    """Whether a move is reached by aiming; the others stay in the list."""
    steer: Callable[[Sight, str], int | None]
    """The move aimed at after a key; None for a key that means nothing here."""
    point: Callable[[Sight, str], int | None]
    """The move aimed at after a click on a place; None where nothing happens."""
    settle: Callable[[Sight], int]
    """The move that stands for the aimed one, where several numbers mean the same."""
    keys: str = ""
    """How to aim, in a line for the player; a text for the catalogue."""


def write_scores(sight: Sight) -> Text:
    """The points of each seat if the game ended now, a line each."""
    lines = Text()
    for seat, points in enumerate(sight.position.scores()):
        words = say(sight.language, N_("Seat {seat}: {points} points"), {"seat": seat + 1, "points": points})
        lines.append(words + "\n", style="bold" if seat == sight.seat else "")
    return lines


def as_aimed(sight: Sight) -> int:
    """Every number means a move of its own."""
    assert sight.aimed is not None
    return sight.aimed


def seat_words(language: str, seat: int, points: int) -> str:
    """A seat and its points, one or several as the language counts."""
    one, many = N_("Seat {seat}: {points} point"), N_("Seat {seat}: {points} points")
    return say(language, one if plural(language, points) == "one" else many, {"seat": seat + 1, "points": points})
