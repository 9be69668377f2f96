"""What a choice may lead to: how far the areas of the own grid are on the way to five after it."""

from __future__ import annotations

from smalti.games.mosaix import components
from smalti.games.mosaix.moves import FIRST_ENTER, STOP
from smalti.games.mosaix.rows import kinds, pieces
from smalti.games.mosaix.rows.entering import entered, middle
from smalti.games.mosaix.rows.places import cell_of
from smalti.games.mosaix.state import NONE, OVER
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, tell
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Sheet, State


@kernel
def foresees(view: State, seat: int, room: Sheet, told: Sheet) -> None:
    """Rule 6.2: the areas below five as they are after an entering, which may not be shown to others yet."""
    told.n = 0
    chosen = int(view.chosen[seat])
    is_hidden = FIRST_ENTER <= chosen < STOP
    if int(view.phase) == OVER or (int(view.formation) != NONE and not is_hidden):
        return
    for symbol in range(components.SYMBOL_COUNT):
        rest = int(view.marks[seat, symbol])
        if is_hidden:
            rest |= entered(view, chosen, symbol)
        while rest:
            area = flood(bit(lowest(rest)), rest, components.NEIGHBOURS)
            rest &= ~area
            if 1 < count(area) < components.SMALLEST_AREA:
                cell = middle(area)
                piece, place = pieces.OFFERED_SIZE + cell, cell_of(seat, cell)
                tell(told, kinds.MEASURES, seat, piece, NOWHERE, place, pieces.SIZED, 0, count(area), NONE, 602)
