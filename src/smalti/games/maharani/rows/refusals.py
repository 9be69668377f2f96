"""Why a move is not allowed: the clause of docs/rules/maharani.en.md, and what would make it legal.

Each function writes its row and returns True where it refuses.
"""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.moves import END, FIRST_WORKER, PLACES_OF_SLOT
from smalti.games.maharani.rows import kinds
from smalti.games.maharani.rows.places import FACE_ON, KIND_OF_FACE, SPACE
from smalti.games.maharani.rules import (
    actors,
    can_bring,
    can_refresh,
    home_quarter,
    is_over,
    standing,
    workers_due,
)
from smalti.games.maharani.state import (
    NONE,
    SECOND,
    START,
    TURN,
    WORKER,
    colours_each,
    first_colour,
    occupied,
    tile_colour,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, tell
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def refuses_move(state: State, seat: int, move: int, told: Sheet) -> None:
    """Why this seat may not make this move now; nothing if it may."""
    told.n = 0
    if refuse_turn(state, seat, told):
        return
    if move < FIRST_WORKER:
        slot, space = move // PLACES_OF_SLOT, move % PLACES_OF_SLOT // components.ARROWS
        refuse_place(state, seat, slot, space, move % components.ARROWS, told)
    elif move < END:
        refuse_worker(state, seat, move - FIRST_WORKER, told)
    elif move == END:
        refuse_end(state, told)
    else:
        refuse_refresh(state, seat, told)


@kernel
def refuse(told: Sheet, kind: int, clause: int, seat: int, target: int, look: int, amount: int, of: int) -> bool:
    """The one row of a refusal, with what its sentence names."""
    tell(told, kind, seat, NONE, NOWHERE, target, look, 0, amount, of, clause)
    return True


@kernel
def plainly(told: Sheet, kind: int, clause: int) -> bool:
    """A refusal that names nothing."""
    return refuse(told, kind, clause, NONE, NOWHERE, NONE, 0, NONE)


@kernel
def refuse_turn(state: State, seat: int, told: Sheet) -> bool:
    """Whether this seat is to choose at all."""
    if is_over(state):
        return plainly(told, kinds.IS_OVER, 1001)
    if seat >= 0 and actors(state) == bit(seat):
        return False
    if int(state.phase) == START:
        return plainly(told, kinds.NO_START_PLAYER, 205)
    if not actors(state):
        return plainly(told, kinds.NOT_FILLED, 802)
    return refuse(told, kinds.NOT_YOUR_TURN, 205, int(state.active), NOWHERE, NONE, 0, NONE)


@kernel
def refuse_unfinished(state: State, told: Sheet) -> bool:
    """Rule 6.1: nothing else before the worker that is due."""
    if int(state.phase) != WORKER:
        return False
    return refuse(told, kinds.WORKER_IS_DUE, 601, NONE, SPACE + int(state.duty), NONE, 0, NONE)


# Tiles


@kernel
def refuse_place(state: State, seat: int, slot: int, space: int, arrow: int, told: Sheet) -> bool:
    """Section 4: whether this tile may go there, its arrow to that side."""
    if refuse_unfinished(state, told) or refuse_slot(state, slot, told) or refuse_space(state, space, told):
        return True
    return refuse_columns(state, slot, space, arrow, told) or refuse_quarter(state, seat, slot, space, told)


@kernel
def refuse_slot(state: State, slot: int, told: Sheet) -> bool:
    """Rules 4.1 and 7.1: the tile must lie on the rondel."""
    if int(state.rondel[slot]) != NONE:
        return False
    clause = 701 if int(state.phase) == SECOND else 401
    return refuse(told, kinds.SLOT_IS_EMPTY, clause, NONE, NOWHERE, NONE, slot + 1, NONE)


@kernel
def refuse_space(state: State, space: int, told: Sheet) -> bool:
    """Rules 4.1 and 4.8: the space must be free."""
    if not occupied(state) & bit(space):
        return False
    quarter = int(components.QUARTER_OF[int(state.plan), space])
    if is_full(state, quarter):
        return refuse(told, kinds.QUARTER_IS_FULL, 408, NONE, NOWHERE, NONE, 0, quarter)
    return refuse(told, kinds.SPACE_IS_TAKEN, 401, NONE, SPACE + space, NONE, 0, NONE)


@kernel
def refuse_columns(state: State, slot: int, space: int, arrow: int, told: Sheet) -> bool:
    """Rules 4.5 and 4.6: the columns must agree, which leaves some ways to turn the tile."""
    plan, face = int(state.plan), int(state.rondel[slot]) % components.FACE_COUNT
    if int(components.FITS[plan, face, arrow]) & bit(space):
        return False
    if int(components.FITS_SOMEHOW[plan, face]) & bit(space):
        return refuse(told, kinds.LIES_OTHERWISE, 406, NONE, SPACE + space, NONE, 0, ways(plan, face, space))
    shown = int(KIND_OF_FACE[int(FACE_ON[plan, space, 0])])
    return refuse(told, kinds.COLUMNS_DIFFER, 405, NONE, SPACE + space, int(KIND_OF_FACE[face]), slot + 1, shown)


@kernel
def ways(plan: int, face: int, space: int) -> int:
    """Rule 4.6: the sides to which the arrow of a tile may point on a space, as a set."""
    found = 0
    for arrow in range(components.ARROWS):
        if int(components.FITS[plan, face, arrow]) & bit(space):
            found |= bit(arrow)
    return found


@kernel
def refuse_quarter(state: State, seat: int, slot: int, space: int, told: Sheet) -> bool:
    """Rules 4.4 and 4.8: a face-down marker ties the tile to the quarter where it lies."""
    home = home_quarter(state, seat, slot)
    if int(components.QUARTER_OF[int(state.plan), space]) == home or int(state.markers[seat]) & bit(home):
        return False
    return tied(state, home, told)


@kernel
def tied(state: State, home: int, told: Sheet) -> bool:
    """Rules 4.4 and 4.8: why the tile of a quarter whose marker is face down may not leave it."""
    if is_full(state, home):
        return refuse(told, kinds.IS_STUCK, 408, NONE, NOWHERE, NONE, 0, home)
    return refuse(told, kinds.IS_TIED, 404, NONE, NOWHERE, NONE, 0, home)


@kernel
def is_full(state: State, quarter: int) -> bool:
    """Whether every space of the quarter has a tile."""
    return int(components.QUARTER_SPACES[int(state.plan), quarter]) & ~occupied(state) == 0


# Workers


@kernel
def refuse_worker(state: State, seat: int, worker: int, told: Sheet) -> bool:
    """Section 6 and rules 11.2 to 11.4: whether a worker of this colour may come now."""
    if int(state.phase) != WORKER:
        return plainly(told, kinds.NO_WORKER_IS_DUE, 602)
    if not first_colour(state, seat) <= worker < first_colour(state, seat) + colours_each(state):
        return refuse(told, kinds.IS_NOT_YOURS, 202, NONE, NOWHERE, worker, 0, NONE)
    if can_bring(state, worker, int(state.duty)):
        return False
    other = lowest(workers_due(state, seat, int(state.duty)))
    return refuse(told, kinds.SUPPLY_IS_EMPTY, 1102, NONE, NOWHERE, worker, 0, other)


@kernel
def refuse_origin(state: State, worker: int, space: int, told: Sheet) -> bool:
    """Rules 6.3 and 6.4: whether the worker that comes may come from that space, or from the supply (NONE)."""
    origin, colour = standing(state, worker, int(state.duty)), tile_colour(state, int(state.duty))
    if not origin:
        return space != NONE and refuse(told, kinds.NEW_ONE_COMES, 603, NONE, NOWHERE, worker, 0, colour)
    if space == lowest(origin):
        return False
    return refuse(told, kinds.OLD_ONE_MOVES, 604, NONE, SPACE + lowest(origin), worker, 0, colour)


# Turns


@kernel
def refuse_end(state: State, told: Sheet) -> bool:
    """Rules 3.3 and 7.3: a turn ends after a tile."""
    if int(state.phase) == TURN:
        return plainly(told, kinds.CANNOT_PASS, 303)
    return refuse_unfinished(state, told)


@kernel
def refuse_refresh(state: State, seat: int, told: Sheet) -> bool:
    """Rules 3.4 and 3.5: a refresh is a whole turn, and not for markers that are all face up."""
    if int(state.phase) != TURN:
        return plainly(told, kinds.REFRESH_IS_A_TURN, 304)
    return not can_refresh(state, seat) and plainly(told, kinds.ALL_FACE_UP, 305)
