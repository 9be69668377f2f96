"""The dice that an entry names, packed into one number by compiled code, and what a record says of them.

There are 402 formations and up to 400 ways to enter each, so most entries of a file are new to whoever writes or reads
it: they are put together from the texts of single dice, and taken apart into them. They must agree with `write_entry`.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from smalti.games.mosaix.components import (
    ANCHORS,
    DICE,
    FORMATION_COUNT,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    OVERHANG,
    REACH,
    SYMBOL_COUNT,
    SYMBOLS,
    TURNED,
    TURNS,
)
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers, State

WIDTH = REACH + OVERHANG
"""Rows and columns in which a die can lie: from three before the grid to three behind it."""
DIE_BITS = 9
"""Dice are numbered by row, column and symbol: 13 x 13 x 3 of them."""
ONE_DIE = (1 << DIE_BITS) - 1
ONE_CELL = sum(SYMBOL_COUNT << n * DIE_BITS for n in range(DICE))
"""What is added to packed dice that move one cell to the right."""
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


FORM, ENTER, END = '"do":"form","cells":', '"do":"enter","cells":', "]]}"
"""What stands around the dice of a body."""
WITHOUT_DICE = {'"do":"stop"}': STOP, '"do":"skip"}': SKIP}


def write_body(move: int, packed: int) -> str:
    """What a record has of a move behind its seat."""
    if move >= STOP:
        return next(body for body, known in WITHOUT_DICE.items() if known == move)
    texts = die_texts()
    first, second = texts[packed >> 3 * DIE_BITS], texts[packed >> 2 * DIE_BITS & ONE_DIE]
    third, fourth = texts[packed >> DIE_BITS & ONE_DIE], texts[packed & ONE_DIE]
    return f"{FORM if move < FIRST_ENTER else ENTER}[[{first}],[{second}],[{third}],[{fourth}{END}"


def read_body(body: str) -> int | None:
    """The move that is written so, if there is one; what nobody would write may be taken for a move, too."""
    do, _, dice = body.partition("[[")
    numbers = die_numbers()
    try:
        first, second, third, fourth = [numbers[text] for text in dice[: -len(END)].split("],[")]
        cell = first // SYMBOL_COUNT
        packed = first << 3 * DIE_BITS | second << 2 * DIE_BITS | third << DIE_BITS | fourth
        formation, turn, behind = turned_formations()[packed - cell * ONE_CELL]
    except (KeyError, ValueError):
        return WITHOUT_DICE.get(body)
    if do == FORM:
        return formation
    row, col = divmod(cell - behind, WIDTH)
    return FIRST_ENTER + turn * ANCHORS + row * REACH + col


@cache
def die_texts() -> list[str]:
    """Each die as row, column, symbol, by its number."""
    near = range(-OVERHANG, REACH)
    return [f'{row},{col},"{symbol}"' for row, col, symbol in product(near, near, SYMBOLS)]


@cache
def die_numbers() -> dict[str, int]:
    """The number of each die by its text."""
    return {text: die for die, text in enumerate(die_texts())}


@cache
def turned_formations() -> dict[int, tuple[int, int, int]]:
    """By packed dice, the first in cell 0: the formation, its turn, and how far behind the corner that die lies.

    Where turns are alike only the first of them is legal (`DISTINCT`).
    """
    found: dict[int, tuple[int, int, int]] = {}
    for formation, turn in product(range(FORMATION_COUNT), range(TURNS)):
        behind = int(READING[FORMATION_SHAPE[formation], turn, 0, 0])
        packed = pack_dice(formation, turn * ANCHORS) - behind * ONE_CELL
        found.setdefault(packed, (formation, turn, behind))
    return found
