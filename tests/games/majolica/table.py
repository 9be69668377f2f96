"""Positions of Majolica in notation, played on in notation."""

from __future__ import annotations

from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.tables.names import letters
from smalti.kernel.position import Position

FULL = "RGBY/GBYR/BYRG/YRGB"
NOBODY = "-/-/-/-;-,-,-"


def position(text: str) -> Position:
    """The position that the text means."""
    return Position(MAJOLICA, MAJOLICA.text.parse_position(text), compiled=False)


def placing(board: str, hand: str, more: str = "", due: str = "tiles") -> Position:
    """Seat 0 of two has taken tiles and is to place them."""
    return position(f"{board}|{NOBODY} place:0 grid={FULL} hand={hand} due={due} {more}")


def play(start: Position, *moves: str) -> Position:
    """The position after some moves of whoever is to choose."""
    for move in moves:
        start = start.play(move)
    return start


def legal(here: Position) -> list[str]:
    """The legal moves in notation."""
    seat = here.actors()[0]
    return [MAJOLICA.text.write_move(here.state, seat, move) for move in here.legal_moves(seat)]


def workshop(here: Position, number: int, seat: int = 0) -> str:
    """What lies in a workshop."""
    return letters(here.state.tiles[seat, number - 1])


def on_card(here: Position, slot: int, seat: int = 0) -> str:
    """What lies on the card of a slot."""
    return letters(here.state.covered[seat, slot - 1])


def refusal(here: Position, move: str) -> str:
    """The clause that forbids a move."""
    from smalti.kernel.errors import IllegalMove

    try:
        here.play(move)
    except IllegalMove as error:
        return error.reason.clause
    raise AssertionError(f"{move} is allowed")
