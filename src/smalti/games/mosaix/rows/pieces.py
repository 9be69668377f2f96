"""What lies where: the numbers of pieces and looks, and the rows of a position."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix import components
from smalti.games.mosaix.components import Small
from smalti.games.mosaix.moves import FIRST_ENTER, STOP
from smalti.games.mosaix.rows import places
from smalti.games.mosaix.rows.places import cell_of, cup_of, laid_in
from smalti.games.mosaix.scoring import seat_points
from smalti.games.mosaix.state import ENTER, FORM, NONE, ROLL, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import lowest
from smalti.kernel.state import Sheet, State

# Pieces
DIE = 0
SCORE = DIE + components.DICE
SIGN = SCORE + components.MOST_SEATS
"""Whose grid it is."""
TOKEN = SIGN + components.MOST_SEATS
"""What a seat is busy with."""
SCALE_LEFT = TOKEN + components.MOST_SEATS
STROKE = SCALE_LEFT + 1
MARK = STROKE + components.SCALE
"""A mark is named by its cell, for it never moves."""
PENCIL = MARK + components.MOST_SEATS * components.CELLS_IN_GRID
OFFERED_DIE = PENCIL + components.MOST_SEATS * components.DICE
OFFERED_SHAPE = OFFERED_DIE + components.TURNS * components.DICE
OFFERED_CARD = OFFERED_SHAPE + places.SHAPE_COUNT
OFFERED_STOP = OFFERED_CARD + components.FORMATION_COUNT
OFFERED_SKIP = OFFERED_STOP + 1
OFFERED_SIZE = OFFERED_SKIP + 1
"""How large an area is, by its cell."""

# Looks
MARKED = 0
PRINTED = MARKED + components.SYMBOL_COUNT
PENCILLED = PRINTED + components.SYMBOL_COUNT
SHOWN = PENCILLED + components.SYMBOL_COUNT
BLANK = SHOWN + components.SYMBOL_COUNT
NAMED = BLANK + 1
COUNTED = NAMED + 1
LAYING = COUNTED + 1
CHOOSING = LAYING + 1
CHOSEN = CHOOSING + 1
LEFT = CHOSEN + 1
STRUCK = LEFT + 1
STOPPING = STRUCK + 1
SKIPPING = STOPPING + 1
SHAPED = SKIPPING + 1
TURNED_DIE_LOOK = SHAPED + places.SHAPE_COUNT
CARDED = TURNED_DIE_LOOK + components.SYMBOL_COUNT
SIZED = CARDED + components.FORMATION_COUNT

ROLL_DICE: Small = np.array([[s for s, n in enumerate(roll) for _ in range(n)] for roll in components.ROLLS], np.int8)
"""[roll, die]: the symbols that the dice show, sorted."""


@kernel
def pieces(view: State, eyes: int, rows: Sheet) -> None:
    """Everything on the table; a view shows no more than these eyes may see."""
    rows.n = 0
    dice_pieces(view, rows)
    for seat in range(int(view.seats)):
        put(rows, SIGN + seat, places.NAME + seat, NAMED, 0, seat)
        put(rows, SCORE + seat, places.POINTS + seat, COUNTED, 0, seat_points(view, seat))
        busy = busy_with(view, seat)
        if busy != NONE:
            put(rows, TOKEN + seat, places.STATUS + seat, busy, 0, seat)
        grid_pieces(view, seat, rows)
        pencilled_pieces(view, seat, rows)
    if is_solo(view):
        scale_pieces(view, rows)


@kernel
def dice_pieces(view: State, rows: Sheet) -> None:
    """The four dice: in front of the roller, as rolled, or in the formation; none before and after the game."""
    phase, formation = int(view.phase), int(view.formation)
    for n in range(components.DICE):
        if phase == ROLL:
            put(rows, DIE + n, cup_of(int(view.roller), n), BLANK, 0, 0)
        elif phase == FORM:
            put(rows, DIE + n, places.ROLLED + n, SHOWN + int(ROLL_DICE[int(view.roll), n]), 0, 0)
        elif phase == ENTER:
            look = SHOWN + int(components.FORMATION_SYMBOLS[formation, n])
            put(rows, DIE + die_in(formation, n), laid_at(formation, n), look, 0, 0)


@kernel
def laid_at(formation: int, slot: int) -> int:
    """The place of a slot of the formation on the table."""
    return laid_in(int(components.FORMATION_SHAPE[formation]), slot)


@kernel
def die_in(formation: int, slot: int) -> int:
    """Which die of the roll lies in a slot: the dice of a roll are sorted by symbol, equal ones by slot."""
    symbol = int(components.FORMATION_SYMBOLS[formation, slot])
    die = 0
    for other in range(components.DICE):
        theirs = int(components.FORMATION_SYMBOLS[formation, other])
        if theirs < symbol or (theirs == symbol and other < slot):
            die += 1
    return die


@kernel
def busy_with(view: State, seat: int) -> int:
    """Rules 3.1 and 4.2: the look that says what a seat is doing, NONE if nothing or alone."""
    if is_solo(view):
        return NONE
    if int(view.phase) == FORM and int(view.roller) == seat:
        return LAYING
    if int(view.phase) == ENTER:
        return CHOOSING if int(view.chosen[seat]) == NONE else CHOSEN
    return NONE


@kernel
def grid_pieces(view: State, seat: int, rows: Sheet) -> None:
    """The marks of a grid."""
    for symbol in range(components.SYMBOL_COUNT):
        cells = int(view.marks[seat, symbol])
        while cells:
            cell = lowest(cells)
            look = PRINTED if cell == int(view.printed[seat]) else MARKED
            put(rows, mark_of(seat, cell), cell_of(seat, cell), look + symbol, 0, 0)
            cells &= cells - 1


@kernel
def mark_of(seat: int, cell: int) -> int:
    """The piece in a cell."""
    return MARK + seat * components.CELLS_IN_GRID + cell


@kernel
def pencilled_pieces(view: State, seat: int, rows: Sheet) -> None:
    """Rule 4.2: what a seat has chosen to enter, for its own eyes."""
    move, formation = int(view.chosen[seat]), int(view.formation)
    if int(view.phase) == ENTER and FIRST_ENTER <= move < STOP:
        for slot in range(components.DICE):
            cell = landing(formation, move, slot)
            if cell >= 0:
                look = PENCILLED + int(components.FORMATION_SYMBOLS[formation, slot])
                put(rows, pencil_of(seat, slot), cell_of(seat, cell), look, 0, 0)


@kernel
def pencil_of(seat: int, slot: int) -> int:
    """The mark that a die of the formation makes while it is not shown yet."""
    return PENCIL + seat * components.DICE + slot


@kernel
def landing(formation: int, move: int, slot: int) -> int:
    """The cell where the die of a slot comes to lie, -1 outside."""
    return int(components.SLOT_CELL[int(components.FORMATION_SHAPE[formation]), move - FIRST_ENTER, slot])


@kernel
def scale_pieces(view: State, rows: Sheet) -> None:
    """Rule 7.2: how many cells of the scale are free, and a stroke through each that is not."""
    free = int(view.scale)
    put(rows, SCALE_LEFT, places.SCALE_WORDS, LEFT, 0, free)
    for n in range(free, components.SCALE):
        put(rows, STROKE + n, places.SCALE_CELL + n, STRUCK, 0, 0)
