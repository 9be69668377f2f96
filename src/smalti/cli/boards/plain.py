"""The board of a game that has none of its own: the position in text, the moves in the list."""

from __future__ import annotations

from rich.text import Text

from smalti.cli.boards.board import Board, Drawing, Look
from smalti.kernel.words import N_, say


def draw(look: Look) -> Drawing:
    """The position field by field, and the points beside it."""
    return Drawing(Text("\n".join(str(look.position).split(" "))), write_scores(look))


def write_scores(look: Look) -> Text:
    """The points of each seat if the game ended now, a line each."""
    lines = Text()
    for seat, points in enumerate(look.position.scores()):
        words = say(look.language, N_("Seat {seat}: {points} points"), {"seat": seat + 1, "points": points})
        lines.append(words + "\n", style="bold" if seat == look.seat else "")
    return lines


def nothing(look: Look, _sign: str = "") -> None:
    """No aiming here."""


def no_move(_move: int) -> bool:
    """No move is reached by aiming."""
    return False


def as_aimed(look: Look) -> int:
    """Every number means a move of its own."""
    assert look.aimed is not None
    return look.aimed


PLAIN_BOARD = Board(draw, nothing, no_move, nothing, nothing, as_aimed)
