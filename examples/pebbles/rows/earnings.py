"""How the score of a seat comes about."""

from __future__ import annotations

from examples.pebbles.components import SIDE
from examples.pebbles.rows.kinds import COLUMN_PAIRS, LIES, ROW_PAIRS
from examples.pebbles.rows.places import CELL
from examples.pebbles.scoring import ROWS, cell_of, line_points
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, NOWHERE, lies, tell
from smalti.kernel.state import Sheet, State


@kernel
def earns(view: State, seat: int, told: Sheet) -> None:
    """Rules 4.1, 4.2 and 4.4: a line for each row or column that is worth something."""
    told.n = 0
    for lines in range(2):
        for line in range(SIDE):
            if lines % int(view.seats) == seat and line_points(view, lines, line) > 0:
                tell_line(view, seat, lines, line, told)


@kernel
def tell_line(view: State, seat: int, lines: int, line: int, told: Sheet) -> None:
    """A row or column with its points, and its cells."""
    kind, clause = (ROW_PAIRS, 401) if lines == ROWS else (COLUMN_PAIRS, 402)
    points = line_points(view, lines, line)
    tell(told, kind, seat, NONE, NOWHERE, NOWHERE, NONE, 0, points, line + 1, clause)
    for place in range(SIDE):
        lies(told, LIES, CELL + cell_of(lines, line, place))
