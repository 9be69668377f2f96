"""Any of the legal moves, each as likely, counted instead of listed: what `uniform` draws out of `legal_moves`."""

from __future__ import annotations

from smalti.games.maharani.components import ARROWS, FACE_COUNT, FITS, SLOTS, WAYS
from smalti.games.maharani.moves import END, FIRST_WORKER, REFRESH, encode_place
from smalti.games.maharani.rules import placeable, workers_due
from smalti.games.maharani.state import ALL_MARKERS, SECOND, WORKER
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import count, lowest, nth
from smalti.kernel.state import Numbers, State

WIDTH = 8
"""A tile has at most 48 places: so many bits hold how many it has."""
FEWER = (1 << WIDTH) - 1


@kernel
def any_move(state: State, seat: int, moves: Numbers) -> int:
    """Any of the moves that this seat may make now."""
    if int(state.phase) == WORKER:
        due = workers_due(state, seat, int(state.duty))
        for _ in range(below(state, count(due))):
            due &= due - 1
        return FIRST_WORKER + lowest(due)
    return any_placement(state, seat)


@kernel
def any_placement(state: State, seat: int) -> int:
    """Section 4, rules 3.2 and 7.1: one of the ways to place a tile, or what else may be done; as in `legal_moves`."""
    counts, n = 0, 0
    for slot in range(SLOTS):
        here = count(placeable(state, seat, slot)) * ways_round(state, slot)
        counts |= here << WIDTH * slot
        n += here
    second = int(state.phase) == SECOND
    chosen = below(state, n + 1 if second or n == 0 or int(state.markers[seat]) != ALL_MARKERS else n)
    if chosen == n:
        return END if second else REFRESH
    slot = 0
    while chosen >= counts & FEWER:
        chosen -= counts & FEWER
        counts >>= WIDTH
        slot += 1
    ways = ways_round(state, slot)
    space = nth(placeable(state, seat, slot), chosen // ways)
    return encode_place(slot, space, arrow_of(state, slot, space, chosen % ways))


@kernel
def ways_round(state: State, slot: int) -> int:
    """Rule 4.6: how many ways round the tile of a slot may lie, the same on every space where it fits."""
    return int(WAYS[int(state.rondel[slot]) % FACE_COUNT])


@kernel
def arrow_of(state: State, slot: int, space: int, chosen: int) -> int:
    """Where the arrow points the chosen way round."""
    face, arrows = int(state.rondel[slot]) % FACE_COUNT, 0
    for arrow in range(ARROWS):
        arrows |= (int(FITS[int(state.plan), face, arrow]) >> space & 1) << arrow
    for _ in range(chosen):
        arrows &= arrows - 1
    return lowest(arrows)
