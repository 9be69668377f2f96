"""Any of the legal moves, each as likely, counted instead of listed: what `uniform` draws out of `legal_moves`."""

from __future__ import annotations

from smalti.games.maharani.components import ARROWS, FACE_COUNT, FITS, SLOTS
from smalti.games.maharani.moves import END, FIRST_WORKER, REFRESH, encode_place
from smalti.games.maharani.rules import placeable, workers_due
from smalti.games.maharani.state import ALL_MARKERS, SECOND, WORKER
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import bit, count, nth
from smalti.kernel.state import Numbers, State

HALF = 32
"""The widest step of a search among the spaces of the floor, which are fewer than 64."""


@kernel
def any_move(state: State, seat: int, moves: Numbers) -> int:
    """Any of the moves that this seat may make now."""
    if int(state.phase) == WORKER:
        due = workers_due(state, seat, int(state.duty))
        return FIRST_WORKER + nth(due, below(state, count(due)))
    return any_placement(state, seat)


@kernel
def ways(state: State, slot: int, spaces: int) -> int:
    """Rule 4.5: how many ways round the tile of a slot has on these spaces together."""
    plan, face = int(state.plan), int(state.rondel[slot]) % FACE_COUNT
    found = 0
    for arrow in range(ARROWS):
        found += count(int(FITS[plan, face, arrow]) & spaces)
    return found


@kernel
def any_placement(state: State, seat: int) -> int:
    """Section 4: a tile of the rondel onto a space, or what may be done instead; agrees with `legal_moves`."""
    n = 0
    for slot in range(SLOTS):
        n += ways(state, slot, placeable(state, seat, slot))
    second = int(state.phase) == SECOND
    instead = second or n == 0 or int(state.markers[seat]) != ALL_MARKERS
    chosen = below(state, n + 1 if instead else n)
    if chosen == n:
        return END if second else REFRESH
    slot = 0
    spaces = placeable(state, seat, slot)
    here = ways(state, slot, spaces)
    while chosen >= here:
        chosen -= here
        slot += 1
        spaces = placeable(state, seat, slot)
        here = ways(state, slot, spaces)
    return nth_way(state, slot, spaces, chosen)


@kernel
def nth_way(state: State, slot: int, spaces: int, n: int) -> int:
    """The move before which n others of the same tile stand, by space and then by arrow."""
    space, left, width = 0, int(n), HALF
    while width:
        part = (bit(width) - 1) << space
        here = ways(state, slot, spaces & part)
        if left >= here:
            left -= here
            space += width
        width >>= 1
    fitting = 0
    for arrow in range(ARROWS):
        if int(FITS[int(state.plan), int(state.rondel[slot]) % FACE_COUNT, arrow]) & bit(space):
            fitting |= bit(arrow)
    return encode_place(slot, space, nth(fitting, left))
