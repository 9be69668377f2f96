"""The entries of a record, both ways."""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOURS, SIDE
from examples.pebbles.rules import FIRST_SEAT, actors, is_over, left
from examples.pebbles.state import NONE
from examples.pebbles.text.notation import DOOR
from smalti.kernel.entry import read_by, read_number, read_place, read_word
from smalti.kernel.errors import IllegalMove
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.reason import Reason
from smalti.kernel.state import State
from smalti.kernel.words import N_


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
