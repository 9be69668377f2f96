"""What the numbers of a position of Maharani say together, where rules rely on it."""

from __future__ import annotations

from smalti.games.maharani.components import (
    COLOUR_COUNT,
    FACE_COUNT,
    LARGEST_AREA,
    OF_COLOUR,
    QUARTER_COUNT,
    QUARTER_SPACES,
    SLOTS,
    WORKER_COLOUR_COUNT,
)
from smalti.games.maharani.rules import centres_are_full, workers_due
from smalti.games.maharani.state import (
    DEAL,
    FILL,
    MOST_TILES,
    NONE,
    SECOND,
    START,
    WORKER,
    colours_each,
    empty_slot,
    in_bag_of,
    left_in_bag,
    occupied,
    supply,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State


@kernel
def holds_together(state: State) -> bool:
    """The seat whose turn it is plays; tiles and workers are no more than there are, and what is next can be."""
    if int(state.active) >= int(state.seats):
        return False
    return tiles_hold(state) and workers_hold(state) and next_holds(state)


@kernel
def tiles_hold(state: State) -> bool:
    """Rule 1.3: ten tiles of each colour, one on a space."""
    seen = 0
    for colour in range(COLOUR_COUNT):
        spaces = int(state.tiles[colour])
        tiles = count(spaces) + in_bag_of(state, int(OF_COLOUR[colour]))
        for slot in range(SLOTS):
            tile = int(state.rondel[slot])
            tiles += 1 if tile != NONE and tile // FACE_COUNT == colour else 0
        if tiles > LARGEST_AREA or seen & spaces:
            return False
        seen |= spaces
    return True


@kernel
def workers_hold(state: State) -> bool:
    """Rules 2.2 and 6.8: the workers there are, on tiles, each on another tile colour of its quarter."""
    colours = int(state.seats) * colours_each(state)
    for worker in range(WORKER_COLOUR_COUNT):
        spaces = int(state.workers[worker])
        if spaces and (worker >= colours or supply(state, worker) < 0 or spaces & ~occupied(state)):
            return False
        for quarter in range(QUARTER_COUNT):
            here = spaces & int(QUARTER_SPACES[int(state.plan), quarter])
            for colour in range(COLOUR_COUNT):
                if count(here & int(state.tiles[colour])) > 1:
                    return False
    return True


@kernel
def next_holds(state: State) -> bool:
    """Rules 6.1, 7.1 and 8.2: a worker that is due can come, a tile that is drawn is in the bag and has its slot."""
    phase, placed = int(state.phase), int(state.placed)
    if phase == WORKER:
        return placed > 0 and duty_holds(state)
    if phase == SECOND:
        return placed == MOST_TILES - 1
    if phase in (START, DEAL):
        return 0 < empty_slots(state) <= left_in_bag(state) and not centres_are_full(state)
    return placed == 0 and (phase != FILL or (empty_slot(state) != NONE and left_in_bag(state) > 0))


@kernel
def duty_holds(state: State) -> bool:
    """Rule 6.1: a worker is due on a tile, and one can come."""
    space = int(state.duty)
    if space == NONE or occupied(state) & bit(space) == 0:
        return False
    return workers_due(state, int(state.active), space) != 0


@kernel
def empty_slots(state: State) -> int:
    """How many slots of the rondel have no tile."""
    empty = 0
    for slot in range(SLOTS):
        empty += 1 if int(state.rondel[slot]) == NONE else 0
    return empty
