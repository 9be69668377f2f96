"""Moves as text, both ways: a colour and a cell, columns a to d and rows 1 to 4 from the top: `w:b3`."""

from __future__ import annotations

import re

from examples.pebbles.components import CELL_NAMES, CELLS
from examples.pebbles.rows.refusals import refuses_move
from examples.pebbles.tables.stage import stage
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.refusing import Door
from smalti.kernel.state import State

DOOR = Door("pebbles", refuses_move, stage)
LETTERS = "wgk"
MOVE = re.compile(r"([wgk]):([a-d][1-4])")


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
