"""What is to be decided now, step by step, and which clauses explain it."""

from __future__ import annotations

from smalti.games.mosaix.rows.kinds import ASKS_CARD, ASKS_CELL, ASKS_DIE, ASKS_SHAPE
from smalti.games.mosaix.rows.places import CARDS_PANEL, ROLL_PANEL, TRAY, TURNS_PANEL
from smalti.games.mosaix.rules import actors
from smalti.games.mosaix.state import FORM, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, ask, explain
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def asks(view: State, seat: int, rows: Sheet) -> None:
    """What this seat is asked, if it is to choose."""
    rows.n = 0
    if seat < 0 or not actors(view) & bit(seat):
        return
    if int(view.phase) == FORM:
        ask_formation(is_solo(view), seat, rows)
    else:
        ask_entering(is_solo(view), seat, rows)


@kernel
def ask_formation(alone: bool, seat: int, rows: Sheet) -> None:
    """Section 3: a shape, then which die goes where."""
    ask(rows, ASKS_SHAPE, 0, 0, CARDS_PANEL)
    ask(rows, ASKS_CARD, 1, 0, CARDS_PANEL)
    ask(rows, NONE, 0, 0, ROLL_PANEL)
    ask(rows, NONE, 0, 0, TRAY + seat)
    explain(rows, 301)
    explain(rows, 303)
    explain(rows, 304)
    if alone:
        explain(rows, 704)


@kernel
def ask_entering(alone: bool, seat: int, rows: Sheet) -> None:
    """Section 4: a die of the formation, then a cell."""
    ask(rows, ASKS_DIE, 0, 0, TURNS_PANEL)
    ask(rows, ASKS_CELL, 1, 0, TRAY + seat)
    ask(rows, NONE, 0, 0, TRAY + seat)
    if not alone:
        explain(rows, 402)
    explain(rows, 403)
    explain(rows, 405)
    explain(rows, 406)
    explain(rows, 604)
    if alone:
        explain(rows, 702)
