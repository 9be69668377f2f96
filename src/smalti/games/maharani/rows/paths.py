"""Every legal move as clicks, and what is there only to be clicked.

A placement is a tile of the rondel, a space and, where the tile may lie in several turns, the side to which its arrow
points. A worker is the figure that moves, or the supply; each also has a button. The rest are buttons.
"""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.moves import END, FIRST_WORKER, REFRESH, encode_place
from smalti.games.maharani.rows import looks, places
from smalti.games.maharani.rows.pieces import OFFER
from smalti.games.maharani.rows.worths import worth_offers
from smalti.games.maharani.rules import actors, can_refresh, home_quarter, placeable, standing, workers_due
from smalti.games.maharani.state import SECOND, WORKER, side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, put, way
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State

HALF = places.TILE_KINDS.index("half")

# Offers
ARROW_HEAD = OFFER
ARROW_BUTTON = ARROW_HEAD + 1
BRING_BUTTON = ARROW_BUTTON + components.ARROWS
END_BUTTON = BRING_BUTTON + components.WORKER_COLOUR_COUNT
REFRESH_BUTTON = END_BUTTON + 1


@kernel
def is_actor(state: State, seat: int) -> bool:
    """Whether this seat is to choose now."""
    return seat >= 0 and actors(state) == bit(seat)


@kernel
def paths(state: State, seat: int, rows: Sheet) -> None:
    """Rules 3.2, 6.1 and 7.1: what this seat may do now, and the ways to click it."""
    rows.n = 0
    if not is_actor(state, seat):
        return
    if int(state.phase) == WORKER:
        worker_paths(state, seat, rows)
        return
    for slot in range(components.SLOTS):
        placing_paths(state, seat, slot, rows)
    if int(state.phase) == SECOND:
        way(rows, END, places.END_AT, NOWHERE, NOWHERE)
    elif can_refresh(state, seat):
        way(rows, REFRESH, places.REFRESH_AT, NOWHERE, NOWHERE)


@kernel
def placing_paths(state: State, seat: int, slot: int, rows: Sheet) -> None:
    """Section 4: a tile to every space it may go to; the arrow is asked for only where the columns leave a choice."""
    spaces, first = placeable(state, seat, slot), places.LYING + home_quarter(state, seat, slot)
    face = int(state.rondel[slot]) % components.FACE_COUNT
    turns = int(places.KIND_OF_FACE[face]) != HALF
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        for arrow in range(components.ARROWS):
            if int(components.FITS[int(state.plan), face, arrow]) & bit(space):
                third = places.ARROW_AT + arrow if turns else NOWHERE
                way(rows, encode_place(slot, space, arrow), first, places.SPACE + space, third)


@kernel
def worker_paths(state: State, seat: int, rows: Sheet) -> None:
    """Section 6: the figure that moves or the supply, or a button."""
    due = workers_due(state, seat, int(state.duty))
    while due:
        worker = lowest(due)
        due &= due - 1
        origin = standing(state, worker, int(state.duty))
        figure = places.STAND + lowest(origin) if origin else places.SUPPLY_AT + worker
        way(rows, FIRST_WORKER + worker, figure, NOWHERE, NOWHERE)
        way(rows, FIRST_WORKER + worker, places.BRING_AT + worker, NOWHERE, NOWHERE)


@kernel
def offers(state: State, seat: int, rows: Sheet) -> None:
    """The buttons for what is no place on the board, and what each space is worth."""
    rows.n = 0
    if not is_actor(state, seat):
        return
    if int(state.phase) == WORKER:
        worker_offers(state, seat, rows)
        return
    worth_offers(state, seat, rows)
    if leaves_a_choice(state, seat):
        arrow_offers(state, seat, rows)
    if int(state.phase) == SECOND:
        put(rows, END_BUTTON, places.END_AT, looks.END_LOOK, 0, 0)
    elif can_refresh(state, seat):
        put(rows, REFRESH_BUTTON, places.REFRESH_AT, looks.REFRESH_LOOK, 0, 0)


@kernel
def leaves_a_choice(state: State, seat: int) -> bool:
    """Rule 4.6: whether some tile may lie on a space in several turns."""
    for slot in range(components.SLOTS):
        if (
            placeable(state, seat, slot)
            and int(places.KIND_OF_FACE[int(state.rondel[slot]) % components.FACE_COUNT]) != HALF
        ):
            return True
    return False


@kernel
def arrow_offers(state: State, seat: int, rows: Sheet) -> None:
    """Where the arrow may point; the own side brings a worker."""
    put(rows, ARROW_HEAD, places.ARROW_HEAD_AT, looks.ARROW_HEAD_LOOK, 0, 0)
    for side in range(components.ARROWS):
        look = looks.OWN_ARROW_LOOK if side == side_of(state, seat) else looks.ARROW_LOOK
        put(rows, ARROW_BUTTON + side, places.ARROW_AT + side, look + side, 0, 0)


@kernel
def worker_offers(state: State, seat: int, rows: Sheet) -> None:
    """A button for each worker that may come."""
    due = workers_due(state, seat, int(state.duty))
    while due:
        worker = lowest(due)
        due &= due - 1
        look = looks.MOVING_WORKER_LOOK if standing(state, worker, int(state.duty)) else looks.NEW_WORKER_LOOK
        put(rows, BRING_BUTTON + worker, places.BRING_AT + worker, look + worker, 0, 0)
