"""Why clicks lead to no move: the refusal of the move they come closest to. The last click decides."""

from __future__ import annotations

from smalti.games.maharani.components import ARROWS, FACE_COUNT, FITS_SOMEHOW, QUARTER_COUNT, WORKER_COLOUR_COUNT
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows import kinds, places
from smalti.games.maharani.rows.refusals import (
    is_full,
    plainly,
    refuse,
    refuse_end,
    refuse_origin,
    refuse_place,
    refuse_refresh,
    refuse_slot,
    refuse_turn,
    refuse_unfinished,
    refuse_worker,
    tied,
    ways,
)
from smalti.games.maharani.rules import can_place, home_quarter, placeable
from smalti.games.maharani.state import NONE, SECOND, WORKER, occupied, side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def refuses(state: State, seat: int, first: int, second: int, third: int, told: Sheet) -> None:
    """Why these clicks lead to no move; the last one decides, after a tile that was picked up before it."""
    told.n = 0
    last = third if third != NOWHERE else second if second != NOWHERE else first
    if last == NOWHERE or refuse_turn(state, seat, told):
        return
    slot = picked_slot(state, seat, first, second, third)
    if last < places.JOINT:
        refuse_floor(state, seat, slot, last, told)
    elif places.RONDEL <= last < places.MEDAL:
        refuse_rondel(state, seat, last, told)
    elif places.ARROW_AT <= last < places.BRING_AT:
        refuse_arrow(state, seat, slot, clicked_space(first, second), last - places.ARROW_AT, told)
    elif places.MARKER_AT <= last < places.PROSPECT_AT:
        refuse_marker(
            state, seat, (last - places.MARKER_AT) // QUARTER_COUNT, (last - places.MARKER_AT) % QUARTER_COUNT, told
        )
    else:
        refuse_elsewhere(state, seat, last, told)


@kernel
def refuse_elsewhere(state: State, seat: int, last: int, told: Sheet) -> None:
    """Supplies, the bag and the buttons; of what nobody can use, only a worker that is due is worth a word."""
    if places.SUPPLY_AT <= last < places.PEG:
        if not refuse_worker(state, seat, last - places.SUPPLY_AT, told):
            refuse_origin(state, last - places.SUPPLY_AT, NONE, told)
    elif places.BRING_AT <= last < places.BRING_AT + WORKER_COLOUR_COUNT:
        refuse_worker(state, seat, last - places.BRING_AT, told)
    elif last == places.END_AT:
        refuse_end(state, told)
    elif last == places.REFRESH_AT:
        refuse_refresh(state, seat, told)
    elif not refuse_unfinished(state, told) and places.BAG_AT <= last < places.ARROW_HEAD_AT:
        plainly(told, kinds.COMES_FROM_BAG, 802)


@kernel
def picked_slot(state: State, seat: int, first: int, second: int, third: int) -> int:
    """The slot whose tile is in hand, or NONE: the last one that was clicked."""
    slot = NONE
    for step in (int(first), int(second), int(third)):
        if places.LYING <= step < places.BADGE_AT:
            slot = int(places.SLOT_AT[side_of(state, seat), step - places.LYING])
    return slot


@kernel
def clicked_space(first: int, second: int) -> int:
    """The space that was clicked before, by itself or by the worker on it; NONE if none was."""
    space = NONE
    for step in (int(first), int(second)):
        if places.SPACE <= step < places.JOINT:
            space = step % SPACES
    return space


# The floor


@kernel
def refuse_floor(state: State, seat: int, slot: int, last: int, told: Sheet) -> None:
    """A space to which the tile in hand cannot go, a worker that may not come, or no tile in hand."""
    space = last % SPACES
    worker = worker_on(state, space) if last >= places.STAND else NONE
    if slot != NONE:
        found = (
            ways(int(state.plan), int(state.rondel[slot]) % FACE_COUNT, space) if int(state.rondel[slot]) >= 0 else 0
        )
        refuse_place(state, seat, slot, space, lowest(found) if found else 0, told)
    elif worker == NONE:
        empty_handed(state, seat, space, told)
    elif not refuse_worker(state, seat, worker, told):
        refuse_origin(state, worker, space, told)


@kernel
def worker_on(state: State, space: int) -> int:
    """The colour of the worker on a space, or NONE."""
    for worker in range(WORKER_COLOUR_COUNT):
        if int(state.workers[worker]) & bit(space):
            return worker
    return NONE


@kernel
def empty_handed(state: State, seat: int, space: int, told: Sheet) -> bool:
    """Rule 4.1: first the tile, then the space; rules 3.3 and 7.3 where no tile can be placed."""
    if refuse_unfinished(state, told):
        return True
    if not can_place(state, seat):
        if int(state.phase) == SECOND:
            return plainly(told, kinds.ONLY_END, 703)
        return plainly(told, kinds.ONLY_REFRESH, 303)
    if space != NONE and occupied(state) & bit(space):
        return plainly(told, kinds.TILE_STAYS, 401)
    return plainly(told, kinds.TILE_FIRST, 401)


@kernel
def refuse_arrow(state: State, seat: int, slot: int, space: int, arrow: int, told: Sheet) -> bool:
    """A side to which the arrow cannot point, or an arrow before there is a tile on a space."""
    if slot == NONE or int(state.phase) == WORKER:
        return empty_handed(state, seat, NONE, told)
    if space == NONE:
        return plainly(told, kinds.SPACE_FIRST, 406)
    return refuse_place(state, seat, slot, space, arrow, told)


# The rondel and the markers


@kernel
def refuse_rondel(state: State, seat: int, last: int, told: Sheet) -> None:
    """A tile of the rondel that cannot be picked up, a marker in a corner of the court, or the disc itself."""
    if last >= places.CORNER:
        refuse_marker(state, seat, seat, last - places.CORNER, told)
    elif last == places.RONDEL or last >= places.BADGE_AT:
        empty_handed(state, seat, NONE, told)
    else:
        refuse_tile(state, seat, int(places.SLOT_AT[side_of(state, seat), last - places.LYING]), told)


@kernel
def refuse_tile(state: State, seat: int, slot: int, told: Sheet) -> bool:
    """Rules 4.4, 4.5 and 4.8: why a tile can go nowhere."""
    if refuse_unfinished(state, told) or refuse_slot(state, slot, told):
        return True
    if placeable(state, seat, slot):
        return False
    home, face = home_quarter(state, seat, slot), int(state.rondel[slot]) % FACE_COUNT
    if not int(FITS_SOMEHOW[int(state.plan), face]) & ~occupied(state):
        return refuse(told, kinds.FITS_NOWHERE, 405, NONE, NOWHERE, int(places.KIND_OF_FACE[face]), slot + 1, NONE)
    if is_full(state, home):
        return tied(state, home, told)
    return refuse(told, kinds.FITS_NOT_AT_HOME, 404, NONE, NOWHERE, NONE, 0, home)


@kernel
def refuse_marker(state: State, seat: int, owner: int, quarter: int, told: Sheet) -> bool:
    """Rules 3.4 and 4.3: markers are not turned by themselves."""
    if refuse_unfinished(state, told):
        return True
    if owner != seat:
        return refuse(told, kinds.OTHERS_MARKER, 105, owner, NOWHERE, NONE, 0, NONE)
    if int(state.markers[seat]) & bit(quarter):
        return refuse(told, kinds.TURNED_BY_TILE, 403, NONE, NOWHERE, NONE, 0, quarter)
    return refuse_refresh(state, seat, told) or plainly(told, kinds.TURNED_TOGETHER, 304)


assert places.ARROW_AT + ARROWS == places.BRING_AT
