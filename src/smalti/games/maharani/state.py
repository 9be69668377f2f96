"""The position of Maharani: one record, the spaces of the floor in one word."""

from __future__ import annotations

import numpy as np

from smalti.games.maharani.components import (
    ALL_SPACES,
    COLOUR_COUNT,
    LARGEST_AREA,
    LARGEST_GROUP,
    MOST_COPIES,
    MOST_SEATS,
    PAY,
    PLANS,
    QUARTER_COUNT,
    SEAT_COUNTS,
    SIDE,
    SLOTS,
    SUPPLY,
    TILE_COUNT,
    WORKER_COLOUR_COUNT,
)
from smalti.games.maharani.plans import SPACES
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import Numbers, State, record_type

START, DEAL, TURN, WORKER, SECOND, FILL, OVER = range(7)
"""What is next: drawing the start player, drawing the first four tiles, a turn, a worker, perhaps a second tile,
drawing tiles at the end of a turn, nothing."""

NONE = -1
ALL_QUARTERS = ALL_MARKERS = (1 << QUARTER_COUNT) - 1
MOST_TILES = 2
"""Rule 7.3: the tiles of a turn."""

# Gold is history and cannot be computed from the floor: `areas`, `groups`, `pays`, `seconds` keep where it came from.
STATE = record_type(
    [
        ("tiles", np.int64, (COLOUR_COUNT,)),  # the spaces with a tile of each colour
        ("arrows", np.int64, (2,)),  # the low and the high bit of the direction of each tile's arrow
        ("workers", np.int64, (WORKER_COLOUR_COUNT,)),  # the spaces where workers of each colour stand
        ("bag", np.int64, (MOST_COPIES,)),  # the tiles of which one, and those of which a second is in the bag
        ("gold", np.int16, (MOST_SEATS,)),  # kept for speed; agrees with scoring.derivation
        ("areas", np.int8, (MOST_SEATS, COLOUR_COUNT, LARGEST_AREA)),  # how often an area of size n + 1 was paid
        ("groups", np.int8, (WORKER_COLOUR_COUNT, LARGEST_GROUP)),  # how often a group of size n + 1 was paid
        ("pays", np.int8, (WORKER_COLOUR_COUNT, QUARTER_COUNT)),  # the workers paid when a quarter was evaluated
        ("seconds", np.int8, (MOST_SEATS,)),  # how many second tiles were paid for
        ("rondel", np.int8, (SLOTS,)),  # the tile of each slot, or NONE
        ("markers", np.int8, (MOST_SEATS,)),  # the quarters whose action marker is face up, as a set
        ("plan", np.int8),
        ("seats", np.int8),
        ("phase", np.int8),
        ("active", np.int8),  # the seat whose turn it is
        ("placed", np.int8),  # tiles placed in this turn
        ("duty", np.int8),  # the space that waits for a worker, or NONE
    ]
)

OFTEN, RICH = 99, 20_000
"""More than anybody comes to: how often a source of gold is counted, and how much gold there is."""
LIMITS = {
    "tiles": (0, ALL_SPACES),
    "arrows": (0, ALL_SPACES),
    "workers": (0, ALL_SPACES),
    "bag": (0, (1 << TILE_COUNT) - 1),
    "gold": (-RICH, RICH),
    "areas": (0, OFTEN),
    "groups": (0, OFTEN),
    "pays": (0, len(PAY) - 1),
    "seconds": (0, OFTEN),
    "rondel": (NONE, TILE_COUNT - 1),
    "markers": (0, ALL_MARKERS),
    "plan": (0, len(PLANS) - 1),
    "seats": (min(SEAT_COUNTS), MOST_SEATS),
    "phase": (START, OVER),
    "active": (0, MOST_SEATS - 1),
    "placed": (0, MOST_TILES),
    "duty": (NONE, SPACES - 1),
}
"""The least and the greatest number of each field; `soundness` has what they say together."""


@kernel
def occupied(state: State) -> int:
    """The spaces that have a tile."""
    spaces = 0
    for colour in range(COLOUR_COUNT):
        spaces |= int(state.tiles[colour])
    return spaces


@kernel
def side_of(state: State, seat: int) -> int:
    """Rule 2.1: the side of the board where a seat is."""
    return int(SIDE[int(state.seats), seat])


@kernel
def colours_each(state: State) -> int:
    """Rule 2.2: two worker colours each with two players, else one."""
    return 2 if int(state.seats) == 2 else 1


@kernel
def first_colour(state: State, seat: int) -> int:
    """Rule 2.2: the first worker colour of a seat; a second one follows it."""
    return int(seat) * colours_each(state)


@kernel
def supply(state: State, worker: int) -> int:
    """Rule 2.2: how many workers of a colour are not on the floor."""
    return int(SUPPLY[int(state.seats)]) - count(int(state.workers[worker]))


@kernel
def tile_colour(state: State, space: int) -> int:
    """The colour of the tile on a space; NONE on a free one."""
    for colour in range(COLOUR_COUNT):
        if int(state.tiles[colour]) & bit(space):
            return colour
    return NONE


@kernel
def in_bag(state: State, tile: int) -> int:
    """How many of a tile are in the bag."""
    return (int(state.bag[0]) >> int(tile) & 1) + (int(state.bag[1]) >> int(tile) & 1)


@kernel
def in_bag_of(state: State, tiles: int) -> int:
    """How many of a set of tiles are in the bag."""
    return count(int(state.bag[0]) & tiles) + count(int(state.bag[1]) & tiles)


@kernel
def left_in_bag(state: State) -> int:
    """How many tiles are in the bag."""
    return count(int(state.bag[0])) + count(int(state.bag[1]))


@kernel
def take_out(state: State, tile: int) -> None:
    """A tile leaves the bag: the second one first."""
    state.bag[int(state.bag[1]) >> int(tile) & 1] &= ~bit(tile)


@kernel
def put_in(state: State, tile: int) -> None:
    """A tile comes into the bag."""
    state.bag[int(state.bag[0]) >> int(tile) & 1] |= bit(tile)


def fill_bag(state: State, counts: Numbers) -> None:
    """The bag holds so many of each tile."""
    for copy in range(MOST_COPIES):
        state.bag[copy] = sum(bit(tile) for tile, number in enumerate(counts) if number > copy)


@kernel
def empty_slot(state: State) -> int:
    """Rule 8.2: the first empty slot of the rondel; NONE if all have a tile."""
    for slot in range(SLOTS):
        if int(state.rondel[slot]) == NONE:
            return slot
    return NONE


@kernel
def arrow_at(state: State, space: int) -> int:
    """Where the arrow of the tile on a space points."""
    low, high = int(state.arrows[0]) >> int(space) & 1, int(state.arrows[1]) >> int(space) & 1
    return low + 2 * high


@kernel
def set_arrow(state: State, space: int, arrow: int) -> None:
    """Remembers where the arrow of a tile points."""
    state.arrows[0] |= (int(arrow) & 1) << int(space)
    state.arrows[1] |= (int(arrow) >> 1) << int(space)
