"""A table for the tests: positions in notation, moves in notation, and what the bag gives."""

from __future__ import annotations

from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.rules import FIRST_DRAW
from smalti.games.maharani.text.positions import parse_tile
from smalti.kernel.errors import IllegalMove
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reason import Why

EMPTY = "2/8/8/4/6/6/4/8/8/2"
"""The courtyard without a tile. Its spaces, columns a to j and rows 1 to 10, C centre, letters the halves:

            e1 E   f1 W                            lion | monkey
    b2 C  c2 E  d2 EW e2 EW | f2 EW g2 EW h2 W  i2 C     ---------+--------
    b3 S  c3 C  d3 E  e3 EW | f3 EW g3 W  h3 C  i3 S     elephant | peacock
    b4 NS c4 S                            h4 S  i4 NS
 a5 S  b5 NS c5 NS                        h5 NS i5 NS j5 S
 a6 N  b6 NS c6 NS                        h6 NS i6 NS j6 N
    b7 NS c7 N                            h7 N  i7 NS
    b8 N  c8 C  d8 E  e8 EW | f8 EW g8 W  h8 C  i8 N
    b9 C  c9 E  d9 EW e9 EW | f9 EW g9 EW h9 W  i9 C
            e10 E  f10 W
"""

FOUR = "lmpe,lmpe,lmpe,lmpe"
TWO = "lmpe,lmpe"


def position(text: str) -> Position:
    """A position in notation."""
    return Position(MAHARANI, MAHARANI.text.parse_position(text), compiled=False)


def table(
    floor: str = EMPTY, rondel: str = ".,.,.,.", turn: str = "turn:0", seats: str = FOUR, out: str = ""
) -> Position:
    """A position on the courtyard, all else as usual."""
    return position(" ".join(["courtyard", floor, rondel, turn, seats, *([f"out={out}"] if out else [])]))


def play(start: Position, *moves: str) -> Position:
    """The position after moves in notation."""
    for move in moves:
        start = start.play(move)
    return start


def draw(start: Position, *tiles: str) -> Position:
    """The position after the bag gave these tiles."""
    for tile in tiles:
        assert start.needs_chance
        outcome = FIRST_DRAW + parse_tile(tile)
        assert outcome in start.outcomes()
        start = start.after(CHANCE, outcome)
    return start


def fill(start: Position) -> Position:
    """The position after the rondel has been filled with whatever comes first."""
    while start.needs_chance:
        start = start.after(CHANCE, min(start.outcomes()))
    return start


def refusal(start: Position, move: str) -> Why:
    """Why a move in notation is not allowed."""
    try:
        start.play(move)
    except IllegalMove as error:
        return error.reason
    raise AssertionError(f"{move} is allowed")


def moves(start: Position) -> list[str]:
    """The legal moves in notation."""
    seat = start.actors()[0]
    return [MAHARANI.text.write_move(start.state, seat, move) for move in start.legal_moves()]


def gold(start: Position) -> tuple[int, ...]:
    """The gold of each seat."""
    return start.scores()


def lines(start: Position, seat: int) -> list[tuple[int, str]]:
    """The derivation of a seat's gold in words."""
    return [(line.points, line.say()) for line in start.derivation(seat)]


def rest_without(*tiles: str) -> str:
    """All tiles of the box but these, to leave the bag empty: a value for `out`."""
    box = [colour + face for colour in "borgpt" for face in ["0", "90", "180", "270", "|", "|", "-", "-", "*", "*"]]
    for tile in tiles:
        box.remove(tile)
    return ",".join(box)
