"""What entering a formation does: marks in the grid, strokes on the scale, points."""

from __future__ import annotations

from smalti.games.mosaix import components
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP
from smalti.games.mosaix.rows.kinds import FIXES, GAINS, INKS, KEEPS, LOSES, PAYS, PENCILS, SKIPS, STRIKES
from smalti.games.mosaix.rows.pieces import (
    MARKED,
    PENCILLED,
    SCALE_LEFT,
    SCORE,
    STROKE,
    STRUCK,
    laid_at,
    landing,
    mark_of,
    pencil_of,
)
from smalti.games.mosaix.rows.places import SCALE_CELL, cell_of
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Sheet, State


@kernel
def tell_entering(state: State, seat: int, move: int, kind: int, told: Sheet) -> None:
    """Rules 4.5, 4.8, 6.4 and 7.2: the dice inside are copied to the grid, and what that brings and costs."""
    if move == SKIP:
        said(told, SKIPS, seat, 0, 408)
        return
    said(told, kind, seat, lost_by(state, move), 405)
    tell_marks(state, seat, move, FIXES if kind == KEEPS else INKS, told)
    tell_points(state, seat, move, GAINS, told)
    if is_solo(state):
        tell_lost(state, seat, move, told)


@kernel
def lost_by(state: State, move: int) -> int:
    """How many dice an entering move loses."""
    return int(components.PLACED_LOST[int(components.FORMATION_SHAPE[int(state.formation)]), move - FIRST_ENTER])


@kernel
def tell_marks(state: State, seat: int, move: int, kind: int, told: Sheet) -> None:
    """Each die in the grid, in reading order: a mark, a pencilled mark, or one that becomes the other."""
    formation = int(state.formation)
    slot = next_slot(formation, move, NONE)
    while slot != NONE:
        cell, symbol = landing(formation, move, slot), int(components.FORMATION_SYMBOLS[formation, slot])
        source, target = laid_at(formation, slot), cell_of(seat, cell)
        if kind == INKS:
            moved(told, INKS, seat, mark_of(seat, cell), source, target, MARKED + symbol)
        elif kind == PENCILS:
            tell(told, PENCILS, seat, pencil_of(seat, slot), source, target, PENCILLED + symbol, 0, 0, symbol, NONE)
        else:
            renamed(told, FIXES, seat, pencil_of(seat, slot), mark_of(seat, cell), target, target, MARKED + symbol)
        slot = next_slot(formation, move, cell)


@kernel
def next_slot(formation: int, move: int, after: int) -> int:
    """The slot whose die comes to the next cell after this one, NONE after the last."""
    found, nearest = NONE, components.SIDE * components.SIDE
    for slot in range(components.DICE):
        cell = landing(formation, move, slot)
        if after < cell < nearest:
            found, nearest = slot, cell
    return found


@kernel
def tell_points(state: State, seat: int, move: int, kind: int, told: Sheet) -> None:
    """Rule 6.4: what each symbol brings; of a choice that is not shown yet, what it will bring."""
    for symbol in range(components.SYMBOL_COUNT):
        before, added = int(state.marks[seat, symbol]), entered(state, move, symbol)
        gain = symbol_points(before | added) - symbol_points(before)
        if gain:
            source = cell_of(seat, middle(grown(before | added, added)))
            counted(told, kind, seat, SCORE + seat, source, MARKED + symbol, gain, 604)


@kernel
def entered(state: State, move: int, symbol: int) -> int:
    """The cells that a move marks with a symbol."""
    formation, cells = int(state.formation), 0
    for slot in range(components.DICE):
        cell = landing(formation, move, slot)
        if cell >= 0 and int(components.FORMATION_SYMBOLS[formation, slot]) == symbol:
            cells |= bit(cell)
    return cells


@kernel
def grown(cells: int, added: int) -> int:
    """The first area that counts and has some of the added cells."""
    rest = int(added)
    area = flood(bit(lowest(rest)), cells, components.NEIGHBOURS)
    while count(area) < components.SMALLEST_AREA and rest & ~area:
        rest &= ~area
        area = flood(bit(lowest(rest)), cells, components.NEIGHBOURS)
    return area


@kernel
def middle(area: int) -> int:
    """The cell of an area that is nearest to its middle."""
    rows, cols, cells = 0, 0, count(area)
    rest = int(area)
    while rest:
        cell = lowest(rest)
        rows, cols = rows + cell // components.SIDE, cols + cell % components.SIDE
        rest &= rest - 1
    best, nearest = NONE, 0
    rest = int(area)
    while rest:
        cell = lowest(rest)
        far = abs(cells * (cell // components.SIDE) - rows) + abs(cells * (cell % components.SIDE) - cols)
        if best == NONE or far < nearest:
            best, nearest = cell, far
        rest &= rest - 1
    return best


@kernel
def tell_lost(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 7.2 and 7.7: each lost die strikes out a cell of the scale, and with it a point."""
    formation, free = int(state.formation), int(state.scale)
    for slot in range(components.DICE):
        if landing(formation, move, slot) < 0:
            free -= 1
            moved(told, STRIKES, seat, STROKE + free, laid_at(formation, slot), SCALE_CELL + free, STRUCK)
    lost = int(state.scale) - free
    if lost:
        counted(told, LOSES, seat, SCALE_LEFT, NOWHERE, NONE, -lost, 702)
        counted(told, PAYS, seat, SCORE + seat, SCALE_CELL + free, NONE, -lost, 707)
