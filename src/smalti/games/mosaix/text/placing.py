"""Setting up a position by hand: marks, the printed symbol, who rolls, and the scale."""

from __future__ import annotations

from functools import partial

from smalti.games.mosaix.components import CELLS_IN_GRID, SCALE, SYMBOL_COUNT
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.rows import places as p
from smalti.games.mosaix.rules import ends
from smalti.games.mosaix.state import ENTER, FORM, NONE, ROLL, is_solo
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.placing import Placing, Tool
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_


def tools(state: State) -> tuple[Tool, ...]:
    """A mark of each kind, the printed one, an eraser, who rolls next and, alone, the scale."""
    seats = int(state.seats)
    cells = tuple(range(p.CELL, p.CELL + seats * CELLS_IN_GRID))
    names = tuple(p.NAME + seat for seat in range(seats))
    scale = tuple(p.SCALE_CELL + n for n in range(SCALE))
    return (
        *(Tool(cells, partial(mark, symbol), look=r.MARKED + symbol) for symbol in range(SYMBOL_COUNT)),
        Tool(cells, move_print, N_("Move the printed symbol")),
        Tool(cells, erase, N_("Take away")),
        Tool(names, let_roll, N_("Rolls next")),
        *((Tool(scale, set_scale, N_("Free cells of the scale")),) if is_solo(state) else ()),
    )


def spot(place: int) -> tuple[int, int]:
    """The seat and the cell of a place."""
    return divmod(place - p.CELL, CELLS_IN_GRID)


def clear(state: State, seat: int, cell: int) -> int:
    """Empties a cell, and says which symbol was there."""
    found = NONE
    for symbol in range(SYMBOL_COUNT):
        if int(state.marks[seat, symbol]) & bit(cell):
            found = symbol
        state.marks[seat, symbol] &= ~bit(cell)
    return found


def mark(symbol: int, state: State, place: int) -> None:
    """Puts this symbol into a cell, in the place of another one."""
    seat, cell = spot(place)
    clear(state, seat, cell)
    state.marks[seat, symbol] |= bit(cell)


def erase(state: State, place: int) -> None:
    """Empties a cell; the printed one never is."""
    seat, cell = spot(place)
    if cell == int(state.printed[seat]):
        raise InvalidNotation(N_("the printed symbol is part of the grid; it can be moved, not taken away (rule 1.2)"))
    clear(state, seat, cell)


def move_print(state: State, place: int) -> None:
    """The printed symbol stands in this cell, and the one where it was is empty."""
    seat, cell = spot(place)
    symbol = clear(state, seat, int(state.printed[seat]))
    clear(state, seat, cell)
    state.marks[seat, symbol] |= bit(cell)
    state.printed[seat] = cell


def let_roll(state: State, place: int) -> None:
    """This seat is to roll, and nothing of a round has happened."""
    state.phase, state.roller = ROLL, place - p.NAME
    state.roll, state.formation, state.chosen[:] = NONE, NONE, NONE


def set_scale(state: State, place: int) -> None:
    """The cells up to this one are free; the last free one is struck."""
    cells = place - p.SCALE_CELL + 1
    state.scale = cells - 1 if int(state.scale) == cells else cells


def check(state: State) -> None:
    """Rules 5.1 and 7.5: while a round is played, something can still be entered."""
    if int(state.phase) in (ROLL, FORM, ENTER) and ends(state, False):
        raise InvalidNotation(N_("a grid takes nothing more, so the game would be over (rule 5.1)"))


PLACING = Placing(tools, check)
