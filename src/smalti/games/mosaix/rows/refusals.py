"""Why clicks lead to no move, and why a move is not allowed: one row with the clause, or none."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix import components
from smalti.games.mosaix.components import Small, roll_of
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.rows import kinds
from smalti.games.mosaix.rows.paths import standing
from smalti.games.mosaix.rows.places import CELL, NAME, SHAPE, TURNED_DIE, cell_of
from smalti.games.mosaix.rules import actors, can_enter, is_over
from smalti.games.mosaix.state import ENTER, FORM, NONE, is_solo, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, said, tell
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State

FORMATION_ROLL: Small = np.array([roll_of(symbols) for _, symbols in components.FORMATIONS], np.int8)
"""[formation]: the roll that can be laid to it."""


@kernel
def refuses(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> None:
    """Why these clicks lead to no move: a cell without a die in hand, or a die that cannot lie there."""
    told.n = 0
    refuse_turn(view, seat, told)
    last = first if second == NOWHERE else second if third == NOWHERE else third
    if int(told.n) or int(view.phase) != ENTER or not CELL <= last < NAME:
        return
    shape = (first - TURNED_DIE) // (components.TURNS * components.DICE)
    if (last - CELL) // components.CELLS_IN_GRID != seat:
        said(told, kinds.OTHER_GRID, seat, 0, 401)
    elif not TURNED_DIE <= first < SHAPE or shape != int(components.FORMATION_SHAPE[int(view.formation)]):
        said(told, kinds.NO_DIE, seat, 0, 404)
    else:
        refuse_place(view, seat, put_down(first, (last - CELL) % components.CELLS_IN_GRID), told)


@kernel
def put_down(held: int, cell: int) -> int:
    """The place where a formation lies that is held by a die and put with that die on a cell."""
    shape, rest = (
        (held - TURNED_DIE) // (components.TURNS * components.DICE),
        (held - TURNED_DIE) % (components.TURNS * components.DICE),
    )
    anchor = (
        (cell // components.SIDE + components.OVERHANG) * components.REACH
        + cell % components.SIDE
        + components.OVERHANG
    )
    return (
        rest // components.DICE * components.ANCHORS
        + anchor
        - int(components.SLOT_SHIFT[shape, rest // components.DICE, rest % components.DICE])
    )


@kernel
def refuses_move(view: State, seat: int, move: int, told: Sheet) -> None:
    """Why this seat may not make this move now."""
    told.n = 0
    refuse_turn(view, seat, told)
    if int(told.n):
        return
    if move == STOP:
        if not is_solo(view):
            said(told, kinds.NOT_ALONE, seat, 0, 706)
    elif move == SKIP:
        refuse_skip(view, seat, told)
    elif move < FIRST_ENTER:
        refuse_form(view, seat, move, told)
    else:
        refuse_enter(view, seat, move, told)


@kernel
def refuse_turn(view: State, seat: int, told: Sheet) -> None:
    """Whether this seat is to choose at all."""
    if is_over(view):
        said(told, kinds.IS_OVER, NONE, 0, 505)
    elif actors(view) & bit(seat):
        return
    elif int(view.phase) == FORM:
        said(told, kinds.NOT_ROLLER, int(view.roller), 0, 301)
    elif int(view.phase) == ENTER:
        said(told, kinds.HAS_ENTERED, seat, 0, 401)
    else:
        said(told, kinds.NO_ROLL, NONE, 0, 202)


@kernel
def refuse_skip(view: State, seat: int, told: Sheet) -> None:
    """Rule 4.8: nobody skips who could enter something."""
    if int(view.phase) != ENTER:
        said(told, kinds.NOT_LAID, seat, 0, 301)
    elif is_solo(view):
        said(told, kinds.NO_SKIP_ALONE, seat, 0, 704)
    elif can_enter(view, seat, int(components.FORMATION_SHAPE[int(view.formation)])):
        said(told, kinds.CAN_ENTER, seat, 0, 408)


@kernel
def refuse_form(view: State, seat: int, formation: int, told: Sheet) -> None:
    """Section 3: whether this is a formation of the roll; alone, one that can be entered."""
    if int(view.phase) != FORM:
        said(told, kinds.IS_LAID, seat, 0, 301)
    elif int(FORMATION_ROLL[formation]) != int(view.roll):
        said(told, kinds.OTHER_DICE, seat, 0, 302)
    elif is_solo(view) and not can_enter(view, seat, int(components.FORMATION_SHAPE[formation])):
        said(told, kinds.FITS_NOWHERE, seat, 0, 704)


@kernel
def refuse_enter(view: State, seat: int, move: int, told: Sheet) -> None:
    """Section 4: whether the formation may lie there, and whether another number stands for the same result."""
    if int(view.phase) != ENTER:
        said(told, kinds.LAY_FIRST, seat, 0, 203)
        return
    refuse_place(view, seat, move - FIRST_ENTER, told)
    if int(told.n) == 0:
        same = FIRST_ENTER + standing(int(view.formation), move - FIRST_ENTER)
        if same != move:
            said(told, kinds.SAME_MARKS, seat, same, 403)


@kernel
def refuse_place(view: State, seat: int, place: int, told: Sheet) -> None:
    """Rules 4.6, 4.7 and 7.3: free cells, one die inside at least, and a scale that pays for what is lost."""
    shape, taken = int(components.FORMATION_SHAPE[int(view.formation)]), occupied(view, seat)
    for slot in range(components.DICE):
        cell = int(components.SLOT_CELL[shape, place, slot])
        if cell >= 0 and taken & bit(cell):
            tell(told, kinds.TAKEN, seat, NONE, NOWHERE, cell_of(seat, cell), NONE, 0, 0, NONE, 406)
            return
    lost = int(components.PLACED_LOST[shape, place])
    if int(components.PLACED_CELLS[shape, place]) == 0:
        said(told, kinds.NOT_INSIDE, seat, 0, 407)
    elif is_solo(view) and lost > int(view.scale):
        tell(told, kinds.NO_SCALE, seat, NONE, NOWHERE, NOWHERE, NONE, 0, lost, int(view.scale), 703)
