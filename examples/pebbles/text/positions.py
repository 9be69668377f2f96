"""Positions as text, both ways.

A position has three fields: the rows of the court, the pebbles on display, and whose turn it is of how many seats:

    w.kk/..g./..../.... gw 0:2
    ..../..../..../.... - -:2
"""

from __future__ import annotations

import re

from examples.pebbles.components import CELLS, SIDE
from examples.pebbles.rules import left
from examples.pebbles.state import NONE, STATE
from examples.pebbles.text.notation import LETTERS
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.state import State, new_state

POSITION = re.compile(r"([wgk.]{4}(?:/[wgk.]{4}){3}) (-|[wgk]{1,2}) ([-01]):([12])")


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
