"""Moves, positions and the entries of a record as text, both ways.

A move is a colour and a cell, columns a to d and rows 1 to 4 from the top: `w:b3`. A position has three fields: the
rows of the court, the pebbles on display, and whose turn it is of how many seats:

    w.kk/..g./..../.... gw 0:2
    ..../..../..../.... - -:2
"""

from __future__ import annotations

import re

from examples.pebbles.components import CELL_NAMES, CELLS, COLOURS, SIDE
from examples.pebbles.rows.refusals import refuses_move
from examples.pebbles.rules import FIRST_SEAT, actors, is_over, left
from examples.pebbles.state import NONE, STATE
from examples.pebbles.tables.stage import stage
from smalti.kernel.entry import read_by, read_number, read_place, read_word
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.reason import Reason
from smalti.kernel.refusing import Door
from smalti.kernel.state import State, new_state
from smalti.kernel.words import N_

DOOR = Door("pebbles", refuses_move, stage)
LETTERS = "wgk"
MOVE = re.compile(r"([wgk]):([a-d][1-4])")
POSITION = re.compile(r"([wgk.]{4}(?:/[wgk.]{4}){3}) (-|[wgk]{1,2}) ([-01]):([12])")


def write_move(state: State, seat: int, move: int) -> str:
    """A legal move as text."""
    colour, cell = divmod(move, CELLS)
    return f"{LETTERS[colour]}:{CELL_NAMES[cell]}"


def parse_move(state: State, seat: int, text: str) -> int:
    """The legal move that the text means."""
    found = MOVE.fullmatch(text.strip().lower())
    if not found:
        raise InvalidNotation(f"{text[:20]!r} is no move; expected a colour and a cell like 'w:b3'")
    return DOOR.legal(state, seat, LETTERS.index(found[1]) * CELLS + CELL_NAMES.index(found[2]))


def write_position(state: State) -> str:
    """The whole position as text."""
    letters = "".join(f".{LETTERS}"[cell] for cell in state.cells)
    court = "/".join(letters[row : row + SIDE] for row in range(0, CELLS, SIDE))
    pebbles = "".join(LETTERS[colour] for colour in displayed(state))
    turn = "-" if int(state.turn) == NONE else int(state.turn)
    return f"{court} {pebbles or '-'} {turn}:{int(state.seats)}"


def displayed(state: State) -> list[int]:
    """The colours of the pebbles on display, one after the other."""
    return [colour for colour, pebbles in enumerate(state.display) for _ in range(pebbles)]


def parse_position(text: str) -> State:
    """The position that the text means."""
    found = POSITION.fullmatch(text)
    if not found:
        raise InvalidNotation(f"{text[:40]!r} is no position; expected one like 'w.kk/..g./..../.... gw 0:2'")
    court, pebbles, turn, seats = found.groups()
    state = new_state(STATE)
    state.cells[:] = [f".{LETTERS}".index(letter) for letter in court.replace("/", "")]
    state.display[:] = [pebbles.count(letter) for letter in LETTERS]
    state.seats, state.turn = int(seats), NONE if turn == "-" else int(turn)
    begun = bool(state.cells.any() or state.display.any())
    if int(state.turn) >= int(state.seats) or (turn == "-" and (begun or seats == "1")):
        raise InvalidNotation(f"{turn}:{seats} is nobody's turn in this position")
    if min(left(state, colour) for colour in range(len(LETTERS))) < 0:
        raise InvalidNotation("there are six pebbles of each colour, and here are more")
    return state


def write_entry(state: State, by: int, move: int) -> Entry:
    """A move or outcome in plain fields."""
    if by == CHANCE and move >= FIRST_SEAT:
        return {"by": "chance", "do": "start", "seat": move - FIRST_SEAT}
    if by == CHANCE:
        return {"by": "chance", "do": "draw", "colour": COLOURS[move]}
    colour, cell = divmod(move, CELLS)
    return {"by": by, "do": "lay", "colour": COLOURS[colour], "cell": [*divmod(cell, SIDE)]}


def read_entry(state: State, entry: Entry) -> tuple[int, int]:
    """The (by, move or outcome) of an entry that is legal here."""
    by = read_by(entry, int(state.seats))
    if by == CHANCE:
        return by, read_outcome(state, entry)
    read_word(entry, "do", ("lay",))
    colour = COLOURS.index(read_word(entry, "colour", COLOURS))
    row, column = read_place(entry.get("cell"), 0, SIDE - 1)
    return by, DOOR.legal(state, by, colour * CELLS + row * SIDE + column)


def read_outcome(state: State, entry: Entry) -> int:
    """What chance gave, where chance is next."""
    do = read_word(entry, "do", ("start", "draw"))
    if actors(state) or is_over(state) or (do == "start") != (int(state.turn) == NONE):
        raise IllegalMove(Reason("2.2", N_("pebbles are drawn before each turn, until two lie on display")))
    if do == "start":
        return FIRST_SEAT + read_number(entry, "seat", 0, int(state.seats) - 1)
    colour = COLOURS.index(read_word(entry, "colour", COLOURS))
    if not left(state, colour):
        raise IllegalMove(Reason("1.2", N_("no {colour} pebble is left in the bag"), {"colour": COLOURS[colour]}))
    return colour
