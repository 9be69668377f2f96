"""The dice that an entry names, packed into one number by compiled code, and what a record says of them.

There are 402 formations and up to 400 ways to enter each, so most entries of a file are new to whoever writes it: they
are put together from the texts of single dice. They must agree with `write_entry`.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from smalti.games.mosaix.components import (
    ANCHORS,
    DICE,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    OVERHANG,
    REACH,
    SYMBOL_COUNT,
    SYMBOLS,
    TURNED,
)
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers, State

WIDTH = REACH + OVERHANG
"""Rows and columns in which a die can lie: from three before the grid to three behind it."""
DIE_BITS = 9
"""Dice are numbered by row, column and symbol: 13 x 13 x 3 of them."""
ONE_DIE = (1 << DIE_BITS) - 1
ORIGIN = OVERHANG * REACH + OVERHANG
"""The place of a formation that is laid: not turned, its corner in the first row and column."""
READING: Numbers = np.array(
    [[sorted((r * WIDTH + c, slot) for slot, (r, c) in enumerate(cells)) for cells in turns] for turns in TURNED],
    np.int64,
)
"""[shape, turn, n]: how far the n-th die in reading order lies behind the corner, and its slot."""


@kernel
def context(state: State, by: int, move: int) -> int:
    """What of the position an entry is written by: the dice that it names."""
    if by < 0 or move >= STOP:
        return 0
    if move < FIRST_ENTER:
        return pack_dice(move, ORIGIN)
    return pack_dice(int(state.formation), move - FIRST_ENTER)


@kernel
def pack_dice(formation: int, place: int) -> int:
    """The dice of a formation at a place, in reading order, as one number."""
    shape, turn = int(FORMATION_SHAPE[formation]), place // ANCHORS
    corner = place % ANCHORS // REACH * WIDTH + place % REACH
    packed = 0
    for n in range(DICE):
        behind, slot = int(READING[shape, turn, n, 0]), int(READING[shape, turn, n, 1])
        die = (corner + behind) * SYMBOL_COUNT + int(FORMATION_SYMBOLS[formation, slot])
        packed = packed << DIE_BITS | die
    return packed


def write_body(move: int, packed: int) -> str:
    """What a record has of a move behind its seat."""
    if move >= STOP:
        return '"do":"skip"}' if move == SKIP else '"do":"stop"}'
    do = "form" if move < FIRST_ENTER else "enter"
    return f'"do":"{do}","cells":[{write_packed(packed)}]}}'


def write_packed(packed: int) -> str:
    """Four dice as their texts."""
    texts = die_texts()
    first, second = texts[packed >> 3 * DIE_BITS], texts[packed >> 2 * DIE_BITS & ONE_DIE]
    return f"{first},{second},{texts[packed >> DIE_BITS & ONE_DIE]},{texts[packed & ONE_DIE]}"


@cache
def die_texts() -> list[str]:
    """Each die as [row, column, symbol], by its number."""
    near = range(-OVERHANG, REACH)
    return [f'[{row},{col},"{symbol}"]' for row, col, symbol in product(near, near, SYMBOLS)]
