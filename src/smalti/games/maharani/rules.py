"""The rules of Maharani, clause by clause (docs/rules/maharani.en.md)."""

from __future__ import annotations

from smalti.games.maharani.components import (
    ALL_SPACES,
    ARROWS,
    CENTRE_FACE,
    CENTRE_SPACES,
    FACE_COUNT,
    FITS,
    FITS_SOMEHOW,
    MOST_SEATS,
    QUARTER_COUNT,
    QUARTER_OF,
    QUARTER_SPACES,
    SLOT_QUARTER,
    SLOTS,
    TILE_COUNT,
    WORKER_COLOUR_COUNT,
)
from smalti.games.maharani.moves import END, FIRST_WORKER, PLACES_OF_SLOT, REFRESH, encode_place
from smalti.games.maharani.scoring import earn_area, earn_group, evaluate, pay_second
from smalti.games.maharani.state import (
    ALL_MARKERS,
    ALL_QUARTERS,
    DEAL,
    FILL,
    MOST_TILES,
    NONE,
    OVER,
    SECOND,
    START,
    TURN,
    WORKER,
    colours_each,
    empty_slot,
    first_colour,
    in_bag,
    left_in_bag,
    occupied,
    set_arrow,
    side_of,
    supply,
    take_out,
    tile_colour,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import bit, lowest, nth_of_two
from smalti.kernel.state import Numbers, State

FIRST_DRAW = MOST_SEATS
"""Outcomes: 0 .. 3 a start player, then the 42 different tiles."""


# Whose turn it is


@kernel
def is_over(state: State) -> bool:
    """Rules 10.1 and 10.2: the game has ended."""
    return int(state.phase) == OVER


@kernel
def actors(state: State) -> int:
    """Rule 2.5: one player at a time; nobody while the start player or a tile is drawn."""
    phase = int(state.phase)
    if phase in (TURN, WORKER, SECOND):
        return bit(int(state.active))
    return 0


# What a seat may do


@kernel
def home_quarter(state: State, seat: int, slot: int) -> int:
    """Rule 3.1: the quarter in which a slot lies when the rondel points to this seat."""
    return int(SLOT_QUARTER[side_of(state, seat), slot])


@kernel
def open_spaces(state: State, seat: int, slot: int) -> int:
    """Rules 4.1 to 4.4: the free spaces of all quarters, or of the tile's own if its marker is face down."""
    home = home_quarter(state, seat, slot)
    spaces = ALL_SPACES
    if int(state.markers[seat]) & bit(home) == 0:
        spaces = int(QUARTER_SPACES[int(state.plan), home])
    return spaces & ~occupied(state)


@kernel
def placeable(state: State, seat: int, slot: int) -> int:
    """Rules 4.1 to 4.5: the spaces to which the tile of a slot may go, one way round or another."""
    tile = int(state.rondel[slot])
    if tile == NONE:
        return 0
    return int(FITS_SOMEHOW[int(state.plan), tile % FACE_COUNT]) & open_spaces(state, seat, slot)


@kernel
def can_place(state: State, seat: int) -> bool:
    """Rule 3.3: whether this seat can place any tile."""
    for slot in range(SLOTS):
        if placeable(state, seat, slot):
            return True
    return False


@kernel
def can_refresh(state: State, seat: int) -> bool:
    """Rule 3.5: some marker is face down, or nothing can be placed."""
    return int(state.markers[seat]) != ALL_MARKERS or not can_place(state, seat)


@kernel
def standing(state: State, worker: int, space: int) -> int:
    """Rule 6.4: where workers of this colour stand on other tiles of this tile's colour in its quarter."""
    plan = int(state.plan)
    quarter = int(QUARTER_SPACES[plan, QUARTER_OF[plan, space]])
    same = int(state.tiles[tile_colour(state, space)]) & ~bit(space)
    return int(state.workers[worker]) & same & quarter


@kernel
def joined(state: State, worker: int, space: int) -> int:
    """Rules 6.3, 6.4 and 6.7: where the workers of a colour stand once one of them has come onto a space."""
    return int(state.workers[worker]) & ~standing(state, worker, space) | bit(space)


@kernel
def can_bring(state: State, worker: int, space: int) -> bool:
    """Rules 6.3 to 6.5 and 11.2 to 11.4: one of this colour stands there and moves, or else the supply has one."""
    return standing(state, worker, space) != 0 or supply(state, worker) > 0


@kernel
def workers_due(state: State, seat: int, space: int) -> int:
    """Rules 6.5 and 11.2: the worker colours among which this seat chooses, as a set; empty if none can come."""
    colours = 0
    first = first_colour(state, seat)
    for worker in range(first, first + colours_each(state)):
        if can_bring(state, worker, space):
            colours |= bit(worker)
    return colours


@kernel
def legal_moves(state: State, seat: int, moves: Numbers) -> int:
    """Rules 3.2, 6.1 and 7.1: what this seat may do now."""
    if int(state.phase) == WORKER:
        return legal_workers(state, seat, moves)
    n = legal_placements(state, seat, moves)
    if int(state.phase) == SECOND:
        moves[n] = END
        return n + 1
    if n == 0 or int(state.markers[seat]) != ALL_MARKERS:  # agrees with can_refresh
        moves[n] = REFRESH
        return n + 1
    return n


@kernel
def legal_workers(state: State, seat: int, moves: Numbers) -> int:
    """Rule 6.1: the duty cannot be declined."""
    n = 0
    colours = workers_due(state, seat, int(state.duty))
    for worker in range(WORKER_COLOUR_COUNT):
        if colours & bit(worker):
            moves[n] = FIRST_WORKER + worker
            n += 1
    return n


@kernel
def legal_placements(state: State, seat: int, moves: Numbers) -> int:
    """Section 4: every tile of the rondel, on every space it may go to, every way round."""
    n = 0
    for slot in range(SLOTS):
        spaces = placeable(state, seat, slot)
        face = int(state.rondel[slot]) % FACE_COUNT
        while spaces:
            space = lowest(spaces)
            for arrow in range(ARROWS):
                if int(FITS[int(state.plan), face, arrow]) & bit(space):
                    moves[n] = encode_place(slot, space, arrow)
                    n += 1
            spaces &= spaces - 1
    return n


# What a move does


@kernel
def apply(state: State, seat: int, move: int) -> None:
    """Carries out a legal move. What ends a turn is named once: on a GPU it is room in the cache for instructions."""
    state.phase = SECOND
    if move < FIRST_WORKER:
        place(state, seat, move // PLACES_OF_SLOT, move % PLACES_OF_SLOT // ARROWS, move % ARROWS)
    elif move < END:
        bring_worker(state, seat, move - FIRST_WORKER)
    elif move == REFRESH:
        state.markers[seat] = ALL_MARKERS
    if int(state.phase) == SECOND and (move >= END or int(state.placed) == MOST_TILES):
        end_turn(state)


@kernel
def place(state: State, seat: int, slot: int, space: int, arrow: int) -> None:
    """Rules 4.1 and 6.1: the tile goes onto the space and earns; with the arrow to the own side a worker is due."""
    tile = int(state.rondel[slot])
    use_marker(state, seat, slot, space)
    state.rondel[slot] = NONE
    state.tiles[tile // FACE_COUNT] |= bit(space)
    set_arrow(state, space, arrow)
    state.placed += 1
    earn_area(state, seat, tile // FACE_COUNT, space)
    remove_centres(state)
    if arrow == side_of(state, seat) and workers_due(state, seat, space):
        state.duty = space
        state.phase = WORKER


@kernel
def use_marker(state: State, seat: int, slot: int, space: int) -> None:
    """Rules 4.2 and 4.3: into another quarter, the marker of the quarter where the tile lies is turned face down."""
    home = home_quarter(state, seat, slot)
    if int(QUARTER_OF[int(state.plan), space]) != home:
        state.markers[seat] = int(state.markers[seat]) & ~bit(home)


@kernel
def centres_are_full(state: State) -> bool:
    """Rule 8.3: whether all eight centre spaces have a tile."""
    return int(CENTRE_SPACES[int(state.plan)]) & ~occupied(state) == 0


@kernel
def remove_centres(state: State) -> None:
    """Rule 8.3: once no centre space is free, centre tiles leave the rondel at once."""
    if centres_are_full(state):
        for slot in range(SLOTS):
            tile = int(state.rondel[slot])
            if tile != NONE and tile % FACE_COUNT == CENTRE_FACE:
                state.rondel[slot] = NONE


@kernel
def bring_worker(state: State, seat: int, worker: int) -> None:
    """Rules 6.3, 6.4 and 6.7: a worker that moves is lifted off first; otherwise a new one comes from the supply."""
    space = int(state.duty)
    state.workers[worker] = joined(state, worker, space)
    earn_group(state, seat, worker, space)
    state.duty = NONE


# The end of the turn


@kernel
def end_turn(state: State) -> None:
    """Rule 8.1: first the second tile is paid for, then the rondel is refilled."""
    if int(state.placed) == MOST_TILES:
        pay_second(state, int(state.active))
    state.placed = 0
    refill(state)


@kernel
def refill(state: State) -> None:
    """Rules 8.2 and 8.5: tiles are drawn while a slot is empty and the bag is not; then the turn is over."""
    if empty_slot(state) != NONE and left_in_bag(state) > 0:
        state.phase = FILL
    else:
        finish_turn(state)


@kernel
def finish_turn(state: State) -> None:
    """Rules 8.1, 9.1, 10.1 and 10.2: full quarters are evaluated, in the end all; the next player begins unless the
    game ends."""
    full = full_quarters(state)
    ends = full == ALL_QUARTERS or (left_in_bag(state) == 0 and not anything_fits(state))
    for quarter in range(QUARTER_COUNT):
        if ends or full & bit(quarter):
            evaluate(state, quarter)
    state.active = (int(state.active) + 1) % int(state.seats)
    state.phase = OVER if ends else TURN


@kernel
def full_quarters(state: State) -> int:
    """Rule 9.1: the quarters without a free space, as a set."""
    full = 0
    free = ~occupied(state)
    for quarter in range(QUARTER_COUNT):
        if int(QUARTER_SPACES[int(state.plan), quarter]) & free == 0:
            full |= bit(quarter)
    return full


@kernel
def anything_fits(state: State) -> bool:
    """Rule 10.2: whether a tile of the rondel fits any free space, whatever the markers."""
    free = ~occupied(state)
    for slot in range(SLOTS):
        tile = int(state.rondel[slot])
        if tile != NONE and int(FITS_SOMEHOW[int(state.plan), tile % FACE_COUNT]) & free:
            return True
    return False


# Chance


@kernel
def outcomes(state: State, outcomes: Numbers, weights: Numbers) -> int:
    """Rules 2.5 and 8.2: the start player is drawn; every tile in the bag is equally likely."""
    n = 0
    if int(state.phase) == START:
        for seat in range(int(state.seats)):
            outcomes[seat] = seat
            weights[seat] = 1
        return int(state.seats)
    for tile in range(TILE_COUNT):
        if in_bag(state, tile):
            outcomes[n] = FIRST_DRAW + tile
            weights[n] = in_bag(state, tile)
            n += 1
    return n


@kernel
def sample(state: State) -> int:
    """One of the outcomes, by its weight."""
    if int(state.phase) == START:
        return below(state, int(state.seats))
    return FIRST_DRAW + nth_of_two(int(state.bag[0]), int(state.bag[1]), below(state, left_in_bag(state)))


@kernel
def leaves_at_once(state: State, tile: int) -> bool:
    """Rule 8.4: a centre tile that is drawn when no centre space is free."""
    return tile % FACE_COUNT == CENTRE_FACE and centres_are_full(state)


@kernel
def apply_outcome(state: State, outcome: int) -> None:
    """Rules 2.4, 2.5 and 8.2: the start player begins once four tiles are drawn; later draws end a turn."""
    if int(state.phase) == START:
        state.active = outcome
        state.phase = DEAL
        return
    draw(state, outcome - FIRST_DRAW)
    if int(state.phase) == FILL:
        refill(state)
    elif empty_slot(state) == NONE:
        state.phase = TURN


@kernel
def draw(state: State, tile: int) -> None:
    """Rules 8.2 and 8.4: a tile from the bag comes onto the first empty slot, or leaves at once."""
    take_out(state, tile)
    if not leaves_at_once(state, tile):
        state.rondel[empty_slot(state)] = tile
