"""The board of a game in a terminal; a game without one is shown as its position in text, its moves in the list."""

from __future__ import annotations

from rich.text import Text

from smalti.kernel.board import Board, Drawing, Sight, as_aimed, write_scores
from smalti.kernel.game import Game


def draw(sight: Sight) -> Drawing:
    """The position field by field, and the points beside it."""
    return Drawing(Text("\n".join(str(sight.position).split(" "))), write_scores(sight))


def nothing(sight: Sight, _sign: str = "") -> None:
    """No aiming here."""


def no_move(_move: int) -> bool:
    """No move is reached by aiming."""
    return False


PLAIN_BOARD = Board(draw, nothing, no_move, nothing, nothing, as_aimed)


def find_board(game: Game) -> Board:
    """The board of a game."""
    return game.tables.board() if game.tables.board else PLAIN_BOARD
