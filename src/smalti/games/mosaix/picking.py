"""Any of the legal moves, each as likely, counted instead of listed: what `uniform` draws out of `legal_moves`."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix.components import (
    BLOCK,
    BLOCKS,
    DISTINCT,
    FORMATION_SHAPE,
    ROLL_COUNT,
    ROLL_FORMATIONS,
    SHAPES,
)
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.rules import can_enter, drops, fitting, lower_marks, upper_marks
from smalti.games.mosaix.state import FORM, NONE, is_solo, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import count, nth
from smalti.kernel.state import Numbers, State

SHAPE_COUNT = len(SHAPES)
WIDTH = 6
"""A block has at most 50 places: so many bits hold how many of them fit."""
FEWER = (1 << WIDTH) - 1

SHAPE_BEGINS: Numbers = np.zeros((ROLL_COUNT, SHAPE_COUNT + 1), np.int64)
"""[roll, shape]: where the formations of a shape begin among those of a roll, which are in the order of shapes."""
for _roll in range(ROLL_COUNT):
    _shapes = FORMATION_SHAPE[ROLL_FORMATIONS[_roll][ROLL_FORMATIONS[_roll] != NONE]]
    SHAPE_BEGINS[_roll] = np.searchsorted(_shapes, np.arange(SHAPE_COUNT + 1))
FORMATIONS_OF_ROLL = ROLL_FORMATIONS.astype(np.int16)
"""The same in a fourth of the room."""


@kernel
def any_move(state: State, seat: int, moves: Numbers) -> int:
    """Any of the moves that this actor may make now."""
    if int(state.phase) == FORM:
        return any_formation(state)
    return any_placement(state, seat)


@kernel
def begins(roll: int, shape: int) -> int:
    """Where the formations of a shape begin among those of a roll."""
    return int(SHAPE_BEGINS[roll, shape])


@kernel
def any_formation(state: State) -> int:
    """Section 3 and rule 7.4: one of the formations of the dice rolled, or to stop; agrees with `legal_formations`."""
    roll, n, possible = int(state.roll), 0, 0
    for shape in range(SHAPE_COUNT):
        if not is_solo(state) or can_enter(state, 0, shape):
            possible |= 1 << shape
            n += begins(roll, shape + 1) - begins(roll, shape)
    chosen = below(state, n + 1 if is_solo(state) else n)
    for shape in range(SHAPE_COUNT):
        begin = begins(roll, shape)
        here = begins(roll, shape + 1) - begin if possible >> shape & 1 else 0
        if chosen < here:
            return int(FORMATIONS_OF_ROLL[roll, begin + chosen])
        chosen -= here
    return STOP


@kernel
def any_placement(state: State, seat: int) -> int:
    """Section 4: one of the ways to enter the formation, or what is left; agrees with `legal_placements`."""
    formation = int(state.formation)
    shape, taken, lost = int(FORMATION_SHAPE[formation]), occupied(state, seat), drops(state)
    upper, lower = upper_marks(taken), lower_marks(taken)
    counts, n = 0, 0
    for block in range(BLOCKS):
        here = count(different(fitting(upper, lower, lost, shape, block), formation, block))
        counts |= here << WIDTH * block
        n += here
    chosen = below(state, n + 1 if is_solo(state) or n == 0 else n)
    if chosen == n:
        return STOP if is_solo(state) else SKIP
    block = 0
    while chosen >= counts & FEWER:
        chosen -= counts & FEWER
        counts >>= WIDTH
        block += 1
    places = different(fitting(upper, lower, lost, shape, block), formation, block)
    return FIRST_ENTER + block * BLOCK + nth(places, chosen)


@kernel
def different(places: int, formation: int, block: int) -> int:
    """Section 4: the places of a block that give different results. A table that is named once lies once on a GPU."""
    return places & int(DISTINCT[formation, block])
