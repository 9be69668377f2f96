"""A position of Maharani as numbers."""

from __future__ import annotations

import numpy as np

from smalti.games.maharani.components import (
    ARROWS,
    COLOUR_COUNT,
    COLOURS,
    FACE_COUNT,
    MOST_SEATS,
    PLANS,
    QUARTER_COUNT,
    QUARTER_OF,
    SEAT_COUNTS,
    SLOTS,
    TILE_COUNT,
)
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, SPACES
from smalti.games.maharani.state import (
    NONE,
    TURN,
    arrow_at,
    colours_each,
    first_colour,
    in_bag,
    occupied,
    side_of,
    supply,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.encoding import SEATS, Encoding, Reals, write_one_of, write_set, write_value
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State

ROWS = max(plan.rows for plan in PLANS)
CELLS = ROWS * ROWS
CELL_OF: Numbers = np.array([[row * ROWS + col for row, col in plan.places] for plan in PLANS], np.int64)
"""[plan, space]: its cell in a plane; a smaller plan fills the north-western corner."""
COLOURS_EACH = 2
FEWEST_SEATS = min(SEAT_COUNTS)
CHOICES = ("a turn", "a worker", "a second tile")


@kernel
def write_spaces(state: State, numbers: Reals, at: int, spaces: int) -> int:
    """A plane with a 1 on each of these spaces."""
    for cell in range(CELLS):
        numbers[at + cell] = 0.0
    for space in range(SPACES):
        if int(spaces) & bit(space):
            numbers[at + CELL_OF[int(state.plan), space]] = 1.0
    return at + CELLS


@kernel
def write_floor(state: State, numbers: Reals, at: int) -> int:
    """The quarters, the tiles by colour, and their arrows."""
    for quarter in range(QUARTER_COUNT):
        spaces = 0
        for space in range(SPACES):
            if QUARTER_OF[int(state.plan), space] == quarter:
                spaces |= bit(space)
        at = write_spaces(state, numbers, at, spaces)
    for colour in range(COLOUR_COUNT):
        at = write_spaces(state, numbers, at, int(state.tiles[colour]))
    taken = occupied(state)
    for arrow in range(ARROWS):
        spaces = 0
        for space in range(SPACES):
            if taken & bit(space) and arrow_at(state, space) == arrow:
                spaces |= bit(space)
        at = write_spaces(state, numbers, at, spaces)
    return at


@kernel
def write_workers(state: State, seat: int, numbers: Reals, at: int) -> int:
    """The workers from the seat's own on, and the tile that waits for one."""
    seats = int(state.seats)
    for n in range(MOST_SEATS + COLOURS_EACH):
        other, which = n % MOST_SEATS, n // MOST_SEATS
        spaces = 0
        if other < seats and which < colours_each(state):
            spaces = int(state.workers[first_colour(state, (seat + other) % seats) + which])
        at = write_spaces(state, numbers, at, spaces)
    return write_spaces(state, numbers, at, bit(int(state.duty)) if int(state.duty) != NONE else 0)


@kernel
def write_seat(state: State, other: int, numbers: Reals, at: int) -> int:
    """Gold, markers and supply of one seat; nothing of a seat that is not there."""
    there = other != NONE
    at = write_value(numbers, at, int(state.gold[other]) if there else 0)
    at = write_set(numbers, at, int(state.markers[other]) if there else 0, QUARTER_COUNT)
    for which in range(COLOURS_EACH):
        left = 0
        if there and which < colours_each(state):
            left = supply(state, first_colour(state, other) + which)
        at = write_value(numbers, at, left)
    return at


@kernel
def encode(state: State, seat: int, numbers: Reals) -> None:
    """The floor, the workers, then the seats from the own on, the rondel and the bag."""
    seats = int(state.seats)
    at = write_workers(state, seat, numbers, write_floor(state, numbers, 0))
    for n in range(MOST_SEATS):
        at = write_seat(state, (seat + n) % seats if n < seats else NONE, numbers, at)
    for slot in range(SLOTS):
        at = write_one_of(numbers, at, int(state.rondel[slot]), TILE_COUNT)
    for tile in range(TILE_COUNT):
        at = write_value(numbers, at, in_bag(state, tile))
    at = write_one_of(numbers, at, int(state.phase) - TURN, len(CHOICES))
    at = write_one_of(numbers, at, seats - FEWEST_SEATS, MOST_SEATS - FEWEST_SEATS + 1)
    at = write_one_of(numbers, at, side_of(state, seat), ARROWS)
    write_value(numbers, at, int(state.placed))


TILES = tuple(f"{colour} tile {face + 1}" for colour in COLOURS for face in range(FACE_COUNT))
ENCODING = Encoding(
    planes=(
        *(f"quarter {quarter}" for quarter in QUARTERS),
        *(f"{colour} tiles" for colour in COLOURS),
        *(f"arrow to {side}" for side in DIRECTIONS),
        *(f"{who}: workers" for who in SEATS),
        *(f"{who}: workers of the second colour" for who in SEATS[:COLOURS_EACH]),
        "waits for a worker",
    ),
    board=(ROWS, ROWS),
    values=(
        *(
            f"{who}: {what}"
            for who in SEATS
            for what in ("gold", *(f"marker {q}" for q in QUARTERS), "supply of colour 1", "supply of colour 2")
        ),
        *(f"slot {slot + 1}: {tile}" for slot in range(SLOTS) for tile in TILES),
        *(f"in the bag: {tile}" for tile in TILES),
        *(f"to choose: {choice}" for choice in CHOICES),
        *(f"{n} seats" for n in SEAT_COUNTS),
        *(f"own side {side}" for side in DIRECTIONS),
        "tiles placed in this turn",
    ),
    write=encode,
)
