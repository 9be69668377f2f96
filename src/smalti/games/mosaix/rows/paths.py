"""How to click each legal move."""

from __future__ import annotations

from smalti.games.mosaix import components
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.rows.offers import DIFFERENT, card_of
from smalti.games.mosaix.rows.places import SHAPE, SKIP_BUTTON, STOP_BUTTON, cell_of, die_of
from smalti.games.mosaix.rules import actors, drops, fitting, legal_formations, lower_marks, upper_marks
from smalti.games.mosaix.state import FORM, NONE, is_solo, occupied
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, way
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def paths(view: State, seat: int, rows: Sheet) -> None:
    """Every legal move of a seat, and the ways to click it."""
    rows.n = 0
    if seat < 0 or not actors(view) & bit(seat):
        return
    if int(view.phase) == FORM:
        formation_paths(view, rows)
    else:
        entering_paths(view, seat, rows)
    if is_solo(view):
        way(rows, STOP, STOP_BUTTON, NOWHERE, NOWHERE)
    elif int(rows.n) == 0:
        way(rows, SKIP, SKIP_BUTTON, NOWHERE, NOWHERE)


@kernel
def formation_paths(view: State, rows: Sheet) -> None:
    """Section 3: a shape, then the card with the dice in it."""
    found = legal_formations(view, rows.move)
    for n in range(found):
        move = int(rows.move[n])  # the row that is written next
        way(rows, move, SHAPE + int(components.FORMATION_SHAPE[move]), card_of(move), NOWHERE)


@kernel
def entering_paths(view: State, seat: int, rows: Sheet) -> None:
    """Section 4: a die of the turned formation, then the cell it goes to; places that mark the same are one move."""
    formation, taken, lost = int(view.formation), occupied(view, seat), drops(view)
    shape, upper, lower = int(components.FORMATION_SHAPE[formation]), upper_marks(taken), lower_marks(taken)
    for block in range(components.BLOCKS):
        if DIFFERENT[formation, block // components.HALVES]:
            fits = fitting(upper, lower, lost, shape, block)
            while fits:
                placed_paths(formation, seat, block * components.BLOCK + lowest(fits), rows)
                fits &= fits - 1


@kernel
def placed_paths(formation: int, seat: int, place: int, rows: Sheet) -> None:
    """The ways to one place of the formation: by each die that comes to lie in the grid."""
    shape, turn = int(components.FORMATION_SHAPE[formation]), place // components.BLOCK // components.HALVES
    move = FIRST_ENTER + standing(formation, place)
    for slot in range(components.DICE):
        cell = int(components.SLOT_CELL[shape, place, slot])
        if cell >= 0:
            way(rows, move, die_of(shape, turn, slot), cell_of(seat, cell), NOWHERE)


@kernel
def standing(formation: int, place: int) -> int:
    """The first place that marks the same: it stands for all of them."""
    if int(components.DISTINCT[formation, place // components.BLOCK]) >> place % components.BLOCK & 1:
        return place
    shape = int(components.FORMATION_SHAPE[formation])
    cells = int(components.PLACED_CELLS[shape, place])
    for block in range(components.BLOCKS):
        others = int(components.DISTINCT[formation, block])
        while others:
            other = block * components.BLOCK + lowest(others)
            others &= others - 1
            if int(components.PLACED_CELLS[shape, other]) == cells and marks_same(formation, place, other):
                return other
    return NONE


@kernel
def marks_same(formation: int, one: int, other: int) -> bool:
    """Whether two places that mark the same cells mark them with the same symbols."""
    shape = int(components.FORMATION_SHAPE[formation])
    for a in range(components.DICE):
        cell = int(components.SLOT_CELL[shape, one, a])
        for b in range(components.DICE):
            if cell >= 0 and cell == int(components.SLOT_CELL[shape, other, b]):
                if int(components.FORMATION_SYMBOLS[formation, a]) != int(components.FORMATION_SYMBOLS[formation, b]):
                    return False
    return True
