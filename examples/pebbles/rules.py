"""The rules of Pebbles, clause by clause (docs/pebbles.en.md).

A move is 16 x colour + cell. An outcome is the colour that is drawn, or 3 + the seat that begins.
"""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOUR_COUNT, OF_EACH, SHOWN
from examples.pebbles.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State

ACTION_COUNT = COLOUR_COUNT * CELLS
FIRST_SEAT = COLOUR_COUNT


@kernel
def is_over(state: State) -> bool:
    """Rule 3.4: the court is full."""
    for cell in range(CELLS):
        if state.cells[cell] == 0:
            return False
    return True


@kernel
def actors(state: State) -> int:
    """Rules 2.1 and 2.2: nobody, until it is known who begins and two pebbles lie on display."""
    if int(state.turn) == NONE or shown(state) < SHOWN or is_over(state):
        return 0
    return bit(int(state.turn))


@kernel
def shown(state: State) -> int:
    """How many pebbles lie on display."""
    pebbles = 0
    for colour in range(COLOUR_COUNT):
        pebbles += int(state.display[colour])
    return pebbles


@kernel
def left(state: State, colour: int) -> int:
    """Rule 1.2: how many pebbles of a colour are still in the bag."""
    pebbles = OF_EACH - int(state.display[colour])
    for cell in range(CELLS):
        if state.cells[cell] == colour + 1:
            pebbles -= 1
    return pebbles


@kernel
def in_bag(state: State) -> int:
    """How many pebbles are still in the bag."""
    pebbles = 0
    for colour in range(COLOUR_COUNT):
        pebbles += left(state, colour)
    return pebbles


@kernel
def legal_moves(state: State, seat: int, moves: Numbers) -> int:
    """Rules 3.1 and 3.2: any pebble on display to any free cell."""
    n = 0
    for move in range(ACTION_COUNT):
        if state.display[move // CELLS] > 0 and state.cells[move % CELLS] == 0:
            moves[n] = move
            n += 1
    return n


@kernel
def apply(state: State, seat: int, move: int) -> None:
    """Rules 3.2 and 3.3: the pebble stays where it lies, and the next seat goes on."""
    colour, cell = move // CELLS, move % CELLS
    state.display[colour] -= 1
    state.cells[cell] = colour + 1
    state.turn = (seat + 1) % int(state.seats)


@kernel
def outcomes(state: State, found: Numbers, weights: Numbers) -> int:
    """Rules 2.1 and 2.2: either seat begins; then any pebble of the bag is drawn."""
    n = 0
    if int(state.turn) == NONE:
        for seat in range(int(state.seats)):
            found[n], weights[n] = FIRST_SEAT + seat, 1
            n += 1
        return n
    for colour in range(COLOUR_COUNT):
        if left(state, colour) > 0:
            found[n], weights[n] = colour, left(state, colour)
            n += 1
    return n


@kernel
def sample(state: State) -> int:
    """One of these outcomes."""
    if int(state.turn) == NONE:
        return FIRST_SEAT + below(state, int(state.seats))
    drawn, colour = below(state, in_bag(state)), 0
    while drawn >= left(state, colour):
        drawn -= left(state, colour)
        colour += 1
    return colour


@kernel
def apply_outcome(state: State, outcome: int) -> None:
    """Rules 2.1 and 2.2: a seat begins, or a pebble comes on display."""
    if outcome >= FIRST_SEAT:
        state.turn = outcome - FIRST_SEAT
    else:
        state.display[outcome] += 1
