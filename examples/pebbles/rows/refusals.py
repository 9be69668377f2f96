"""Why a move or a path of clicks is refused: one row, with the clause and what would make it legal."""

from __future__ import annotations

from examples.pebbles.components import CELLS, SHOWN
from examples.pebbles.rows.kinds import NOT_FREE, NOT_SHOWN, NOT_YOURS, NOTHING_TAKEN, OVER, TOO_EARLY
from examples.pebbles.rows.places import BAG, CELL, STAND
from examples.pebbles.rules import actors, is_over
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, NOWHERE, said, tell
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def refuses(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> None:
    """Why these clicks lead to no move: no pebble in hand, none of that colour on display, or a cell that is taken."""
    told.n = 0
    refuse_turn(view, seat, told)
    if int(told.n) > 0:
        return
    if CELL <= first < CELL + CELLS:
        said(told, NOTHING_TAKEN, NONE, 0, 301)
    elif STAND <= first < BAG:
        colour = (first - STAND) // SHOWN
        if not view.display[colour]:
            said(told, NOT_SHOWN, NONE, colour, 301)
        elif CELL <= second < CELL + CELLS:
            refuse_cell(view, second - CELL, told)


@kernel
def refuses_move(view: State, seat: int, move: int, told: Sheet) -> None:
    """Why this seat may not make this move now; nothing if it may."""
    told.n = 0
    refuse_turn(view, seat, told)
    if int(told.n) > 0:
        return
    if not view.display[move // CELLS]:
        said(told, NOT_SHOWN, NONE, move // CELLS, 301)
    else:
        refuse_cell(view, move % CELLS, told)


@kernel
def refuse_turn(view: State, seat: int, told: Sheet) -> None:
    """Whether this seat is to choose at all."""
    if is_over(view):
        said(told, OVER, NONE, 0, 304)
    elif not actors(view):
        said(told, TOO_EARLY, NONE, 0, 202)
    elif not actors(view) & bit(seat):
        said(told, NOT_YOURS, int(view.turn), 0, 303)


@kernel
def refuse_cell(view: State, cell: int, told: Sheet) -> None:
    """Rule 3.2: the cell has to be free."""
    if view.cells[cell] > 0:
        tell(told, NOT_FREE, NONE, NONE, NOWHERE, CELL + cell, NONE, 0, 0, NONE, 302)
