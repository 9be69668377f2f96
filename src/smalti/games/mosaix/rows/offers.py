"""What is there only to choose: shapes and cards of formations, the turned formation, buttons, how large areas are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smalti.games.mosaix import components
from smalti.games.mosaix.components import Small
from smalti.games.mosaix.rows import pieces, places
from smalti.games.mosaix.rows.entering import middle
from smalti.games.mosaix.rows.places import cell_of, die_of
from smalti.games.mosaix.rules import actors, can_enter, legal_formations
from smalti.games.mosaix.state import FORM, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Sheet, State

CARDS: Small = np.array(places.CARD_OF, np.int8)
"""[formation]: which card of its shape it is."""


def _looks_new(formation: int, turn: int) -> bool:
    """Whether a formation looks different from all its turns before this one."""
    shape, symbols = components.FORMATIONS[formation]
    looks = [set(zip(cells, symbols, strict=True)) for cells in components.TURNED[shape]]
    return looks[turn] not in looks[:turn]


DIFFERENT: npt.NDArray[np.bool_] = np.array(
    [
        [_looks_new(formation, turn) for turn in range(components.TURNS)]
        for formation in range(components.FORMATION_COUNT)
    ]
)
"""[formation, turn]: the quarter turns that look different."""


@kernel
def offers(view: State, seat: int, rows: Sheet) -> None:
    """What this seat may pick now, if it is to choose."""
    rows.n = 0
    if seat < 0 or not actors(view) & bit(seat):
        return
    if int(view.phase) == FORM:
        offer_formations(view, rows)
    else:
        offer_turns(int(view.formation), rows)
    offer_sizes(view, seat, rows)
    if is_solo(view):
        put(rows, pieces.OFFERED_STOP, places.STOP_BUTTON, pieces.STOPPING, 0, 0)
    elif int(view.phase) != FORM and not can_enter(view, seat, int(components.FORMATION_SHAPE[int(view.formation)])):
        put(rows, pieces.OFFERED_SKIP, places.SKIP_BUTTON, pieces.SKIPPING, 0, 0)


@kernel
def offer_sizes(view: State, seat: int, rows: Sheet) -> None:
    """Rule 6.2: how far the areas of the own grid are on the way to five."""
    for symbol in range(components.SYMBOL_COUNT):
        rest = int(view.marks[seat, symbol])
        while rest:
            area = flood(bit(lowest(rest)), rest, components.NEIGHBOURS)
            rest &= ~area
            if 1 < count(area) < components.SMALLEST_AREA:
                cell = middle(area)
                put(rows, pieces.OFFERED_SIZE + cell, cell_of(seat, cell), pieces.SIZED, 0, count(area))


@kernel
def offer_formations(view: State, rows: Sheet) -> None:
    """Section 3: each shape, and the cards with the dice laid in it."""
    found = legal_formations(view, rows.piece)
    shapes = 0
    for n in range(found):
        formation = int(rows.piece[n])  # the row that is written next
        put(rows, pieces.OFFERED_CARD + formation, card_of(formation), pieces.CARDED + formation, 0, 0)
        shapes |= bit(int(components.FORMATION_SHAPE[formation]))
    for shape in range(places.SHAPE_COUNT):
        if shapes & bit(shape):
            put(rows, pieces.OFFERED_SHAPE + shape, places.SHAPE + shape, pieces.SHAPED + shape, 0, 0)


@kernel
def card_of(formation: int) -> int:
    """The place of a formation's card."""
    return places.CARD + int(components.FORMATION_SHAPE[formation]) * places.MOST_CARDS + int(CARDS[formation])


@kernel
def offer_turns(formation: int, rows: Sheet) -> None:
    """Rule 4.3: the formation in each of its different turns, to pick up by any die."""
    shape = int(components.FORMATION_SHAPE[formation])
    for turn in range(components.TURNS):
        for slot in range(components.DICE):
            if DIFFERENT[formation, turn]:
                look = pieces.TURNED_DIE_LOOK + int(components.FORMATION_SYMBOLS[formation, slot])
                put(rows, pieces.OFFERED_DIE + turn * components.DICE + slot, die_of(shape, turn, slot), look, 0, turn)
