"""How each game looks in a terminal. A game without a board of its own is shown as its position in text."""

from smalti.cli.boards.board import Board
from smalti.cli.boards.maharani import MAHARANI_BOARD
from smalti.cli.boards.majolica import MAJOLICA_BOARD
from smalti.cli.boards.mosaix import MOSAIX_BOARD
from smalti.cli.boards.plain import PLAIN_BOARD
from smalti.kernel.game import Game

BOARDS: dict[str, Board] = {"mosaix": MOSAIX_BOARD, "maharani": MAHARANI_BOARD, "majolica": MAJOLICA_BOARD}


def find_board(game: Game) -> Board:
    """The board of a game."""
    return BOARDS.get(game.name, PLAIN_BOARD)
