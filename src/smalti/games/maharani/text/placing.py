"""Setting up a position by hand: tiles on the floor and the rondel, workers, markers, gold, and whose turn it is.

A click with a colour lays a tile; clicking it again turns it to the next way for which the box has a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from smalti.games.maharani.components import (
    ARROWS,
    CENTRE_FACE,
    COLOUR_COUNT,
    COLOURS,
    FACE_COUNT,
    QUARTER_COUNT,
    QUARTER_SPACES,
    SLOTS,
    WORKER_COLOURS,
    face_with,
    tile_number,
)
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows import looks as k
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rules import centres_are_full
from smalti.games.maharani.state import (
    DEAL,
    FILL,
    NONE,
    START,
    TURN,
    arrow_at,
    colours_each,
    empty_slot,
    in_bag,
    left_in_bag,
    occupied,
    put_in,
    set_arrow,
    take_out,
    tile_colour,
)
from smalti.games.maharani.tables.names import ONE_TILE, ONE_WORKER
from smalti.games.maharani.text.positions import columns_at, tiles_gone, tiles_on_floor
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.placing import Placing, Tool
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_

SOUTH = 2
FLOOR = tuple(range(p.SPACE, p.SPACE + SPACES))
RONDEL = tuple(range(p.LYING, p.LYING + QUARTER_COUNT))
MOST_GOLD = 99


def tools(state: State) -> tuple[Tool, ...]:
    """A tile of each colour, a worker of each, an eraser, markers, gold and the turn."""
    seats = range(int(state.seats))
    markers = tuple(p.MARKER_AT + n for n in range(len(seats) * QUARTER_COUNT))
    names, gold = (tuple(first + seat for seat in seats) for first in (p.NAME_AT, p.GOLD_AT))
    tiles = [
        Tool(FLOOR + RONDEL, partial(lay, n), ONE_TILE[colour], k.tile_look(tile_number(n, 0), SOUTH))
        for n, colour in enumerate(COLOURS)
    ]
    workers = [
        Tool(FLOOR, partial(stand, n), ONE_WORKER[colour], k.FIGURE_LOOK + n, p.STAND)
        for n, colour in enumerate(WORKER_COLOURS[: len(seats) * colours_each(state)])
    ]
    return (
        *tiles,
        *workers,
        Tool(FLOOR + RONDEL, take_away, N_("Take away")),
        Tool(markers, turn_over, N_("Turn a marker over")),
        Tool(gold, partial(add_gold, 1), N_("One gold more")),
        Tool(gold, partial(add_gold, -1), N_("One gold less")),
        Tool(names, begin_turn, N_("To play now")),
    )


# Tiles


def lay(colour: int, state: State, place: int) -> None:
    """A tile of this colour comes there; one that lies there already is turned."""
    if place in RONDEL:
        lay_on_rondel(colour, state, slot_at(state, place))
        return
    space, before = place - p.SPACE, arrow_at(state, place - p.SPACE)
    was = tile_colour(state, space)
    lift(state, space)
    first = before + 1 if was == colour else SOUTH
    arrow = first_left(state, (tile_of(state, colour, space, turn % ARROWS) for turn in range(first, first + ARROWS)))
    state.tiles[colour] |= bit(space)
    set_arrow(state, space, (first + arrow) % ARROWS)


def tile_of(state: State, colour: int, space: int, arrow: int) -> int:
    """The tile of a colour that lies on a space with its arrow to that side."""
    return tile_number(colour, face_with(columns_at(state, space), arrow))


def first_left(state: State, tiles: Iterable[int]) -> int:
    """Takes the first of some tiles that is in the bag or out of the game; says which of them that was."""
    gone = tiles_gone(state)
    for n, tile in enumerate(tiles):
        if in_bag(state, tile):
            take_out(state, tile)
            return n
        if gone[tile] > 0:
            return n
    raise InvalidNotation(N_("all tiles of this colour that could lie so are in use; the box has no more (rule 1.3)"))


def lift(state: State, space: int) -> None:
    """A tile and whoever stands on it leave a space; the tile goes into the bag."""
    if (tile := tiles_on_floor(state).get(space)) is None:
        return
    put_in(state, tile)
    for spaces in (state.tiles, state.arrows, state.workers):
        for n in range(len(spaces)):
            spaces[n] &= ~bit(space)
    if int(state.duty) == space:
        begin_turn(state, p.NAME_AT + int(state.active))


def slot_at(state: State, place: int) -> int:
    """The slot that lies at a place of the rondel."""
    return int(p.SLOT_AT[p.pointed_side(state), place - p.LYING])


def lay_on_rondel(colour: int, state: State, slot: int) -> None:
    """A tile of this colour comes into a slot; another one of it in its place. Full, the turn can begin."""
    before = int(state.rondel[slot])
    if before != NONE:
        put_in(state, before)
    state.rondel[slot] = NONE
    first = before % FACE_COUNT + 1 if before != NONE and before // FACE_COUNT == colour else 0
    tiles = [tile_number(colour, (first + n) % FACE_COUNT) for n in range(FACE_COUNT)]
    state.rondel[slot] = tiles[first_left(state, tiles)]
    if empty_slot(state) == NONE and int(state.phase) in (START, DEAL, FILL):
        begin_turn(state, p.NAME_AT + int(state.active))


def take_away(state: State, place: int) -> None:
    """Whoever stands there leaves, else the tile goes into the bag."""
    if place in RONDEL:
        slot = slot_at(state, place)
        if int(state.rondel[slot]) != NONE:
            put_in(state, int(state.rondel[slot]))
            state.rondel[slot] = NONE
        return
    space = bit(place - p.SPACE)
    if any(int(workers) & space for workers in state.workers):
        for n in range(len(state.workers)):
            state.workers[n] &= ~space
    else:
        lift(state, place - p.SPACE)


# Workers, markers, gold, the turn


def stand(worker: int, state: State, place: int) -> None:
    """A worker comes onto a tile, in the place of another one."""
    space = place - p.SPACE
    if tile_colour(state, space) == NONE:
        raise InvalidNotation(N_("a worker stands on a tile, and there is none (rule 6.1)"))
    for n in range(len(state.workers)):
        state.workers[n] &= ~bit(space)
    state.workers[worker] |= bit(space)


def turn_over(state: State, place: int) -> None:
    """An action marker shows its other side."""
    seat, quarter = divmod(place - p.MARKER_AT, QUARTER_COUNT)
    state.markers[seat] = int(state.markers[seat]) ^ bit(quarter)


def add_gold(amount: int, state: State, place: int) -> None:
    """Gold is told by where it came from: what is added here counts as paid for single tiles, of the first colour."""
    seat = place - p.GOLD_AT
    single = int(state.areas[seat, 0, 0]) + amount
    if not 0 <= single <= MOST_GOLD:
        raise InvalidNotation(
            N_("what areas, workers and evaluations have paid stays; only single tiles are counted here, from 0 to 99")
        )
    state.areas[seat, 0, 0] = single


def begin_turn(state: State, place: int) -> None:
    """This seat is to play, and nothing of its turn has happened."""
    state.phase, state.active, state.placed, state.duty = TURN, place - p.NAME_AT, 0, NONE


def check(state: State) -> None:
    """What no turn can begin with: clauses 8.2, 8.3, 9.3 and 10.1."""
    if int(state.phase) != TURN:
        return
    taken, plan = occupied(state), int(state.plan)
    full = [quarter for quarter in range(QUARTER_COUNT) if int(QUARTER_SPACES[plan, quarter]) & ~taken == 0]
    standing = 0
    for workers in state.workers:
        standing |= int(workers)
    if len(full) == QUARTER_COUNT:
        raise InvalidNotation(N_("the whole floor is laid, so the game would be over (rule 10.1)"))
    if any(standing & int(QUARTER_SPACES[plan, quarter]) for quarter in full):
        raise InvalidNotation(N_("a full quarter has been evaluated, and its workers have gone home (rule 9.3)"))
    if empty_slot(state) != NONE and left_in_bag(state) > 0:
        raise InvalidNotation(N_("a slot of the rondel is empty though the bag is not (rule 8.2)"))
    centres = [tile for tile in map(int, state.rondel) if tile != NONE and tile % FACE_COUNT == CENTRE_FACE]
    if centres and centres_are_full(state):
        raise InvalidNotation(N_("no centre space is free, so centre tiles have left the rondel (rule 8.3)"))


assert len(COLOURS) == COLOUR_COUNT
assert len(RONDEL) == SLOTS
PLACING = Placing(tools, check)
