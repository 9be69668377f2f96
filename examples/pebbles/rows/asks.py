"""What is asked, step by step, where to look for it, and which clauses explain it."""

from __future__ import annotations

from examples.pebbles.rows.kinds import PUT, TAKE
from examples.pebbles.rows.places import COURT, DISPLAY
from examples.pebbles.rules import actors
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, ask, explain
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def asks(view: State, seat: int, rows: Sheet) -> None:
    """Rules 3.1 and 3.2: which pebble, and then which cell."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    ask(rows, TAKE, 0, 0, DISPLAY)
    ask(rows, NONE, 0, 0, COURT)
    ask(rows, PUT, 1, 0, COURT)
    explain(rows, 301)
    explain(rows, 302)
    if int(view.seats) == 1:
        explain(rows, 404)
    else:
        explain(rows, 401)
        explain(rows, 402)
